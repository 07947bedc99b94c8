/// A problem that an integrity check found, with its location.
package enum IntegrityProblem: Equatable, Sendable {
  /// A table, index or the schema cannot be read to its end.
  case unreadable(object: String, SQLiteFileError)
  /// A page belongs to two trees or chains.
  case pageUsedTwice(page: UInt32, object: String)
  /// Pages that nothing uses: the first one, and their count.
  case pagesUnused(first: UInt32, count: Int)
  /// The freelist has another number of pages than the header says, or points outside the file.
  case freelistBroken(page: UInt32, found: Int, expected: Int)
  /// Two cells of a page share bytes.
  case cellsOverlap(page: UInt32, object: String)
  /// The chain of free blocks of a page leaves the page or overlaps a cell.
  case freeBlocksBroken(page: UInt32, object: String)
  /// A row id is outside the range that the parent pages allow.
  case rowidOutOfOrder(page: UInt32, object: String, rowid: Int64)
  /// The leaves of one tree are at different depths.
  case depthsDiffer(page: UInt32, object: String)
  /// Index entries are not in the order of the index.
  case indexOutOfOrder(index: String, entry: Int)
  /// A unique index contains a key twice.
  case keyNotUnique(index: String, entry: Int)
  /// An index does not have exactly one entry for each row of its table.
  case indexDiffers(index: String, entries: Int, rows: Int)
  /// NULL in a NOT NULL column: the first row, and how many.
  case nullNotAllowed(table: String, column: String, rowid: Int64, count: Int)
  /// Values that the column's affinity or type does not allow: the first row, and how many.
  case valueNotAllowed(table: String, column: String, rowid: Int64, count: Int)
  /// A page header gives a wrong number of fragmented free bytes.
  case fragmentsDiffer(page: UInt32, object: String, found: Int, expected: Int)
  /// The pointer map gives another use for a page.
  case pointerMapDiffers(page: UInt32, object: String)
  /// The header gives a largest root page that is not the largest one.
  case largestRootDiffers(found: Int, expected: Int)
  /// A schema row that SQLite would reject.
  case schemaUnreadable(object: String, SchemaFault)
  /// A view, trigger or virtual table whose text SQLite can't read, so that it opens no table.
  case notOpenedBySQLite(object: String, SchemaFault)
  /// An R-tree without any of its tables, as programs leave it that don't know R-trees.
  case rtreeLeftOver(table: String)
  /// An R-tree whose three tables are inconsistent.
  case rtreeBroken(table: String, node: Int64, RTreeProblem)
  /// The number of problems beyond the reported ones.
  case more(Int)

  /// What is wrong with the SQL text of a schema row.
  package enum SchemaFault: Equatable, Sendable {
    /// From this byte on, the text is not a statement that SQLite could have stored.
    case syntax(offset: Int)
    /// The text creates an object of another name or kind.
    case otherObject
    /// The object belongs to a table that does not exist.
    case tableMissing(String)
    /// The text names a column that its table does not have.
    case columnMissing
    /// No constraint of its table needs this index.
    case orphanIndex
    /// A key of the table has no index.
    case keyWithoutIndex
  }

  /// What is wrong with an R-tree.
  package enum RTreeProblem: Equatable, Sendable {
    case tableMissing(String)
    case nodeMissing
    case nodeReachedTwice
    case wrongSize(Int)
    case boxOutsideParent
    case boxInverted
    case wrongParent
    case rowInWrongNode(Int64)
    case counts(found: Int, expected: Int)
  }
}

extension IntegrityProblem {
  /// Whether the problem puts rows in doubt. Spatial indexes are derived from rows and rebuilt on
  /// writing.
  package var concernsRows: Bool {
    switch self {
    // R-trees are checked last, so problems beyond the limit are most likely theirs.
    case .rtreeBroken, .rtreeLeftOver, .more, .notOpenedBySQLite: false
    case .unreadable, .pageUsedTwice, .pagesUnused, .freelistBroken, .cellsOverlap,
      .freeBlocksBroken, .rowidOutOfOrder, .depthsDiffer, .indexOutOfOrder, .keyNotUnique,
      .indexDiffers, .nullNotAllowed, .valueNotAllowed, .fragmentsDiffer, .pointerMapDiffers,
      .largestRootDiffers, .schemaUnreadable:
      true
    }
  }
}

