import Bytes
import Records

/// Copies the entries of an index in their order, drops those of some rows and inserts new ones.
///
/// It can copy entries without understanding them. Only new ones are compared.
package struct EntryMerge: Sendable {
  /// Which entries to drop.
  package enum Dropping: Sendable {
    /// The entries of these rows, by the row id at the end of each entry.
    case rows(Set<Int64>)
    /// The entries with one of these pairs of integers in two columns.
    case pairs(Set<[Int64]>, columns: [Int])

    fileprivate var isEmpty: Bool {
      switch self {
      case .rows(let rowids): rowids.isEmpty
      case .pairs(let pairs, _): pairs.isEmpty
      }
    }
  }

  /// A new entry.
  private struct Entry: Sendable {
    var bytes: [UInt8]
    var layout = RecordLayout()
    var rowid: Int64
  }

  private var cursor: TableCursor
  private var tree: IndexTreeWriter
  private let dropping: Dropping
  private let order: EntryOrdering?
  private let isUnique: Bool
  private var added: [Entry]
  private var next = 0
  private var layout = RecordLayout()
  /// Pairs of rows with the same key in a unique index. At least one row of each pair is new.
  package private(set) var duplicates: [IndexSorter.Duplicate] = []

  /// Copies all entries of an index.
  ///
  /// - Throws: `SQLiteFileError.badPageNumber`.
  package init(
    copying index: SchemaObject, in database: DatabaseReader
  ) throws(SQLiteFileError) {
    try self.init(
      index, in: database, dropping: .rows([]), added: [], order: nil, isUnique: false)
  }

  /// Copies an index with changes.
  ///
  /// - Parameters:
  ///   - dropping: the entries to drop.
  ///   - added: new entries with their row ids, in any order.
  ///   - order: the order of the terms; nil if no entries are added.
  /// - Throws: `SQLiteFileError.badPageNumber`, `.damagedRecord`.
  package init(
    _ index: SchemaObject, in database: DatabaseReader, dropping: Dropping,
    added: [(rowid: Int64, entry: [UInt8])], order: EntryOrdering?, isUnique: Bool
  ) throws(SQLiteFileError) {
    cursor = try database.cursor(overIndex: index)
    tree = IndexTreeWriter(pageSize: database.header.pageSize)
    self.dropping = dropping
    self.order = order
    self.isUnique = isUnique
    self.added = []
    for (rowid, bytes) in added {
      var entry = Entry(bytes: bytes, rowid: rowid)
      try entry.layout.parse(stored: bytes.span)
      self.added.append(entry)
    }
    sortAdded()
  }

  private mutating func sortAdded() {
    guard let order, added.count > 1 else { return }
    func compare(_ one: Entry, _ other: Entry) -> Int {
      order.compare(one.layout, in: one.bytes.span, other.layout, in: other.bytes.span)
    }
    added.sort { one, other in
      let order = compare(one, other)
      return order == 0 ? one.rowid < other.rowid : order < 0
    }
    guard isUnique else { return }
    for (one, other) in zip(added, added.dropFirst())
    where !order.hasNull(one.layout) && compare(one, other) == 0 {
      duplicates.append(.init(first: one.rowid, second: other.rowid))
    }
  }

  /// Copies entries until `limit` bytes of pages are complete. Returns false after the last entry.
  ///
  /// - Throws: `SQLiteFileError` if the file is damaged.
  package mutating func copy(
    to pages: inout PageWriter, until limit: Int
  ) throws(SQLiteFileError) -> Bool {
    let isPlain = dropping.isEmpty && added.isEmpty
    while pages.pendingCount < limit {
      guard try cursor.next() else {
        for entry in added[next...] { tree.append(record: entry.bytes.span, to: &pages) }
        next = added.count
        return false
      }
      if isPlain {
        cursor.withRecord { tree.append(record: $0, to: &pages) }
      } else {
        try merge(&pages)
      }
    }
    return true
  }

  private mutating func merge(_ pages: inout PageWriter) throws(SQLiteFileError) {
    try cursor.layOut(&layout)
    let bytes = cursor.bytes
    let entry = bytes.span.extracting(cursor.record)
    guard let rowid = try kept(entry) else { return }
    if let order {
      while next < added.count {
        let new = added[next]
        let step = order.compare(new.layout, in: new.bytes.span, layout, in: entry)
        if step == 0, isUnique, !order.hasNull(layout) {
          duplicates.append(.init(first: rowid, second: new.rowid))
        }
        guard step < 0 || (step == 0 && new.rowid < rowid) else { break }
        tree.append(record: new.bytes.span, to: &pages)
        next += 1
      }
    }
    tree.append(record: entry, to: &pages)
  }

  /// The row id of the current entry, 0 in a WITHOUT ROWID table; nil if the entry is dropped.
  private func kept(_ entry: Span<UInt8>) throws(SQLiteFileError) -> Int64? {
    switch dropping {
    case .rows(let rowids):
      guard case .integer(let rowid) = layout.value(layout.count - 1, in: entry) else {
        throw .damagedRow(page: cursor.page, rowid: 0, problem: .headerCut)
      }
      return rowids.contains(rowid) ? nil : rowid
    case .pairs(let pairs, let columns):
      var pair: [Int64] = []
      for column in columns {
        guard case .integer(let value) = layout.value(column, in: entry) else { return 0 }
        pair.append(value)
      }
      return pairs.contains(pair) ? nil : 0
    }
  }

  /// Writes the remaining pages and returns the root page.
  package mutating func finish(_ pages: inout PageWriter) -> UInt32 { tree.finish(&pages) }
}
