import Bytes
package import Records

/// Walks the rows of a b-tree in order.
///
/// ```swift
/// var cursor = try reader.cursor(over: table)
/// while try cursor.next() {
///   let record = cursor.bytes.span.extracting(cursor.record)
/// }
/// ```
/// The path from the root is a stack of at most 20 pages. A page reached twice, a wrong overflow
/// chain length, or a cell outside its page is an error.
package struct TableCursor: Sendable {
  /// SQLite's own limit (`BTCURSOR_MAX_DEPTH`).
  private static let deepest = 20
  /// Interior pages to keep for the next search.
  private static let mostKnown = 256

  /// The row id of the current row; 0 in an index or a table WITHOUT ROWID.
  package private(set) var rowid: Int64 = 0
  /// The bytes that hold the current record; valid until the next call of ``next()``.
  package var bytes: [UInt8] { isLong ? long : window.bytes }
  /// Where the current record is in ``bytes``.
  package private(set) var record: Range<Int> = 0..<0
  /// The length of the current record, of which ``record`` is the beginning if the rest is not read.
  package private(set) var recordLength = 0
  /// Whether to read what does not fit on the page of a row. Without it, only the first bytes of long
  /// rows are read.
  package var readsOverflow = true { didSet { window.readsAhead = readsOverflow } }
  /// The leaf or interior page of the current row.
  package private(set) var page: UInt32 = 0

  private let database: DatabaseReader
  private let isIndex: Bool
  private let split: PayloadSplit
  private let usable: Int
  @usableFromInline var window: PageWindow
  private var overflow: PageWindow
  private let root: UInt32
  private var visited: PageSet
  /// The pages that a search has visited, to be forgotten by the next one; nil if rows are walked.
  private var trail: [UInt32]?
  private var stack: [Interior] = []
  private var pending: UInt32
  /// Interior pages that searches have read.
  private var known: [UInt32: Interior] = [:]
  @usableFromInline var isLong = false
  @usableFromInline var long: [UInt8] = []
  private var isFirst = true

  // The current leaf.
  private var leafBase = 0
  private var pointers = 0
  private var contentStart = 0
  private var cell = 0
  private var cellCount = 0

  /// An interior page on the path. Its bytes are copied, because the window moves on.
  private struct Interior: Sendable {
    var page: UInt32
    var bytes: [UInt8]
    var header: Int
    var count: Int
    var next = 0
    /// In an index, whether the entry of cell `next - 1` is still to come, after its left child.
    var owesEntry = false
  }

  init(_ database: DatabaseReader, root: UInt32, isIndex: Bool) throws(SQLiteFileError) {
    self.database = database
    self.isIndex = isIndex
    usable = database.header.usable
    split = PayloadSplit(usable: usable, isTable: !isIndex)
    window = PageWindow(database)
    overflow = PageWindow(database)
    visited = PageSet(pageCount: database.pageCount)
    guard database.isUsable(root) else { throw .badPageNumber(page: root, from: 0) }
    self.root = root
    pending = root
  }

  /// Number of interior pages above the current row.
  var depth: Int { stack.count }

  /// Moves to the next row. Returns false after the last one.
  ///
  /// - Throws: `SQLiteFileError` if the file is damaged.
  package mutating func next() throws(SQLiteFileError) -> Bool {
    while cell >= cellCount {
      if pending != 0 {
        let level = stack.count
        try descend()
        if stack.count > level { try openChild() }
      } else if try climb() {
        return true
      } else if pending == 0 {
        return false
      }
    }
    let pointer = Int(window.bytes.span.bigEndianUInt16(at: pointers &+ 2 &* cell))
    cell &+= 1
    guard pointer >= contentStart, pointer &+ 4 <= usable else {
      throw damaged(pointer, .pointerOutside(pointer))
    }
    try readCell(at: leafBase &+ pointer, end: leafBase &+ usable, base: leafBase, from: .leaf)
    return true
  }

  /// An estimate of the number of rows, for reserving memory. It is available once the walk has
  /// begun. A file that lies claims at most one row for every eight bytes.
  package var expectedRows: Int {
    let most = database.byteCount / 8
    return stack.reduce(cellCount) { count, interior in
      let (product, isMore) = count.multipliedReportingOverflow(by: interior.count + 1)
      return isMore ? most : min(product, most)
    }
  }

  /// Moves to the row with an id, from any row. Returns false if there is no such row. Does not
  /// read the rows before it, and reads interior pages once for many searches.
  ///
  /// - Throws: `SQLiteFileError` if the file is damaged.
  package mutating func find(_ wanted: Int64) throws(SQLiteFileError) -> Bool {
    window.readsAhead = false
    defer { window.readsAhead = readsOverflow }
    stack.removeAll(keepingCapacity: true)
    forgetPages()
    (isFirst, cell, cellCount, pending) = (true, 0, 0, root)
    while pending != 0 {
      if let interior = known[pending] {
        try visit(pending)
        pending = 0
        stack.append(interior)
      } else {
        let level = stack.count
        try descend()
        guard stack.count > level else { break }
        keep(stack[level])
      }
      let top = stack.count &- 1
      stack[top].next = try firstCell(stack[top].count) { (index) throws(SQLiteFileError) in
        let pointer = try interiorPointer(stack[top], index)
        return try key(in: stack[top].bytes, at: pointer &+ 4, skipsLength: false) >= wanted
      }
      try openChild()
    }
    cell = try firstCell(cellCount) { (index) throws(SQLiteFileError) in
      let pointer = Int(window.bytes.span.bigEndianUInt16(at: pointers &+ 2 &* index))
      guard pointer >= contentStart, pointer &+ 4 <= usable else {
        throw damaged(pointer, .pointerOutside(pointer))
      }
      return try key(in: window.bytes, at: leafBase &+ pointer, skipsLength: true) >= wanted
    }
    guard cell < cellCount else { return false }
    return try next() && rowid == wanted
  }

  /// Passes the bytes of the current record to `body`. Unlike ``bytes`` it retains nothing, which
  /// matters for hundreds of thousands of rows.
  @inlinable @inline(__always)
  package func withRecord<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    isLong
      ? try body(long.span.extracting(record)) : try body(window.bytes.span.extracting(record))
  }

  /// Reads the layout of the current record, or of its first columns.
  ///
  /// - Throws: `SQLiteFileError.damagedRow`.
  package func layOut(
    _ layout: inout RecordLayout, first columns: Int? = nil
  ) throws(SQLiteFileError) {
    do throws(RecordError) {
      try withRecord { (record) throws(RecordError) in
        if let columns {
          try layout.parse(record, first: columns)
        } else {
          try layout.parse(record)
        }
      }
    } catch { throw .damagedRow(page: page, rowid: rowid, problem: error.problem) }
  }

  /// Whether the current record has the same bytes as that of another cursor.
  package func isSameRecord(as other: borrowing TableCursor) -> Bool {
    guard !isLong, !other.isLong else {
      let (bytes, others) = (bytes, other.bytes)
      return bytes.span.extracting(record).isEqual(to: others.span.extracting(other.record))
    }
    // This runs for hundreds of thousands of rows, so it retains nothing.
    return window.bytes.span.extracting(record)
      .isEqual(to: other.window.bytes.span.extracting(other.record))
  }

  /// Notes that a page is used.
  private mutating func visit(_ page: UInt32) throws(SQLiteFileError) {
    guard visited.insert(page) else { throw .pageReachedTwice(page: page) }
    trail?.append(page)
  }

  /// Forgets the pages visited so far. After a search these are few, and all of a large file cost
  /// more than the search.
  private mutating func forgetPages() {
    if let trail {
      for page in trail { visited.remove(page) }
    } else {
      visited = PageSet(pageCount: database.pageCount)
    }
    trail?.removeAll(keepingCapacity: true)
    if trail == nil { trail = [] }
  }

  private mutating func keep(_ interior: Interior) {
    if known.count == Self.mostKnown { known.removeAll(keepingCapacity: true) }
    known[interior.page] = interior
  }

  /// The first of some cells, in ascending order, for which a condition is true.
  private func firstCell(
    _ count: Int, where hasPassed: (Int) throws(SQLiteFileError) -> Bool
  ) throws(SQLiteFileError) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low &+ high) / 2
      if try hasPassed(middle) { high = middle } else { low = middle &+ 1 }
    }
    return low
  }

  /// The row id in a cell. On a leaf it follows the payload length.
  private func key(
    in bytes: [UInt8], at start: Int, skipsLength: Bool
  ) throws(SQLiteFileError) -> Int64 {
    var at = start
    if skipsLength { _ = Varint.read(bytes.span, at: &at) }
    guard let key = Varint.read(bytes.span, at: &at) else {
      throw damaged(start, .cellOutside(start))
    }
    return Int64(bitPattern: key)
  }

  private enum NodeKind { case leaf, interior }

  /// Opens the page `pending`. A leaf becomes the current one; an interior page goes on the stack.
  private mutating func descend() throws(SQLiteFileError) {
    let number = pending
    pending = 0
    try visit(number)
    page = number
    let base = try window.load(number)
    let start = number == 1 ? DatabaseHeader.length : 0
    let kind = PageKind(rawValue: window.bytes[base &+ start])
    guard let kind, kind.isTable != isIndex else {
      throw damaged(start, .wrongKind(window.bytes[base &+ start]))
    }
    let count = Int(window.bytes.span.bigEndianUInt16(at: base &+ start &+ 3))
    let content = start &+ kind.headerLength &+ 2 &* count
    guard count <= (database.header.pageSize - 8) / 6, content <= usable else {
      throw damaged(start &+ 3, .tooManyCells(count))
    }
    // Only an empty root may have no cells, or page 1 as the root of the schema.
    guard count > 0 || (stack.isEmpty && (!kind.isInterior || number == 1)) else {
      throw damaged(start &+ 3, .noCells)
    }
    if kind.isInterior {
      guard stack.count < Self.deepest else { throw damaged(0, .tooDeep) }
      let copy = Array(window.bytes[base..<base &+ database.header.pageSize])
      stack.append(
        Interior(page: number, bytes: copy, header: start &+ kind.headerLength, count: count))
    } else {
      leafBase = base
      pointers = base &+ start &+ kind.headerLength
      contentStart = content
      cell = 0
      cellCount = count
    }
  }

  /// Continues in the interior page on top of the stack, or above it. Returns true if that gave an
  /// entry, which only happens in an index.
  private mutating func climb() throws(SQLiteFileError) -> Bool {
    while let top = stack.last {
      if top.owesEntry {
        stack[stack.count &- 1].owesEntry = false
        try readEntry(of: top)
        return true
      }
      if top.next <= top.count {
        try openChild()
        return false
      }
      stack.removeLast()
    }
    return false
  }

  private mutating func openChild() throws(SQLiteFileError) {
    let top = stack[stack.count &- 1]
    let isLast = top.next == top.count
    let offset = isLast ? top.header &- 4 : try interiorPointer(top, top.next)
    let child = top.bytes.span.bigEndianUInt32(at: offset)
    guard database.isUsable(child) else { throw .badPageNumber(page: child, from: top.page) }
    stack[stack.count &- 1].owesEntry = isIndex && !isLast
    stack[stack.count &- 1].next &+= 1
    pending = child
  }

  private func interiorPointer(
    _ interior: Interior, _ index: Int
  ) throws(SQLiteFileError) -> Int {
    let pointer = Int(interior.bytes.span.bigEndianUInt16(at: interior.header &+ 2 &* index))
    guard pointer >= interior.header &+ 2 &* interior.count, pointer &+ 5 <= usable else {
      throw .damagedPage(
        page: interior.page, offset: pointer, problem: .pointerOutside(pointer))
    }
    return pointer
  }

  /// Reads the entry of the interior cell whose left child was visited last.
  private mutating func readEntry(of top: Interior) throws(SQLiteFileError) {
    let pointer = try interiorPointer(top, top.next &- 1)
    page = top.page
    long = top.bytes
    try readCell(at: pointer &+ 4, end: usable, base: 0, from: .interior)
    isLong = true
  }

  /// Reads a cell's length, row id and payload. `at` and `end` are offsets in the bytes of the
  /// window, or of `long` for an interior cell.
  private mutating func readCell(
    at start: Int, end: Int, base: Int, from kind: NodeKind
  ) throws(SQLiteFileError) {
    var at = start
    var length: UInt64?
    var key: UInt64? = 0
    switch kind {
    case .leaf:
      let span = window.bytes.span
      length = Varint.read(span, at: &at)
      if !isIndex { key = Varint.read(span, at: &at) }
    case .interior:
      length = Varint.read(long.span, at: &at)
    }
    guard let length, let key, at <= end else {
      throw damaged(start &- base, .cellOutside(start &- base))
    }
    guard length <= 0x7fff_ffff,
      length <= UInt64(database.pageCount) &* UInt64(truncatingIfNeeded: usable)
    else { throw damaged(start &- base, .payloadTooLong(length)) }
    let count = Int(truncatingIfNeeded: length)
    let local = split.local(count)
    guard local &+ (local < count ? 4 : 0) <= end &- at else {
      throw damaged(start &- base, .cellOutside(start &- base))
    }
    let rowid = Int64(bitPattern: key)
    if !isIndex {
      guard isFirst || rowid > self.rowid else {
        throw damaged(
          start &- base, .rowidsOutOfOrder(previous: self.rowid, rowid: rowid))
      }
      isFirst = false
      self.rowid = rowid
    }
    isLong = false
    record = at..<at &+ local
    recordLength = count
    if local < count, readsOverflow { try readOverflow(count: count, from: kind) }
  }

  /// Joins the local part and the overflow chain in `long`.
  private mutating func readOverflow(
    count: Int, from kind: NodeKind
  ) throws(SQLiteFileError) {
    let source = kind == .leaf ? window.bytes : long
    var next = source.span.bigEndianUInt32(at: record.upperBound)
    var whole: [UInt8] = []
    whole.append(source.span.extracting(record))
    let room = usable &- 4
    while whole.count < count {
      guard database.isUsable(next) else { throw .badPageNumber(page: next, from: page) }
      try visit(next)
      let base = try overflow.load(next)
      let part = min(room, count &- whole.count)
      let span = overflow.bytes.span
      whole.append(span.extracting(base &+ 4..<base &+ 4 &+ part))
      next = span.bigEndianUInt32(at: base)
    }
    guard next == 0 else { throw damaged(0, .overflowChainBroken) }
    long = whole
    record = 0..<count
    isLong = true
  }

  private func damaged(
    _ offset: Int, _ problem: SQLiteFileError.PageProblem
  ) -> SQLiteFileError {
    .damagedPage(page: page, offset: offset, problem: problem)
  }
}
