import Bytes

/// The pages of a database in the state that counts: those of its own file, and over them those
/// that lie in a `-wal` or `-journal`.
struct PageSource: Sendable {
  /// The database file.
  let region: FileRegion
  /// The pages that lie elsewhere; nil for most databases.
  let overlay: PageOverlay?
  /// Bytes of a page.
  let pageSize: Int
  /// Pages of the database; each is in the overlay or in the file.
  let pageCount: UInt32

  /// The pages that a header tells of.
  ///
  /// - Parameter held: pages there are: of the file, or as the sidecar says.
  /// - Throws: `SQLiteFileError.fileTooShort`, `.sidecarOfAnother` when a page is nowhere.
  init(
    _ region: FileRegion, overlay: PageOverlay?, _ header: DatabaseHeader, held: Int
  ) throws(SQLiteFileError) {
    guard held >= 1, Int(header.pageCount) <= held else {
      throw .fileTooShort(pagesInHeader: Int(header.pageCount), pagesInFile: held)
    }
    self.region = region
    self.overlay = overlay
    pageSize = header.pageSize
    // What lies beyond is ignored, as SQLite does.
    pageCount =
      header.pageCount > 0
      ? header.pageCount : UInt32(truncatingIfNeeded: min(held, Int(UInt32.max) - 1))
    if let overlay, let page = overlay.firstMissing(of: pageCount, held: region.count / pageSize) {
      throw .sidecarOfAnother(path: overlay.region.path, .pageMissing(page))
    }
  }

  /// Reads pages that follow each other, in place of what `bytes` held. They are in the database.
  @inline(__always)
  func read(
    _ first: UInt32, count: UInt32, into bytes: inout [UInt8]
  ) throws(SQLiteFileError) {
    do {
      if let overlay {
        return try overlay.read(first, count: count, pageSize, over: region, into: &bytes)
      }
      try region.read(
        at: (Int(first) &- 1) &* pageSize, count: Int(count) &* pageSize, into: &bytes)
    } catch {
      throw .file(error)
    }
  }
}

/// Pages that stand in place of those of the database file, and where they are in a sidecar.
struct PageOverlay: Sendable {
  /// The `-wal` or `-journal`.
  let region: FileRegion
  /// Where each page begins in it.
  var offsets: [UInt32: Int] = [:]

  /// The pages from `first` on: what is not in the sidecar comes from the database file.
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

  /// The first page of the database that is neither here nor among the `held` of its file.
  func firstMissing(of pageCount: UInt32, held: Int) -> UInt32? {
    guard Int(pageCount) > held else { return nil }
    let first = UInt32(truncatingIfNeeded: held) &+ 1
    // No more pages can be here than the sidecar has bytes, so this ends soon.
    return (first...pageCount).first { offsets[$0] == nil }
  }
}

extension FileRegion {
  /// `read(at:count:into:)` with this module's error.
  func readBytes(
    at offset: Int, count: Int, into bytes: inout [UInt8]
  ) throws(SQLiteFileError) {
    do {
      try read(at: offset, count: count, into: &bytes)
    } catch {
      throw .file(error)
    }
  }
}
