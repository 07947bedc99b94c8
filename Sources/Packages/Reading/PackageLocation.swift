import Bytes
import GeoPackage
import ZIPArchive

/// What a path refers to: an archive, a folder or a store, with the path of the store in it.
struct PackageLocation {
  let path: String
  let form: OpenPackage.Form
  let members: PackageMembers
  let storePath: String

  /// The number of nested archives to open.
  private static let nesting = 2
  /// How many folder levels to search for the store.
  private static let folderDepth = 2

  init(path: String) throws {
    guard let kind = try PathKind(of: path) else { throw BytesError.fileNotFound(path: path) }
    self.path = path
    if kind == .folder {
      form = .folder
      (members, storePath) = try Self.folder(path)
      return
    }
    if let region = try Self.archiveRegion(path) {
      form = .archive
      (members, storePath) = try Self.archive(region, title: path, nesting: Self.nesting)
      return
    }
    form = .store
    storePath = StoreSearch.name(path)
    let folder = StoreSearch.folder(of: path)
    members = try PackageMembers(
      title: path, location: .beside(FolderFiles(folder.isEmpty ? "." : folder)))
  }

  /// Opens the store with the logs beside it.
  func openStore() throws -> GeoPackageReader {
    if form == .store { return try about(path) { try GeoPackageReader(path: path) } }
    guard let region = try members.region(of: storePath) else {
      throw PackagingError.notAPackage(path: path, expected: "a file \(storePath), not a link")
    }
    let wal = try members.region(of: storePath + "-wal")
    let journal = try members.region(of: storePath + "-journal")
    return try about(members.title(of: storePath)) {
      try GeoPackageReader(region: region, wal: wal, journal: journal)
    }
  }

  /// The whole file, to be read as an archive; nil for a database.
  private static func archiveRegion(_ path: String) throws -> FileRegion? {
    let region = FileRegion(try InputFile(path: path))
    let magic = Array("SQLite format 3\0".utf8)
    let start = try region.read(at: 0, count: min(magic.count, region.count))
    return start == magic ? nil : region
  }

  private static func folder(
    _ path: String
  ) throws -> (PackageMembers, storePath: String) {
    let paths: [String]
    let files = FolderFiles(path)
    // Look for the usual path first: a wrong folder may contain a whole disk.
    let isUsual = try files.open(MobileMapPackage.storePath) != nil
    paths = isUsual ? [MobileMapPackage.storePath] : try files.search(depth: folderDepth).paths
    let found = try store(StoreSearch.run(paths), in: path)
    let folder = StoreSearch.folder(of: found)
    let root = FolderFiles(folder.isEmpty ? path : FolderFiles(path).path + "/" + folder)
    return (
      try PackageMembers(title: path, location: .folder(root)), StoreSearch.name(found)
    )
  }

  private static func archive(
    _ region: FileRegion, title: String, nesting: Int
  ) throws -> (PackageMembers, storePath: String) {
    let archive: ArchiveReader
    archive = try about(title) {
      try ArchiveReader(region: region)
    }
    let answer = StoreSearch.run(archive.entries.filter { !$0.isFolder }.map(\.name))
    if case .archive(let name) = answer, nesting > 1 {
      let outer = try PackageMembers(title: title, location: .archive(archive, prefix: ""))
      if let inner = try outer.region(of: name) {
        return try self.archive(inner, title: outer.title(of: name), nesting: nesting - 1)
      }
    }
    let found = try store(answer, in: title)
    let prefix = StoreSearch.folder(of: found)
    return (
      try PackageMembers(title: title, location: .archive(archive, prefix: prefix)),
      StoreSearch.name(found)
    )
  }

  private static func store(
    _ answer: StoreSearch.Answer, in path: String
  ) throws -> String {
    switch answer {
    case .store(let store): return store
    case .several(let stores):
      let names = stores.prefix(5).joined(separator: ", ")
      throw PackagingError.notAPackage(
        path: path, expected: "one store \(MobileMapPackage.storePath), not \(names)")
    case .archive, .none:
      throw PackagingError.notAPackage(
        path: path, expected: "a store \(MobileMapPackage.storePath)")
    }
  }
}
