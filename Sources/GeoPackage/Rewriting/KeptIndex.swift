import Bytes
import Records
import SQLiteFile

/// An index that is not rebuilt from rows. It keeps the entries of rows that do not change in the
/// columns it names. The entries of other rows are computed, if possible.
struct KeptIndex: Sendable {
  let object: SchemaObject
  /// Its index in the schema.
  let objectIndex: Int
  private let clauses: IndexClauses?
  /// The columns that its text names, and those they are computed from; nil if they are unknown.
  private let named: Set<Int>?
  private let order: EntryOrdering?
  private let encoding: DatabaseHeader.TextEncoding
  private let table: StoredTable
  private var row: ComputedRow
  private var dropped: Set<Int64> = []
  private var added: [(rowid: Int64, entry: [UInt8])] = []
  /// Whether an entry could not be computed.
  private(set) var isLost = false

  init(
    _ object: SchemaObject, _ objectIndex: Int, of table: StoredTable, _ clauses: TableClauses,
    in database: DatabaseReader
  ) {
    self.object = object
    self.objectIndex = objectIndex
    self.table = table
    encoding = database.header.encoding
    self.clauses = IndexClauses(object, of: table)
    named = IndexClauses.columns(namedIn: object, of: table).map(clauses.sources(of:))
    order = self.clauses.flatMap { EntryOrdering($0.terms, in: database.header) }
    row = ComputedRow(table, clauses, in: database)
  }

  mutating func drop(rowid: Int64) { dropped.insert(rowid) }

  mutating func replace(
    _ record: Span<UInt8>, rowid: Int64, _ comparison: RowComparison
  ) throws(SQLiteFileError) {
    // Virtual columns depend on the stored ones.
    let isSame = named?.allSatisfy {
      table.columns[$0].generated == .virtual || comparison.isSame($0)
    }
    if isSame ?? false { return }
    dropped.insert(rowid)
    try add(record, rowid: rowid)
  }

  mutating func add(_ record: Span<UInt8>, rowid: Int64) throws(SQLiteFileError) {
    guard !isLost else { return }
    guard let clauses, order != nil else {
      isLost = true
      return
    }
    try row.take(record, rowid: rowid)
    do throws(ExpressionFault) {
      if let entry = try entry(clauses, rowid) { added.append((rowid, entry)) }
    } catch {
      isLost = true
      added = []
    }
  }

  /// The entry of the current row; nil if it has none.
  private func entry(
    _ clauses: IndexClauses, _ rowid: Int64
  ) throws(ExpressionFault) -> [UInt8]? {
    if let condition = clauses.condition, try condition.isTrue(in: row) != true { return nil }
    var encoder = RecordEncoder()
    for term in clauses.terms {
      encoder.append(try term.expression.value(in: row), encoding)
    }
    encoder.append(rowid)
    var entry: [UInt8] = []
    encoder.write(to: &entry)
    return entry
  }

  /// Merges the old entries with the new ones.
  func merge(in database: DatabaseReader) throws -> EntryMerge {
    try EntryMerge(
      object, in: database, dropping: .rows(dropped), added: added, order: order,
      isUnique: clauses?.isUnique ?? false)
  }
}
