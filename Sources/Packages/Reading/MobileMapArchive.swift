package import Bytes
import ZIPArchive

/// An archive with geodatabases: an `.mmpk` of ArcGIS Pro, a zipped folder of a mobile map, or a
/// Fieldpack package with geodatabases beside its GeoPackage. It may be inside another archive.
package struct MobileMapArchive {
  /// Whether it also has a GeoPackage.
  package let hasStore: Bool
  private let archive: ArchiveReader
  private let title: String
  private let search: GeodatabaseSearch
  private let members: [ArchiveEntry]

  /// The number of nested archives to open.
  private static let nesting = 2

  /// Opens a file; nil if it is something else or not a readable archive.
  ///
  /// - Throws: faults of the machine.
  package init?(path: String) throws {
    guard let file = try unlessUnreadable({ try InputFile(path: path) }) else { return nil }
    try self.init(FileRegion(file), title: path, nesting: Self.nesting)
  }

  private init?(_ region: FileRegion, title: String, nesting: Int) throws {
    guard let archive = try unlessUnreadable({ try ArchiveReader(region: region) }) else {
      return nil
    }
    let names = archive.entries.filter { !$0.isFolder }.map(\.name)
    let stores = StoreSearch.run(names)
    if case .found(let search) = GeodatabaseSearch.run(names) {
      self.init(archive, title, search, stores)
      return
    }
    let outer = try PackageMembers(title: title, location: .archive(archive, prefix: ""))
    guard nesting > 1, case .archive(let name) = stores,
      let inner = try unlessUnreadable({ try outer.region(of: name) }) ?? nil
    else { return nil }
    try self.init(inner, title: outer.title(of: name), nesting: nesting - 1)
  }

  private init?(
    _ archive: ArchiveReader, _ title: String, _ search: GeodatabaseSearch,
    _ stores: StoreSearch.Answer
  ) {
    if case .store = stores { hasStore = true } else { hasStore = false }
    // A Fieldpack package may have a map without geodatabases.
    guard !hasStore || !search.geodatabases.isEmpty else { return nil }
    (self.archive, self.title, self.search) = (archive, title, search)
    let logs = search.geodatabases.flatMap { [$0 + "-wal", $0 + "-journal"] }
    let wanted = Set([search.map].compactMap(\.self) + search.geodatabases + logs)
    members = archive.entries.filter { !$0.isFolder && wanted.contains($0.name) }
  }

  /// The files of the package, which are in the parent of the map's folder.
  ///
  /// - Throws: faults of the machine.
  package func package() throws -> PackageMembers {
    let prefix = StoreSearch.folder(of: String(search.folder.dropLast()))
    return try PackageMembers(title: title, location: .archive(archive, prefix: prefix))
  }

  /// Writes the map, the geodatabases and their logs into a folder, in the folder that they have in
  /// the archive.
  ///
  /// - Throws: `LocatedError` for damaged members; `BytesError` if they can't be written.
  package func unpack(into scratch: borrowing ScratchFiles) throws {
    for entry in members {
      let name = StoreSearch.folder(of: String(search.folder.dropLast()))
      let path = entry.name.dropFirst(name.count)
      try about(title) {
        var file = try OutputFile(path: scratch.path(for: String(path)))
        let stream = try archive.stream(entry)
        var isPlausible = false
        var block: [UInt8] = []
        while try stream.read(upTo: 1 << 20, appendingTo: &block) > 0 {
          try file.append(block.span)
          // The reader of the file says what is wrong with its beginning.
          guard isPlausible || StoreSearch.isPlausible(String(path), beginning: block.span) else {
            break
          }
          isPlausible = true
          block.removeAll(keepingCapacity: true)
        }
        try file.close()
      }
    }
  }
}
