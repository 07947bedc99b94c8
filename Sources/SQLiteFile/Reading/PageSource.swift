import Bytes

/// The pages of a database in the state being read: those of its file, replaced by those in a
/// `-wal` or `-journal`.
struct PageSource: Sendable {
  /// The database file.
  let region: FileRegion
  /// The pages in a sidecar; nil for most databases.
  let overlay: PageOverlay?
  /// Page size in bytes.
  let pageSize: Int
  /// Number of pages. Each is in the overlay or in the file.
  let pageCount: UInt32

  /// Creates the source of the pages that a header describes.
  ///
  /// - Parameter held: the number of pages in the file, or as the sidecar gives it.
  /// - Throws: `SQLiteFileError.fileTooShort`; `.sidecarOfAnother` if a page is missing.
  init(
    _ region: FileRegion, overlay: PageOverlay?, _ header: DatabaseHeader, held: Int
  ) throws(SQLiteFileError) {
    guard held >= 1, Int(header.pageCount) <= held else {
      throw .fileTooShort(pagesInHeader: Int(header.pageCount), pagesInFile: held)
    }
    self.region = region
    self.overlay = overlay
    pageSize = header.pageSize
    // Like SQLite, ignore what the file holds beyond these pages.
    pageCount =
      header.pageCount > 0
      ? header.pageCount : UInt32(truncatingIfNeeded: min(held, Int(UInt32.max) - 1))
    if let overlay, let page = overlay.firstMissing(of: pageCount, held: region.count / pageSize) {
      throw .sidecarOfAnother(path: overlay.region.path, .pageMissing(page))
    }
  }

  /// Reads consecutive pages of the database into `bytes`, replacing its content.
  @inline(__always)
  func read(
    _ first: UInt32, count: UInt32, into bytes: inout [UInt8]
  ) throws(SQLiteFileError) {
    if let overlay {
      return try SQLiteFileError.ofFile(
        try overlay.read(first, count: count, pageSize, over: region, into: &bytes))
    }
    try region.readBytes(
      at: (Int(first) &- 1) &* pageSize, count: Int(count) &* pageSize, into: &bytes)
  }
}

/// Pages of a sidecar that replace those of the database file.
struct PageOverlay: Sendable {
  /// The `-wal` or `-journal`.
  let region: FileRegion
  /// The offset of each page in the sidecar.
  var offsets: [UInt32: Int] = [:]

  /// Reads consecutive pages. Those that are not in the sidecar come from the database file.
  func read(
    _ first: UInt32, count: UInt32, _ pageSize: Int, over database: FileRegion,
    into bytes: inout [UInt8]
  ) throws(BytesError) {
    let pages = first..<first &+ count
    guard pages.contains(where: { offsets[$0] != nil }) else {
      return try database.read(
        at: (Int(first) &- 1) &* pageSize, count: Int(count) &* pageSize, into: &bytes)
    }
    bytes.removeAll(keepingCapacity: true)
    var page: [UInt8] = []
    for number in pages {
      if let offset = offsets[number] {
        try region.read(at: offset, count: pageSize, into: &page)
      } else {
        try database.read(at: (Int(number) &- 1) &* pageSize, count: pageSize, into: &page)
      }
      bytes += page
    }
  }

  /// The first page that is neither in the sidecar nor among the `held` pages of the file.
  func firstMissing(of pageCount: UInt32, held: Int) -> UInt32? {
    guard Int(pageCount) > held else { return nil }
    let first = UInt32(truncatingIfNeeded: held) &+ 1
    // The sidecar cannot have more pages than bytes, so this ends soon.
    return (first...pageCount).first { offsets[$0] == nil }
  }
}

extension FileRegion {
  /// Calls `read(at:count:into:)` and converts its error.
  func readBytes(
    at offset: Int, count: Int, into bytes: inout [UInt8]
  ) throws(SQLiteFileError) {
    try SQLiteFileError.ofFile(try read(at: offset, count: count, into: &bytes))
  }
}
