import Bytes

/// Checks the rows of one table: every record decodes, no NULL where it is refused, and every
/// index holds exactly one entry a row, in its order.
///
/// Entries and rows are compared by the sum of their hashes, so that memory does not grow with
/// the table: what differs in one entry differs in the sum.
struct RowCheck {
  private let table: StoredTable
  private let database: DatabaseReader
  private var decoder: RowDecoder
  private var layout = RecordLayout()
  private var sums: [EntrySum]
  private let indexes: [StoredIndex]

  static func run(
    _ object: SchemaObject, in database: DatabaseReader, sound: Set<UInt32>,
    problems: inout ProblemList, read: (_ bytes: Int) -> Void
  ) {
    do {
      let table = try StoredTable(object)
      let indexes = StoredIndex.all(of: table, in: database)
        .filter { sound.contains($0.rootPage) }
      var check = RowCheck(table, indexes, database)
      try check.readRows(&problems, read)
      for place in indexes.indices { try check.compare(place, &problems, read) }
    } catch {
      problems.append(.unreadable(object: object.name, error))
    }
  }

  private init(_ table: StoredTable, _ indexes: [StoredIndex], _ database: DatabaseReader) {
    self.table = table
    self.indexes = indexes
    self.database = database
    decoder = RowDecoder(table, in: database)
    sums = indexes.map { _ in EntrySum() }
  }

  private mutating func readRows(
    _ problems: inout ProblemList, _ read: (Int) -> Void
  ) throws(SQLiteFileError) {
    let strict = table.columns.indices.filter {
      table.columns[$0].isNotNull && table.places[$0] != nil && $0 != table.rowidColumn
    }
    var nulls = strict.map { _ in (first: Int64(0), count: 0) }
    var cursor = try database.cursor(over: table)
    var meter = ReadMeter()
    while try cursor.next() {
      meter.add(cursor.record.count, read)
      let bytes = cursor.bytes
      let record = bytes.span.extracting(cursor.record)
      try decoder.decode(rowid: cursor.rowid, record: record, page: cursor.page)
      for place in strict.indices where decoder.isNull(strict[place]) {
        if nulls[place].count == 0 { nulls[place].first = cursor.rowid }
        nulls[place].count += 1
      }
      for place in indexes.indices where isComparable(indexes[place]) {
        sums[place].begin()
        for term in indexes[place].columns {
          if let column = term.column { add(column, of: record, to: &sums[place]) }
        }
        sums[place].add(cursor.rowid)
        sums[place].end()
      }
      rowCount += 1
    }
    for (place, found) in nulls.enumerated() where found.count > 0 {
      problems.append(
        .nullNotAllowed(
          table: table.name, column: table.columns[strict[place]].name, rowid: found.first,
          count: found.count))
    }
  }

  private var rowCount = 0

  /// Rows without a rowid and terms that are computed are compared by their number only; so are
  /// texts that stand in for columns added later, where the file is not UTF-8.
  private func isComparable(_ index: StoredIndex) -> Bool {
    guard !table.isWithoutRowid, !index.isPartial else { return false }
    return index.columns.allSatisfy { term in
      guard let column = term.column else { return false }
      if database.header.encoding != .utf8, table.columns[column].defaultValue.text != nil {
        return false
      }
      return table.places[column] != nil || column == table.rowidColumn
    }
  }

  private func add(_ column: Int, of record: Span<UInt8>, to sum: inout EntrySum) {
    if let value = decoder.stored(column, of: record) {
      sum.add(value, of: record)
    } else {
      sum.add(decoder.value(column, of: record))
    }
  }

  private mutating func compare(
    _ place: Int, _ problems: inout ProblemList, _ read: (Int) -> Void
  ) throws(SQLiteFileError) {
    let index = indexes[place]
    var order = EntryOrder(index)
    var sum = EntrySum()
    var entries = 0
    var cursor = try TableCursor(database, root: index.rootPage, isIndex: true)
    var meter = ReadMeter()
    while try cursor.next() {
      meter.add(cursor.record.count, read)
      let bytes = cursor.bytes
      let record = bytes.span.extracting(cursor.record)
      do {
        try layout.parse(record)
      } catch {
        throw error.inRow(page: cursor.page, rowid: Int64(entries + 1))
      }
      entries += 1
      switch order.next(record, layout) {
      case .ascends: break
      case .repeats where !index.isUnique: break
      case .repeats: problems.append(.keyNotUnique(index: index.name, entry: entries))
      case .descends: problems.append(.indexOutOfOrder(index: index.name, entry: entries))
      }
      sum.begin()
      for column in 0..<layout.count { sum.add(layout.value(column, in: record), of: record) }
      sum.end()
    }
    let differs = isComparable(index) ? sum != sums[place] : false
    if !index.isPartial, entries != rowCount || differs {
      problems.append(
        .indexDiffers(index: index.name, entries: entries, rows: rowCount))
    }
  }
}
