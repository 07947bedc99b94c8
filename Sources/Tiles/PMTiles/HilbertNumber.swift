/// The number of a tile in a PMTiles archive: all tiles of the levels above, and the place of the tile
/// on the Hilbert curve of its level (PMTiles 3, "Tile IDs").
enum HilbertNumber {
  /// The numbers of the grid's tiles, on all its levels.
  static let all = 0..<firstNumber(ofLevel: TileID.deepestLevel + 1)

  /// Returns the number of a tile.
  static func number(of tile: TileID) -> UInt64 {
    var (x, y) = (tile.column, tile.row)
    var place: UInt64 = 0
    for bit in (0..<tile.level).reversed() {
      let side = 1 << bit
      let (right, lower) = (x & side != 0, y & side != 0)
      let quarter: UInt64 = right ? (lower ? 2 : 3) : (lower ? 1 : 0)
      place += quarter << UInt64(2 * bit)
      turn(&x, &y, side: side, right, lower)
    }
    return firstNumber(ofLevel: tile.level) + place
  }

  /// Returns the tile with a number; nil if its level is too deep.
  static func tile(_ number: UInt64) -> TileID? {
    var level = 0
    while level <= TileID.deepestLevel, number >= firstNumber(ofLevel: level + 1) { level += 1 }
    guard level <= TileID.deepestLevel else { return nil }
    var place = number - firstNumber(ofLevel: level)
    var (x, y) = (0, 0)
    for bit in 0..<level {
      let quarter = place & 3
      let (right, lower) = (quarter >= 2, quarter == 1 || quarter == 2)
      let side = 1 << bit
      turn(&x, &y, side: side, right, lower)
      if right { x += side }
      if lower { y += side }
      place >>= 2
    }
    return TileID(level: level, column: x, row: y)
  }

  /// The number of tiles on all coarser levels.
  private static func firstNumber(ofLevel level: Int) -> UInt64 {
    ((1 << UInt64(2 * level)) - 1) / 3
  }

  /// Turns a quarter of the curve, so that it begins where the one before ends.
  private static func turn(
    _ x: inout Int, _ y: inout Int, side: Int, _ right: Bool, _ lower: Bool
  ) {
    guard !lower else { return }
    if right {
      x = side - 1 - (x & (side - 1))
      y = side - 1 - (y & (side - 1))
    }
    swap(&x, &y)
  }
}
