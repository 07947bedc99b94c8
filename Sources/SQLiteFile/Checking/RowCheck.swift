import Bytes
import Records

/// Checks the rows of one table: that records decode, values are allowed in their columns, and
/// indexes match. For a WITHOUT ROWID table, also that rows are in order.
struct RowCheck {
  private let table: StoredTable
  private let database: DatabaseReader
  private var decoder: RowDecoder
  private var values: ValueCheck
  private var indexes: [IndexCheck]

  static func run(
    _ object: SchemaObject, in database: DatabaseReader, sound: Set<UInt32>,
    problems: inout ProblemList, read: (_ bytes: Int) -> Void
  ) throws(SQLiteFileError) {
    do throws(SQLiteFileError) {
      let table = try StoredTable(object)
      let indexes = StoredIndex.all(of: table, in: database.schema)
        .filter { sound.contains($0.rootPage) }
      var check = RowCheck(table, indexes, database)
      try check.readRows(&problems, read)
      for index in indexes.indices {
        try check.indexes[index].compare(in: database, problems: &problems, report: read)
      }
    } catch {
      try problems.append(error, of: object.name)
    }
  }

  private init(
    _ table: StoredTable, _ indexes: [StoredIndex], _ database: DatabaseReader
  ) {
    self.table = table
    self.indexes = indexes.map { IndexCheck($0, of: table, in: database) }
    self.database = database
    decoder = RowDecoder(table, in: database)
    values = ValueCheck(table, database.header.encoding)
  }

  private mutating func readRows(
    _ problems: inout ProblemList, _ read: (Int) -> Void
  ) throws(SQLiteFileError) {
    var cursor = try database.cursor(over: table)
    var meter = ReadMeter()
    var order = EntryOrder(
      table.primaryKeyTerms, keyCount: table.primaryKeyTerms.count, in: database)
    var layout = RecordLayout()
    var row = 0
    while try cursor.next() {
      meter.add(cursor.record.count, read)
      row += 1
      let (page, rowid) = (cursor.page, cursor.rowid)
      try cursor.withRecord { (record) throws(SQLiteFileError) in
        try look(at: record, page: page, rowid: rowid)
        guard table.isWithoutRowid else { return }
        try layout.parse(record, ofRow: Int64(row), on: page)
        if order.next(record, &layout) != .ascends {
          problems.append(.indexOutOfOrder(index: table.name, entry: row))
        }
      }
    }
    values.report(&problems)
  }

  private mutating func look(
    at record: Span<UInt8>, page: UInt32, rowid: Int64
  ) throws(SQLiteFileError) {
    try decoder.decode(rowid: rowid, record: record, page: page)
    guard decoder.byteCount == record.count else {
      throw .damagedRow(
        page: page, rowid: rowid,
        problem: .bodyTooShort(needed: decoder.byteCount, available: record.count))
    }
    values.look(at: decoder, rowid: rowid, record)
    for index in indexes.indices { indexes[index].note(decoder, rowid: rowid, record) }
  }
}
