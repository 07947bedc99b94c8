import FeatureData
import Filters
import Records
import Synchronization

// `Filter(all, 'KEY = @key')` in a pop-up would read the whole table once per feature. The first
// such filter therefore indexes the rows by key. Later filters only read the rows that may match;
// the clause still decides about each.

/// The rows of a table by the values of one field.
struct EqualityIndex: Sendable {
  /// A form of values in which equal values are identical.
  private enum Key: Hashable {
    case number(UInt64)
    case bytes([UInt8])
  }

  private let valueKind: ArcadeSchema.ValueKind
  /// The rows that have a value, and the hash of that value.
  private var rows: [Int32] = []
  private var hashes: [Int] = []
  private let chains: HashChains

  /// Indexes the rows of a table. Nil for a field whose values cannot be looked up.
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
      try layout.read(record.span)
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

  /// The rows that may have the value, in order; nil if the index cannot decide.
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

  /// The letters and digits of a GlobalID or GUID, in lower case.
  private static func digits(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.compactMap { byte in
      if byte.isDigit { return byte }
      let letter = byte | 0x20
      return letter &- 0x61 < 26 ? letter : nil
    }
  }
}

/// The indexes of tables, shared by all workspaces. Each is built when first needed. Its cost does
/// not count against the run, so that limits never depend on what ran before.
final class ColumnIndexes<Index: Sendable>: Sendable {
  private struct ColumnKey: Hashable {
    let table: Int
    let column: Int
  }

  /// The value is nil for a field that has no index.
  private let made = Mutex<[ColumnKey: Index?]>([:])
  private let make: @Sendable (ArcadeTable, Int) throws(ArcadeProblem) -> Index?

  /// - Parameter make: makes the index of a table's column; nil if its values cannot be looked up.
  init(_ make: @escaping @Sendable (ArcadeTable, Int) throws(ArcadeProblem) -> Index?) {
    self.make = make
  }

  /// The index of a table's column; nil if its values cannot be looked up.
  func index(
    of table: ArcadeTable, numbered number: Int, column: Int
  ) throws(ArcadeProblem) -> Index? {
    try made.withLock { (made) throws(ArcadeProblem) in
      let key = ColumnKey(table: number, column: column)
      if let known = made[key] { return known }
      let index = try make(table, column)
      made[key] = .some(index)
      return index
    }
  }
}
