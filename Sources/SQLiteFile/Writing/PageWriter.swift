package import Bytes

/// Numbers pages and collects them in the order in which they are completed, from page 2 on.
///
/// Page 1 holds the header and the root of the schema, which are known last. The writer reserves it
/// at the beginning, and ``DatabaseWriter`` fills it in at the end. ``drain(into:)`` passes the
/// bytes on, so that memory holds a batch of pages, not the file. The pages of a large tree
/// that is built at once go to nameless files until then.
package struct PageWriter: Sendable {
  /// Bytes of a page: a power of two from 512 to 65,536.
  package let pageSize: Int
  /// The number of the next page.
  package private(set) var nextPage: UInt32
  /// The page at byte 2^30. It is never used, so that file locks never touch data (§1.4).
  let lockBytePage: UInt32
  private var pending: [UInt8] = []
  /// Pages that precede `pending`.
  private var pieces: [Piece] = []
  private var piecesCount = 0
  private var hasOverflow = false
  /// Why pages could not be set aside in a file. Thrown when they are taken out.
  private var problem: SQLiteFileError?
  private let room: Int

  /// Pages that were completed before, and the offset to add to their child page numbers.
  fileprivate struct Piece: Sendable {
    var content: Content
    var first: UInt32

    enum Content: Sendable {
      case bytes([UInt8])
      case file(FileRegion)

      var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let region): region.count
        }
      }
    }
  }

  /// Creates a writer for an empty database.
  package init(pageSize: Int) {
    self.pageSize = pageSize
    room = Self.room
    lockBytePage = UInt32(truncatingIfNeeded: 0x4000_0000 / pageSize + 1)
    nextPage = 2
    pending.append(zeros: pageSize)
  }

  /// Creates a writer whose next page is `nextPage`, to test what happens around the lock-byte
  /// page.
  package init(pageSize: Int, startingAt nextPage: UInt32) {
    self.init(pageSize: pageSize)
    self.nextPage = nextPage
    pending.removeAll()
  }

  /// Creates a writer for trees that are built separately and later added with ``append(_:)``. Its
  /// pages are numbered from 0.
  ///
  /// - Parameters:
  ///   - expected: the number of bytes of pages to reserve memory for.
  ///   - room: the bytes of pages to keep in memory.
  package init(
    apartWithPageSize pageSize: Int, expecting expected: Int = 0, room: Int = Self.room
  ) {
    self.pageSize = pageSize
    self.room = room
    lockBytePage = .max
    nextPage = 0
    pending.reserveCapacity(min(expected, room + pageSize))
  }

  /// The bytes of complete pages to keep in memory if the caller does not say.
  package static let room = 32 << 20

  /// Bytes of complete pages that were not passed on yet.
  package var pendingCount: Int { piecesCount &+ pending.count }

  /// Sends the complete pages to `output`, which must be empty at the first call.
  ///
  /// - Throws: `SQLiteFileError.file`, `.tooManyPages`.
  package mutating func drain<Output: PatchableOutput & ~Copyable>(
    into output: inout Output
  ) throws(SQLiteFileError) {
    var batch = try take()
    try batch.write(into: &output)
    pending = batch.memory()
  }

  /// Takes the complete pages out, so that they can be written while the next ones are built.
  ///
  /// - Parameter room: the number of bytes to reserve for the pages that follow.
  /// - Throws: `SQLiteFileError.tooManyPages`, `.file` if pages could not be set aside in a file.
  package mutating func take(makingRoomFor room: Int = 0) throws(SQLiteFileError) -> PageBatch {
    if let problem { throw problem }
    guard nextPage < 0xffff_fff0 else { throw .tooManyPages }
    let batch = PageBatch(
      pieces: pieces + [Piece(content: .bytes(pending), first: 0)], pageSize: pageSize)
    pieces.removeAll()
    piecesCount = 0
    pending = []
    pending.reserveCapacity(room)
    return batch
  }

  /// Adds the pages of trees that were built separately. Returns the offset to add to their page
  /// numbers.
  ///
  /// Returns nil and adds nothing if page numbers outside interior pages would change. That is the
  /// case with overflow chains, which are rare in indexes, and around the lock-byte page.
  package mutating func append(_ apart: PageWriter) -> UInt32? {
    let first = nextPage
    let (end, isTooMany) = first.addingReportingOverflow(apart.nextPage)
    guard !isTooMany, !apart.hasOverflow, !(first...end).contains(lockBytePage) else { return nil }
    problem = problem ?? apart.problem
    add(.bytes(pending), first: 0)
    for piece in apart.pieces { add(piece.content, first: first) }
    add(.bytes(apart.pending), first: first)
    pending.removeAll()
    nextPage = end
    return first
  }

  private mutating func add(_ content: Piece.Content, first: UInt32) {
    pieces.append(Piece(content: content, first: first))
    piecesCount += content.count
  }

  /// Moves the complete pages to a nameless file once they need too much memory.
  private mutating func makeRoom() {
    guard pending.count >= room else { return }
    do throws(BytesError) {
      var file = try ScratchBytes()
      try file.append(pending.span)
      if let region = try file.finish() { add(.file(region), first: 0) }
    } catch {
      problem = problem ?? .file(error)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Adds a b-tree page and returns its number.
  mutating func append(kind: PageKind, cells: PageCells, rightChild: UInt32 = 0) -> UInt32 {
    let page = takeNumber()
    cells.write(
      kind: kind, rightChild: rightChild, pageSize: pageSize, prefix: 0, to: &pending)
    makeRoom()
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
    makeRoom()
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

/// Complete pages, in file order.
package struct PageBatch: Sendable {
  private var pieces: [PageWriter.Piece]
  private let pageSize: Int

  fileprivate init(pieces: [PageWriter.Piece], pageSize: Int) {
    self.pieces = pieces
    self.pageSize = pageSize
  }

  /// Sends the pages to `output`.
  ///
  /// - Throws: `SQLiteFileError.file`.
  package func write<Output: PatchableOutput & ~Copyable>(
    into output: inout Output
  ) throws(SQLiteFileError) {
    for piece in pieces { try SQLiteFileError.ofFile(try hand(piece, to: &output)) }
  }

  /// Returns the emptied memory of the last pages. The batch is empty afterwards.
  fileprivate mutating func memory() -> [UInt8] {
    guard case .bytes(var memory)? = pieces.popLast()?.content else { return [] }
    pieces.removeAll()
    memory.removeAll(keepingCapacity: true)
    return memory
  }

  /// Sends pages in blocks, with the child page numbers that are valid in the file.
  private func hand<Output: PatchableOutput & ~Copyable>(
    _ piece: PageWriter.Piece, to output: inout Output
  ) throws(BytesError) {
    if piece.first == 0, case .bytes(let bytes) = piece.content {
      return try output.append(bytes.span)
    }
    let size = max(pageSize, 1 << 18)
    var pages: [UInt8] = []
    for start in stride(from: 0, to: piece.content.count, by: size) {
      let count = min(size, piece.content.count - start)
      switch piece.content {
      case .file(let region): try region.read(at: start, count: count, into: &pages)
      case .bytes(let bytes):
        pages.removeAll(keepingCapacity: true)
        pages.append(bytes.span.extracting(start..<start + count))
      }
      if piece.first > 0 {
        for page in stride(from: 0, to: pages.count, by: pageSize) {
          Self.moveChildren(of: &pages, page, by: piece.first)
        }
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
