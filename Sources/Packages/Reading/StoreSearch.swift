import Bytes

/// Finds the store among the files of a returned package. People unpack packages, rename files, and
/// zip the folder or the package again.
enum StoreSearch {
  /// The result of the search.
  enum Answer: Equatable {
    case store(String)
    /// Several stores at the same depth.
    case several([String])
    /// No store, but one archive that may contain it.
    case archive(String)
    case none
  }

  /// Looks for the `data.gpkg` nearest to the root, then for the only GeoPackage, then for the only
  /// archive. Bases and system files don't count.
  ///
  /// - Parameter paths: the paths of all files.
  static func run(_ paths: [String]) -> Answer {
    let paths = paths.filter { !SystemFile.isNamed($0) }
    let stores = paths.filter { !isBase($0) }
    let named = nearest(stores.filter { name($0) == MobileMapPackage.storePath })
    let found = named.isEmpty ? nearest(stores.filter { ends($0, in: [".gpkg"]) }) : named
    if found.count > 1 { return .several(found.sorted()) }
    if let store = found.first { return .store(store) }
    let whole = Set(paths)
    let archives = nearest(
      paths.filter { ends($0, in: [".mmpk", ".zip"]) && !isPart($0, of: whole) })
    if archives.count > 1 { return .several(archives.sorted()) }
    return archives.first.map { .archive($0) } ?? .none
  }

  /// The folder of a path: empty, or ending with `/`.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  static func name(_ path: String) -> String { String(path.dropFirst(folder(of: path).count)) }

  /// Returns whether a file can be what its name says, by its first bytes: a database or an archive.
  /// A file with another name can be anything.
  static func isPlausible(_ path: String, beginning bytes: Span<UInt8>) -> Bool {
    if ends(path, in: [".gpkg", ".geodatabase", ".sqlite", ".mbtiles"]) {
      return bytes.matches("SQLite format 3\0")
    }
    return !ends(path, in: [".zip", ".mmpk"]) || bytes.matches("PK")
  }

  private static func isBase(_ path: String) -> Bool {
    folder(of: path) == "base/" || folder(of: path).hasSuffix("/base/")
  }

  /// Whether an archive is the base or pages archive of a package beside it.
  private static func isPart(_ path: String, of paths: Set<String>) -> Bool {
    InnerArchive.allCases.contains { name(path) == $0.path }
      && paths.contains(folder(of: path) + ManifestFormat.path)
  }

  private static func ends(_ path: String, in endings: [String]) -> Bool {
    let path = path.lowercased()
    return endings.contains { path.hasSuffix($0) }
  }

  private static func nearest(_ paths: [String]) -> [String] {
    func depth(_ path: String) -> Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
    guard let least = paths.map(depth).min() else { return [] }
    return paths.filter { depth($0) == least }
  }
}
