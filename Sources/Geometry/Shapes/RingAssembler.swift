/// Assembles polygons from the rings of an Esri polygon, which can be in any order.
///
/// The rule is containment. A ring inside an even number of others is a shell. A ring inside an odd
/// number is a hole of the smallest of them. For correct input, this gives the same result as
/// "shells are clockwise, holes counter-clockwise". If orientation and containment disagree,
/// containment counts, and the repair is counted.
enum RingAssembler {
  /// Polygons with more rings are rejected. No real feature has nearly as many.
  static let ringLimit = 50_000

  /// Groups the closed rings of `partEnds` into polygons. Shells keep their order.
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

  /// Which ring is directly inside which other ring.
  private struct Nesting {
    /// Twice the signed area of each ring.
    var areas: [Double]
    /// The smallest ring around each ring, or -1.
    var parent: [Int]
    /// The number of rings around each ring.
    var depth: [Int]

    init(of geometry: Geometry) {
      let count = geometry.partEnds.count
      let areas = (0..<count).map { geometry.doubleSignedArea(ofPart: $0) }
      let boxes = (0..<count).map { geometry.envelope(ofPart: $0) }
      // Sorted by size, with the later of two equal rings first. Of two identical rings, the later
      // one is the inner one.
      let order = (0..<count).sorted {
        (areas[$0].magnitude, $1) < (areas[$1].magnitude, $0)
      }
      var parent = [Int](repeating: -1, count: count)
      var strips = BoxStrips(around: boxes)
      // From the largest down. So the rings in the strips are larger, and the smallest is last.
      for ring in order.reversed() {
        let around = strips.last(at: boxes[ring].minX) { candidate in
          boxes[candidate].contains(boxes[ring])
            && Nesting.isInside(ring, other: candidate, geometry: geometry, areas: areas)
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

    /// Returns whether a ring is inside a larger one. Its first vertex that is not on the other's
    /// boundary decides.
    private static func isInside(
      _ ring: Int, other: Int, geometry: Geometry, areas: [Double]
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
      // The same outline twice: a hole that fills its shell, or a repeated shell.
      return (areas[ring] > 0) != (areas[other] > 0)
    }
  }
}

/// Boxes sorted into vertical strips, so that each is compared only with its neighbors.
private struct BoxStrips {
  private var strips: [[Int]]
  private let minX: Double
  private let stripsPerUnit: Double

  init(around boxes: [Envelope]) {
    var all = Envelope.empty
    for box in boxes { all.formUnion(box) }
    // Few strips for few boxes, and never so many that a thousand wide boxes cost more than they
    // save.
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

  /// Returns the last inserted box in the strip of x that satisfies the test.
  func last(at x: Double, where test: (Int) -> Bool) -> Int? {
    strips[strip(x)].last(where: test)
  }
}
