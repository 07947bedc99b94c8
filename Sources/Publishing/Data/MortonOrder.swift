/// The order of points along a Morton curve. Neighbors are mostly close together on it, so a piece
/// of the order covers a small area and compresses well.
enum MortonOrder {
  /// Returns the rows in that order. Rows without a location follow in their own order.
  ///
  /// - Parameters: Web Mercator meters; NaN for rows without a location.
  static func order(x: [Double], y: [Double], box: MapBox) -> [Int] {
    var keys: [UInt64] = []
    keys.reserveCapacity(x.count)
    for row in x.indices {
      let code = x[row].isNaN ? 1 << 32 : UInt64(code(x: x[row], y: y[row], in: box))
      keys.append(code << 31 | UInt64(row))
    }
    keys.sort()
    return keys.map { Int($0 & 0x7FFF_FFFF) }
  }

  private static func code(x: Double, y: Double, in box: MapBox) -> UInt32 {
    spread(box.quantized(x, from: box.minX, to: box.maxX, steps: 65_535))
      | spread(box.quantized(y, from: box.minY, to: box.maxY, steps: 65_535)) << 1
  }

  /// Returns the lower sixteen bits with a zero before each.
  private static func spread(_ value: UInt32) -> UInt32 {
    var bits = value & 0xFFFF
    bits = (bits | bits << 8) & 0x00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333
    return (bits | bits << 1) & 0x5555_5555
  }
}
