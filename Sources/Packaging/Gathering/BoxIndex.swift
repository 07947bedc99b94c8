import Geometry

/// Finds boxes that meet another box. A grid over the centers of the boxes; each cell lists its
/// rows one after the other.
///
/// ```
/// starts   cell 0 | cell 1 | cell 2 | … | end
/// rows     7 12 31| 2      | 0 5    | …
/// ```
struct BoxIndex: Sendable {
  private let boxes: [Envelope]
  private let extent: Envelope
  private let columns: Int
  private let lines: Int
  private var starts: [Int]
  private var rows: [UInt32] = []
  /// How far boxes in cells reach from their centers.
  private var reach: (x: Double, y: Double) = (0, 0)
  /// The rows of boxes that are larger than a few cells.
  private var large: [UInt32] = []

  /// The number of boxes in a cell, on average.
  private static let perCell = 8.0

  /// - Parameter boxes: one for each row; empty for rows that no box meets.
  init(_ boxes: [Envelope]) {
    self.boxes = boxes
    var extent = Envelope.empty
    for box in boxes where !box.isEmpty { extent.formUnion(x: box.centerX, y: box.centerY) }
    self.extent = extent
    let side = max(1, min(2_048, (Double(boxes.count) / Self.perCell).squareRoot()))
    columns = extent.width > 0 ? Int(side) : 1
    lines = extent.height > 0 ? Int(side) : 1
    starts = Array(repeating: 0, count: columns * lines + 1)
    fill()
  }

  private mutating func fill() {
    let limit = (
      x: 2 * extent.width / Double(columns), y: 2 * extent.height / Double(lines)
    )
    var cells = [Int](repeating: -1, count: boxes.count)
    for (row, box) in boxes.enumerated() where !box.isEmpty {
      if box.width > limit.x || box.height > limit.y {
        large.append(UInt32(row))
        continue
      }
      reach = (max(reach.x, box.width / 2), max(reach.y, box.height / 2))
      cells[row] = column(box.centerX) + line(box.centerY) * columns
      starts[cells[row] + 1] += 1
    }
    for cell in 1..<starts.count { starts[cell] += starts[cell - 1] }
    rows = Array(repeating: 0, count: starts[starts.count - 1])
    var next = starts
    for (row, cell) in cells.enumerated() where cell >= 0 {
      rows[next[cell]] = UInt32(row)
      next[cell] += 1
    }
  }

  /// Calls `found` with each row whose box meets the box, in no order.
  func each(meeting box: Envelope, _ found: (UInt32) -> Void) {
    for row in large where boxes[Int(row)].intersects(box) { found(row) }
    guard !rows.isEmpty, !box.isEmpty else { return }
    // A little wider, because halves of widths are rounded.
    let (x, y) = (reach.x * 1.000_001, reach.y * 1.000_001)
    guard box.maxX >= extent.minX - x, box.minX <= extent.maxX + x, box.maxY >= extent.minY - y,
      box.minY <= extent.maxY + y
    else { return }
    for line in line(box.minY - y)...line(box.maxY + y) {
      let first = starts[column(box.minX - x) + line * columns]
      let end = starts[column(box.maxX + x) + line * columns + 1]
      for index in first..<end where boxes[Int(rows[index])].intersects(box) { found(rows[index]) }
    }
  }

  private func column(_ x: Double) -> Int {
    Self.cell((x - extent.minX) / extent.width * Double(columns), of: columns)
  }

  private func line(_ y: Double) -> Int {
    Self.cell((y - extent.minY) / extent.height * Double(lines), of: lines)
  }

  private static func cell(_ place: Double, of count: Int) -> Int {
    place > 0 ? min(count - 1, Int(min(place, Double(count)))) : 0
  }
}

extension Envelope {
  fileprivate var centerX: Double { minX + (maxX - minX) / 2 }
  fileprivate var centerY: Double { minY + (maxY - minY) / 2 }
}
