package import Bytes
import SQLiteFile

/// A container of tiles that is open for reading, whatever its form.
package struct TileSource: Sendable {
  /// The path as it was given.
  package let path: String
  package let format: TileFormat
  private var reader: any TileReader

  private static let databaseMagic = Array("SQLite format 3\0".utf8)
  private static let archiveMagic: [UInt8] = [0x50, 0x4B, 3, 4]

  /// Opens a file or folder, and recognizes its form by its content.
  ///
  /// - Parameter rows: how a folder of tiles counts its rows; nil to take what the folder says.
  /// - Throws: ``TilesError``, and errors of reading.
  package init(path: String, rows: TileRows? = nil) throws {
    self.path = path
    (format, reader) = try about(path) { try Self.open(path, rows) }
  }

  /// Opens a file in a package.
  ///
  /// - Parameter path: what to call it in messages.
  /// - Throws: like ``init(path:rows:)``.
  package init(_ region: FileRegion, path: String) throws {
    self.path = path
    (format, reader) = try about(path) {
      try Self.open(region) { try DatabaseReader(region: region) }
    }
  }

  /// Tiles that a reader has.
  init(path: String, format: TileFormat, reader: any TileReader) {
    (self.path, self.format, self.reader) = (path, format, reader)
  }

  /// Opens what is known to be tiles; nil for anything else, and for GeoPackages, which may be
  /// packages of features.
  ///
  /// - Throws: what ``init(path:rows:)`` throws, if the name of the file is one of tiles.
  package static func recognized(_ path: String) throws -> TileSource? {
    if endings.contains(where: { path.lowercased().hasSuffix($0) }) {
      return try TileSource(path: path)
    }
    guard let source = try unlessUnreadable({ try TileSource(path: path) }),
      source.format != .geoPackage
    else { return nil }
    return source
  }

  /// How the names of files of tiles end.
  private static let endings = [".mbtiles", ".pmtiles", ".tpkx", ".tpk"]

  private static func open(
    _ path: String, _ rows: TileRows?
  ) throws -> (TileFormat, any TileReader) {
    let file: InputFile
    do {
      file = try InputFile(path: path)
    } catch BytesError.isFolder {
      if let cache = try CompactCacheReader(CacheFiles(folder: path)) {
        return (.cacheFolder, cache)
      }
      if let folder = try TileFolderReader(path, rows: rows) { return (.folder, folder) }
      throw TilesError.notTiles
    }
    return try open(FileRegion(file)) { try DatabaseReader(path: path) }
  }

  /// - Parameter database: opens the file as a database, with what is beside it.
  private static func open(
    _ region: FileRegion, database: () throws -> DatabaseReader
  ) throws -> (TileFormat, any TileReader) {
    let start = try region.read(at: 0, count: min(region.count, databaseMagic.count))
    if start.starts(with: databaseMagic) {
      let database = try database()
      if GeoPackageTilesReader.recognizes(database) {
        return (.geoPackage, try GeoPackageTilesReader(database))
      }
      if MBTilesReader.recognizes(database) { return (.mbtiles, try MBTilesReader(database)) }
    } else if start.starts(with: PMTilesHeader.magic.dropLast()) {
      return (.pmtiles, try PMTilesReader(region))
    } else if start.starts(with: archiveMagic),
      let cache = try CompactCacheReader(CacheFiles(archive: region))
    {
      return (.tilePackage, cache)
    }
    throw TilesError.notTiles
  }

  /// What the container says about itself.
  package var credits: TileCredits { reader.credits }

  /// Checks the container itself, apart from the images, and says what is wrong with it.
  package func damage() throws -> [String] { try about(path) { try reader.damage() } }

  /// Calls `found` with each tile, in any order. Images are not read.
  package func list(_ found: (TileEntry) throws -> Void) throws {
    try about(path) { try reader.list(found) }
  }

  /// Reads a tile that was listed; nil if its bytes are no image.
  ///
  /// - Throws: `TilesError.unsupported` if it is in a form that is not supported.
  package mutating func read(_ entry: TileEntry) throws -> (bytes: [UInt8], image: TileImage)? {
    let bytes = try about(path) { try reader.read(entry) }
    guard bytes.count == entry.length else {
      throw LocatedError(location: path, reason: TilesError.cutShort(tile: entry.tile))
    }
    let image = try about(path) { try TileImage(recognizing: bytes.span, of: entry.tile) }
    return image.map { (bytes, $0) }
  }
}
