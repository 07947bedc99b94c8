import Bytes
import ZIPArchive

/// An `.mmpk` as ArcGIS Pro writes it, or a zipped folder of a mobile map: an archive with a map
/// `pNN/<name>.mmap` and the geodatabases that its layers are in beside it, and no store of ours.
struct MobileMapArchive {
  private let archive: ArchiveReader
  private let title: String
  /// The folder inside that holds map and geodatabases, ending in `/`.
  private let folder: String
  private let members: [ArchiveEntry]

  /// Nil for a file that is something else, or no readable archive.
  init?(path: String) {
    guard let file = try? InputFile(path: path),
      let archive = try? ArchiveReader(region: FileRegion(file))
    else { return nil }
    let names = archive.entries.filter { !$0.isFolder }.map(\.name)
    if case .store = StoreSearch.run(names) { return nil }
    // Of several folders pNN the newest.
    let folders = names.filter { $0.hasSuffix(".mmap") }.map { StoreSearch.folder(of: $0) }
      .compactMap { folder in Self.generation(folder).map { (number: $0, folder: folder) } }
    guard let newest = folders.max(by: { $0.number < $1.number })?.folder else { return nil }
    folder = newest
    self.archive = archive
    title = path
    members = archive.entries.filter { entry in
      !entry.isFolder && StoreSearch.folder(of: entry.name) == newest
        && (entry.name.hasSuffix(".mmap") || entry.name.hasSuffix(".geodatabase"))
    }
  }

  /// The files of the package: those below the folder that the folder of the map is in.
  var package: PackageMembers {
    PackageMembers(
      title: title,
      place: .archive(archive, prefix: StoreSearch.folder(of: String(folder.dropLast()))))
  }

  /// The number of a folder such as `p13/`; nil for another folder.
  private static func generation(_ folder: String) -> Int? {
    guard let name = folder.split(separator: "/").last, name.hasPrefix("p") else { return nil }
    return Int(name.dropFirst())
  }

  /// Writes map and geodatabases into a folder, below the folder they have in the archive.
  ///
  /// - Throws: `PackagingError.reading` for damaged members; `.file` where they cannot be written.
  func unpack(into target: borrowing AtomicFolder) throws(PackagingError) {
    for entry in members {
      let name = StoreSearch.folder(of: String(folder.dropLast()))
      let path = entry.name.dropFirst(name.count)
      do {
        var file = try AtomicFile(
          replacing: try target.path(for: String(path)), overwrite: false)
        let stream = try archive.stream(entry)
        var block: [UInt8] = []
        while try stream.read(upTo: 1 << 20, appendingTo: &block) > 0 {
          try file.append(block.span)
          block.removeAll(keepingCapacity: true)
        }
        try file.commit()
      } catch let error as ZIPArchiveError {
        throw .reading(path: title, .archive(error))
      } catch let error as BytesError {
        throw .file(error)
      } catch {
        throw .notAPackage(path: title, expected: "readable members")
      }
    }
  }
}
