import Geometry

/// Function reference: geometry functions that derive one geometry from another, or find positions
/// on it.
enum ShapingFunctions {
  static let all: [ArcadeFunction] = [
    ArcadeFunction("ConvexHull", 1) { run, arguments throws(ArcadeProblem) in
      guard let held = try ShapeArguments.shape(arguments, 0, in: &run) else { return .null }
      try run.budget.charge(steps: held.geometry.vertexCount * 4)
      return try run.makeValue(
        HeldGeometry(Reshaping(held.geometry).convexHull(), reference: held.reference))
    },
    ArcadeFunction("Rotate", 2...3) { run, arguments throws(ArcadeProblem) in
      guard let held = try ShapeArguments.shape(arguments, 0, in: &run) else { return .null }
      let angle = run.number(arguments, 1)
      guard angle.isFinite else {
        throw run.badArgument(arguments, 1, message: "it is not a number")
      }
      let origin = try ShapeArguments.point(arguments, 2, in: &run)?.geometry
      let box = held.geometry.envelope()
      guard !box.isEmpty else { return .null }
      let x = origin?.x(0) ?? (box.minX + box.maxX) / 2
      let y = origin?.y(0) ?? (box.minY + box.maxY) / 2
      let turned = Reshaping(held.geometry).rotated(degrees: angle, aboutX: x, y: y)
      return try run.makeValue(HeldGeometry(turned, reference: held.reference))
    },
    ArcadeFunction("Densify", 2...3) { run, arguments throws(ArcadeProblem) in
      guard let held = try ShapeArguments.shape(arguments, 0, in: &run) else { return .null }
      let longest = try ShapeArguments.distance(arguments, 1, unitAt: 2, of: held, in: &run)
      guard longest > 0 else {
        throw run.badArgument(arguments, 1, message: "it must be greater than 0")
      }
      let limit = run.budget.limits.arrayLength / 4
      guard let dense = Reshaping(held.geometry).densified(longest: longest, limit: limit) else {
        throw .arrayTooLong(limit: run.budget.limits.arrayLength)
      }
      return try run.makeValue(HeldGeometry(dense, reference: held.reference))
    },
    ArcadeFunction("Generalize", 2...4) { run, arguments throws(ArcadeProblem) in
      guard let held = try ShapeArguments.shape(arguments, 0, in: &run) else { return .null }
      let deviation = try ShapeArguments.distance(arguments, 1, unitAt: 3, of: held, in: &run)
      let removes = run.value(arguments, 2)
      let count = held.geometry.vertexCount
      try run.budget.charge(
        steps: count.multipliedReportingOverflow(by: count / 16 + 1).partialValue)
      let simple = Reshaping(held.geometry).generalized(
        tolerance: deviation, removesDegenerate: removes.isNull || removes.asBoolean)
      return try run.makeValue(HeldGeometry(simple, reference: held.reference))
    },
    ArcadeFunction("MultiPartToSinglePart", 1) { run, arguments throws(ArcadeProblem) in
      guard let held = try ShapeArguments.shape(arguments, 0, in: &run) else { return .null }
      var parts: [ArcadeValue] = []
      for part in Reshaping(held.geometry).singleParts() {
        parts.append(try run.makeValue(HeldGeometry(part, reference: held.reference)))
      }
      return try run.makeValue(parts)
    },
    ArcadeFunction("RingIsClockwise", 1) { run, arguments throws(ArcadeProblem) in
      guard case .array = run.value(arguments, 0),
        let ring = try ShapeArguments.shape(arguments, 0, pointsAs: .polygon, in: &run),
        !ring.geometry.isEmpty
      else { throw run.wrongType(arguments, 0, expected: "an array of points") }
      return .boolean(ring.geometry.doubleSignedArea(ofPart: 0) < 0)
    },
    nearest("NearestCoordinate") { shape, x, y in
      // Inside a polygon, the nearest position is the point itself.
      shape.intersects(Geometry(x: x, y: y))
        ? NearPosition(x: x, y: y, distance: 0, side: 0) : PlanarMeasures(shape).nearest(x: x, y: y)
    },
    nearest("NearestVertex") { PlanarMeasures($0).nearestVertex(x: $1, y: $2) },
  ]

  private static func nearest(
    _ name: String,
    _ find: @escaping @Sendable (Geometry, Double, Double) -> NearPosition?
  ) -> ArcadeFunction {
    ArcadeFunction(name, 2) { run, arguments throws(ArcadeProblem) in
      guard let held = try ShapeArguments.shape(arguments, 0, in: &run),
        let point = try ShapeArguments.point(arguments, 1, in: &run)
      else {
        return .null
      }
      let near = try ShapeArguments.aligned(point, with: held, arguments, in: &run).geometry
      guard let found = find(held.geometry, near.x(0), near.y(0)) else {
        return .null
      }
      var entries = ArcadeEntries()
      let nearest = Geometry(x: found.x, y: found.y)
      entries.set("coordinate", try run.makeValue(HeldGeometry(nearest, reference: held.reference)))
      entries.set("distance", .number(found.distance))
      if name == "NearestCoordinate" {
        let side = found.distance == 0 ? "straddle" : found.side < 0 ? "right" : "left"
        entries.set("sideOfLine", .text(side))
      }
      return try run.makeValue(entries)
    }
  }
}
