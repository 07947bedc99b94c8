import Bytes
import Records
import SQLiteFile

/// The indexes of a table with edits. Indexes with a known order are rebuilt from the rows. Others
/// keep the entries of unchanged rows, and the entries of edited rows are computed.
struct StoredIndexes: Sendable {
  private let table: StoredTable
  /// The indexes of the table, with their indexes in the schema.
  private let objects: [(objectIndex: Int, object: SchemaObject)]
  private var plain: [Plain] = []
  private var terms: [Terms] = []
  private(set) var kept: [KeptIndex] = []
  /// The ids of rows with new values.
  private var changed: Set<Int64> = []

  /// An index on one column that sorts by the bytes of its values.
  private struct Plain: Sendable {
    var number: Int
    var column: Int
    var tests: [StoredIndex.NullTest]
    var sorter: IndexSorter
  }

  /// Any other supported index.
  private struct Terms: Sendable {
    var number: Int
    var columns: [Int]
    var tests: [StoredIndex.NullTest]
    var sorter: TermSorter
  }

  /// An index that was written.
  struct Written {
    /// Its index in the schema.
    var objectIndex: Int
    var root: UInt32
    var duplicates: [TableAccount.Duplicate]
  }

  /// Creates the indexes of a table without edits. They are copied elsewhere.
  init(copiedOf table: StoredTable) {
    self.table = table
    objects = []
  }

  init(
    _ table: StoredTable, _ clauses: TableClauses,
    _ objects: [(objectIndex: Int, object: SchemaObject)],
    in database: DatabaseReader
  ) {
    self.table = table
    self.objects = objects
    for (number, (objectIndex, object)) in objects.enumerated() {
      guard let stored = StoredIndex(object, of: table),
        let columns = Self.columns(of: stored, in: table),
        let order = EntryOrdering(stored.columns, in: database.header)
      else {
        kept.append(KeptIndex(object, objectIndex, of: table, clauses, in: database))
        continue
      }
      let tests = stored.nullTests ?? []
      if columns.count == 1, order.isByBytes {
        plain.append(
          Plain(
            number: number, column: columns[0], tests: tests,
            sorter: IndexSorter(findsDuplicates: stored.isUnique)))
      } else {
        terms.append(
          Terms(number: number, columns: columns, tests: tests, sorter: TermSorter(order)))
      }
    }
  }

  /// The columns of an index that can be rebuilt from rows; nil if something must be computed.
  private static func columns(of index: StoredIndex, in table: StoredTable) -> [Int]? {
    guard !index.isPartial || index.nullTests != nil else { return nil }
    var columns: [Int] = []
    for column in index.columns.map(\.column) {
      guard let column, isStored(column, in: table) else { return nil }
      columns.append(column)
    }
    guard (index.nullTests ?? []).allSatisfy({ isStored($0.column, in: table) }) else {
      return nil
    }
    return columns.isEmpty ? nil : columns
  }

  private static func isStored(_ column: Int, in table: StoredTable) -> Bool {
    table.recordIndexes[column] != nil
  }

  /// The columns to read in each row.
  var columnsSeen: [Int] {
    plain.flatMap { [$0.column] + $0.tests.map(\.column) }
      + terms.flatMap { $0.columns + $0.tests.map(\.column) }
  }

  mutating func expect(rows: Int, bytes: Int) {
    for index in plain.indices { plain[index].sorter.expect(rows: rows, bytes: bytes) }
  }

  /// Adds a row that was written.
  mutating func note(
    _ row: StoredRecord, _ record: Span<UInt8>, rowid: Int64
  ) throws(SQLiteFileError) {
    for index in plain.indices
    where Self.hasEntry(row, tests: plain[index].tests, record: record, rowid: rowid) {
      let value = row.value(plain[index].column, of: record, rowid: rowid)
      try plain[index].sorter.append(value, of: record, rowid: rowid)
    }
    for index in terms.indices
    where Self.hasEntry(row, tests: terms[index].tests, record: record, rowid: rowid) {
      for column in terms[index].columns {
        terms[index].sorter.append(row.value(column, of: record, rowid: rowid), of: record)
      }
      terms[index].sorter.endKey(rowid: rowid)
    }
  }

  private static func hasEntry(
    _ row: StoredRecord, tests: [StoredIndex.NullTest], record: Span<UInt8>, rowid: Int64
  ) -> Bool {
    tests.allSatisfy { test in
      (row.value(test.column, of: record, rowid: rowid) == .null) == test.isNull
    }
  }

  mutating func replace(
    _ record: Span<UInt8>, rowid: Int64, _ comparison: RowComparison
  ) throws(SQLiteFileError) {
    changed.insert(rowid)
    for index in kept.indices {
      try kept[index].replace(record, rowid: rowid, comparison)
    }
  }

  mutating func add(_ record: Span<UInt8>, rowid: Int64) throws(SQLiteFileError) {
    changed.insert(rowid)
    for index in kept.indices { try kept[index].add(record, rowid: rowid) }
  }

  mutating func drop(rowid: Int64) {
    for index in kept.indices { kept[index].drop(rowid: rowid) }
  }

  /// The trees to build once all rows are there.
  var trees: [TableTree] {
    plain.map { TableTree.index(number: $0.number, $0.sorter) }
      + terms.map { .terms(number: $0.number, $0.sorter) }
  }

  /// Writes the indexes that were built from rows.
  ///
  /// - Throws: `SQLiteFileError.duplicateKey` if an edit breaks a unique key.
  mutating func finish(
    _ made: [TableTree.Made], _ pages: inout PageWriter
  ) throws -> [Written] {
    var written: [Written] = []
    for (number, (objectIndex, object)) in objects.enumerated() {
      guard
        let (root, duplicates) = try copyIndex(number, from: made, to: &pages)
          ?? make(number, &pages)
      else {
        continue
      }
      guard let stored = StoredIndex(object, of: table), stored.isUnique else {
        written.append(Written(objectIndex: objectIndex, root: root, duplicates: []))
        continue
      }
      for pair in duplicates where changed.contains(pair.first) || changed.contains(pair.second) {
        throw SQLiteFileError.duplicateKey(
          index: object.name, first: pair.first, second: pair.second)
      }
      let name = stored.columns.compactMap { $0.column.map { table.columns[$0].name } }
        .joined(separator: ", ")
      written.append(
        Written(
          objectIndex: objectIndex, root: root,
          duplicates: duplicates.prefix(1_000).map { .init(column: name, rows: $0) }))
    }
    return written
  }

  private typealias MadeIndex = (root: UInt32, duplicates: [IndexSorter.Duplicate])

  private mutating func make(
    _ number: Int, _ pages: inout PageWriter
  ) throws(SQLiteFileError) -> MadeIndex? {
    if let index = plain.firstIndex(where: { $0.number == number }) {
      return try plain[index].sorter.finish(&pages)
    }
    if let index = terms.firstIndex(where: { $0.number == number }) {
      return terms[index].sorter.finish(&pages)
    }
    return nil
  }

  private func copyIndex(
    _ number: Int, from made: [TableTree.Made], to pages: inout PageWriter
  ) -> MadeIndex? {
    for case .index(number, let apart, let root, let duplicates) in made {
      return pages.append(apart).map { (root &+ $0, duplicates) }
    }
    return nil
  }
}
