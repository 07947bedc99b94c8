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

extension Geometry {
  /// Whether the geometry consists of polygons.
  var isArea: Bool { kind == .polygon || kind == .multiPolygon }

  /// Whether the geometry consists of points.
  var isPuntal: Bool { kind == .point || kind == .multiPoint }

  /// Returns the box of one part.
  package func envelope(ofPart part: Int) -> Envelope {
    var box = Envelope.empty
    for vertex in vertices(ofPart: part) { box.formUnion(x: x(vertex), y: y(vertex)) }
    return box
  }

  /// Adds a part of a geometry with the same dimensions.
  mutating func appendPart(_ part: Int, of other: Geometry) {
    let range = other.vertices(ofPart: part)
    coordinates += other.coordinates[range.lowerBound * stride..<range.upperBound * stride]
    partEnds.append(vertexCount)
  }
  /// Returns whether the last vertex of a ring equals its first.
  func isClosed(_ ring: Range<Int>) -> Bool {
    guard let last = ring.last, ring.count > 1 else { return false }
    return x(ring.lowerBound) == x(last) && y(ring.lowerBound) == y(last)
  }
  /// Removes parts without vertices.
  mutating func dropEmptyParts() {
    var last = 0
    partEnds.removeAll { end in
      defer { last = end }
      return end == last
    }
  }
  /// Adds missing heights or measures to every vertex: height 0, measure NaN.
  ///
  /// Existing dimensions stay, whatever the arguments are.
  package mutating func addDimensions(hasZ wantsZ: Bool, hasM wantsM: Bool) {
    setDimensions(hasZ: hasZ || wantsZ, hasM: hasM || wantsM)
  }

  /// Gives the vertices exactly these dimensions. Missing ones become height 0 or measure NaN,
  /// others are dropped.
  package mutating func setDimensions(hasZ wantsZ: Bool, hasM wantsM: Bool) {
    guard wantsZ != hasZ || wantsM != hasM else { return }
    var result: [Double] = []
    result.reserveCapacity(vertexCount * ((wantsZ ? 3 : 2) + (wantsM ? 1 : 0)))
    for vertex in 0..<vertexCount {
      let start = vertex * stride
      result.append(coordinates[start])
      result.append(coordinates[start + 1])
      if wantsZ { result.append(hasZ ? coordinates[start + 2] : 0) }
      if wantsM { result.append(hasM ? coordinates[start + stride - 1] : .nan) }
    }
    coordinates = result
    hasZ = wantsZ
    hasM = wantsM
  }

  /// Changes a single kind to its multiple, for a column of a multiple kind. This costs no time.
  package mutating func makeMultiple() {
    kind = kind.multiple
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

extension Geometry {
  /// Adds the parts of another geometry. The kind becomes the multiple kind of the other one, unless
  /// this geometry has parts of another kind.
  ///
  /// - Returns: false if the kinds differ. Then nothing is added.
  mutating func append(_ other: Geometry) -> Bool {
    guard !other.isEmpty else { return true }
    if isEmpty { removeAll(kind: other.kind.multiple, hasZ: other.hasZ, hasM: other.hasM) }
    guard kind == other.kind.multiple else { return false }
    var added = other
    added.addDimensions(hasZ: hasZ, hasM: hasM)
    addDimensions(hasZ: added.hasZ, hasM: added.hasM)
    let (vertices, parts) = (vertexCount, partEnds.count)
    coordinates += added.coordinates
    partEnds += added.partEnds.map { $0 + vertices }
    polygonEnds += added.polygonEnds.map { $0 + parts }
    return true
  }
}
