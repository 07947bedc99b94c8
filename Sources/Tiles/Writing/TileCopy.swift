/// Tiles on their way from one container to another.
struct TileCopy {
  private(set) var tiles: TileSet
  /// What the output is called.
  let name: String
  private let progress: (Int) -> Void
  /// Whether images are read. Otherwise only sizes are right.
  private let isRead: Bool
  private var done = 0
  /// The tiles whose bytes are no image.
  private(set) var broken: [TileID] = []
  /// How many tiles are in each format.
  private var images: [TileImage: Int] = [:]

  init(
    _ tiles: TileSet, name: String, isRead: Bool = true,
    progress: @escaping (Int) -> Void = { _ in }
  ) {
    self.tiles = tiles
    self.isRead = isRead
    self.name = tiles.credits.name ?? name
    self.progress = progress
  }

  var isEmpty: Bool { tiles.entries.isEmpty }

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
    guard isRead else {
      let image = tiles.firstImages[Int(entry.input)] ?? .png
      images[image, default: 0] += 1
      return ([UInt8](repeating: 0, count: entry.length), image)
    }
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
