package import Bytes
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

  /// How a member is called in messages.
  func title(of path: String) -> String {
    switch place {
    case .archive(_, let prefix): "\(title), \(prefix)\(path)"
    case .folder(let files), .beside(let files): "\(files.path)/\(path)"
    case .nowhere: "\(title), \(path)"
    }
  }

  /// The paths of all files, sorted by their bytes, without what systems leave behind; none for a
  /// store given alone.
  ///
  /// - Throws: `PackagingError.file` when the folder cannot be listed.
  package func paths() throws(PackagingError) -> [String] {
    switch place {
    case .beside, .nowhere: return []
    case .archive(let archive, let prefix):
      return archive.entries.filter { !$0.isFolder && $0.name.hasPrefix(prefix) }
        .map { String($0.name.dropFirst(prefix.count)) }
        .filter { !SystemFile.isNamed($0) }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    case .folder(let files):
      do {
        return try files.paths().filter { !SystemFile.isNamed($0) }
      } catch { throw .file(error) }
    }
  }

  /// The size of a file; nil when it is not there. Paths and links that leave the package are not
  /// there.
  package func size(of path: String) throws(PackagingError) -> Int? {
    switch place {
    case .nowhere: return nil
    case .archive: return entry(path)?.size
    case .folder(let files), .beside(let files): return try Self.open(path, in: files)?.size
    }
  }

  /// The bytes of a file, to be read at any place; nil when it is not there. A deflated member is
  /// unpacked to a scratch file without a name, and its checksum verified.
  ///
  /// - Throws: `PackagingError.reading`, `.file`, `.noRoom` for the scratch file.
  package func region(of path: String) throws(PackagingError) -> FileRegion? {
    switch place {
    case .nowhere: return nil
    case .folder(let files), .beside(let files):
      return try Self.open(path, in: files).map { FileRegion($0) }
    case .archive(let archive, _):
      guard let entry = entry(path) else { return nil }
      guard entry.method == .stored else { return try unpack(entry, of: archive, path) }
      do throws(ZIPArchiveError) {
        return try archive.region(of: entry).called(title(of: path))
      } catch { throw .reading(path: title, .archive(error)) }
    }
  }

  /// All bytes of a file; nil when it is not there.
  ///
  /// - Throws: `PackagingError.reading`, `.file`, also when it has more than `limit` bytes.
  package func content(of path: String, limit: Int) throws(PackagingError) -> [UInt8]? {
    switch place {
    case .nowhere: return nil
    case .folder(let files), .beside(let files):
      guard let file = try Self.open(path, in: files) else { return nil }
      do {
        return try FileRegion(file).readAll(limit: limit)
      } catch { throw .reading(path: title(of: path), .file(error)) }
    case .archive(let archive, _):
      guard let entry = entry(path) else { return nil }
      do {
        return try archive.read(entry, limit: limit)
      } catch { throw .reading(path: title, .archive(error)) }
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
    switch place {
    case .nowhere: return false
    case .folder(let files), .beside(let files):
      guard let file = try Self.open(path, in: files) else { return false }
      let region = FileRegion(file)
      var block: [UInt8] = []
      for offset in stride(from: 0, to: region.count, by: 1 << 20) {
        do {
          try region.read(at: offset, count: min(1 << 20, region.count - offset), into: &block)
        } catch { throw .file(error) }
        body(block)
      }
    case .archive(let archive, _):
      guard let entry = entry(path) else { return false }
      do throws(ZIPArchiveError) {
        let stream = try archive.stream(entry)
        var block: [UInt8] = []
        while try stream.read(upTo: 1 << 20, appendingTo: &block) > 0 {
          body(block)
          block.removeAll(keepingCapacity: true)
        }
      } catch { throw .reading(path: title, .archive(error)) }
    }
    return true
  }

  /// Compares a member that is read in place with its checksum in the archive; others were compared
  /// when they were unpacked.
  func verifyChecksum(of path: String) throws(PackagingError) {
    guard let entry = entry(path), entry.method == .stored else { return }
    _ = try forEachBlock(of: path) { _ in }
  }

  private func entry(_ path: String) -> ArchiveEntry? {
    guard case .archive(let archive, let prefix) = place,
      let entry = archive.entry(named: prefix + path), !entry.isFolder
    else { return nil }
    return entry
  }

  private static func open(
    _ path: String, in files: FolderFiles
  ) throws(PackagingError) -> InputFile? {
    do {
      return try files.open(path)
    } catch { throw .file(error) }
  }

  /// Unpacks a member to a file without a name.
  private func unpack(
    _ entry: ArchiveEntry, of archive: ArchiveReader, _ path: String
  ) throws(PackagingError) -> FileRegion {
    do throws(ZIPArchiveError) {
      return try archive.unpack(entry, scratchIn: ScratchFolder.path).called(title(of: path))
    } catch {
      if case .file(.noSpace(let folder)) = error {
        throw .noRoom(
          folder: folder, needed: entry.size,
          available: FreeSpace.available(atFolder: folder) ?? 0)
      }
      throw .reading(path: title, .archive(error))
    }
  }
}

/// Where members that cannot be read in place are unpacked.
package enum ScratchFolder {
  /// The folder for temporary files.
  package static var path: String {
    let folder = EnvironmentValue.string("TMPDIR") ?? ""
    return folder.isEmpty ? "/tmp" : folder
  }
}
