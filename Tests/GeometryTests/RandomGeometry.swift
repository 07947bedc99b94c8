import Geometry
import TestSupport

/// Random geometries of every kind and dimension, for round trips.
struct RandomGeometry {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A geometry of any kind and dimensions, empty one time in ten. Rings are closed and simple.
  mutating func next(hasM: Bool? = nil) -> Geometry {
    let kind = GeometryKind.allCases.randomElement(using: &generator) ?? .point
    var geometry = Geometry(
      kind, hasZ: Bool.random(using: &generator),
      hasM: hasM ?? Bool.random(using: &generator))
    guard generator.integer(in: 0...9) > 0 else { return geometry }
    switch kind {
    case .point: addVertices(1, to: &geometry)
    case .multiPoint: addVertices(generator.integer(in: 1...5), to: &geometry)
    case .lineString: addLine(to: &geometry)
    case .multiLineString:
      for _ in 0..<generator.integer(in: 1...4) { addLine(to: &geometry) }
    case .polygon: addPolygon(0, to: &geometry)
    case .multiPolygon:
      for index in 0..<generator.integer(in: 1...4) { addPolygon(index, to: &geometry) }
    }
    return geometry
  }

  private mutating func number() -> Double {
    Double.random(in: -1e6...1e6, using: &generator)
  }

  private mutating func addVertices(_ count: Int, to geometry: inout Geometry) {
    for _ in 0..<count * geometry.stride { geometry.coordinates.append(number()) }
  }

  private mutating func addLine(to geometry: inout Geometry) {
    addVertices(generator.integer(in: 2...6), to: &geometry)
    geometry.partEnds.append(geometry.vertexCount)
  }

  /// A star-shaped counter-clockwise shell with up to two clockwise holes, in its own grid cell.
  private mutating func addPolygon(_ cell: Int, to geometry: inout Geometry) {
    let center = Double(cell) * 1000 - 1500
    addRing(x: center, y: 0, radius: 200...400, isHole: false, to: &geometry)
    for hole in 0..<generator.integer(in: 0...2) {
      addRing(
        x: center + Double(hole) * 80 - 40, y: 0, radius: 10...30, isHole: true, to: &geometry)
    }
    geometry.polygonEnds.append(geometry.partEnds.count)
  }

  private mutating func addRing(
    x: Double, y: Double, radius: ClosedRange<Double>, isHole: Bool, to geometry: inout Geometry
  ) {
    // Corners of a polygon, by the rational form of the unit circle.
    let count = generator.integer(in: 4...9)
    let first = geometry.coordinates.count
    for step in 0..<count {
      let turn = 4 * Double(isHole ? count - 1 - step : step) / Double(count)
      let quarter = turn.rounded(.down)
      let t = turn - quarter
      let scale = Double.random(in: radius, using: &generator) / (1 + t * t)
      let (u, v) = (scale * (1 - t * t), scale * 2 * t)
      let corner: (Double, Double)
      switch quarter {
      case 0: corner = (u, v)
      case 1: corner = (-v, u)
      case 2: corner = (-u, -v)
      default: corner = (v, -u)
      }
      geometry.coordinates.append(x + corner.0)
      geometry.coordinates.append(y + corner.1)
      for _ in 2..<geometry.stride { geometry.coordinates.append(number()) }
    }
    geometry.coordinates += geometry.coordinates[first..<first + geometry.stride]
    geometry.partEnds.append(geometry.vertexCount)
  }
}
