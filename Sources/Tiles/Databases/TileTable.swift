import Bytes
import Records
import SQLiteFile

/// A table of tiles in a database: level, column, row, and the image or the ID of one.
struct TileTable: Sendable {
  let name: String
  private let database: DatabaseReader
  private let table: StoredTable
  /// The numbers of the columns in the table's records.
  private let indexes: (level: Int, column: Int, row: Int, content: Int)
  private var images: RowContents

  /// Finds the columns; nil if one is missing.
  init?(_ table: StoredTable, content name: String, in database: DatabaseReader) throws {
    func index(_ name: String) -> Int? {
      table.column(named: name).flatMap { table.recordIndexes[$0] }
    }
    guard let level = index("zoom_level"), let column = index("tile_column"),
      let row = index("tile_row"), let content = index(name), !table.isWithoutRowid
    else { return nil }
    self.name = table.name
    self.database = database
    self.table = table
    indexes = (level, column, row, content)
    images = try RowContents(of: table, index: content, in: database)
  }

  /// A row as it is listed.
  struct Row: Sendable {
    var rowid: Int64
    var level: Int
    var column: Int
    var row: Int
    /// The bytes of the content.
    var length: Int
    /// The content if it is short; nil if it is longer than its page.
    var content: SQLValue?
  }

  /// Calls `found` with each row. Images are not read.
  func list(withContent: Bool = false, _ found: (Row) throws -> Void) throws {
    var cursor = try database.cursor(over: table)
    cursor.readsOverflow = false
    var layout = RecordLayout()
    let wanted = max(indexes.level, indexes.column, indexes.row, indexes.content) + 1
    while try cursor.next() {
      let rowid = cursor.rowid
      let row = try cursor.withRecord { record in
        try layout.parse(record, ofLength: cursor.recordLength, first: wanted)
        guard layout.count >= wanted else { throw bad(rowid, "a row with all columns") }
        let content = layout.stored(indexes.content)?.range ?? 0..<0
        return Row(
          rowid: rowid, level: try number(indexes.level, layout, record, rowid),
          column: try number(indexes.column, layout, record, rowid),
          row: try number(indexes.row, layout, record, rowid), length: content.count,
          content: withContent && content.upperBound <= record.count
            ? SQLValue(layout.value(indexes.content, in: record), of: record) : nil)
      }
      try found(row)
    }
  }

  private func number(
    _ index: Int, _ layout: RecordLayout, _ record: Span<UInt8>, _ rowid: Int64
  ) throws -> Int {
    guard let stored = layout.stored(index), stored.range.upperBound <= record.count,
      case .integer(let value) = layout.value(index, in: record)
    else { throw bad(rowid, "whole numbers as level, column and row") }
    return Int(value)
  }

  /// Reads the image of a row.
  mutating func image(ofRow rowid: Int64) throws -> [UInt8] { try images.read(rowid) }

  /// What is wrong with the database.
  ///
  /// - Throws: faults of the machine.
  func damage() throws -> [String] { try IntegrityCheck.run(database).map { "\($0)" } }

  func bad(_ rowid: Int64, _ expected: String) -> TilesError {
    .badRow(table: name, rowid: rowid, expected: expected)
  }
}

/// Reads one column of rows by their ids.
struct RowContents: Sendable {
  private let name: String
  private let index: Int
  private var cursor: TableCursor
  private var layout = RecordLayout()

  /// - Parameter index: the number of the column in the table's records.
  init(of table: StoredTable, index: Int, in database: DatabaseReader) throws {
    name = table.name
    self.index = index
    cursor = try database.cursor(over: table)
  }

  /// The bytes of a blob.
  mutating func read(_ rowid: Int64) throws -> [UInt8] {
    guard try cursor.find(rowid) else {
      throw TilesError.badRow(table: name, rowid: rowid, expected: "a row")
    }
    try cursor.layOut(&layout)
    return try cursor.withRecord { record in
      guard layout.count > index, case .blob(let range) = layout.value(index, in: record) else {
        throw TilesError.badRow(table: name, rowid: rowid, expected: "an image")
      }
      return record.extracting(range).copied()
    }
  }
}
