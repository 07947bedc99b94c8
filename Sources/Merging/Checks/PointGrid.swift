import Bytes

/// Points in longitude and latitude, found by what is near: a hash of cells that are a given
/// distance high and wide.
///
/// A point is noted in its cell and those around it, so that a question looks at one cell.
struct PointGrid {
  /// In degrees.
  struct Position: Equatable {
    var x: Double
    var y: Double
  }

  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  /// The height of a cell in degrees.
  private let height: Double
  private var cells: [Cell: [Int]] = [:]
  /// Which rows have points, by their lowest bits: most questions end here.
  private var marks: [Bool] = Array(repeating: false, count: 1 << 16)

  /// A cell of some square metres holds no more: an app without a fix puts all points at one spot,
  /// and each would be compared with all others.
  private static let mostInCell = 64

  /// The mean radius of the earth, in metres.
  private static let radius = 6_371_008.8
  private static let radian = Double.pi / 180

  /// - Parameter metres: points nearer than this are found.
  init(metres: Double) {
    height = metres / Self.radius / Self.radian
  }

  mutating func add(_ point: Int, at position: Position) {
    guard let own = row(of: position) else { return }
    for row in own - 1...own + 1 {
      guard let column = column(of: position, row) else { continue }
      marks[row & 0xffff] = true
      for column in column - 1...column + 1 {
        let cell = Cell(row: row, column: column)
        if cells[cell]?.count ?? 0 < Self.mostInCell { cells[cell, default: []].append(point) }
      }
    }
  }

  /// The points that may be near a position, in the order they were added: the first ones, where
  /// there are too many.
  func points(near position: Position) -> [Int] {
    guard let row = row(of: position), let column = column(of: position, row) else { return [] }
    return cells[Cell(row: row, column: column)] ?? []
  }

  /// Whether some point may be near a position.
  func hasPoints(near position: Position) -> Bool {
    guard let row = row(of: position), marks[row & 0xffff], let column = column(of: position, row)
    else { return false }
    return cells[Cell(row: row, column: column)] != nil
  }

  private func row(of position: Position) -> Int? {
    Int(exactly: (position.y / height).rounded(.down))
  }

  /// Cells of a row are as wide at its edge nearer to the pole as they are high.
  private func column(of position: Position, _ row: Int) -> Int? {
    let edge = min(89.9, max(abs(Double(row)), abs(Double(row + 1))) * height)
    let width = height / Transcendental.cos(edge * Self.radian)
    return Int(exactly: (position.x / width).rounded(.down))
  }

  /// The way along a great circle.
  static func metres(_ one: Position, _ other: Position) -> Double {
    let across = Transcendental.sin((other.x - one.x) * radian / 2)
    let along = Transcendental.sin((other.y - one.y) * radian / 2)
    let cosines = Transcendental.cos(one.y * radian) * Transcendental.cos(other.y * radian)
    let square = along * along + cosines * across * across
    return 2 * radius * Transcendental.asin(min(1, square.squareRoot()))
  }
}
