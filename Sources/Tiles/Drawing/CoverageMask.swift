/// How much of each pixel of a tile shapes cover, by their exact areas.
///
/// Each side of a shape adds to its pixels what it changes in the sum along their row. The sum then
/// is the area that is covered. All shapes must have the same orientation: what several cover stays
/// covered. Holes have the opposite one.
package struct CoverageMask {
  /// The pixels of a side.
  let size: Int
  /// What the sum along a row changes at a pixel; two more for each row than it has pixels.
  private var changes: [Float]
  /// The rows that have changes.
  private var rows = 0..<0
  /// The first and the last changed pixel of each row.
  private var columns: [(first: Int, last: Int)]

  private static let none = (first: Int.max, last: -1)

  package init(size: Int) {
    self.size = size
    changes = Array(repeating: 0, count: (size + 2) * size)
    columns = Array(repeating: Self.none, count: size)
  }

  /// Whether nothing was added.
  var isEmpty: Bool { rows.isEmpty }

  /// Adds a side, in pixels from the northwestern corner.
  package mutating func add(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    guard start.y != end.y else { return }
    let isDown = start.y < end.y
    let (upper, lower) = isDown ? (start, end) : (end, start)
    guard lower.y > 0, upper.y < Double(size) else { return }
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    let (top, bottom) = (max(0, upper.y), min(Double(size), lower.y))
    let side = Side(
      x: upper.x + (top - upper.y) * slope, y: top, slope: slope, sign: isDown ? 1 : -1)
    // Left of the tile, a side counts as if it were on its border; right of it, not at all.
    let limits = [0, Double(size)].map { x in
      slope == 0 ? bottom : min(bottom, max(top, top + (x - side.x) / slope))
    }.sorted()
    for (from, to) in [(top, limits[0]), (limits[0], limits[1]), (limits[1], bottom)]
    where from < to {
      let middle = side.x(at: (from + to) / 2)
      if middle < 0 {
        add(Side(x: 0, y: from, slope: 0, sign: side.sign), to: to)
      } else if middle < Double(size) {
        add(Side(x: side.x(at: from), y: from, slope: slope, sign: side.sign), to: to)
      }
    }
  }

  /// A part of a side that goes down from a position.
  private struct Side {
    var x: Double
    var y: Double
    /// The pixels to the right for each pixel down.
    var slope: Double
    /// 1 if the shape's side goes down, otherwise -1.
    var sign: Double

    func x(at y: Double) -> Double { x + (y - self.y) * slope }
  }

  /// Adds a side whose pixels are all in the tile.
  private mutating func add(_ side: Side, to bottom: Double) {
    let first = min(size - 1, Int(side.y))
    let last = min(size - 1, Int(bottom))
    rows =
      rows.isEmpty ? first..<last + 1 : min(rows.lowerBound, first)..<max(rows.upperBound, last + 1)
    var (x, y) = (side.x, side.y)
    for row in first...last {
      let nextY = min(Double(row + 1), bottom)
      guard nextY > y else { break }
      let nextX = x + (nextY - y) * side.slope
      add(row, from: min(x, nextX), to: max(x, nextX), (nextY - y) * side.sign)
      (x, y) = (nextX, nextY)
    }
  }

  /// Adds what a side changes in one row.
  ///
  /// - Parameter height: its height in the row, negative if it goes up.
  private mutating func add(_ row: Int, from left: Double, to right: Double, _ height: Double) {
    let left = min(Double(size), max(0, left))
    let right = min(Double(size), max(0, right))
    let start = row * (size + 2)
    let first = Int(left)
    let last = Int(right)
    columns[row] = (min(columns[row].first, first), max(columns[row].last, last + 1))
    guard last > first else {
      let covered = height * ((left + right) / 2 - Double(first))
      changes[start + first] += Float(height - covered)
      changes[start + first + 1] += Float(covered)
      return
    }
    let perPixel = height / (right - left)
    // The area to the right of the side, pixel by pixel.
    var before = 0.0
    var x = left
    for pixel in first...last {
      let end = min(Double(pixel + 1), right)
      let inside = (end - x) * perPixel
      let area = inside * (Double(pixel + 1) - (x + end) / 2)
      changes[start + pixel] += Float(area + before)
      before = inside - area
      x = end
    }
    changes[start + last + 1] += Float(before)
  }

  /// Calls `paint` with the pixels that are covered, row by row, and forgets all shapes.
  ///
  /// - Parameter paint: receives the indexes of some neighbors in a row, and how much of each is
  ///   covered, in 16ths from 1 to 16.
  package mutating func sweep(_ paint: (_ pixels: Range<Int>, _ sixteenths: UInt32) -> Void) {
    for row in rows where columns[row].last >= 0 {
      let (first, last) = columns[row]
      columns[row] = Self.none
      let start = row * (size + 2)
      var sum: Float = 0
      var covered: UInt32 = 0
      var begin = first
      for column in first...last {
        let change = changes[start + column]
        guard change != 0 else { continue }
        changes[start + column] = 0
        sum += change
        let now = UInt32(min(1, abs(sum)) * 16 + 0.5)
        guard now != covered else { continue }
        if covered > 0 { paint(row * size + begin..<row * size + min(size, column), covered) }
        (begin, covered) = (column, now)
      }
      if covered > 0, begin < size { paint(row * size + begin..<(row + 1) * size, covered) }
    }
    rows = 0..<0
  }
}
