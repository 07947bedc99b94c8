import Bytes

/// Walks the pages of one b-tree. Each page must be used once, cells must be inside their page and
/// not overlap, row ids must be in the parents' range, and leaves must have the same depth.
struct TreeCheck {
  private let database: DatabaseReader
  private let name: String
  private let isIndex: Bool
  private let split: PayloadSplit
  private var window: PageWindow
  private var overflow: PageWindow
  private var leafDepth: Int?
  /// The cell extents of the current page.
  private var extents: [Range<Int>] = []
  private var children: [Visit] = []

  /// A page to visit and the range of row ids it may hold: above `low`, up to `high`.
  private struct Visit {
    var page: UInt32
    var parent: UInt32
    var depth: Int
    var low: Int64?
    var high: Int64?
  }

  static func run(
    _ object: SchemaObject, in database: DatabaseReader, pages: inout PageAccount,
    problems: inout ProblemList, progress: (_ pages: Int) -> Void
  ) throws(SQLiteFileError) {
    var check = TreeCheck(object, database)
    do throws(SQLiteFileError) {
      try check.walk(
        from: object.rootPage, pages: &pages, problems: &problems, progress: progress)
    } catch {
      try problems.append(error, of: object.name)
    }
  }

  private init(_ object: SchemaObject, _ database: DatabaseReader) {
    self.database = database
    name = object.name
    let table = object.kind == .table && object.rootPage > 1 ? try? StoredTable(object) : nil
    isIndex = object.kind == .index || table?.isWithoutRowid == true
    split = PayloadSplit(usable: database.header.usable, isTable: !isIndex)
    window = PageWindow(database)
    overflow = PageWindow(database)
  }

  private mutating func walk(
    from root: UInt32, pages: inout PageAccount, problems: inout ProblemList,
    progress: (Int) -> Void
  ) throws(SQLiteFileError) {
    var visits = [Visit(page: root, parent: 0, depth: 0)]
    while let visit = visits.popLast() {
      if pages.count & 0xFF == 0 { progress(pages.count) }
      guard database.isUsable(visit.page) else {
        throw .badPageNumber(page: visit.page, from: visit.parent)
      }
      let use: PointerMap.Use = visit.parent == 0 ? .root : .child(of: visit.parent)
      guard try pages.use(visit.page, as: use, of: name, &problems) else { continue }
      guard visit.depth <= 20 else {
        throw .damagedPage(page: visit.page, offset: 0, problem: .tooDeep)
      }
      try look(at: visit, visits: &visits, pages: &pages, problems: &problems)
    }
  }

  private mutating func look(
    at visit: Visit, visits: inout [Visit], pages: inout PageAccount,
    problems: inout ProblemList
  ) throws(SQLiteFileError) {
    let base = try window.load(visit.page)
    let start = visit.page == 1 ? DatabaseHeader.length : 0
    let page = PageView(
      pages: window.bytes, base: base, start: start, number: visit.page, usable: split.usable)
    let kind = try page.kind(isIndex: isIndex)
    let count = try page.cellCount(kind, isRoot: visit.depth == 0)
    if !kind.isInterior {
      if let depth = leafDepth, depth != visit.depth {
        problems.append(.depthsDiffer(page: visit.page, object: name))
      }
      leafDepth = leafDepth ?? visit.depth
    }
    extents.removeAll(keepingCapacity: true)
    children.removeAll(keepingCapacity: true)
    var low = visit.low
    for index in 0..<count {
      let cell = try page.cell(index, of: count, kind: kind, split: split)
      extents.append(cell.extent)
      if kind.isTable {
        if low.map({ cell.key <= $0 }) ?? false || visit.high.map({ cell.key > $0 }) ?? false {
          problems.append(
            .rowidOutOfOrder(page: visit.page, object: name, rowid: cell.key))
        }
      }
      if kind.isInterior {
        children.append(
          Visit(
            page: cell.child, parent: visit.page, depth: visit.depth + 1, low: low, high: cell.key))
      }
      low = cell.key
      if cell.overflow != 0 {
        try followOverflow(of: cell, from: visit.page, pages: &pages, problems: &problems)
      }
    }
    if kind.isInterior {
      children.append(
        Visit(
          page: page.rightChild, parent: visit.page, depth: visit.depth + 1, low: low,
          high: visit.high))
      visits += children.reversed()
    }
    switch page.spaceFault(&extents, kind: kind, count: count) {
    case nil: break
    case .cellsOverlap: problems.append(.cellsOverlap(page: visit.page, object: name))
    case .freeBlocksBroken: problems.append(.freeBlocksBroken(page: visit.page, object: name))
    case .fragments(let found, let expected):
      problems.append(
        .fragmentsDiffer(page: visit.page, object: name, found: found, expected: expected))
    }
  }

  private mutating func followOverflow(
    of cell: PageView.Cell, from page: UInt32, pages: inout PageAccount,
    problems: inout ProblemList
  ) throws(SQLiteFileError) {
    var next = cell.overflow
    var rest = cell.overflowBytes
    var previous = page
    while rest > 0 {
      guard database.isUsable(next) else { throw .badPageNumber(page: next, from: page) }
      let use: PointerMap.Use =
        previous == page ? .firstOverflow(of: page) : .overflow(after: previous)
      guard try pages.use(next, as: use, of: name, &problems) else { return }
      previous = next
      let base = try overflow.load(next)
      let bytes = overflow.bytes
      next = bytes.span.bigEndianUInt32(at: base)
      rest -= split.usable - 4
    }
    guard next == 0 else {
      throw .damagedPage(page: page, offset: 0, problem: .overflowChainBroken)
    }
  }
}
