import Bytes
package import Geometry

/// The grid of Web Mercator tiles (EPSG 3857): square, with the world on one tile of level 0.
package enum TileGrid {
  /// Meters from the center to each side.
  package static let reach = 20_037_508.342_789_244
  /// The scale's denominator on level 0 for tiles of 256 pixels at 96 dpi.
  private static let coarsestScale = 591_657_527.591_555

  /// The scale's denominator on a level.
  ///
  /// - Parameter tileSize: the pixels of a tile's side. With 512, each level is as detailed as the next
  ///   with 256.
  package static func scale(ofLevel level: Int, tileSize: Int = 256) -> Double {
    coarsestScale / Double(1 << level) * 256 / Double(tileSize)
  }

  /// The levels between two scales, and one coarser, so that the first view is never blank.
  ///
  /// - Parameters:
  ///   - minimum: the denominator of the smallest scale; 0 for no limit.
  ///   - maximum: the denominator of the largest scale; 0 for no limit.
  package static func levels(
    fromScale minimum: Double, to maximum: Double, tileSize: Int = 256
  ) -> ClosedRange<Int> {
    let inside = (0...TileID.deepestLevel).filter { level in
      // Writers round scales, so a scale matches a level that is 1 % off.
      let scale = scale(ofLevel: level, tileSize: tileSize)
      return (minimum == 0 || scale <= minimum * 1.01) && (maximum == 0 || scale >= maximum * 0.99)
    }
    let finest = inside.last ?? TileID.deepestLevel
    return max(0, (inside.first ?? finest) - 1)...finest
  }

  /// The box of a tile in meters.
  package static func box(of tile: TileID) -> Envelope {
    let side = 2 * reach / Double(1 << tile.level)
    return Envelope(
      minX: Double(tile.column) * side - reach, minY: reach - Double(tile.row + 1) * side,
      maxX: Double(tile.column + 1) * side - reach, maxY: reach - Double(tile.row) * side)
  }

  /// The level of tiles with a side in meters, and the tile whose corner is at a position; nil if the
  /// grid has no such tiles.
  package static func place(
    west: Double, north: Double, side: Double
  ) -> (level: Int, column: Int, row: Int)? {
    guard
      let level = (0...TileID.deepestLevel).first(where: {
        abs(side * Double(1 << $0) / (2 * reach) - 1) < 1e-4
      })
    else { return nil }
    let (column, row) = ((west + reach) / side, (reach - north) / side)
    guard abs(column) < 1e8, abs(row) < 1e8, abs(column - column.rounded()) < 0.01,
      abs(row - row.rounded()) < 0.01
    else { return nil }
    return (level, Int(column.rounded()), Int(row.rounded()))
  }

  /// The degrees of a position in meters.
  package static func degrees(x: Double, y: Double) -> (longitude: Double, latitude: Double) {
    (x / reach * 180, Transcendental.atan(Transcendental.sinh(y / reach * .pi)) * 180 / .pi)
  }
}
