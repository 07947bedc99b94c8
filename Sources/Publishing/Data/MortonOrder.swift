/// The order of places along Morton's curve, in which neighbours mostly stand together: pieces of
/// it are small areas, and compress well.
enum MortonOrder {
  /// The rows in that order; those without a place follow in their own order.
  ///
  /// - Parameters: web Mercator metres; NaN for rows without a place.
  static func order(x: [Double], y: [Double], box: MapBox) -> [Int] {
    var keys: [UInt64] = []
    keys.reserveCapacity(x.count)
    for row in x.indices {
      let place = x[row].isNaN ? 1 << 32 : UInt64(key(x[row], y[row], box))
      keys.append(place << 31 | UInt64(row))
    }
    keys.sort()
    return keys.map { Int($0 & 0x7FFF_FFFF) }
  }

  private static func key(_ x: Double, _ y: Double, _ box: MapBox) -> UInt32 {
    spread(box.quantized(x, from: box.minX, to: box.maxX, steps: 65_535))
      | spread(box.quantized(y, from: box.minY, to: box.maxY, steps: 65_535)) << 1
  }

  /// The lower sixteen bits with a zero before each.
  private static func spread(_ value: UInt32) -> UInt32 {
    var bits = value & 0xFFFF
    bits = (bits | bits << 8) & 0x00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333
    return (bits | bits << 1) & 0x5555_5555
  }
}
