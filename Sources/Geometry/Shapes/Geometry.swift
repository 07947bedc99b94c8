/// One geometry as flat arrays. It can be refilled many times without new allocations.
///
/// | kind | `partEnds` | `polygonEnds` |
/// | --- | --- | --- |
/// | point, multiPoint | empty | empty |
/// | lineString, multiLineString | end vertex of each line | empty |
/// | polygon, multiPolygon | end vertex of each ring | end part of each polygon |
///
/// The first ring of a polygon is its shell, and the others are its holes. Rings are closed: the
/// first vertex is repeated. An empty geometry has no coordinates, not even an empty point.
package struct Geometry: Sendable {
  /// The kind of geometry.
  package var kind: GeometryKind
  /// Whether each vertex has a height after x and y.
  package var hasZ: Bool
  /// Whether each vertex ends with a measure. It is NaN if a vertex has none.
  package var hasM: Bool
  /// The vertices, `stride` numbers each: x, y[, z][, m]. x is east or longitude.
  package var coordinates: [Double]
  /// The index after the last vertex of each line or ring, ascending.
  package var partEnds: [Int]
  /// The index after the last part of each polygon, ascending.
  package var polygonEnds: [Int]

  /// Creates an empty geometry.
  package init(_ kind: GeometryKind = .point, hasZ: Bool = false, hasM: Bool = false) {
    self.kind = kind
    self.hasZ = hasZ
    self.hasM = hasM
    coordinates = []
    partEnds = []
    polygonEnds = []
  }

  /// Creates a point in two dimensions.
  package init(x: Double, y: Double) {
    self.init(.point)
    coordinates = [x, y]
  }

  /// Creates a polygon from a box, with one counter-clockwise ring. An empty box gives an empty
  /// polygon.
  package init(_ box: Envelope) {
    self.init(.polygon)
    guard !box.isEmpty else { return }
    coordinates = [
      box.minX, box.minY, box.maxX, box.minY, box.maxX, box.maxY, box.minX, box.maxY, box.minX,
      box.minY,
    ]
    partEnds = [5]
    polygonEnds = [1]
  }

  /// Numbers for each vertex: 2, 3 or 4.
  @inlinable
  package var stride: Int { (hasZ ? 3 : 2) + (hasM ? 1 : 0) }

  /// Whether the geometry has no vertices.
  @inlinable
  package var isEmpty: Bool { coordinates.isEmpty }

  /// The number of vertices, including repeated closing vertices.
  @inlinable
  package var vertexCount: Int { coordinates.count / stride }

  /// Makes this an empty 2D geometry of a kind. Keeps the buffers' capacity.
  @inlinable
  package mutating func removeAll(
    kind: GeometryKind = .point, hasZ: Bool = false, hasM: Bool = false
  ) {
    self.kind = kind
    self.hasZ = hasZ
    self.hasM = hasM
    coordinates.removeAll(keepingCapacity: true)
    partEnds.removeAll(keepingCapacity: true)
    polygonEnds.removeAll(keepingCapacity: true)
  }

  /// Returns the vertices of a part (a line or ring) as a range of vertex indexes.
  @inlinable
  package func vertices(ofPart part: Int) -> Range<Int> {
    (part == 0 ? 0 : partEnds[part - 1])..<partEnds[part]
  }

  /// Returns the parts of a polygon, shell first.
  @inlinable
  package func parts(ofPolygon polygon: Int) -> Range<Int> {
    (polygon == 0 ? 0 : polygonEnds[polygon - 1])..<polygonEnds[polygon]
  }

  /// Returns the east or longitude coordinate of a vertex.
  @inlinable
  package func x(_ vertex: Int) -> Double { coordinates[vertex * stride] }

  /// Returns the north or latitude coordinate of a vertex.
  @inlinable
  package func y(_ vertex: Int) -> Double { coordinates[vertex * stride + 1] }

  /// Returns the smallest box around all vertices. It is empty for an empty geometry.
  @inlinable
  package func envelope() -> Envelope {
    var box = Envelope(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
    let step = stride
    var index = 0
    while index + 1 < coordinates.count {
      box.formUnion(x: coordinates[index], y: coordinates[index + 1])
      index += step
    }
    return box
  }
}

extension Geometry: Equatable {
  /// Compares kind, dimensions, structure and numbers. Missing measures (NaN) are equal.
  package static func == (left: Geometry, right: Geometry) -> Bool {
    guard left.kind == right.kind, left.hasZ == right.hasZ, left.hasM == right.hasM,
      left.coordinates.count == right.coordinates.count, left.partEnds == right.partEnds,
      left.polygonEnds == right.polygonEnds
    else { return false }
    for (a, b) in zip(left.coordinates, right.coordinates) where a != b {
      if !(a.isNaN && b.isNaN) { return false }
    }
    return true
  }
}
