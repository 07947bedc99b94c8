package import Bytes

/// The forms of tiles in packages.
package enum PackedTiles: Sendable {
  /// For QGIS and QField.
  case mbtiles
  /// For Esri's apps.
  case tilePackage

  /// Writes tiles.
  ///
  /// - Parameters:
  ///   - name: what to call tiles that have no name.
  ///   - now: milliseconds since 1970.
  ///   - broken: receives the tiles that are left out, because their bytes are no image.
  ///   - progress: receives the bytes that are done.
  /// - Throws: `TilesError.noTiles`, errors of reading and writing, and `TilesError.unsupported` for
  ///   tiles that the form can't hold.
  package func write<Output: PatchableOutput & ~Copyable>(
    _ tiles: TileSet, into output: consuming Output, name: String, now: Int64,
    broken: inout [TileID], progress: @escaping (Int) -> Void
  ) throws -> Output {
    var copy = TileCopy(tiles, name: name, progress: progress)
    let written = try write(&copy, into: output, now: now)
    broken = copy.broken
    return written
  }

  /// The size of the file that ``write(_:into:name:now:broken:progress:)`` makes if all tiles are
  /// images of the same format. Images are not read.
  package func size(of tiles: TileSet, name: String, now: Int64) throws -> Int {
    var copy = TileCopy(tiles, name: name, isRead: false)
    return try write(&copy, into: DiscardedOutput(), now: now).count
  }

  private func write<Output: PatchableOutput & ~Copyable>(
    _ copy: inout TileCopy, into output: consuming Output, now: Int64
  ) throws -> Output {
    guard !copy.isEmpty else { throw TilesError.noTiles }
    return switch self {
    case .mbtiles: try MBTilesWriter.write(&copy, to: output)
    case .tilePackage: try TilePackageWriter.write(&copy, to: output, now: now)
    }
  }
}
