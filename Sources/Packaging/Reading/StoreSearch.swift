/// Where the store lies among the files of what came back: people unpack packages, rename files,
/// and zip the folder itself or the package again.
enum StoreSearch {
  /// What the search found.
  enum Answer: Equatable {
    case store(String)
    /// Several stores, none of which is nearer than the others.
    case several([String])
    /// No store, but one archive that may hold it.
    case archive(String)
    case none
  }

  /// Looks for `data.gpkg` nearest to the root; else for the only GeoPackage; else for the only
  /// archive. Bases and what systems leave behind do not count.
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

  /// The folder that a path is in: empty or ending in `/`.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  static func name(_ path: String) -> String { String(path.dropFirst(folder(of: path).count)) }

  private static func isBase(_ path: String) -> Bool {
    folder(of: path) == "base/" || folder(of: path).hasSuffix("/base/")
  }

  /// Whether an archive is one that a package beside it keeps its base or pages in.
  private static func isPart(_ path: String, of paths: Set<String>) -> Bool {
    InnerArchive.allCases.contains { name(path) == $0.path }
      && paths.contains(folder(of: path) + Manifest.path)
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
