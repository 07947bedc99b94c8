import Bytes

/// Finds points in longitude and latitude near a position, with a hash grid. A cell is as high and
/// wide as the search distance.
///
/// A point is stored in its cell and in the cells around it, so a search reads one cell.
struct PointGrid {
  /// A position in degrees.
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
  /// Which rows have points, by the lowest bits of the row number. Most searches end here.
  private var marks: [Bool] = Array(repeating: false, count: 1 << 16)

  /// The limit of points in a cell. An app without a GPS fix puts all points at one spot, and each
  /// would be compared with all others.
  private static let mostInCell = 64

  /// The mean radius of the earth, in meters.
  private static let radius = 6_371_008.8
  private static let radian = Double.pi / 180

  /// - Parameter meters: the search distance.
  init(meters: Double) {
    height = meters / Self.radius / Self.radian
  }

  /// Adds a point, identified by a number of the caller's choice.
  mutating func add(_ point: Int, at position: Position) {
    guard let center = row(of: position) else { return }
    for row in center - 1...center + 1 {
      guard let column = column(of: position, row) else { continue }
      marks[row & 0xffff] = true
      for column in column - 1...column + 1 {
        let cell = Cell(row: row, column: column)
        if cells[cell]?.count ?? 0 < Self.mostInCell { cells[cell, default: []].append(point) }
      }
    }
  }

  /// The points that may be near a position, in the order they were added. A full cell has only the
  /// first ones.
  func points(near position: Position) -> [Int] {
    guard let row = row(of: position), let column = column(of: position, row) else { return [] }
    return cells[Cell(row: row, column: column)] ?? []
  }

  /// Whether any point may be near a position.
  func hasPoints(near position: Position) -> Bool {
    guard let row = row(of: position), marks[row & 0xffff], let column = column(of: position, row)
    else { return false }
    return cells[Cell(row: row, column: column)] != nil
  }

  private func row(of position: Position) -> Int? {
    Int(exactly: (position.y / height).rounded(.down))
  }

  /// The column of a position. At the row's edge nearer to the pole, cells are as wide as high.
  private func column(of position: Position, _ row: Int) -> Int? {
    let edge = min(89.9, max(abs(Double(row)), abs(Double(row + 1))) * height)
    let width = height / Transcendental.cos(edge * Self.radian)
    return Int(exactly: (position.x / width).rounded(.down))
  }

  /// The great-circle distance in meters.
  static func meters(_ one: Position, _ other: Position) -> Double {
    let across = Transcendental.sin((other.x - one.x) * radian / 2)
    let along = Transcendental.sin((other.y - one.y) * radian / 2)
    let cosines = Transcendental.cos(one.y * radian) * Transcendental.cos(other.y * radian)
    let square = along * along + cosines * across * across
    return 2 * radius * Transcendental.asin(min(1, square.squareRoot()))
  }
}
