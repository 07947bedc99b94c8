import Bytes

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
    @inlinable @inline(__always) package func coordinate(_ integer: Int64) -> Double {
      Double(integer) / units + origin
    }

    /// The integer nearest to a coordinate; nil where there is none.
    @inlinable package func integer(_ coordinate: Double) -> Int64? {
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

/// What becomes of shapes in a dataset: coordinates on its grid, with the heights and measures that
/// all of its shapes have and with no others, rings that turn one way.
package struct ShapeGrid: Equatable, Sendable {
  package var grid: CoordinateGrid
  package var hasZ: Bool
  package var hasM: Bool

  /// The form of a dataset's shapes.
  package init(grid: CoordinateGrid, hasZ: Bool, hasM: Bool) {
    self.grid = grid
    self.hasZ = hasZ
    self.hasM = hasM
  }

  /// Whether its steps are larger than those of another.
  package func isCoarser(than other: ShapeGrid) -> Bool { grid.x.units < other.grid.x.units }
}

extension ShapeGrid {
  /// Appends bytes that are equal for shapes which are one on the grid, and for no others: a single
  /// part is as good as a multiple one.
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
        // As in a geodatabase: a shell counter-clockwise, its holes clockwise.
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
    // What has no height or measure gets 0 there.
    if hasZ {
      let height = geometry.hasZ ? geometry.coordinates[start + 2] : 0
      Self.append(height.isFinite ? height : 0, grid.z, to: &bytes)
    }
    if hasM {
      let measure = geometry.hasM ? geometry.coordinates[start + (geometry.hasZ ? 3 : 2)] : 0
      Self.append(measure.isFinite ? measure : 0, grid.m, to: &bytes)
    }
  }

  /// The place on the grid; beyond it the coordinate itself.
  private static func append(
    _ coordinate: Double, _ axis: CoordinateGrid.Axis, to bytes: inout [UInt8]
  ) {
    bytes.append(
      bigEndian: axis.integer(coordinate).map { UInt64(bitPattern: $0) } ?? coordinate.bitPattern)
  }
}
