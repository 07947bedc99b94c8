import Bytes
import SQLiteFile

/// The records of a table as they are, less the rows that a filter refuses; of a mapping table with
/// edits, those it adds after them. Records of another encoding, without their last columns, or with
/// computed ones are written anew.
struct PlainRows {
  /// A column by place, and the row ids that must not stand in it.
  struct Refusal {
    var column: Int
    var rowids: Set<Int64>
  }

  private var cursor: TableCursor
  private var decoder: RowDecoder
  private var layout = RecordLayout()
  private var encoder = RecordEncoder()
  private var written: [UInt8] = []
  private let columns: [Int]
  private let passes: Bool
  private let table: StoredTable
  private let refusals: [Refusal]
  /// Rows of a table WITHOUT ROWID are numbered.
  private var count: Int64 = 0
  private let pairs: Pairs?
  private var nextAdded = 0
  /// The largest row id given.
  private var last: Int64

  /// Edits of pairs, and the columns of their ends.
  private struct Pairs {
    var edits: PairEdits
    var base: Int
    var related: Int
  }

  /// - Parameters:
  ///   - columns: the columns that are kept.
  ///   - refusals: rows that hold one of these stay out.
  ///   - pairs: what changes in a mapping table.
  ///   - lastUsed: the largest id that `sqlite_sequence` knows.
  init(
    _ table: StoredTable, columns: [Int], in database: DatabaseReader, refusals: [Refusal] = [],
    pairs: PairEdits? = nil, lastUsed: Int64 = 0
  ) throws(SQLiteFileError) {
    last = lastUsed
    if let pairs, let base = table.column(named: "base_id"),
      let related = table.column(named: "related_id")
    {
      self.pairs = Pairs(edits: pairs, base: base, related: related)
    } else {
      self.pairs = nil
    }
    self.table = table
    self.columns = columns
    self.refusals = refusals
    cursor = try database.cursor(over: table)
    decoder = RowDecoder(table, in: database)
    passes =
      database.header.encoding == .utf8 && !table.isWithoutRowid
      && columns == Array(table.columns.indices)
  }

  /// Moves to the next row that is kept; nil after the last one.
  ///
  /// - Parameter body: gets the row's id and record.
  mutating func next(
    _ body: (_ rowid: Int64, _ record: Span<UInt8>) throws -> Void
  ) throws -> Bool {
    while try cursor.next() {
      let bytes = cursor.bytes
      let stored = bytes.span.extracting(cursor.record)
      try decoder.decode(rowid: cursor.rowid, record: stored, page: cursor.page)
      guard isKept(stored) else { continue }
      try layout.parse(stored)
      count &+= 1
      let rowid = table.isWithoutRowid ? count : cursor.rowid
      last = max(last, rowid)
      if passes, layout.count == table.columns.count {
        try body(rowid, stored)
        return true
      }
      encoder.removeAll()
      for column in columns {
        if column == table.rowidColumn {
          encoder.appendNull()
        } else if let text = decoder.utf8(column, of: stored) {
          encoder.append(text: text.span)
        } else {
          encoder.append(decoder.value(column, of: stored))
        }
      }
      written.removeAll(keepingCapacity: true)
      encoder.write(to: &written)
      try body(rowid, written.span)
      return true
    }
    return try nextPair(body)
  }

  private mutating func nextPair(
    _ body: (_ rowid: Int64, _ record: Span<UInt8>) throws -> Void
  ) throws -> Bool {
    guard let pairs, nextAdded < pairs.edits.added.count else { return false }
    let pair = pairs.edits.added[nextAdded]
    nextAdded += 1
    let (rowid, isFull) = last.addingReportingOverflow(1)
    if isFull { throw GeoPackageError.rowTaken(table: table.name, rowid: last) }
    last = rowid
    encoder.removeAll()
    for column in columns {
      switch column {
      case pairs.base: encoder.append(pair.base)
      case pairs.related: encoder.append(pair.related)
      default: encoder.appendNull()
      }
    }
    written.removeAll(keepingCapacity: true)
    encoder.write(to: &written)
    try body(rowid, written.span)
    return true
  }

  private func isKept(_ record: Span<UInt8>) -> Bool {
    if let pairs, let base = decoder.value(pairs.base, of: record).integer,
      let related = decoder.value(pairs.related, of: record).integer,
      pairs.edits.removed.contains(PairEdits.Pair(base: base, related: related))
    {
      return false
    }
    return refusals.allSatisfy { refusal in
      guard let id = decoder.value(refusal.column, of: record).integer else { return true }
      return !refusal.rowids.contains(id)
    }
  }
}
