import Bytes
import ZIPArchive

/// The files of a tile cache: in a folder, or in a tile package.
struct CacheFiles: Sendable {
  /// The paths of all files, sorted.
  let paths: [String]
  private let place: Place

  private enum Place: Sendable {
    case folder(FolderFiles)
    case archive(ArchiveReader)
  }

  /// The most bytes of a description.
  private static let descriptionLimit = 16 << 20

  init(folder path: String) throws {
    let files = FolderFiles(path)
    place = .folder(files)
    paths = try files.paths(depth: 8)
  }

  init(archive region: FileRegion) throws {
    let archive = try ArchiveReader(region: region)
    place = .archive(archive)
    paths = archive.entries.filter { !$0.isFolder }.map(\.name).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  /// Opens a file. One that is compressed is unpacked to a file without a name.
  func open(_ path: String) throws -> FileRegion {
    switch place {
    case .folder(let files):
      guard let file = try files.open(path) else {
        throw BytesError.fileNotFound(path: files.path + "/" + path)
      }
      return FileRegion(file)
    case .archive(let archive):
      guard let entry = archive.entry(named: path) else {
        throw BytesError.fileNotFound(path: path)
      }
      return entry.method == .stored ? try archive.region(of: entry) : try unpacked(entry, archive)
    }
  }

  private func unpacked(_ entry: ArchiveEntry, _ archive: ArchiveReader) throws -> FileRegion {
    var file = try OutputFile(scratchIn: ScratchFolder.path)
    let stream = try archive.stream(entry)
    var bytes: [UInt8] = []
    while try stream.read(upTo: 1 << 20, appendingTo: &bytes) > 0 {
      try file.append(bytes.span)
      bytes.removeAll(keepingCapacity: true)
    }
    return FileRegion(try file.reopen())
  }

  /// The files of a tile package whose bytes do not match their checksums.
  ///
  /// - Throws: faults of the machine.
  func damage() throws -> [String] {
    guard case .archive(let archive) = place else { return [] }
    return try archive.entries.filter { !$0.isFolder }.compactMap { entry in
      do {
        let stream = try archive.stream(entry)
        var bytes: [UInt8] = []
        while try stream.read(upTo: 1 << 20, appendingTo: &bytes) > 0 {
          bytes.removeAll(keepingCapacity: true)
        }
        return nil
      } catch {
        guard !error.isFaultOfTheMachine else { throw error }
        return "\(error)"
      }
    }
  }

  /// Reads a small file.
  func read(_ path: String) throws -> [UInt8] {
    if case .archive(let archive) = place, let entry = archive.entry(named: path) {
      return try archive.read(entry, limit: Self.descriptionLimit)
    }
    return try open(path).readAll(limit: Self.descriptionLimit)
  }
}
