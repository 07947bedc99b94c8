/// Makes polygons of the rings of an Esri polygon, which come in any order.
///
/// The rule is containment: a ring inside an even number of others is a shell, inside an odd
/// number a hole of the smallest of them. For well-formed input this is the rule "shells are
/// clockwise, holes counter-clockwise"; where orientation and containment disagree, containment
/// is right, and the case is counted.
enum RingAssembler {
  /// More rings than this are not sorted out; no real feature comes near.
  static let ringLimit = 50_000

  /// Groups the closed rings of `partEnds` into polygons, shells in their order.
  static func assemble(
    _ geometry: inout Geometry, offset: Int, repairs: inout GeometryRepairs
  ) throws(GeometryError) {
    let count = geometry.partEnds.count
    geometry.polygonEnds.removeAll(keepingCapacity: true)
    guard count > 1 else {
      if count == 1 { geometry.polygonEnds.append(1) }
      return
    }
    guard count <= ringLimit else {
      throw .countTooLarge(offset: offset, count: count, limit: ringLimit)
    }
    let nesting = Nesting(of: geometry)
    var holes: [Int: [Int]] = [:]
    for ring in 0..<count {
      let isShell = nesting.depth[ring].isMultiple(of: 2)
      if isShell {
        if nesting.areas[ring] > 0 { repairs.holesMadeShells += 1 }
      } else {
        if nesting.areas[ring] < 0 { repairs.shellsMadeHoles += 1 }
        holes[nesting.parent[ring], default: []].append(ring)
      }
    }
    var result = Geometry(geometry.kind, hasZ: geometry.hasZ, hasM: geometry.hasM)
    result.coordinates.reserveCapacity(geometry.coordinates.count)
    result.partEnds.reserveCapacity(count)
    for ring in 0..<count where nesting.depth[ring].isMultiple(of: 2) {
      result.appendPart(ring, of: geometry)
      for hole in holes[ring] ?? [] { result.appendPart(hole, of: geometry) }
      result.polygonEnds.append(result.partEnds.count)
    }
    geometry = result
  }

  /// Which ring is directly inside which.
  private struct Nesting {
    /// Twice the signed area of each ring.
    var areas: [Double]
    /// The smallest ring around each, or -1.
    var parent: [Int]
    /// How many rings are around each.
    var depth: [Int]

    init(of geometry: Geometry) {
      let count = geometry.partEnds.count
      let areas = (0..<count).map { geometry.doubleSignedArea(ofPart: $0) }
      let boxes = (0..<count).map { geometry.envelope(ofPart: $0) }
      // By size, the later ring before the earlier of two equal ones: of two identical rings the
      // later is the one inside.
      let order = (0..<count).sorted {
        (areas[$0].magnitude, $1) < (areas[$1].magnitude, $0)
      }
      var parent = [Int](repeating: -1, count: count)
      var strips = BoxStrips(around: boxes)
      // From the largest down: what is in the strips then is larger, the smallest last.
      for ring in order.reversed() {
        let around = strips.last(at: boxes[ring].minX) { candidate in
          boxes[candidate].contains(boxes[ring])
            && Nesting.isInside(ring, candidate, geometry, areas)
        }
        if let around { parent[ring] = around }
        strips.insert(ring, boxes[ring])
      }
      var depth = [Int](repeating: 0, count: count)
      for ring in order.reversed() where parent[ring] >= 0 {
        depth[ring] = depth[parent[ring]] + 1
      }
      self.areas = areas
      self.parent = parent
      self.depth = depth
    }

    /// True when a ring lies inside a larger one; its first vertex off the other's boundary tells.
    private static func isInside(
      _ ring: Int, _ other: Int, _ geometry: Geometry, _ areas: [Double]
    ) -> Bool {
      let vertices = geometry.vertices(ofPart: ring)
      for vertex in vertices {
        switch geometry.location(x: geometry.x(vertex), y: geometry.y(vertex), inPart: other) {
        case .inside: return true
        case .outside: return false
        case .boundary: continue
        }
      }
      for vertex in vertices.dropLast() {
        let x = (geometry.x(vertex) + geometry.x(vertex + 1)) / 2
        let y = (geometry.y(vertex) + geometry.y(vertex + 1)) / 2
        switch geometry.location(x: x, y: y, inPart: other) {
        case .inside: return true
        case .outside: return false
        case .boundary: continue
        }
      }
      // The same outline twice: a hole that fills its shell, or the shell again.
      return (areas[ring] > 0) != (areas[other] > 0)
    }
  }
}

/// Boxes by the upright strips they reach into, so that one meets only its neighbours.
private struct BoxStrips {
  private var strips: [[Int]]
  private let minX: Double
  private let stripsPerUnit: Double

  init(around boxes: [Envelope]) {
    var all = Envelope.empty
    for box in boxes { all.formUnion(box) }
    // Few for few, and never so many that a thousand wide boxes cost more than they save.
    let count = max(1, min(64, boxes.count / 8))
    let perUnit = Double(count) / all.width
    minX = all.minX
    stripsPerUnit = perUnit.isFinite ? perUnit : 0
    strips = [[Int]](repeating: [], count: count)
  }

  private func strip(_ x: Double) -> Int {
    let strip = (x - minX) * stripsPerUnit
    return strip > 0 ? min(Int(min(strip, 64)), strips.count - 1) : 0
  }

  mutating func insert(_ index: Int, _ box: Envelope) {
    let first = strip(box.minX)
    for strip in first...max(first, strip(box.maxX)) { strips[strip].append(index) }
  }

  /// The last one inserted that reaches the strip of x and satisfies the test.
  func last(at x: Double, where test: (Int) -> Bool) -> Int? {
    strips[strip(x)].last(where: test)
  }
}

extension Geometry {
  /// The box of one part.
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
}
