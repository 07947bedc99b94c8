import Bytes

/// Writes the b-tree of a rowid table bottom-up. Rows must come in ascending row id order; leaves
/// are filled to the last byte, and each page is written once.
///
/// Leaf cell: varint payload length, varint row id, payload, u32 overflow page. Interior cell: u32
/// left child, varint greatest row id below it.
package struct TableTreeWriter: Sendable {
  /// SQLite's limit on the size of a row.
  package static let longestRecord = 1_000_000_000

  private let split: PayloadSplit
  private let pageSize: Int
  private var leaf = PageCells()
  private var lastRowid: Int64 = .min
  private var levels: [Level] = []
  /// Rows written so far.
  package private(set) var count = 0

  /// One level of interior pages. `held` is a full page that waits until its right neighbor has
  /// two children. A page with one child would have no cell, which SQLite treats as corruption.
  private struct Level: Sendable {
    var children = Children()
    var held = Children()
  }

  private struct Children: Sendable {
    var pages: [UInt32] = []
    var keys: [Int64] = []
    /// Bytes of pointers and cells. The last child is the right-most pointer and has no cell.
    var space = 0

    mutating func append(_ page: UInt32, _ key: Int64) {
      if let last = keys.last { space &+= Self.cellSpace(last) }
      pages.append(page)
      keys.append(key)
    }

    static func cellSpace(_ key: Int64) -> Int {
      6 &+ Varint.length(UInt64(bitPattern: key))
    }
  }

  /// Creates a writer of one table for pages of this size.
  package init(pageSize: Int) {
    self.pageSize = pageSize
    split = PayloadSplit(usable: pageSize, isTable: true)
  }

  /// Adds a row.
  ///
  /// - Throws: `SQLiteFileError.rowsOutOfOrder`, `.recordTooLong`.
  package mutating func append(
    rowid: Int64, record: Span<UInt8>, to pages: inout PageWriter
  ) throws(SQLiteFileError) {
    guard count == 0 || rowid > lastRowid else {
      throw .rowsOutOfOrder(previous: lastRowid, rowid: rowid)
    }
    guard record.count <= Self.longestRecord else {
      throw .recordTooLong(rowid: rowid, bytes: record.count)
    }
    let length = UInt64(truncatingIfNeeded: record.count)
    let key = UInt64(bitPattern: rowid)
    let local = split.local(record.count)
    let prefix = Varint.length(length) &+ Varint.length(key)
    let size = max(4, prefix &+ local &+ (local < record.count ? 4 : 0))
    if leaf.count > 0, 8 &+ leaf.space &+ 2 &+ size > pageSize { flushLeaf(to: &pages) }
    leaf.beginCell()
    let start = leaf.bytes.count
    leaf.bytes.append(varint: length)
    leaf.bytes.append(varint: key)
    if local == record.count {
      leaf.bytes.append(record)
      leaf.padCell(from: start)
    } else {
      leaf.bytes.append(record.extracting(0..<local))
      let overflow = pages.appendOverflow(record.extracting(local..<record.count))
      leaf.bytes.append(bigEndian: overflow)
    }
    lastRowid = rowid
    count &+= 1
  }

  /// Writes the remaining pages and returns the root page. A table without rows is one empty leaf.
  package mutating func finish(_ pages: inout PageWriter) -> UInt32 {
    if leaf.count > 0 || levels.isEmpty { flushLeaf(to: &pages) }
    var depth = 0
    while true {
      if !levels[depth].held.pages.isEmpty { settleHeld(at: depth, to: &pages) }
      let children = levels[depth].children
      if depth + 1 == levels.count, children.pages.count == 1 { return children.pages[0] }
      emit(children, from: depth, to: &pages)
      depth += 1
    }
  }

  private mutating func flushLeaf(to pages: inout PageWriter) {
    let page = pages.append(kind: .tableLeaf, cells: leaf)
    leaf.removeAll()
    add(page, lastRowid, at: 0, to: &pages)
  }

  private mutating func add(
    _ page: UInt32, _ key: Int64, at depth: Int, to pages: inout PageWriter
  ) {
    if depth == levels.count { levels.append(Level()) }
    if let last = levels[depth].children.keys.last,
      12 &+ levels[depth].children.space &+ Children.cellSpace(last) > pageSize
    {
      levels[depth].held = levels[depth].children
      levels[depth].children = Children()
    }
    levels[depth].children.append(page, key)
    if levels[depth].children.pages.count == 2, !levels[depth].held.pages.isEmpty {
      let held = levels[depth].held
      levels[depth].held = Children()
      emit(held, from: depth, to: &pages)
    }
  }

  /// Finishes a level whose last page has only one child. Its left neighbor gives up one of its
  /// children.
  private mutating func settleHeld(at depth: Int, to pages: inout PageWriter) {
    var held = levels[depth].held
    let page = held.pages.removeLast()
    let key = held.keys.removeLast()
    var last = Children()
    last.append(page, key)
    last.append(levels[depth].children.pages[0], levels[depth].children.keys[0])
    levels[depth].held = Children()
    levels[depth].children = last
    emit(held, from: depth, to: &pages)
  }

  private mutating func emit(
    _ children: Children, from depth: Int, to pages: inout PageWriter
  ) {
    let last = children.pages.count - 1
    let page = pages.append(
      kind: .tableInterior, cells: Self.cells(of: children), rightChild: children.pages[last])
    add(page, children.keys[last], at: depth + 1, to: &pages)
  }

  private static func cells(of children: Children) -> PageCells {
    var cells = PageCells()
    for index in 0..<children.pages.count - 1 {
      cells.beginCell()
      cells.bytes.append(bigEndian: children.pages[index])
      cells.bytes.append(varint: UInt64(bitPattern: children.keys[index]))
    }
    return cells
  }

  /// Writes the remaining pages of the schema's tree except its root, which belongs on page 1 after
  /// the database header. Its rows have consecutive row ids.
  mutating func finishOnPageOne(_ pages: inout PageWriter) -> PageOneRoot {
    let room = pageSize &- PageOneRoot.offset
    if levels.isEmpty {
      if 8 &+ leaf.space <= room { return PageOneRoot(kind: .tableLeaf, cells: leaf) }
      splitLastLeaf(to: &pages)
    }
    flushLeaf(to: &pages)
    var depth = 0
    while true {
      if !levels[depth].held.pages.isEmpty { settleHeld(at: depth, to: &pages) }
      let children = levels[depth].children
      if depth + 1 == levels.count, 12 &+ children.space <= room {
        return PageOneRoot(
          kind: .tableInterior, cells: Self.cells(of: children),
          rightChild: children.pages[children.pages.count - 1])
      }
      emit(children, from: depth, to: &pages)
      depth += 1
    }
  }

  /// Splits a single leaf that fits on a page but not on page 1, so that page 1 gets a cell.
  private mutating func splitLastLeaf(to pages: inout PageWriter) {
    guard leaf.count > 1 else { return }
    let cell = leaf.removeLastCell()
    let key = lastRowid
    lastRowid &-= 1
    flushLeaf(to: &pages)
    lastRowid = key
    leaf.beginCell()
    leaf.bytes += cell
  }
}

/// The root page of the schema. On page 1 it follows the 100 bytes of the database header.
struct PageOneRoot: Sendable {
  /// Bytes of the database header.
  static let offset = 100

  var kind: PageKind
  var cells: PageCells
  var rightChild: UInt32 = 0
}
