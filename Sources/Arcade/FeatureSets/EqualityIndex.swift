import Bytes
import FeatureData
import MapModel
import SQLiteFile
import Synchronization

// `Filter(all, 'KEY = @key')` in the pop-up of every feature would read a table as often as there
// are features. So the rows of each key are noted when it is asked for the first time, and only
// rows of the key are looked at; the filter still decides about each.

/// The rows of a table by the values of one field.
struct EqualityIndex: Sendable {
  /// A value as what equal ones share.
  private enum Key: Hashable {
    case number(UInt64)
    case bytes([UInt8])
  }

  private let valueKind: ArcadeSchema.ValueKind
  /// The rows that have a value, and its hash.
  private var rows: [Int32] = []
  private var hashes: [Int] = []
  private let chains: HashChains

  /// Notes the rows of a table; nil for a field that values are not looked up in.
  init?(_ table: ArcadeTable, column: Int) throws(ArcadeProblem) {
    let cell = table.schema.cells[column]
    valueKind = cell.valueKind
    guard valueKind == .number || valueKind == .text || valueKind == .identity,
      table.count < Int32.max
    else { return nil }
    var record: [UInt8] = []
    var layout = RecordLayout()
    for row in 0..<table.count {
      try table.read(row, &record)
      do throws(SQLiteFileError) {
        try layout.parse(record.span)
      } catch {
        throw .damagedRecord("\(error)")
      }
      let key: Key
      switch (layout.value(cell.column, in: record.span), valueKind) {
      case (.null, _), (.blob, _): continue
      case (.integer(let value), .number): key = .number(Double(value).bitPattern)
      case (.real(let value), .number): key = .number((value + 0).bitPattern)
      case (.text(let range), .text): key = .bytes(Array(record[range]))
      case (.text(let range), .identity): key = .bytes(Self.digits(record[range]))
      default: return nil
      }
      rows.append(Int32(row))
      hashes.append(key.hashValue)
    }
    let hashes = hashes
    chains = HashChains(count: hashes.count) { hashes[$0] }
  }

  /// The rows that may have the value, in order; nil when the index cannot tell.
  func rows(of value: WhereParameter) -> [Int]? {
    let key: Key
    switch (value, valueKind) {
    case (.null, _): return []
    case (.number(let number), .number): key = .number((number + 0).bitPattern)
    case (.text(let text), .text): key = .bytes(Array(text.utf8))
    case (.text(let text), .identity): key = .bytes(Self.digits(Array(text.utf8)[...]))
    default: return nil
    }
    let hash = key.hashValue
    var found: [Int] = []
    var next = chains.first(hash)
    while let index = next {
      if hashes[index] == hash { found.append(Int(rows[index])) }
      next = chains.next(after: index)
    }
    return found
  }

  /// The letters and digits of an identity, in lower case.
  private static func digits(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.compactMap { byte in
      if byte.isDigit { return byte }
      let letter = byte | 0x20
      return letter &- 0x61 < 26 ? letter : nil
    }
  }
}

extension ArcadeWorkspace {
  /// The field and parameter of a clause `FIELD = @name`, alone or with others that must hold too.
  static func equality(in clause: String) -> (field: String, parameter: String)? {
    var words: [String] = []
    for part in clause.split(whereSeparator: \.isWhitespace) {
      // `A=@b` is three words.
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      for (index, side) in sides.enumerated() {
        if index > 0 { words.append("=") }
        if !side.isEmpty { words.append(String(side)) }
      }
    }
    guard words.count >= 3, words[1] == "=", words[2].utf8.first == UInt8(ascii: "@") else {
      return nil
    }
    let isAlone = words.count == 3 || words[3].lowercased() == "and"
    let names = clause.lowercased().utf8.split { byte in
      !byte.isDigit && byte &- 0x61 >= 26 && byte != UInt8(ascii: "_") && byte < 0x80
    }
    guard isAlone, !names.contains(where: { $0.elementsEqual("or".utf8) }) else { return nil }
    return (words[0], String(words[2].dropFirst()))
  }

  /// The rows of a table that a clause with these parameters may choose; nil when all must be looked
  /// at.
  func candidates(
    in table: ArcadeTable, numbered number: Int, for clause: String,
    names: [String], values: [WhereParameter]
  ) throws(ArcadeProblem) -> [Int]? {
    guard number >= 0, let (field, parameter) = Self.equality(in: clause),
      let column = table.schema.column(named: field),
      let value = names.firstIndex(where: { $0.isSameName(as: parameter) })
    else { return nil }
    return try context.tables?.indexes.index(of: table, numbered: number, column: column)?
      .rows(of: values[value])
  }
}

/// The indexes of tables, for all who run expressions on them: each is made when it is first asked
/// for, so that what a run takes never depends on who ran before.
final class EqualityIndexes: Sendable {
  private struct ColumnKey: Hashable {
    let table: Int
    let column: Int
  }

  /// Nil for a field that has none.
  private let made = Mutex<[ColumnKey: EqualityIndex?]>([:])

  /// The index of a table's column; nil where values are not looked up.
  func index(
    of table: ArcadeTable, numbered number: Int, column: Int
  ) throws(ArcadeProblem) -> EqualityIndex? {
    try made.withLock { (made) throws(ArcadeProblem) in
      let key = ColumnKey(table: number, column: column)
      if let known = made[key] { return known }
      let index = try EqualityIndex(table, column: column)
      made[key] = .some(index)
      return index
    }
  }
}
