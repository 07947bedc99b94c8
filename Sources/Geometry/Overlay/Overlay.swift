/// Regions from which others are made. Each is a set of rings that go around no position clockwise
/// more often than counter-clockwise.
///
/// Results are valid as in OGC Simple Features §6.1.11: shells counter-clockwise, holes clockwise, no
/// side twice, no ring that touches itself. Vertices of the input stay where they are; only crossings
/// are new, rounded to the distance of neighboring doubles.
package struct Overlay: Sendable {
  /// The most sides that there may be, so that memory is bounded.
  static let limit = 4_000_000

  private var regions: [[[OverlayPosition]]] = []

  /// Returns the region that any of these polygons covers. Other geometries, heights and measures
  /// are left out.
  ///
  /// What is inside a polygon is determined by the even-odd rule, so rings may have any direction and
  /// may cross.
  /// - Throws: `GeometryError.tooManyCrossings`, `GeometryError.notFinite`.
  package static func union(of shapes: [Geometry]) throws(GeometryError) -> Geometry {
    var overlay = Overlay()
    for shape in shapes { try overlay.add(polygonsOf: shape) }
    return try overlay.union()
  }

  init() {}

  /// The polygons of a geometry, by the even-odd rule.
  /// - Throws: as ``union(of:)``.
  init(_ shape: Geometry) throws(GeometryError) { try add(polygonsOf: shape) }

  /// Adds each polygon of a geometry, by the even-odd rule.
  mutating func add(polygonsOf shape: Geometry) throws(GeometryError) {
    guard shape.isArea else { return }
    for polygon in shape.polygonEnds.indices {
      let rings = shape.parts(ofPolygon: polygon).map { Self.line($0, of: shape) }
      let grid = try Self.grid([rings])
      regions.append(Self.lines(of: try Self.region(rings, on: grid) { $0 & 1 != 0 }))
    }
  }

  /// Adds the closed rings of a region, shells counter-clockwise and holes clockwise.
  mutating func add(region rings: [[OverlayPosition]]) {
    if !rings.isEmpty { regions.append(rings) }
  }

  /// The positions of each line or ring, or of each point.
  static func lines(of shape: Geometry) -> [[OverlayPosition]] {
    shape.isPuntal
      ? (0..<shape.vertexCount).map { [OverlayPosition(x: shape.x($0), y: shape.y($0))] }
      : shape.partEnds.indices.map { line($0, of: shape) }
  }

  private static func line(_ part: Int, of shape: Geometry) -> [OverlayPosition] {
    shape.vertices(ofPart: part).map { OverlayPosition(x: shape.x($0), y: shape.y($0)) }
  }

  /// Returns what any region covers.
  func union() throws(GeometryError) -> Geometry {
    let grid = try Self.grid(regions)
    let ordered = SpatialOrder(of: regions).sorted.map { regions[$0] }
    return try Self.union(ordered[...], on: grid)
  }

  /// Returns what all these regions together cover, without what others cover.
  func difference(_ other: Overlay) throws(GeometryError) -> Geometry {
    let taken = try Self.lines(of: other.union()).map { Array($0.reversed()) }
    let grid = try Self.grid(regions + [taken])
    return try Self.region(Self.lines(of: union()) + taken, on: grid) { $0 > 0 }
  }

  /// Returns the region whose positions are in so many of the two overlays that it satisfies a rule.
  func region(
    with other: Overlay, where isInside: (Int32) -> Bool
  ) throws(GeometryError) -> Geometry {
    let grid = try Self.grid(regions + other.regions)
    return try Self.region(
      Self.lines(of: union()) + Self.lines(of: other.union()), on: grid, where: isInside)
  }

  /// Unites neighbors first, because most crossings are then inside and gone in the next step.
  private static func union(
    _ regions: ArraySlice<[[OverlayPosition]]>, on grid: OverlayGrid
  ) throws(GeometryError) -> Geometry {
    let sides = regions.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    guard regions.count > 1, sides > 300 else {
      return try region(regions.flatMap(\.self), on: grid) { $0 > 0 }
    }
    let middle = regions.startIndex + regions.count / 2
    let first = try union(regions[..<middle], on: grid)
    let second = try union(regions[middle...], on: grid)
    return try region(lines(of: first) + lines(of: second), on: grid) { $0 > 0 }
  }

  static func grid(_ regions: [[[OverlayPosition]]]) throws(GeometryError) -> OverlayGrid {
    var magnitude = 0.0
    for region in regions {
      for ring in region {
        for position in ring {
          guard position.x.isFinite, position.y.isFinite else { throw .notFinite(offset: 0) }
          magnitude = max(magnitude, position.x.magnitude, position.y.magnitude)
        }
      }
    }
    return OverlayGrid(magnitude: magnitude)
  }

  /// The sides of closed rings.
  static func segments(
    of rings: [[OverlayPosition]], on grid: OverlayGrid
  ) -> [OverlaySegment] {
    var segments: [OverlaySegment] = []
    for ring in rings {
      guard var last = ring.last.map({ grid.position(x: $0.x, y: $0.y) }) else { continue }
      for position in ring {
        let next = grid.position(x: position.x, y: position.y)
        if let segment = OverlaySegment(from: last, to: next) { segments.append(segment) }
        last = next
      }
    }
    return segments
  }

  /// Returns the region of all positions around which rings go a number of times that satisfies a
  /// rule.
  private static func region(
    _ rings: [[OverlayPosition]], on grid: OverlayGrid, where isInside: (Int32) -> Bool
  ) throws(GeometryError) -> Geometry {
    let noded = try SegmentNoder(segments(of: rings, on: grid), grid: grid, limit: limit)
    return RegionRings(of: Arrangement(noded.segments).boundary(where: isInside)).geometry
  }
}

/// An order in which neighbors in the plane are mostly neighbors in the list (Morton 1966).
private struct SpatialOrder {
  /// The indexes of the regions.
  let sorted: [Int]

  init(of regions: [[[OverlayPosition]]]) {
    var extent = Envelope.empty
    let centers = regions.map { rings in
      var box = Envelope.empty
      for ring in rings {
        for position in ring { box.formUnion(x: position.x, y: position.y) }
      }
      extent.formUnion(box)
      return OverlayPosition(x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2)
    }
    func interleaved(_ share: Double) -> UInt64 {
      let number = UInt64(max(0, min(65_535, share * 65_535)))
      return (0..<16).reduce(0) { $0 | (number >> UInt64($1) & 1) << UInt64(2 * $1) }
    }
    let codes = centers.map { center in
      interleaved((center.x - extent.minX) / max(extent.width, .leastNormalMagnitude))
        | interleaved((center.y - extent.minY) / max(extent.height, .leastNormalMagnitude)) << 1
    }
    sorted = centers.indices.sorted { (codes[$0], $0) < (codes[$1], $1) }
  }
}
