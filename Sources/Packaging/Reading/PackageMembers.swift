package import Bytes
import Synchronization
import ZIPArchive

/// The files of a package, in whatever form it travels: members of an archive, files of a folder,
/// or what lies beside a store that was given alone.
package struct PackageMembers: Sendable {
  enum Place: Sendable {
    /// An archive, and the folder inside it: empty or ending in `/`.
    case archive(ArchiveReader, prefix: String)
    case folder(FolderFiles)
    /// The folder a store lies in, which may hold anything: files are opened by name, not listed.
    case beside(FolderFiles)
    /// A store that is still being written has no files yet.
    case nowhere
  }

  /// How the package is called in messages.
  let title: String
  let place: Place
  /// The archives inside; the error where one cannot be read, for whoever asks for a file of it.
  private var inner: [InnerArchive: Result<Inner, PackagingError>] = [:]
  private let pages = OpenPages()

  /// An archive inside the package.
  private struct Inner: Sendable {
    /// The names of its files.
    var names: [String]
    /// Nil where it would keep a file open: many packages are open in a merge.
    var reader: ArchiveReader?
  }

  init(title: String, place: Place) {
    (self.title, self.place) = (title, place)
    for archive in InnerArchive.allCases {
      do throws(PackagingError) {
        guard let reader = try open(archive) else { continue }
        let names = reader.entries.filter { !$0.isFolder }.map(\.name)
        inner[archive] = .success(Inner(names: names, reader: isInPlace(archive) ? reader : nil))
      } catch { inner[archive] = .failure(error) }
    }
  }

  /// How a member is called in messages.
  func title(of path: String) -> String {
    switch place {
    case .archive(_, let prefix): "\(title), \(prefix)\(path)"
    case .folder(let files), .beside(let files): "\(files.path)/\(path)"
    case .nowhere: "\(title), \(path)"
    }
  }

  /// The paths of all files, sorted by their bytes, without what systems leave behind; none for a
  /// store given alone. What an archive inside holds is listed in its place, if it can be read.
  ///
  /// - Throws: `PackagingError.file` when the folder cannot be listed.
  package func paths() throws(PackagingError) -> [String] {
    var paths: Set<String> = []
    switch place {
    case .beside, .nowhere: return []
    case .archive(let archive, let prefix):
      paths.formUnion(
        archive.entries.filter { !$0.isFolder && $0.name.hasPrefix(prefix) }
          .map { String($0.name.dropFirst(prefix.count)) })
    case .folder(let files):
      do {
        paths.formUnion(try files.paths())
      } catch { throw .file(error) }
    }
    for archive in InnerArchive.allCases {
      guard let inside = self.paths(in: archive) else { continue }
      paths.remove(archive.path)
      paths.formUnion(inside)
    }
    return paths.filter { !SystemFile.isNamed($0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The paths of what an archive inside holds; nil where there is none that can be read.
  func paths(in archive: InnerArchive) -> [String]? {
    guard case .success(let found)? = inner[archive] else { return nil }
    return found.names.map { archive.folder + $0 }
  }

  /// The size of a file; nil when it is not there. Paths and links that leave the package are not
  /// there.
  package func size(of path: String) throws(PackagingError) -> Int? {
    switch try find(path) {
    case .entry(let entry, _, _): entry.size
    case .file(let file): file.size
    case nil: nil
    }
  }

  /// The bytes of a file, to be read at any place; nil when it is not there. A deflated member is
  /// unpacked to a scratch file without a name, and its checksum verified.
  ///
  /// - Throws: `PackagingError.reading`, `.file`, `.noRoom` for the scratch file.
  package func region(of path: String) throws(PackagingError) -> FileRegion? {
    switch try find(path) {
    case .entry(let entry, let archive, let name): try region(entry, of: archive, name, path)
    case .file(let file): FileRegion(file)
    case nil: nil
    }
  }

  /// All bytes of a file; nil when it is not there.
  ///
  /// - Throws: `PackagingError.reading`, `.file`, also when it has more than `limit` bytes.
  package func content(of path: String, limit: Int) throws(PackagingError) -> [UInt8]? {
    switch try find(path) {
    case .entry(let entry, let archive, let name):
      do {
        return try archive.read(entry, limit: limit)
      } catch { throw .reading(path: name, .archive(error)) }
    case .file(let file):
      do {
        return try FileRegion(file).readAll(limit: limit)
      } catch { throw .reading(path: title(of: path), .file(error)) }
    case nil: return nil
    }
  }

  /// The size and SHA-256 of a file; nil when it is not there.
  ///
  /// - Parameter read: gets the bytes of each block read.
  package func digest(
    of path: String, read: (_ bytes: Int) -> Void
  ) throws(PackagingError) -> (size: Int, sha256: String)? {
    var digest = SHA256()
    var size = 0
    let isThere = try forEachBlock(of: path) { block in
      digest.update(block.span)
      read(block.count)
      size += block.count
    }
    return isThere ? (size, SHA256.hex(digest.finish())) : nil
  }

  /// Calls `body` with all bytes of a file, block by block, their checksum verified at the end;
  /// false when it is not there.
  func forEachBlock(
    of path: String, _ body: ([UInt8]) -> Void
  ) throws(PackagingError) -> Bool {
    var block: [UInt8] = []
    switch try find(path) {
    case .entry(let entry, let archive, let name):
      do throws(ZIPArchiveError) {
        let stream = try archive.stream(entry)
        while try stream.read(upTo: 1 << 20, appendingTo: &block) > 0 {
          body(block)
          block.removeAll(keepingCapacity: true)
        }
      } catch { throw .reading(path: name, .archive(error)) }
    case .file(let file):
      let region = FileRegion(file)
      for offset in stride(from: 0, to: region.count, by: 1 << 20) {
        do {
          try region.read(at: offset, count: min(1 << 20, region.count - offset), into: &block)
        } catch { throw .file(error) }
        body(block)
      }
    case nil: return false
    }
    return true
  }

  /// Compares a member that is read in place with its checksum in the archive; others were compared
  /// when they were unpacked.
  func verifyChecksum(of path: String) throws(PackagingError) {
    guard case .entry(let entry, _, _)? = try find(path), entry.method == .stored else { return }
    _ = try forEachBlock(of: path) { _ in }
  }

  /// Where a file is.
  private enum Found {
    /// Also how the archive is called in messages.
    case entry(ArchiveEntry, ArchiveReader, title: String)
    case file(InputFile)
  }

  /// An archive inside goes before files that it was unpacked to: nobody edits those.
  private func find(_ path: String) throws(PackagingError) -> Found? {
    if let holder = InnerArchive(holding: path), let opened = inner[holder] {
      let name = String(path.dropFirst(holder.folder.count))
      let reader = try opened.get().reader
      let archive = reader == nil ? try reopen(holder) : reader
      if let archive, let entry = archive.entry(named: name), !entry.isFolder {
        return .entry(entry, archive, title: title(of: holder.path))
      }
    }
    switch place {
    case .nowhere: return nil
    case .archive(let archive, let prefix):
      guard let entry = archive.entry(named: prefix + path), !entry.isFolder else { return nil }
      return .entry(entry, archive, title: title)
    case .folder(let files), .beside(let files):
      do {
        return try files.open(path).map { .file($0) }
      } catch { throw .file(error) }
    }
  }

  /// Nil where there is none.
  private func open(_ archive: InnerArchive) throws(PackagingError) -> ArchiveReader? {
    guard let region = try region(of: archive.path) else { return nil }
    do {
      return try ArchiveReader(region: region)
    } catch { throw .reading(path: title(of: archive.path), .archive(error)) }
  }

  /// Pages are many, and are asked for one by one; the base is asked for once.
  private func reopen(_ archive: InnerArchive) throws(PackagingError) -> ArchiveReader? {
    guard archive == .review else { return try open(archive) }
    if let reader = pages.reader.withLock({ $0 }) { return reader }
    let reader = try open(archive)
    pages.reader.withLock { $0 = reader }
    return reader
  }

  /// Whether an archive inside is read where it stands in the one around it.
  private func isInPlace(_ inner: InnerArchive) -> Bool {
    guard case .archive(let archive, let prefix) = place else { return false }
    return archive.entry(named: prefix + inner.path)?.method == .stored
  }

  private func region(
    _ entry: ArchiveEntry, of archive: ArchiveReader, _ name: String, _ path: String
  ) throws(PackagingError) -> FileRegion {
    do throws(ZIPArchiveError) {
      if entry.method == .stored {
        return try archive.region(of: entry).called(title(of: path))
      }
      return try archive.unpack(entry, scratchIn: ScratchFolder.path).called(title(of: path))
    } catch {
      if case .file(.noSpace(let folder)) = error {
        throw .noRoom(
          folder: folder, needed: entry.size,
          available: FreeSpace.available(atFolder: folder) ?? 0)
      }
      throw .reading(path: name, .archive(error))
    }
  }
}

/// The archive with a package's pages, once one of them was read.
private final class OpenPages: Sendable {
  let reader = Mutex<ArchiveReader?>(nil)
}

/// Where members that cannot be read in place are unpacked.
package enum ScratchFolder {
  /// The folder for temporary files.
  package static var path: String {
    let folder = EnvironmentValue.string("TMPDIR") ?? ""
    return folder.isEmpty ? "/tmp" : folder
  }
}
