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
    let generations = maps.map { StoreSearch.folder(of: $0) }
      .compactMap { folder in generation(folder).map { (number: $0, folder: folder) } }
    if let newest = generations.max(by: { $0.number < $1.number }) { return found(newest.folder) }
    let folders = Set(all.map { StoreSearch.folder(of: $0) })
    func depth(_ folder: String) -> Int { folder.utf8.count { $0 == UInt8(ascii: "/") } }
    guard let least = folders.map(depth).min() else { return .none }
    let nearest = folders.filter { depth($0) == least }.sorted()
    let newest = nearest.max { (generation($0) ?? -1) < (generation($1) ?? -1) }
    if let newest, nearest.count == 1 || nearest.allSatisfy({ generation($0) != nil }) {
      return found(newest)
    }
    return .several(nearest.map { String($0.dropLast()) })
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
