/// The order of boxes along a Hilbert curve of 65,536 × 65,536 cells over their common extent:
/// neighbours on the curve are neighbours on the map.
enum HilbertOrder {
  /// Indexes of the boxes in curve order; equal places keep their input order.
  static func sorted(_ boxes: [RTreeBox]) -> [UInt32] {
    guard let first = boxes.first else { return [] }
    var extent = first
    for box in boxes { extent.formUnion(box) }
    let scaleX = scale(extent.minX, extent.maxX)
    let scaleY = scale(extent.minY, extent.maxY)
    var keys: [UInt64] = []
    keys.reserveCapacity(boxes.count)
    for index in boxes.indices {
      let box = boxes[index]
      let x = cell((Double(box.minX) + Double(box.maxX)) / 2 - Double(extent.minX), scaleX)
      let y = cell((Double(box.minY) + Double(box.maxY)) / 2 - Double(extent.minY), scaleY)
      keys.append(UInt64(distance(x, y)) &<< 32 | UInt64(truncatingIfNeeded: index))
    }
    sortByUpperHalf(&keys)
    return keys.map { UInt32(truncatingIfNeeded: $0) }
  }

  /// The distance of a cell along the curve: at each halving of the square, which quarter, with
  /// the quarter turned or mirrored so that the curve runs on.
  static func distance(_ column: UInt32, _ row: UInt32) -> UInt32 {
    var x = column
    var y = row
    var distance: UInt32 = 0
    var side: UInt32 = 1 << 15
    while side > 0 {
      let right: UInt32 = x & side == 0 ? 0 : 1
      let upper: UInt32 = y & side == 0 ? 0 : 1
      distance &+= side &* side &* ((3 &* right) ^ upper)
      if upper == 0 {
        if right == 1 {
          x = 0xffff &- x
          y = 0xffff &- y
        }
        swap(&x, &y)
      }
      side &>>= 1
    }
    return distance
  }

  private static func scale(_ low: Float, _ high: Float) -> Double {
    let width = Double(high) - Double(low)
    return width > 0 && width.isFinite ? 65_535 / width : 0
  }

  private static func cell(_ distance: Double, _ scale: Double) -> UInt32 {
    let cell = distance * scale
    // Infinite boxes give no number here; the order is only a matter of speed.
    return cell >= 0 && cell <= 65_535 ? UInt32(cell) : 0
  }

  /// Radix sort by bits 32…63, eleven at a time; stable.
  private static func sortByUpperHalf(_ keys: inout [UInt64]) {
    var other = [UInt64](repeating: 0, count: keys.count)
    for shift: UInt64 in [32, 43, 54] {
      var starts = [Int](repeating: 0, count: 2_048)
      for key in keys { starts[Int(truncatingIfNeeded: key &>> shift) & 2_047] &+= 1 }
      var next = 0
      for bucket in starts.indices {
        let count = starts[bucket]
        starts[bucket] = next
        next &+= count
      }
      for key in keys {
        let bucket = Int(truncatingIfNeeded: key &>> shift) & 2_047
        other[starts[bucket]] = key
        starts[bucket] &+= 1
      }
      swap(&keys, &other)
    }
  }
}
