/// Finds the geodatabases of a mobile map among the files of a returned package.
///
/// They are in a folder `p13/` with a map beside them, as offline jobs write them; in several
/// generations `pNN`, of which the newest counts; or in a folder of geodatabases without a map, one
/// for each feature service.
struct GeodatabaseSearch: Equatable {
  /// Their folder: empty, or ending with `/`.
  var folder: String
  /// The path of the map; nil if there isn't one.
  var map: String?
  /// The paths of the geodatabases, sorted by their bytes.
  var geodatabases: [String]

  /// The result of the search.
  enum Answer: Equatable {
    case found(GeodatabaseSearch)
    /// Several folders of geodatabases with equal rank.
    case several([String])
    case none
  }

  /// How many folder levels to search.
  static let depth = 3

  /// Searches the paths of all files.
  static func run(_ paths: [String]) -> Answer {
    let paths = paths.filter { !SystemFile.isNamed($0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let maps = paths.filter { ends($0, in: ".mmap") }
    let all = paths.filter { ends($0, in: ".geodatabase") }
    func found(_ folder: String) -> Answer {
      .found(
        GeodatabaseSearch(
          folder: folder, map: maps.first { StoreSearch.folder(of: $0) == folder },
          geodatabases: all.filter { StoreSearch.folder(of: $0) == folder }))
    }
    let folders = Set((all + maps.filter(isInGeneration)).map { StoreSearch.folder(of: $0) })
    func depth(_ folder: String) -> Int { folder.utf8.count { $0 == UInt8(ascii: "/") } }
    let homes = Set(folders.map(home))
    guard let least = homes.map(depth).min() else { return .none }
    let nearest = homes.filter { depth($0) == least }.sorted()
    guard nearest.count == 1 else { return .several(nearest.map { String($0.dropLast()) }) }
    // The newest of several generations, and one with a map first.
    func rank(_ folder: String) -> (Int, Int) {
      (maps.contains { StoreSearch.folder(of: $0) == folder } ? 1 : 0, generation(folder) ?? -1)
    }
    return folders.filter { home(of: $0) == nearest[0] }.sorted().max { rank($0) < rank($1) }
      .map(found) ?? .none
  }

  /// The folder of the mobile map, which contains its `p13/`.
  var home: String { Self.home(of: folder) }

  private static func home(of folder: String) -> String {
    generation(folder) == nil ? folder : StoreSearch.folder(of: String(folder.dropLast()))
  }

  private static func isInGeneration(_ path: String) -> Bool {
    generation(StoreSearch.folder(of: path)) != nil
  }

  /// The number of a folder such as `p13/`; nil for other folders.
  private static func generation(_ folder: String) -> Int? {
    guard let name = folder.split(separator: "/").last, name.hasPrefix("p") else { return nil }
    return Int(name.dropFirst())
  }

  private static func ends(_ path: String, in ending: String) -> Bool {
    path.lowercased().hasSuffix(ending)
  }
}
