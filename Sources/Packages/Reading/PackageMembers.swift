package import Bytes
import Synchronization
package import ZIPArchive

/// The files of a package in any form: members of an archive, files of a folder, or the files
/// beside a single store.
package struct PackageMembers: Sendable {
  /// Where the files are.
  package enum Location: Sendable {
    /// An archive, and the folder in it: empty, or ending with `/`.
    case archive(ArchiveReader, prefix: String)
    case folder(FolderFiles)
    /// The folder of a store, which may contain anything: files are opened by name, not listed.
    case beside(FolderFiles)
    /// A store that is still being written has no files yet.
    case nowhere
  }

  /// The name of the package in messages.
  let title: String
  let location: Location
  /// The inner archives. An unreadable one has its error, which is thrown when a file of it is
  /// read.
  private var inner: [InnerArchive: Result<Inner, any Error>] = [:]
  private let pages = OpenPages()

  /// An archive inside the package.
  private struct Inner: Sendable {
    /// The names of its files.
    var names: [String]
    /// Nil if it would keep a file open, because a merge opens many packages.
    var reader: ArchiveReader?
  }

  /// Opens the inner archives. One that is damaged is reported when a file of it is read.
  ///
  /// - Throws: faults of the machine.
  package init(title: String, location: Location) throws {
    (self.title, self.location) = (title, location)
    for archive in InnerArchive.allCases {
      do {
        guard let reader = try open(archive) else { continue }
        let names = reader.entries.filter { !$0.isFolder }.map(\.name)
        inner[archive] = .success(Inner(names: names, reader: isInPlace(archive) ? reader : nil))
      } catch {
        guard !error.isFaultOfTheMachine else { throw error }
        inner[archive] = .failure(error)
      }
    }
  }

  /// The name of a member in messages.
  func title(of path: String) -> String {
    switch location {
    case .archive(_, let prefix): "\(title), \(prefix)\(path)"
    case .folder(let files), .beside(let files): "\(files.path)/\(path)"
    case .nowhere: "\(title), \(path)"
    }
  }

  /// The paths of all files, sorted by their bytes, without system files; empty for a single store.
  /// The files of an inner archive are listed instead of it, if it can be read.
  ///
  /// - Throws: `BytesError` if the folder can't be listed.
  package func paths() throws -> [String] {
    var paths: Set<String> = []
    switch location {
    case .beside, .nowhere: return []
    case .archive(let archive, let prefix):
      paths.formUnion(
        archive.entries.filter { !$0.isFolder && $0.name.hasPrefix(prefix) }
          .map { String($0.name.dropFirst(prefix.count)) })
    case .folder(let files):
      paths.formUnion(try files.paths())
    }
    for archive in InnerArchive.allCases {
      guard let inside = self.paths(in: archive) else { continue }
      paths.remove(archive.path)
      paths.formUnion(inside)
    }
    return paths.filter { !SystemFile.isNamed($0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The paths in an inner archive; nil if there isn't a readable one.
  func paths(in archive: InnerArchive) -> [String]? {
    guard case .success(let found)? = inner[archive] else { return nil }
    return found.names.map { archive.folder + $0 }
  }

  /// The size of a file; nil if it is missing. Paths and links that leave the package count as
  /// missing.
  package func size(of path: String) throws -> Int? {
    switch try find(path) {
    case .entry(let entry, _, _): entry.size
    case .file(let file): file.size
    case nil: nil
    }
  }

  /// The bytes of a file for random access; nil if it is missing. A deflated member is unpacked to
  /// an unnamed scratch file, and its checksum verified.
  ///
  /// - Throws: `LocatedError`, `BytesError`, `PackagingError.noRoom` for the scratch file.
  package func region(of path: String) throws -> FileRegion? {
    switch try find(path) {
    case .entry(let entry, let archive, let name):
      try region(entry, of: archive, name: name, path: path)
    case .file(let file): FileRegion(file)
    case nil: nil
    }
  }

  /// All bytes of a file; nil if it is missing.
  ///
  /// - Throws: `LocatedError`, `BytesError`, also for more than `limit` bytes.
  package func content(of path: String, limit: Int) throws -> [UInt8]? {
    switch try find(path) {
    case .entry(let entry, let archive, let name):
      return try about(name) {
        try archive.read(entry, limit: limit)
      }
    case .file(let file):
      return try about(title(of: path)) {
        try FileRegion(file).readAll(limit: limit)
      }
    case nil: return nil
    }
  }

  /// The size and SHA-256 of a file; nil if it is missing.
  ///
  /// - Parameter read: receives the number of bytes of each block.
  package func digest(
    of path: String, read: (_ bytes: Int) -> Void
  ) throws -> (size: Int, sha256: String)? {
    var digest = SHA256()
    var size = 0
    let isThere = try forEachBlock(of: path) { block in
      digest.update(block.span)
      read(block.count)
      size += block.count
    }
    return isThere ? (size, SHA256.hex(digest.finish())) : nil
  }

  /// Calls `body` with all bytes of a file, block by block, and verifies their checksum at the end;
  /// false if the file is missing.
  func forEachBlock(
    of path: String, _ body: ([UInt8]) throws -> Void
  ) throws -> Bool {
    var block: [UInt8] = []
    switch try find(path) {
    case .entry(let entry, let archive, let name):
      try about(name) {
        let stream = try archive.stream(entry)
        while try stream.read(upTo: 1 << 20, appendingTo: &block) > 0 {
          try body(block)
          block.removeAll(keepingCapacity: true)
        }
      }
    case .file(let file):
      let region = FileRegion(file)
      for offset in stride(from: 0, to: region.count, by: 1 << 20) {
        try region.read(at: offset, count: min(1 << 20, region.count - offset), into: &block)
        try body(block)
      }
    case nil: return false
    }
    return true
  }

  /// Verifies the checksum of a member that is read directly from the archive. Other members are
  /// verified when they are unpacked.
  func verifyChecksum(of path: String) throws {
    guard case .entry(let entry, _, _)? = try find(path), entry.method == .stored else { return }
    _ = try forEachBlock(of: path) { _ in }
  }

  /// Verifies the checksums of all members of an archive, before the archive is copied as it is.
  ///
  /// - Throws: `LocatedError` with the first damaged member.
  package func verifyChecksums() throws {
    guard case .archive(let archive, _) = location else { return }
    var block: [UInt8] = []
    for entry in archive.entries where !entry.isFolder {
      try about(title) {
        let stream = try archive.stream(entry)
        while try stream.read(upTo: 1 << 20, appendingTo: &block) > 0 {
          block.removeAll(keepingCapacity: true)
        }
      }
    }
  }

  /// The location of a file.
  private enum Found {
    /// The title is the name of the archive in messages.
    case entry(ArchiveEntry, ArchiveReader, title: String)
    case file(InputFile)
  }

  /// An inner archive takes precedence over files unpacked from it, because nobody edits those.
  private func find(_ path: String) throws -> Found? {
    if let holder = InnerArchive(holding: path), let opened = inner[holder] {
      let name = String(path.dropFirst(holder.folder.count))
      let reader = try opened.get().reader
      let archive = reader == nil ? try reopen(holder) : reader
      if let archive, let entry = archive.entry(named: name), !entry.isFolder {
        return .entry(entry, archive, title: title(of: holder.path))
      }
    }
    switch location {
    case .nowhere: return nil
    case .archive(let archive, let prefix):
      guard let entry = archive.entry(named: prefix + path), !entry.isFolder else { return nil }
      return .entry(entry, archive, title: title)
    case .folder(let files), .beside(let files):
      return try files.open(path).map { .file($0) }
    }
  }

  /// The inner archive; nil if there is none.
  private func open(_ archive: InnerArchive) throws -> ArchiveReader? {
    guard let region = try region(of: archive.path) else { return nil }
    return try about(title(of: archive.path)) {
      try ArchiveReader(region: region)
    }
  }

  /// Opens an inner archive. The reader for pages is kept, because many are read one by one. The
  /// base is read once.
  private func reopen(_ archive: InnerArchive) throws -> ArchiveReader? {
    guard archive == .review else { return try open(archive) }
    if let reader = pages.reader.withLock({ $0 }) { return reader }
    let reader = try open(archive)
    pages.reader.withLock { $0 = reader }
    return reader
  }

  /// Whether an inner archive is read directly from the outer one.
  private func isInPlace(_ inner: InnerArchive) -> Bool {
    guard case .archive(let archive, let prefix) = location else { return false }
    return archive.entry(named: prefix + inner.path)?.method == .stored
  }

  private func region(
    _ entry: ArchiveEntry, of archive: ArchiveReader, name: String, path: String
  ) throws -> FileRegion {
    do {
      if entry.method == .stored {
        return try archive.region(of: entry).called(title(of: path))
      }
      return try archive.unpack(entry, scratchIn: ScratchFolder.path) {
        StoreSearch.isPlausible(path, beginning: $0)
      }.called(title(of: path))
    } catch BytesError.noSpace(let folder) {
      throw PackagingError.noRoom(
        folder: folder, needed: entry.size,
        available: FreeSpace.available(atFolder: folder) ?? 0)
    } catch { throw LocatedError(location: name, reason: error) }
  }
}

/// The archive with a package's pages, once one page was read.
private final class OpenPages: Sendable {
  let reader = Mutex<ArchiveReader?>(nil)
}
