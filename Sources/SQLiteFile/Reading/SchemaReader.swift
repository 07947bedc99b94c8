import Bytes
import Records

/// Reads `sqlite_schema`: a table with the columns type, name, tbl_name, rootpage and sql, and root
/// page 1.
enum SchemaReader {
  /// Most objects that the reader accepts.
  static let mostObjects = 100_000
  /// Longest text that the reader accepts (`SQLITE_MAX_SQL_LENGTH` of a default build is higher).
  static let longestSQL = 1_000_000

  static func read(_ database: DatabaseReader) throws(SQLiteFileError) -> [SchemaObject] {
    var objects: [SchemaObject] = []
    var names: Set<String> = []
    var layout = RecordLayout()
    var cursor = try TableCursor(database, root: 1, isIndex: false)
    while try cursor.next() {
      let bytes = cursor.bytes
      let record = bytes.span.extracting(cursor.record)
      let row = cursor.rowid
      try layout.parse(record, ofRow: row, on: cursor.page)
      guard layout.byteCount == record.count else {
        throw .damagedRow(
          page: cursor.page, rowid: row,
          problem: .bodyTooShort(needed: layout.byteCount, available: record.count))
      }
      guard objects.count < mostObjects else {
        throw .damagedSchema(row: row, problem: .tooManyObjects)
      }
      let fields = Fields(layout: layout, encoding: database.header.encoding, row: row)
      let object = try fields.object(record)
      // SQLite opens no database in which a view has a root page, or one is outside.
      guard object.rootPage <= (object.kind == .view ? 0 : database.pageCount) else {
        throw .damagedSchema(row: row, problem: .rootOutside(Int64(object.rootPage)))
      }
      // Tables and views share one set of names; indexes and triggers each have another.
      let kind = object.kind == .view ? .table : object.kind
      guard names.insert("\(kind) \(Identifier.folded(object.name))").inserted else {
        throw .damagedSchema(row: row, problem: .duplicateName(object.name))
      }
      objects.append(object)
    }
    return objects
  }

  private struct Fields {
    let layout: RecordLayout
    let encoding: DatabaseHeader.TextEncoding
    let row: Int64

    func object(_ record: Span<UInt8>) throws(SQLiteFileError) -> SchemaObject {
      guard let type = try text(0, record), let kind = SchemaObject.Kind(rawValue: type) else {
        throw .damagedSchema(row: row, problem: .notText(column: 0))
      }
      guard let name = try text(1, record) else {
        throw .damagedSchema(row: row, problem: .notText(column: 1))
      }
      var root: UInt32 = 0
      if case .integer(let page) = layout.value(3, in: record) {
        guard let number = UInt32(exactly: page) else {
          throw .damagedSchema(row: row, problem: .rootOutside(page))
        }
        root = number
      } else if kind == .view || kind == .trigger {
        throw .damagedSchema(row: row, problem: .rootNotANumber)
      }
      return SchemaObject(
        kind: kind, name: name, tableName: try text(2, record) ?? "", rootPage: root,
        sql: try sql(record))
    }

    /// The text that creates the object; nil if there is none. SQLite reads it up to its first zero
    /// byte, and takes blobs for text (`sqlite3InitCallback`).
    private func sql(_ record: Span<UInt8>) throws(SQLiteFileError) -> String? {
      switch layout.value(4, in: record) {
      case .null: return nil
      case .integer, .real: throw .damagedSchema(row: row, problem: .notText(column: 4))
      case .text(let range), .blob(let range):
        let text = try text(range, record)
        let sql = text.utf8.firstIndex(of: 0).map { String(text[..<$0]) } ?? text
        return sql.isEmpty ? nil : sql
      }
    }

    private func text(_ column: Int, _ record: Span<UInt8>) throws(SQLiteFileError) -> String? {
      guard case .text(let range) = layout.value(column, in: record) else { return nil }
      return try text(range, record)
    }

    private func text(
      _ range: Range<Int>, _ record: Span<UInt8>
    ) throws(SQLiteFileError) -> String {
      guard range.count <= longestSQL else {
        throw .damagedSchema(row: row, problem: .sqlTooLong(range.count))
      }
      let utf8 = StoredText.utf8(record.extracting(range), encoding)
      return utf8.span.repairedString()
    }
  }
}
