/// What an integrity check found wrong, with its place.
package enum IntegrityProblem: Equatable, Sendable {
  /// A table, index or the schema cannot be walked to its end.
  case unreadable(object: String, SQLiteFileError)
  /// A page belongs to two trees or chains.
  case pageUsedTwice(page: UInt32, object: String)
  /// A page that nothing reaches, the first of `count`.
  case pagesUnused(first: UInt32, count: Int)
  /// The freelist does not hold as many pages as the header says, or leaves its bounds.
  case freelistBroken(page: UInt32, found: Int, expected: Int)
  /// Two cells of a page share bytes.
  case cellsOverlap(page: UInt32, object: String)
  /// The chain of free blocks of a page leaves it or meets a cell.
  case freeBlocksBroken(page: UInt32, object: String)
  /// A row id on a page is outside what the pages above promise.
  case rowidOutOfOrder(page: UInt32, object: String, rowid: Int64)
  /// Leaves of one tree lie at different depths.
  case depthsDiffer(page: UInt32, object: String)
  /// Index entries do not come in the order of the index.
  case indexOutOfOrder(index: String, entry: Int)
  /// A unique index holds one key twice.
  case keyNotUnique(index: String, entry: Int)
  /// An index does not hold one entry for each row of its table.
  case indexDiffers(index: String, entries: Int, rows: Int)
  /// NULL in a column that refuses it; the first row and how many.
  case nullNotAllowed(table: String, column: String, rowid: Int64, count: Int)
  /// A value that the column's type would have turned into another: the first row and how many.
  case valueNotAllowed(table: String, column: String, rowid: Int64, count: Int)
  /// The bytes of a page that nothing uses are not as many as it says.
  case fragmentsDiffer(page: UInt32, object: String, found: Int, expected: Int)
  /// The pointer map tells of another use of a page.
  case pointerMapDiffers(page: UInt32, object: String)
  /// The header's largest root page is not the largest one there is.
  case largestRootDiffers(found: Int, expected: Int)
  /// A row of the schema that SQLite would not read.
  case schemaUnreadable(object: String, SchemaFault)
  /// An R-tree whose three tables do not agree.
  case rtreeBroken(table: String, node: Int64, RTreeProblem)
  /// More problems were found than are told.
  case more(Int)

  /// What is wrong with the SQL text of a schema row.
  package enum SchemaFault: Equatable, Sendable {
    /// The text is no statement SQLite could have stored, from this byte on.
    case syntax(offset: Int)
    /// The text creates something of another name or kind.
    case otherObject
    /// It belongs to a table that is not there.
    case tableMissing(String)
    /// It names a column that its table lacks.
    case columnMissing
    /// No constraint of its table asks for this index.
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
  /// Whether rows cannot be believed. Spatial indexes are made of the rows, and made anew when they
  /// are written.
  package var concernsRows: Bool {
    switch self {
    // R-trees are checked last: what comes after the hundredth problem of theirs is theirs too.
    case .rtreeBroken, .more: false
    default: true
    }
  }
}

extension IntegrityProblem: CustomStringConvertible {
  /// One plain line.
  package var description: String {
    switch self {
    case .unreadable(let object, let error): "\(object): \(error)"
    case .pageUsedTwice(let page, let object): "\(object): page \(page) is used twice"
    case .pagesUnused(let first, let count): "\(count) pages are never used, page \(first) first"
    case .freelistBroken(let page, let found, let expected):
      "freelist, page \(page): \(found) pages found, \(expected) expected"
    case .cellsOverlap(let page, let object): "\(object): cells of page \(page) overlap"
    case .freeBlocksBroken(let page, let object):
      "\(object): free blocks of page \(page) are damaged"
    case .rowidOutOfOrder(let page, let object, let rowid):
      "\(object): row \(rowid) is out of place on page \(page)"
    case .depthsDiffer(let page, let object):
      "\(object): page \(page) is deeper or shallower than others"
    case .indexOutOfOrder(let index, let entry): "\(index): entry \(entry) is out of order"
    case .keyNotUnique(let index, let entry): "\(index): entry \(entry) repeats a key"
    case .indexDiffers(let index, let entries, let rows):
      "\(index): \(entries) entries do not match the table's \(rows) rows"
    case .nullNotAllowed(let table, let column, let rowid, let count):
      "\(table).\(column): NULL in \(count) rows, row \(rowid) first"
    case .valueNotAllowed(let table, let column, let rowid, let count):
      "\(table).\(column): a value of another type in \(count) rows, row \(rowid) first"
    case .fragmentsDiffer(let page, let object, let found, let expected):
      "\(object): page \(page) has \(found) unused bytes and says \(expected)"
    case .pointerMapDiffers(let page, let object):
      "\(object): the pointer map tells of another use of page \(page)"
    case .largestRootDiffers(let found, let expected):
      "the largest root page is \(found), the header says \(expected)"
    case .schemaUnreadable(let object, let fault): "\(object): \(fault)"
    case .rtreeBroken(let table, let node, let problem): "\(table), node \(node): \(problem)"
    case .more(let count): "\(count) more problems"
    }
  }
}

extension IntegrityProblem.SchemaFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .syntax(let offset): "its SQL cannot be read at byte \(offset)"
    case .otherObject: "its SQL creates something else"
    case .tableMissing(let table): "there is no table \(table)"
    case .columnMissing: "its SQL names a column that the table lacks"
    case .orphanIndex: "no key of a table asks for this index"
    case .keyWithoutIndex: "a key of the table has no index"
    }
  }
}
