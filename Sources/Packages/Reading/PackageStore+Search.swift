import Bytes
import OrderedJSON

extension PackageStore {
  /// The stores of a returned package. There are two if it has geodatabases beside its GeoPackage,
  /// unless the geodatabases are unchanged since the build.
  ///
  /// - Throws: `BytesError`, `PackagingError.notAPackage`, `GeodatabaseError`, `LocatedError`.
  package static func returned(at path: String) throws -> [PackageStore] {
    let stores = try all(at: path)
    guard stores.count > 1 else { return stores }
    return try isAsPacked(path) ? [.geoPackage] : stores
  }

  /// The stores at a path, edited or not.
  package static func all(at path: String) throws -> [PackageStore] {
    if try !LocalPath.isFolder(path), let archive = try MobileMapArchive(path: path) {
      return archive.hasStore ? [.geoPackage, .geodatabase] : [.geodatabase]
    }
    guard try MobileMap(path: path, besideStore: true) != nil else { return [.geoPackage] }
    return try MobileMap(path: path) == nil ? [.geoPackage, .geodatabase] : [.geodatabase]
  }

  /// Whether the geodatabases of a Fieldpack package match its manifest, so that nobody edited
  /// them.
  private static func isAsPacked(_ path: String) throws -> Bool {
    // If the store of a package can't be opened, the geodatabases are read anyway.
    guard let package = try unlessUnreadable({ try OpenPackage(path: path) }) else { return false }
    let accounts = package.manifest?.members ?? []
    let paths = try package.members.paths()
    let geodatabases = paths.filter { PackageStore(path: $0.lowercased()) == .geodatabase }
    for store in geodatabases {
      guard !paths.contains(store + "-wal"), !paths.contains(store + "-journal"),
        let account = accounts.first(where: { $0["path"]?.string == store }),
        let found = try package.members.digest(of: store, read: { _ in }),
        found.sha256 == account["sha256"]?.string
      else { return false }
    }
    return !geodatabases.isEmpty
  }
}
