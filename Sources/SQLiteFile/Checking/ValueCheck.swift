import Bytes
import Records

/// Finds values that their columns do not allow: NULL in a NOT NULL column, and values that the
/// column's affinity would have converted.
struct ValueCheck {
  private let table: StoredTable
  private let encoding: DatabaseHeader.TextEncoding
  private var found: [Int: (nulls: Count, misfits: Count)] = [:]

  private struct Count {
    var first: Int64 = 0
    var count = 0

    mutating func add(_ rowid: Int64) {
      if count == 0 { first = rowid }
      count += 1
    }
  }

  private let columns: [Watched]

  /// A column that does not allow all values.
  private struct Watched {
    var column: Int
    /// Index of the column's value in records.
    var recordIndex: Int
    var refusesNull: Bool
    var holds: Holding
    /// Classes of values that are always allowed.
    var fitting: ValueClasses
  }

  /// The classes of values, by serial type (File Format §2.1).
  private struct ValueClasses: OptionSet {
    var rawValue: UInt8
    static let null = ValueClasses(rawValue: 1)
    static let integer = ValueClasses(rawValue: 2)
    static let real = ValueClasses(rawValue: 4)
    static let blob = ValueClasses(rawValue: 8)
    static let text = ValueClasses(rawValue: 16)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(serialType: UInt64) {
      switch serialType {
      case 0: self = .null
      case 7: self = .real
      case ..<12: self = .integer
      default: self = serialType & 1 == 1 ? .text : .blob
      }
    }
  }

  /// What a column may hold besides NULL.
  private enum Holding {
    case anything
    /// TEXT affinity: no numbers.
    case textOrBlob
    /// Numeric affinity: no texts that are numbers.
    case noNumericText
    /// Columns of a STRICT table.
    case integers, numbers, texts, blobs

    /// Classes of values that are always allowed.
    var fitting: ValueClasses {
      switch self {
      case .anything: [.integer, .real, .text, .blob]
      case .textOrBlob: [.text, .blob]
      case .noNumericText: [.integer, .real, .blob]
      case .integers: .integer
      case .numbers: [.integer, .real]
      case .texts: .text
      case .blobs: .blob
      }
    }
  }

  init(_ table: StoredTable, _ encoding: DatabaseHeader.TextEncoding) {
    self.table = table
    self.encoding = encoding
    let key = table.isWithoutRowid ? Set(table.primaryKey) : []
    columns = table.columns.indices.compactMap { column in
      guard let recordIndex = table.recordIndexes[column], column != table.rowidColumn else {
        return nil
      }
      let refusesNull = table.columns[column].isNotNull || key.contains(column)
      let holds = Self.holding(table.columns[column], isStrict: table.isStrict)
      guard refusesNull || holds != .anything else { return nil }
      return Watched(
        column: column, recordIndex: recordIndex, refusesNull: refusesNull, holds: holds,
        fitting: refusesNull ? holds.fitting : holds.fitting.union(.null))
    }
  }

  private static func holding(_ column: StoredColumn, isStrict: Bool) -> Holding {
    if isStrict {
      switch Identifier.folded(column.declaredType) {
      case "int", "integer": return .integers
      case "real": return .numbers
      case "text": return .texts
      case "blob": return .blobs
      default: return .anything
      }
    }
    switch column.affinity {
    case .text: return .textOrBlob
    case .blob: return .anything
    case .integer, .real, .numeric: return .noNumericText
    }
  }

  /// Checks the row that the decoder read last.
  mutating func look(at decoder: RowDecoder, rowid: Int64, _ record: Span<UInt8>) {
    for watched in columns {
      if let type = decoder.serialType(at: watched.recordIndex),
        watched.fitting.contains(ValueClasses(serialType: type))
      {
        continue
      }
      let column = watched.column
      if watched.refusesNull, decoder.isNull(column) {
        found[column, default: (Count(), Count())].nulls.add(rowid)
      }
      if let value = decoder.stored(column, of: record), !fits(value, watched.holds, in: record) {
        found[column, default: (Count(), Count())].misfits.add(rowid)
      }
    }
  }

  private func fits(_ value: RecordValue, _ holds: Holding, in record: Span<UInt8>) -> Bool {
    switch (holds, value) {
    case (_, .null), (.anything, _): true
    case (.textOrBlob, .text), (.textOrBlob, .blob): true
    case (.textOrBlob, _): false
    case (.noNumericText, .text(let range)):
      NumericText.number(StoredText.utf8(record.extracting(range), encoding).span) == nil
    case (.noNumericText, _): true
    case (.integers, .integer), (.numbers, .integer), (.numbers, .real): true
    case (.texts, .text), (.blobs, .blob): true
    default: false
    }
  }

  func report(_ problems: inout ProblemList) {
    for (column, counts) in found.sorted(by: { $0.key < $1.key }) {
      let name = table.columns[column].name
      if counts.nulls.count > 0 {
        problems.append(
          .nullNotAllowed(
            table: table.name, column: name, rowid: counts.nulls.first, count: counts.nulls.count))
      }
      if counts.misfits.count > 0 {
        problems.append(
          .valueNotAllowed(
            table: table.name, column: name, rowid: counts.misfits.first,
            count: counts.misfits.count))
      }
    }
  }
}
