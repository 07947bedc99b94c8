import Bytes

/// Watches the values of a table for those its columns refuse: NULL, and what their affinity would
/// have made into something else before it was stored.
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

  private let columns: [(column: Int, refusesNull: Bool, holds: Holding)]

  /// What a column may hold beside NULL.
  private enum Holding {
    case anything
    /// TEXT affinity: no numbers.
    case textOrBlob
    /// Numeric affinity: no text that is a number.
    case noNumericText
    /// A column of a STRICT table.
    case integers, numbers, texts, blobs

    /// Whether the class of a value is enough to know that it fits (File Format §2.1).
    func fits(_ serialType: UInt64) -> Bool {
      switch self {
      case .anything: true
      case .textOrBlob: serialType == 0 || serialType >= 12
      case .noNumericText: serialType < 12 || serialType & 1 == 0
      case .integers: serialType != 7 && serialType < 12
      case .numbers: serialType < 12
      case .texts: serialType == 0 || (serialType >= 13 && serialType & 1 == 1)
      case .blobs: serialType == 0 || (serialType >= 12 && serialType & 1 == 0)
      }
    }
  }

  init(_ table: StoredTable, _ encoding: DatabaseHeader.TextEncoding) {
    self.table = table
    self.encoding = encoding
    let key = table.isWithoutRowid ? Set(table.primaryKey) : []
    columns = table.columns.indices.compactMap { column in
      guard table.places[column] != nil, column != table.rowidColumn else { return nil }
      let refusesNull = table.columns[column].isNotNull || key.contains(column)
      let holds = Self.holding(table.columns[column], isStrict: table.isStrict)
      return refusesNull || holds != .anything ? (column, refusesNull, holds) : nil
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

  /// Looks at the row that the decoder laid out last.
  mutating func look(at decoder: RowDecoder, rowid: Int64, _ record: Span<UInt8>) {
    for (column, refusesNull, holds) in columns {
      if refusesNull, decoder.isNull(column) {
        found[column, default: (Count(), Count())].nulls.add(rowid)
      }
      // Most values are of the class their column asks for.
      guard holds != .anything, let type = decoder.serialType(column), !holds.fits(type),
        let value = decoder.stored(column, of: record), !fits(value, holds, record)
      else { continue }
      found[column, default: (Count(), Count())].misfits.add(rowid)
    }
  }

  private func fits(_ value: RecordValue, _ holds: Holding, _ record: Span<UInt8>) -> Bool {
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
