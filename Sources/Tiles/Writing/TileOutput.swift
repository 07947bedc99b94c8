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
      let file = try MBTilesWriter.write(
        &copy, to: AtomicFile(replacing: path, overwrite: replacing))
      try file.commit()
    case .pmtiles:
      try PMTilesWriter.write(&copy, to: AtomicFile(replacing: path, overwrite: replacing))
    case .tilePackage:
      let file = try TilePackageWriter.write(
        &copy, to: AtomicFile(replacing: path, overwrite: replacing), now: now)
      try file.commit()
    case .folder:
      try TileFolderWriter.write(&copy, to: AtomicFolder(replacing: path, overwrite: replacing))
    }
    return copy.broken
  }
}
