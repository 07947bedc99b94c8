package import Bytes

/// Numbers pages and puts them together in the order in which they are complete, from page 2 on.
///
/// Page 1 holds the header and the root of the schema, which are known last: room for it is kept
/// at the beginning, and ``DatabaseWriter`` gives its bytes at the end. The bytes are handed on
/// with ``drain(into:)``, so that memory holds a batch of pages, not the file.
package struct PageWriter: Sendable {
  /// Bytes of a page: a power of two from 512 to 65,536.
  package let pageSize: Int
  /// The number the next page will get.
  package private(set) var nextPage: UInt32
  /// The page that holds bytes 2^30…: never used, so that file locks never meet data (§1.4).
  let lockBytePage: UInt32
  private var pending: [UInt8] = []
  /// What goes in front of `pending`.
  private var pieces: [Piece] = []
  private var piecesCount = 0
  private var hasOverflow = false

  /// Pages that were complete before, and what their children's numbers grow by.
  fileprivate struct Piece: Sendable {
    var bytes: [UInt8]
    var first: UInt32
  }

  /// A writer for an empty database.
  package init(pageSize: Int) {
    self.pageSize = pageSize
    lockBytePage = UInt32(truncatingIfNeeded: 0x4000_0000 / pageSize + 1)
    nextPage = 2
    pending.append(zeros: pageSize)
  }

  /// A writer whose next page is `nextPage`, for tests of what lies around the lock-byte page.
  package init(pageSize: Int, startingAt nextPage: UInt32) {
    self.init(pageSize: pageSize)
    self.nextPage = nextPage
    pending.removeAll()
  }

  /// A writer of trees that are made apart from the database, beside others, and put into it by
  /// ``append(_:)``. Its pages are numbered from 0 on.
  ///
  /// - Parameter expected: room is made for this many bytes of pages.
  package init(apartWithPageSize pageSize: Int, expecting expected: Int = 0) {
    self.pageSize = pageSize
    lockBytePage = .max
    nextPage = 0
    pending.reserveCapacity(expected)
  }

  /// Bytes of complete pages that were not handed on yet.
  package var pendingCount: Int { piecesCount &+ pending.count }

  /// Hands the complete pages to `output`, which must have been empty at the first call.
  ///
  /// - Throws: `SQLiteFileError.file`, `.tooManyPages`.
  package mutating func drain<Output: PatchableOutput & ~Copyable>(
    into output: inout Output
  ) throws(SQLiteFileError) {
    var batch = try take()
    try batch.write(into: &output)
    pending = batch.memory()
  }

  /// Takes the complete pages out, to be written while the next ones are made.
  ///
  /// - Parameter room: is made for this many bytes of pages that follow.
  /// - Throws: `SQLiteFileError.tooManyPages`.
  package mutating func take(makingRoomFor room: Int = 0) throws(SQLiteFileError) -> PageBatch {
    guard nextPage < 0xffff_fff0 else { throw .tooManyPages }
    let batch = PageBatch(pieces: pieces + [Piece(bytes: pending, first: 0)], pageSize: pageSize)
    pieces.removeAll()
    piecesCount = 0
    pending = []
    pending.reserveCapacity(room)
    return batch
  }

  /// Puts in the pages of trees that were made apart, and returns by how much their numbers grow.
  ///
  /// Nil, and no page is put in, where more than the children of interior pages would get another
  /// number: with overflow chains, which indexes hardly have, and around the lock-byte page.
  package mutating func append(_ apart: PageWriter) -> UInt32? {
    let first = nextPage
    let (end, isTooMany) = first.addingReportingOverflow(apart.nextPage)
    guard !isTooMany, !apart.hasOverflow, !(first...end).contains(lockBytePage) else { return nil }
    pieces.append(Piece(bytes: pending, first: 0))
    pieces.append(Piece(bytes: apart.pending, first: first))
    piecesCount += pending.count + apart.pending.count
    pending.removeAll()
    nextPage = end
    return first
  }

  /// Adds a b-tree page and returns its number.
  mutating func append(kind: PageKind, cells: PageCells, rightChild: UInt32 = 0) -> UInt32 {
    let page = takeNumber()
    cells.write(
      kind: kind, rightChild: rightChild, pageSize: pageSize, prefix: 0, to: &pending)
    return page
  }

  /// Adds the overflow chain that holds `rest` and returns its first page (§1.6.2).
  mutating func appendOverflow(_ rest: Span<UInt8>) -> UInt32 {
    skipLockBytePage()
    hasOverflow = true
    let first = nextPage
    let room = pageSize &- 4
    var at = 0
    while at < rest.count {
      let end = min(rest.count, at &+ room)
      _ = takeNumber()
      var next: UInt32 = 0
      if end < rest.count {
        next = nextPage == lockBytePage ? nextPage &+ 1 : nextPage
      }
      pending.append(bigEndian: next)
      pending.append(rest.extracting(at..<end))
      pending.append(zeros: room &- (end &- at))
      at = end
    }
    return first
  }

  private mutating func takeNumber() -> UInt32 {
    skipLockBytePage()
    let page = nextPage
    nextPage &+= 1
    return page
  }

  private mutating func skipLockBytePage() {
    guard nextPage == lockBytePage else { return }
    pending.append(zeros: pageSize)
    nextPage &+= 1
  }
}

