import Bytes

/// The forms in which tiles are written.
package enum TileOutput: Sendable, CaseIterable {
  case mbtiles, pmtiles, tilePackage, folder

  /// Recognizes the form by the ending of a path; nil for endings of other files.
  package init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard !path.hasSuffix("/"), let dot = name.lastIndex(of: ".") else {
      self = .folder
      return
    }
    switch name[dot...].lowercased() {
    case ".mbtiles": self = .mbtiles
    case ".pmtiles": self = .pmtiles
    case ".tpkx": self = .tilePackage
    default: return nil
    }
  }

  /// Writes tiles. The output appears whole or not at all.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970, for what records when it was made.
  ///   - progress: receives the bytes that are done.
  /// - Returns: the tiles that are left out, because their bytes are no image.
  /// - Throws: `TilesError.noTiles`, errors of reading and writing, and `TilesError.unsupported` for
  ///   tiles that the form can't hold.
  package func write(
    _ tiles: TileSet, to path: String, replacing: Bool, name: String, now: Int64,
    progress: @escaping (Int) -> Void
  ) throws -> [TileID] {
    guard !tiles.entries.isEmpty else { throw TilesError.noTiles }
    var copy = TileCopy(tiles, name: name, progress: progress)
    switch self {
    case .mbtiles:
      try MBTilesWriter.write(&copy, to: AtomicFile(replacing: path, overwrite: replacing))
    case .pmtiles:
      try PMTilesWriter.write(&copy, to: AtomicFile(replacing: path, overwrite: replacing))
    case .tilePackage:
      try TilePackageWriter.write(
        &copy, to: AtomicFile(replacing: path, overwrite: replacing), now: now)
    case .folder:
      try TileFolderWriter.write(&copy, to: AtomicFolder(replacing: path, overwrite: replacing))
    }
    return copy.broken
  }
}

/// Tiles on their way from one container to another.
struct TileCopy {
  private(set) var tiles: TileSet
  /// What the output is called.
  let name: String
  private let progress: (Int) -> Void
  private var done = 0
  /// The tiles whose bytes are no image.
  private(set) var broken: [TileID] = []
  /// How many tiles are in each format.
  private var images: [TileImage: Int] = [:]

  init(_ tiles: TileSet, name: String, progress: @escaping (Int) -> Void) {
    self.tiles = tiles
    self.name = tiles.credits.name ?? name
    self.progress = progress
  }

  var attribution: String? { tiles.credits.attribution }

  /// The tiles in the order of a key.
  func entries(by key: (TileID) -> UInt64) -> [TileEntry] {
    var keyed = tiles.entries.map { (key: key($0.tile), entry: $0) }
    keyed.sort { $0.key < $1.key }
    return keyed.map(\.entry)
  }

  /// Reads the next tile; nil if its bytes are no image.
  mutating func read(_ entry: TileEntry) throws -> (bytes: [UInt8], image: TileImage)? {
    done += entry.length
    progress(done)
    guard let tile = try tiles.read(entry) else {
      broken.append(entry.tile)
      return nil
    }
    images[tile.image, default: 0] += 1
    return tile
  }

  /// The format of most tiles that were read.
  var image: TileImage {
    TileImage.allCases.max { (images[$0] ?? 0) < (images[$1] ?? 0) } ?? .png
  }

  /// Whether tiles of a format were read.
  func has(_ image: TileImage) -> Bool { images[image] != nil }

  /// The tiles without those that are no images, once all are read.
  ///
  /// - Throws: `TilesError.noTiles` if none is left.
  func written() throws(TilesError) -> TileSet {
    guard !broken.isEmpty else { return tiles }
    guard !images.isEmpty else { throw .noTiles }
    let broken = Set(self.broken)
    var written = tiles
    written.remove { broken.contains($0) }
    return written
  }
}
