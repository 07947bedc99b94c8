import Bytes

/// Reads the tiles of one container. Tiles are listed before any is read.
protocol TileReader: Sendable {
  /// What the container says about itself.
  var credits: TileCredits { get }

  /// Calls `found` with each tile, in any order.
  ///
  /// - Throws: ``TilesError`` for a damaged container, and errors of reading.
  func list(_ found: (TileEntry) throws -> Void) throws

  /// Checks the container itself, apart from the images, and says what is wrong with it.
  func damage() throws -> [String]

  /// Reads the bytes of a tile that was listed.
  mutating func read(_ entry: TileEntry) throws -> [UInt8]
}

extension TileReader {
  /// Containers without checksums and indexes have nothing to check.
  func damage() -> [String] { [] }
}

/// What to call tiles, and whom to thank for them.
package struct TileCredits: Sendable, Equatable {
  package var name: String?
  /// Plain text or HTML, as the owner wrote it.
  package var attribution: String?

  package init(name: String? = nil, attribution: String? = nil) {
    self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    self.attribution = attribution.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Containers of tiles.
package enum TileFormat: String, Sendable {
  case mbtiles = "MBTiles"
  case pmtiles = "PMTiles"
  case tilePackage = "tile package"
  case cacheFolder = "cache folder"
  case geoPackage = "GeoPackage"
  case folder = "folder of tiles"
  /// Drawn from features.
  case drawn = "drawn"
}
