import Bytes

/// Reads tile packages (`.tpkx`, `.tpk`) and cache folders.
struct CompactCacheReader: TileReader {
  private let files: CacheFiles
  private let description: CacheDescription
  /// The bundles with their levels, in the order of their paths.
  private let bundles: [(path: String, place: CacheDescription.Place, bundle: CompactBundle)]
  /// The bundle that was read last.
  private var open: (index: UInt32, region: FileRegion)?

  /// Opens a cache by its description; nil if the files have none.
  ///
  /// - Throws: what the description throws, and `TilesError.badDescription` if it lacks a level.
  init?(_ files: CacheFiles) throws {
    guard let description = try CacheDescription.find(in: files) else { return nil }
    self.files = files
    self.description = description
    var bundles: [(String, CacheDescription.Place, CompactBundle)] = []
    let folder = description.folder + "/L"
    for path in files.paths where path.hasPrefix(folder) {
      let parts = path.dropFirst(folder.count).split(separator: "/")
      guard parts.count == 2, let number = Int(parts[0]), let bundle = CompactBundle(name: parts[1])
      else { continue }
      guard let place = description.levels[number] else {
        throw TilesError.badDescription(file: path, expected: "level \(number) in the description")
      }
      bundles.append((path, place, bundle))
    }
    self.bundles = bundles
  }

  var credits: TileCredits { description.credits }

  func list(_ found: (TileEntry) throws -> Void) throws {
    for (index, (path, place, bundle)) in bundles.enumerated() {
      try about(path) {
        let region = try files.open(path)
        let tiles =
          switch description.version {
          case .two: try bundle.tiles(of: region)
          case .one: try bundle.tiles(of: region, index: files.open(indexPath(path)))
          }
        for tile in tiles {
          guard
            let id = TileID(
              level: place.level, column: place.firstColumn + tile.column,
              row: place.firstRow + tile.row)
          else {
            throw TilesError.damaged(
              offset: tile.offset,
              expected: "a tile of the grid, not \(place.level)/\(tile.column)/\(tile.row)")
          }
          try found(TileEntry(id, place: tile.offset, length: tile.length, file: index))
        }
      }
    }
  }

  /// The index beside a bundle of version 1.
  private func indexPath(_ path: String) -> String { path.dropLast("bundle".count) + "bundlx" }

  func damage() throws -> [String] { try files.damage() }

  mutating func read(_ entry: TileEntry) throws -> [UInt8] {
    if let open, open.index == entry.file {
      return try open.region.read(at: entry.place, count: entry.length)
    }
    let region = try files.open(bundles[Int(entry.file)].path)
    open = (entry.file, region)
    return try region.read(at: entry.place, count: entry.length)
  }
}