extension IntegrityProblem: CustomStringConvertible {
  /// The problem in one line.
  package var description: String {
    switch self {
    case .unreadable(let object, let error): "\(object): \(error)"
    case .pageUsedTwice(let page, let object): "\(object): page \(page) is used twice"
    case .pagesUnused(let first, let count):
      count == 1
        ? "page \(first) is not used" : "\(count) pages are not used, the first is page \(first)"
    case .freelistBroken(let page, let found, let expected):
      "freelist, page \(page): found \(found) pages, expected \(expected)"
    case .cellsOverlap(let page, let object): "\(object): cells of page \(page) overlap"
    case .freeBlocksBroken(let page, let object):
      "\(object): free blocks of page \(page) are damaged"
    case .rowidOutOfOrder(let page, let object, let rowid):
      "\(object): row \(rowid) on page \(page) is out of order"
    case .depthsDiffer(let page, let object):
      "\(object): leaf page \(page) has another depth than other leaves"
    case .indexOutOfOrder(let index, let entry): "\(index): entry \(entry) is out of order"
    case .keyNotUnique(let index, let entry): "\(index): entry \(entry) repeats a key"
    case .indexDiffers(let index, let entries, let rows):
      "\(index): its entries (\(entries)) do not match the rows of the table (\(rows))"
    case .nullNotAllowed(let table, let column, let rowid, let count):
      "\(table).\(column): NULL is not allowed, \(Self.rows(count, first: rowid))"
    case .valueNotAllowed(let table, let column, let rowid, let count):
      "\(table).\(column): wrong type of value, \(Self.rows(count, first: rowid))"
    case .fragmentsDiffer(let page, let object, let found, let expected):
      "\(object): page \(page) has \(found) fragmented bytes, but its header says \(expected)"
    case .pointerMapDiffers(let page, let object):
      "\(object): the pointer map gives another use for page \(page)"
    case .largestRootDiffers(let found, let expected):
      "the largest root page is \(found), but the header says \(expected)"
    case .schemaUnreadable(let object, let fault): "\(object): \(fault)"
    case .notOpenedBySQLite(let object, let fault): "SQLite will not open it: \(object): \(fault)"
    case .rtreeLeftOver(let table): "the R-tree \(table) has no tables"
    case .rtreeBroken(let table, let node, let problem): "\(table), node \(node): \(problem)"
    case .more(let count): "\(count) more \(count == 1 ? "problem" : "problems")"
    }
  }

  private static func rows(_ count: Int, first: Int64) -> String {
    count == 1 ? "row \(first)" : "\(count) rows, the first is row \(first)"
  }
}

extension IntegrityProblem.RTreeProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tableMissing(let table): "there is no table \(table)"
    case .nodeMissing: "the node is missing"
    case .nodeReachedTwice: "the node is used twice"
    case .wrongSize(let size): "the node has a wrong size of \(size) bytes"
    case .boxOutsideParent: "a box is outside that of its parent"
    case .boxInverted: "a box has a lower side above its upper side"
    case .wrongParent: "the table of parents gives another parent"
    case .rowInWrongNode(let rowid): "row \(rowid) is in another node than its table says"
    case .counts(let found, let expected):
      "the sizes of the tree and its tables differ: \(found) and \(expected)"
    }
  }
}

extension IntegrityProblem.SchemaFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .syntax(let offset): "its SQL cannot be read from byte \(offset) on"
    case .otherObject: "its SQL creates another object"
    case .tableMissing(let table): "there is no table \(table)"
    case .columnMissing: "its SQL names a column that the table lacks"
    case .orphanIndex: "no key of its table needs this index"
    case .keyWithoutIndex: "a key of the table has no index"
    }
  }
}
