import Bytes

/// The grid of a dataset's coordinates: a coordinate is integer / units + origin.
package struct CoordinateGrid: Equatable, Sendable {
  /// One direction of the grid.
  package struct Axis: Equatable, Sendable {
    /// The coordinate of the integer 0.
    package var origin: Double
    /// Grid steps per unit of the spatial reference.
    package var units: Double

    /// Creates an axis. Nil if the numbers are not valid.
    package init?(origin: Double, units: Double) {
      guard origin.isFinite, units.isFinite, units > 0 else { return nil }
      self.origin = origin
      self.units = units
    }

    private init() {
      origin = 0
      units = 1
    }

    /// An axis whose integers are the coordinates.
    package static let plain = Axis()

    /// Returns the coordinate of an integer.
    @inlinable @inline(__always) package func coordinate(_ integer: Int64) -> Double {
      Double(integer) / units + origin
    }

    /// Returns the integer nearest to a coordinate, or nil if it does not fit.
    @inlinable package func integer(_ coordinate: Double) -> Int64? {
      Int64(exactly: ((coordinate - origin) * units).rounded())
    }
  }

  package var x: Axis
  package var y: Axis
  package var z = Axis.plain
  package var m = Axis.plain

  /// Creates a grid with two or more axes.
  package init(x: Axis, y: Axis, z: Axis = .plain, m: Axis = .plain) {
    self.x = x
    self.y = y
    self.z = z
    self.m = m
  }
}

/// The form that a dataset gives to its shapes. Coordinates are on its grid, all shapes have the
/// same dimensions, and all rings turn the same way.
package struct ShapeGrid: Equatable, Sendable {
  package var grid: CoordinateGrid
  package var hasZ: Bool
  package var hasM: Bool

  /// Creates the form of a dataset's shapes.
  package init(grid: CoordinateGrid, hasZ: Bool, hasM: Bool) {
    self.grid = grid
    self.hasZ = hasZ
    self.hasM = hasM
  }

  /// Returns whether its steps are larger than those of another grid.
  package func isCoarser(than other: ShapeGrid) -> Bool { grid.x.units < other.grid.x.units }
}

extension ShapeGrid {
  /// Appends bytes that are equal exactly for shapes that are the same on the grid. A single part
  /// counts the same as a multiple geometry with one part.
  package func append(_ geometry: Geometry, to bytes: inout [UInt8]) {
    bytes.append(geometry.kind.multiple.rawValue)
    for ends in [geometry.partEnds, geometry.polygonEnds] {
      bytes.append(bigEndian: UInt64(ends.count))
      for end in ends { bytes.append(bigEndian: UInt64(end)) }
    }
    guard geometry.kind.multiple == .multiPolygon else {
      for vertex in 0..<geometry.vertexCount { append(vertex, of: geometry, to: &bytes) }
      return
    }
    for polygon in geometry.polygonEnds.indices {
      let rings = geometry.parts(ofPolygon: polygon)
      for ring in rings {
        // As in a geodatabase: shells counter-clockwise, holes clockwise.
        let isLeft = geometry.doubleSignedArea(ofPart: ring) >= 0
        let vertices = geometry.vertices(ofPart: ring)
        if isLeft == (ring == rings.lowerBound) {
          for vertex in vertices { append(vertex, of: geometry, to: &bytes) }
        } else {
          for vertex in vertices.reversed() { append(vertex, of: geometry, to: &bytes) }
        }
      }
    }
  }

  private func append(_ vertex: Int, of geometry: Geometry, to bytes: inout [UInt8]) {
    let start = vertex * geometry.stride
    Self.append(geometry.coordinates[start], grid.x, to: &bytes)
    Self.append(geometry.coordinates[start + 1], grid.y, to: &bytes)
    // A missing height or measure is 0.
    if hasZ {
      let height = geometry.hasZ ? geometry.coordinates[start + 2] : 0
      Self.append(height.isFinite ? height : 0, grid.z, to: &bytes)
    }
    if hasM {
      let measure = geometry.hasM ? geometry.coordinates[start + (geometry.hasZ ? 3 : 2)] : 0
      Self.append(measure.isFinite ? measure : 0, grid.m, to: &bytes)
    }
  }

  /// Appends the position on the grid, or the coordinate itself if it is beyond the grid.
  private static func append(
    _ coordinate: Double, _ axis: CoordinateGrid.Axis, to bytes: inout [UInt8]
  ) {
    bytes.append(
      bigEndian: axis.integer(coordinate).map { UInt64(bitPattern: $0) } ?? coordinate.bitPattern)
  }
}
