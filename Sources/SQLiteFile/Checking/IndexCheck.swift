import Bytes
import Records

/// Compares one index with the rows of its table.
///
/// Each row must have its entry, and there may be no others. Entries must be in order, and the keys
/// of a unique index must differ.
///
/// The check compares sums of hashes, so memory does not grow with the table. It skips computed
/// values: for an index on an expression, it compares the other terms and the row id. For a partial
/// index with an unsupported WHERE clause, each entry must belong to some row. That takes eight
/// bytes a row.
struct IndexCheck {
  private let index: StoredIndex
  private let isRowidTable: Bool
  /// Whether the WHERE clause is not supported, so that it is unknown which rows have an entry.
  private let isGuessed: Bool
  private let nullTests: [StoredIndex.NullTest]
  private let encoding: DatabaseHeader.TextEncoding
  /// Number of values in an entry: the terms, then the row id or the added columns of the table's
  /// key.
  private let valueCount: Int
  /// The terms whose values a row gives, by index in the entry, and their columns.
  private let known: [(index: Int, column: Int)]
  private var order: EntryOrder
  private var sum = EntrySum()
  private var hashes: [UInt64] = []

  init(_ index: StoredIndex, of table: StoredTable, in database: DatabaseReader) {
    self.index = index
    encoding = database.header.encoding
    var terms = index.columns
    if table.isWithoutRowid {
      for term in table.primaryKeyTerms
      where !terms.contains(where: { $0.column == term.column && $0.collation == term.collation }) {
        // SQLite versions differ on the direction of a descending key column in another index.
        let collation = term.isDescending ? StoredIndex.Term.unknown : term.collation
        terms.append(StoredIndex.Term(column: term.column, collation: collation))
      }
    }
    known = terms.enumerated().compactMap { index, term in
      guard let column = term.column,
        table.recordIndexes[column] != nil || column == table.rowidColumn
      else { return nil }
      return (index, column)
    }
    isRowidTable = !table.isWithoutRowid
    // Whether a column that is not stored is NULL is unknown.
    let tests = index.nullTests?.filter {
      table.recordIndexes[$0.column] != nil || $0.column == table.rowidColumn
    }
    isGuessed = index.isPartial && (tests == nil || tests?.count != index.nullTests?.count)
    nullTests = tests ?? []
    // The row id compares as a number.
    if !table.isWithoutRowid { terms.append(StoredIndex.Term()) }
    valueCount = terms.count
    order = EntryOrder(terms, keyCount: index.columns.count, in: database)
  }

  /// Adds the entry that a row must have.
  mutating func note(_ decoder: RowDecoder, rowid: Int64, _ record: Span<UInt8>) {
    for test in nullTests where decoder.isNull(test.column) != test.isNull { return }
    var hash = EntryHash()
    for (_, column) in known {
      if let value = decoder.stored(column, of: record) {
        hash.add(value, of: record)
      } else {
        hash.add(decoder.value(column, of: record), encoding)
      }
    }
    if isRowidTable { hash.add(rowid) }
    if isGuessed { hashes.append(hash.bits) } else { sum.add(hash) }
  }

  /// Reads the entries and compares them with the rows. Call it after all rows were noted.
  mutating func compare(
    in database: DatabaseReader, problems: inout ProblemList, report: (_ bytes: Int) -> Void
  ) throws(SQLiteFileError) {
    hashes.sort()
    var layout = RecordLayout()
    var found = EntrySum()
    var unexpected = 0
    var cursor = try TableCursor(database, root: index.rootPage, isIndex: true)
    var meter = ReadMeter()
    while try cursor.next() {
      meter.add(cursor.record.count, report)
      let page = cursor.page
      try cursor.withRecord { (record) throws(SQLiteFileError) in
        try layout.parse(record, ofRow: Int64(found.count + 1), on: page)
        let hash = hash(record, layout)
        found.add(hash)
        if layout.count != valueCount || layout.byteCount != record.count
          || (isGuessed && !hashes.isSorted(containing: hash.bits))
        {
          unexpected += 1
        }
        watch(record, layout: &layout, entry: found.count, problems: &problems)
      }
    }
    let differs = isGuessed ? found.count > hashes.count : found != sum
    if differs || unexpected > 0 {
      problems.append(
        .indexDiffers(
          index: index.name, entries: found.count, rows: isGuessed ? hashes.count : sum.count))
    }
  }

  private func hash(_ record: Span<UInt8>, _ layout: RecordLayout) -> EntryHash {
    var hash = EntryHash()
    for (index, _) in known { hash.add(layout.value(index, in: record), of: record) }
    if isRowidTable { hash.add(layout.value(valueCount - 1, in: record), of: record) }
    return hash
  }

  private mutating func watch(
    _ record: Span<UInt8>, layout: inout RecordLayout, entry: Int,
    problems: inout ProblemList
  ) {
    switch order.next(record, &layout) {
    case .ascends: break
    case .repeats where !index.isUnique: break
    case .repeats: problems.append(.keyNotUnique(index: index.name, entry: entry))
    case .descends: problems.append(.indexOutOfOrder(index: index.name, entry: entry))
    }
  }
}

extension [UInt64] {
  /// Whether a number is in this ascending array.
  fileprivate func isSorted(containing number: UInt64) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}
