import Bytes
import Records
import SQLiteFile

/// Converts rows from Fieldpack's row form to records of a stored table, with its order of columns,
/// encoding and computed columns.
struct StoredForm {
  private let stored: StoredTable
  private let clauses: TableClauses
  /// By index in the record: the index in the row form; nil for the id.
  private let sources: [Int?]
  /// The computed columns that are stored.
  private let computed: [Int]
  /// What SQLite writes instead of NULL (`NOT NULL ON CONFLICT REPLACE`), by index in the record.
  private let defaults: [(index: Int, value: SQLValue)]
  private let encoding: DatabaseHeader.TextEncoding
  private let passes: Bool
  private var layout = RecordLayout()
  private var row: ComputedRow
  private var comparison: RowComparison
  /// Columns that were set to NULL in a row because they could not be evaluated.
  private(set) var lost: Set<Int> = []

  init(_ rows: RowLayout, _ clauses: TableClauses, in database: DatabaseReader) {
    stored = rows.stored
    encoding = database.header.encoding
    self.clauses = clauses
    let wanted = (rows.geometry.map { [$0] } ?? []) + rows.others
    let rowIndexes = Dictionary(
      wanted.enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { first, _ in first })
    var sources: [Int?] = []
    for (column, index) in rows.stored.recordIndexes.enumerated() where index != nil {
      sources.append(column == rows.stored.rowidColumn ? nil : rowIndexes[column])
    }
    self.sources = sources
    computed = rows.stored.columns.indices.filter {
      rows.stored.columns[$0].generated == .stored
    }
    defaults = rows.stored.columns.indices.compactMap { column in
      let stored = rows.stored.columns[column]
      guard stored.nullBecomesDefault, stored.defaultValue != .null,
        column != rows.stored.rowidColumn,
        let index = rows.stored.recordIndexes[column]
      else { return nil }
      return (index, stored.defaultValue)
    }
    passes =
      encoding == .utf8 && computed.isEmpty
      && sources.enumerated().allSatisfy { ($1 ?? 0) == $0 }
    row = ComputedRow(rows.stored, clauses, in: database, computesStored: true)
    comparison = RowComparison(rows.stored, in: database)
  }

  /// The record of a row; nil if the row can be stored unchanged.
  ///
  /// - Parameter old: the record that it replaces.
  /// - Throws: `GeoPackageError.notComputable`, `SQLiteFileError` for a damaged record.
  mutating func record(
    _ given: Span<UInt8>, rowid: Int64, replacing old: Span<UInt8>? = nil
  ) throws -> [UInt8]? {
    if passes, try !needsDefaults(given) { return nil }
    var record = try reordered(given)
    try RecordLayout.transcode(&record, to: encoding)
    if computed.isEmpty { return record }
    try row.take(record.span, rowid: rowid)
    if let old { try comparison.take(old: old, new: record.span) }
    try layout.parse(stored: record.span)
    return try withComputed(rowid, old)
  }

  private mutating func needsDefaults(_ given: Span<UInt8>) throws(SQLiteFileError) -> Bool {
    guard !defaults.isEmpty else { return false }
    try layout.parse(stored: given)
    return defaults.contains { layout.isNull($0.index) }
  }

  private mutating func reordered(_ given: Span<UInt8>) throws(SQLiteFileError) -> [UInt8] {
    try layout.parse(stored: given)
    var encoder = RecordEncoder()
    for (index, source) in sources.enumerated() {
      if let value = defaults.first(where: { $0.index == index })?.value,
        layout.isNull(source ?? index)
      {
        encoder.append(value)
      } else if let source {
        encoder.append(layout.value(source, in: given), of: given)
      } else {
        encoder.appendNull()
      }
    }
    var record: [UInt8] = []
    encoder.write(to: &record)
    return record
  }

  /// The current record with its computed columns.
  private mutating func withComputed(
    _ rowid: Int64, _ old: Span<UInt8>?
  ) throws -> [UInt8] {
    var values: [Int: ExpressionValue] = [:]
    for column in computed {
      guard let index = stored.recordIndexes[column] else { continue }
      if let value = try? row.value(column) {
        values[index] = value
      } else if let old, isUnchanged(column) {
        values[index] = try value(index, of: old)
      } else if stored.columns[column].isNotNull {
        throw GeoPackageError.notComputable(
          table: stored.name, column: stored.columns[column].name, rowid: rowid)
      } else {
        values[index] = .null
        lost.insert(column)
      }
    }
    let record = row.record
    return layout.rewritten(record.span) { index, encoder in
      guard let value = values[index] else { return false }
      encoder.append(value, encoding)
      return true
    }
  }

  /// Whether the columns that a computed column depends on are unchanged.
  private func isUnchanged(_ column: Int) -> Bool {
    clauses.sources(of: clauses.computed[column]?.columns ?? []).allSatisfy {
      stored.columns[$0].generated != .no || comparison.isSame($0)
    }
  }

  private func value(
    _ index: Int, of old: Span<UInt8>
  ) throws -> ExpressionValue {
    var layout = RecordLayout()
    try layout.parse(stored: old)
    return ExpressionValue(layout.value(index, in: old), of: old, encoding)
  }
}
