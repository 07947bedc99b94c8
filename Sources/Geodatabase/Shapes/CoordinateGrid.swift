/// The grid that a dataset's coordinates lie on: a coordinate is integer / units + origin.
package struct CoordinateGrid: Equatable, Sendable {
  /// One direction of the grid.
  package struct Axis: Equatable, Sendable {
    /// Where the integer 0 is.
    package var origin: Double
    /// Steps of the grid to one unit of the spatial reference.
    package var units: Double

    /// An axis; nil for numbers that make none.
    package init?(origin: Double, units: Double) {
      guard origin.isFinite, units.isFinite, units > 0 else { return nil }
      self.origin = origin
      self.units = units
    }

    private init() {
      origin = 0
      units = 1
    }

    /// Whole numbers as they are.
    package static let plain = Axis()

    /// The coordinate of an integer.
    @inline(__always) func coordinate(_ integer: Int64) -> Double {
      Double(integer) / units + origin
    }

    /// The integer nearest to a coordinate; nil where there is none.
    func integer(_ coordinate: Double) -> Int64? {
      Int64(exactly: ((coordinate - origin) * units).rounded())
    }
  }

  package var x: Axis
  package var y: Axis
  package var z = Axis.plain
  package var m = Axis.plain

  /// A grid of two or more directions.
  package init(x: Axis, y: Axis, z: Axis = .plain, m: Axis = .plain) {
    self.x = x
    self.y = y
    self.z = z
    self.m = m
  }
}
