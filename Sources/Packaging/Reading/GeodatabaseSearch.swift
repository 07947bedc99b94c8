/// Where the geodatabases of a mobile map lie among the files of what came back: `p13/` with a map
/// beside them, as offline jobs leave it; several generations `pNN`, of which the newest counts; or
/// a folder with geodatabases alone, one a feature service.
struct GeodatabaseSearch: Equatable {
  /// Their folder: empty or ending in `/`.
  var folder: String
  /// The path of the map; nil where there is none.
  var map: String?
  /// The paths of the geodatabases, sorted by their bytes.
  var geodatabases: [String]

  /// What the search found.
  enum Answer: Equatable {
    case found(GeodatabaseSearch)
    /// Several folders of geodatabases, none of which goes before the others.
    case several([String])
    case none
  }

  /// How many folders deep geodatabases are looked for.
  static let depth = 3

  /// Looks through the paths of all files.
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
    // Of several generations the newest, and one with a map before others.
    func rank(_ folder: String) -> (Int, Int) {
      (maps.contains { StoreSearch.folder(of: $0) == folder } ? 1 : 0, generation(folder) ?? -1)
    }
    return folders.filter { home(of: $0) == nearest[0] }.sorted().max { rank($0) < rank($1) }
      .map(found) ?? .none
  }

  /// The folder that a mobile map is in: the one that its `p13/` is in.
  var home: String { Self.home(of: folder) }

  private static func home(of folder: String) -> String {
    generation(folder) == nil ? folder : StoreSearch.folder(of: String(folder.dropLast()))
  }

  private static func isInGeneration(_ path: String) -> Bool {
    generation(StoreSearch.folder(of: path)) != nil
  }

  /// The number of a folder such as `p13/`; nil for another folder.
  private static func generation(_ folder: String) -> Int? {
    guard let name = folder.split(separator: "/").last, name.hasPrefix("p") else { return nil }
    return Int(name.dropFirst())
  }

  private static func ends(_ path: String, in ending: String) -> Bool {
    path.lowercased().hasSuffix(ending)
  }
}
