/// One or more polygons, prepared for many tests of positions and geometries against them.
///
/// Boundaries belong to the polygon. Holes do not, but their boundaries do. Polygons of a multiple
/// geometry may overlap.
package struct PreparedPolygon: Sendable {
  /// One shell with its holes.
  private struct Member: Sendable {
    var box: Envelope
    var index: EdgeIndex
    /// A position of the shell.
    var anchor: (x: Double, y: Double)
  }

  /// The box around all members.
  package let envelope: Envelope
  private let members: [Member]

  /// Prepares a polygon or multiple polygon.
  /// - Throws: `GeometryError.unsupportedKind` for any other kind.
  package init(_ polygon: Geometry) throws(GeometryError) {
    guard polygon.kind == .polygon || polygon.kind == .multiPolygon else {
      throw .unsupportedKind(offset: 0, name: polygon.kind.geoPackageName)
    }
    var members: [Member] = []
    var envelope = Envelope.empty
    for index in polygon.polygonEnds.indices {
      let parts = polygon.parts(ofPolygon: index)
      guard let shell = parts.first, let first = polygon.vertices(ofPart: shell).first else {
        continue
      }
      var box = Envelope.empty
      var edges: [Edge] = []
      for part in parts {
        box.formUnion(polygon.envelope(ofPart: part))
        polygon.appendEdges(ofPart: part, to: &edges)
      }
      envelope.formUnion(box)
      members.append(
        Member(
          box: box, index: EdgeIndex(edges, minY: box.minY, maxY: box.maxY),
          anchor: (polygon.x(first), polygon.y(first))))
    }
    self.members = members
    self.envelope = envelope
  }

  /// Prepares a box.
  package init(_ box: Envelope) {
    let polygon = Geometry(box)
    var edges: [Edge] = []
    if !box.isEmpty { polygon.appendEdges(ofPart: 0, to: &edges) }
    envelope = box.isEmpty ? .empty : box
    members =
      box.isEmpty
      ? []
      : [
        Member(
          box: box, index: EdgeIndex(edges, minY: box.minY, maxY: box.maxY),
          anchor: (box.minX, box.minY))
      ]
  }

  /// Returns whether the position is inside or on a boundary.
  package func contains(x: Double, y: Double) -> Bool {
    guard envelope.contains(x: x, y: y) else { return false }
    for index in members.indices where members[index].box.contains(x: x, y: y) {
      if members[index].index.location(x: x, y: y) != .outside { return true }
    }
    return false
  }

  /// Returns whether a box lies in one of the polygons, without touching the boundary.
  package func covers(_ box: Envelope) -> Bool {
    let polygon = Geometry(box)
    var sides: [Edge] = []
    polygon.appendEdges(ofPart: 0, to: &sides)
    return members.contains { member in
      member.box.contains(box) && member.index.location(x: box.minX, y: box.minY) == .inside
        && !sides.contains { member.index.intersects($0) } && !member.index.startsIn(box)
    }
  }

  /// Returns whether the segment touches a boundary.
  func boundaryIntersects(_ segment: Edge) -> Bool {
    var box = Envelope.empty
    box.formUnion(x: segment.ax, y: segment.ay)
    box.formUnion(x: segment.bx, y: segment.by)
    for index in members.indices where members[index].box.intersects(box) {
      if members[index].index.intersects(segment) { return true }
    }
    return false
  }

  /// Returns whether a position of any member's shell satisfies the test.
  func anyAnchor(_ test: (Double, Double) -> Bool) -> Bool {
    members.contains { test($0.anchor.x, $0.anchor.y) }
  }
}
