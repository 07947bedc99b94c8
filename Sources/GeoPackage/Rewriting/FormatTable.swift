import Records
import SQLiteFile

/// A metadata table whose rows are kept, changed and added to.
struct FormatTable {
  /// The table as the specification, GDAL or SQLite declares it, without rows.
  let known: DatabaseWriter.SmallTable
  /// The table as the GeoPackage has it; nil if it does not.
  let stored: StoredTable?
  /// The folded names of its columns.
  private let columns: [String]
  private(set) var rows: [Row] = []
  private var deleted: [Int64] = []

  /// A row of the table.
  struct Row {
    /// The id of the row; nil for a new one.
    var rowid: Int64?
    var values: [SQLValue]
    var isChanged = false
  }

  /// The tables, in the order in which missing ones are written.
  static let all: [DatabaseWriter.SmallTable] = [
    MetadataTables.spatialReferences([]), MetadataTables.contents([]),
    MetadataTables.rowCounts([]), MetadataTables.geometryColumns([]),
    MetadataTables.dataColumns([]), MetadataTables.dataColumnConstraints([]),
    MetadataTables.metadata([]), MetadataTables.metadataReferences([]),
    MetadataTables.relations([]), MetadataTables.extensions([]), MetadataTables.sequences([]),
  ]

  static let names = Set(all.map(\.name))

  init(_ known: DatabaseWriter.SmallTable, in reader: GeoPackageReader) throws {
    self.known = known
    guard let object = reader.database.object(.table, named: known.name) else {
      stored = nil
      let named = try StoredTable(
        SchemaObject(
          kind: .table, name: known.name, tableName: known.name, rootPage: 0, sql: known.sql))
      columns = named.columns.map { GeoPackageNames.folded($0.name) }
      return
    }
    let stored = try StoredTable(object)
    self.stored = stored
    columns = stored.columns.map { GeoPackageNames.folded($0.name) }
    var decoder = RowDecoder(stored, in: reader.database)
    try reader.database.forEachRow(of: stored) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      var values: [SQLValue] = []
      for column in stored.columns.indices { values.append(decoder.value(column, of: record)) }
      rows.append(Row(rowid: rowid, values: values))
    }
  }

  /// The value of a row in a column; NULL if the table does not have the column.
  func value(_ row: Int, _ column: String) -> SQLValue {
    columns.firstIndex(of: column).map { rows[row].values[$0] } ?? .null
  }

  /// Changes a value. Setting an equal value leaves the stored row unchanged.
  mutating func set(_ column: String, inRow row: Int, to value: SQLValue) {
    guard let index = columns.firstIndex(of: column),
      ExpressionValue(rows[row].values[index]) != ExpressionValue(value)
    else { return }
    rows[row].values[index] = value
    rows[row].isChanged = true
  }

  mutating func append(_ values: [String: SQLValue]) {
    rows.append(Row(rowid: nil, values: columns.map { values[$0] ?? .null }))
  }

  /// Removes rows that do not meet a condition.
  mutating func keep(where isKept: (Int) -> Bool) {
    let all = rows.indices
    deleted += all.filter { !isKept($0) }.compactMap { rows[$0].rowid }
    rows = all.filter(isKept).map { rows[$0] }
  }

  /// The first row with a text in a column, compared without case.
  func row(_ column: String, is text: String) -> Int? {
    rows.indices.first { row in
      value(row, column).text.map(GeoPackageNames.folded) == GeoPackageNames.folded(text)
    }
  }

  /// The table with its rows, if the GeoPackage does not have it; nil if it does or needs none.
  var added: DatabaseWriter.SmallTable? {
    guard stored == nil, !rows.isEmpty else { return nil }
    var table = known
    table.rows = rows.map(\.values)
    return table
  }

  /// The changes of the stored rows, in the row form of ``RowLayout/init(whole:)``.
  var edits: TableEdits {
    var edits = TableEdits(deleted: deleted)
    for row in rows {
      if let rowid = row.rowid {
        if row.isChanged { edits.replaced.append((rowid, record(row))) }
      } else {
        let id = stored?.rowidColumn.flatMap { row.values[$0].integer }
        edits.added.append((id, record(row)))
      }
    }
    return edits
  }

  private func record(_ row: Row) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    for (column, value) in row.values.enumerated() where column != stored?.rowidColumn {
      encoder.append(value)
    }
    var record: [UInt8] = []
    encoder.write(to: &record)
    return record
  }
}

extension RowLayout {
  /// A row form with the id first, followed by all other stored columns.
  init(whole stored: StoredTable) {
    self.init(
      table: GeoPackageTable(name: stored.name, columns: []), stored: stored, geometry: nil,
      others: stored.columns.indices.filter {
        $0 != stored.rowidColumn && stored.columns[$0].generated != .virtual
      })
  }
}
