/// The order of boxes along a Hilbert curve of 65,536 × 65,536 cells over their common extent.
/// Neighbors on the curve are neighbors on the map.
enum HilbertOrder {
  /// The indexes of the boxes in curve order. Boxes in the same cell keep their input order.
  static func sorted(_ boxes: [RTreeBox]) -> [UInt32] {
    guard let first = boxes.first else { return [] }
    var extent = first
    for box in boxes { extent.formUnion(box) }
    let scaleX = scale(from: extent.minX, to: extent.maxX)
    let scaleY = scale(from: extent.minY, to: extent.maxY)
    var keys: [UInt64] = []
    keys.reserveCapacity(boxes.count)
    for index in boxes.indices {
      let box = boxes[index]
      let x = cell((Double(box.minX) + Double(box.maxX)) / 2 - Double(extent.minX), scale: scaleX)
      let y = cell((Double(box.minY) + Double(box.maxY)) / 2 - Double(extent.minY), scale: scaleY)
      keys.append(UInt64(distance(column: x, row: y)) &<< 32 | UInt64(truncatingIfNeeded: index))
    }
    sortByUpperHalf(&keys)
    return keys.map { UInt32(truncatingIfNeeded: $0) }
  }

  /// The distance of a cell along the curve. Each step halves the square, picks a quarter, and
  /// rotates or mirrors it so that the curve continues.
  static func distance(column: UInt32, row: UInt32) -> UInt32 {
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

  private static func scale(from low: Float, to high: Float) -> Double {
    let width = Double(high) - Double(low)
    return width > 0 && width.isFinite ? 65_535 / width : 0
  }

  private static func cell(_ distance: Double, scale: Double) -> UInt32 {
    let cell = distance * scale
    // Infinite boxes have no cell. The order only affects speed, so any cell will do.
    return cell >= 0 && cell <= 65_535 ? UInt32(cell) : 0
  }

  /// A stable radix sort by bits 32…63, eleven bits at a time.
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