/// Pages that are complete, in the order of the file.
package struct PageBatch: Sendable {
  private var pieces: [PageWriter.Piece]
  private let pageSize: Int

  fileprivate init(pieces: [PageWriter.Piece], pageSize: Int) {
    self.pieces = pieces
    self.pageSize = pageSize
  }

  /// Hands the pages to `output`.
  ///
  /// - Throws: `SQLiteFileError.file`.
  package func write<Output: PatchableOutput & ~Copyable>(
    into output: inout Output
  ) throws(SQLiteFileError) {
    do {
      for piece in pieces { try hand(piece, to: &output) }
    } catch {
      throw .file(error)
    }
  }

  /// The memory of the last pages, empty; the batch is without pages afterwards.
  fileprivate mutating func memory() -> [UInt8] {
    var memory = pieces.popLast()?.bytes ?? []
    pieces.removeAll()
    memory.removeAll(keepingCapacity: true)
    return memory
  }

  /// Hands pages on, some at a time, with the children's numbers they get in the file.
  private func hand<Output: PatchableOutput & ~Copyable>(
    _ piece: PageWriter.Piece, to output: inout Output
  ) throws(BytesError) {
    guard piece.first > 0 else { return try output.append(piece.bytes.span) }
    let size = max(pageSize, 1 << 18)
    var pages: [UInt8] = []
    for start in stride(from: 0, to: piece.bytes.count, by: size) {
      pages.removeAll(keepingCapacity: true)
      let end = min(start + size, piece.bytes.count)
      pages.append(piece.bytes.span.extracting(start..<end))
      for page in stride(from: 0, to: pages.count, by: pageSize) {
        Self.moveChildren(of: &pages, page, by: piece.first)
      }
      try output.append(pages.span)
    }
  }

  private static func moveChildren(of pages: inout [UInt8], _ page: Int, by first: UInt32) {
    guard let kind = PageKind(rawValue: pages[page]), kind.isInterior else { return }
    moveNumber(in: &pages, at: page &+ 8, by: first)
    let cells = Int(pages.span.bigEndianUInt16(at: page &+ 3))
    for cell in 0..<cells {
      let start = pages.span.bigEndianUInt16(at: page &+ kind.headerLength &+ 2 &* cell)
      moveNumber(in: &pages, at: page &+ Int(start), by: first)
    }
  }

  private static func moveNumber(in pages: inout [UInt8], at offset: Int, by first: UInt32) {
    pages.store(bigEndian: pages.span.bigEndianUInt32(at: offset) &+ first, at: offset)
  }
}
