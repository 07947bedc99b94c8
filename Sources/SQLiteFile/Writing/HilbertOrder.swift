/// The order of boxes along a Hilbert curve of 65,536 × 65,536 cells over their common extent.
/// Neighbors on the curve are neighbors on the map.
struct HilbertOrder {
  private let extent: RTreeBox
  private let scaleX: Double
  private let scaleY: Double

  /// - Parameter extent: a box around all boxes.
  init(extent: RTreeBox) {
    self.extent = extent
    scaleX = Self.scale(from: extent.minX, to: extent.maxX)
    scaleY = Self.scale(from: extent.minY, to: extent.maxY)
  }

  /// The distance of the cell with the box's center along the curve.
  func distance(_ box: RTreeBox) -> UInt32 {
    let x = Self.cell(
      (Double(box.minX) + Double(box.maxX)) / 2 - Double(extent.minX), scale: scaleX)
    let y = Self.cell(
      (Double(box.minY) + Double(box.maxY)) / 2 - Double(extent.minY), scale: scaleY)
    return Self.distance(column: x, row: y)
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
}
