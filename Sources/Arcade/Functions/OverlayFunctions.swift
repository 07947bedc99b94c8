import Geometry

/// Function reference: geometry functions that combine geometries, or grow them.
enum OverlayFunctions {
  /// The vertices of a full circle, as ArcGIS writes it.
  private static let verticesPerCircle = 96

  static let all: [ArcadeFunction] = [
    combination("Intersection", .intersection),
    combination("Difference", .difference),
    combination("SymmetricDifference", .symmetricDifference),
    ArcadeFunction("Union", 1...ArcadeFunction.many) { run, arguments throws(ArcadeProblem) in
      try union(arguments, in: &run)
    },
    ArcadeFunction("Clip", 2) { run, arguments throws(ArcadeProblem) in
      guard let held = try ShapeArguments.shape(arguments, 0, in: &run),
        let frame = try ShapeArguments.shape(arguments, 1, in: &run)
      else { return .null }
      guard frame.isExtent else { throw run.wrongType(arguments, 1, expected: "an extent") }
      return try combined(held, frame, .intersection, arguments, in: &run)
    },
    ArcadeFunction("Cut", 2) { run, arguments throws(ArcadeProblem) in
      try cut(arguments, in: &run)
    },
    ArcadeFunction("Buffer", 2...3) { run, arguments throws(ArcadeProblem) in
      guard let held = try ShapeArguments.shape(arguments, 0, in: &run) else { return .null }
      let distance = try ShapeArguments.distance(arguments, 1, unitAt: 2, of: held, in: &run)
      try charge(held, in: &run)
      let region = try run.reading(arguments, 0) { () throws(GeometryError) in
        try PlanarBuffer(distance: distance, verticesPerCircle: verticesPerCircle)
          .region(around: held.geometry)
      }
      return try value(region, held.reference, in: &run)
    },
    ArcadeFunction("BufferGeodetic", 2...4) { run, arguments throws(ArcadeProblem) in
      try geodeticBuffer(arguments, in: &run)
    },
  ]

  private static func combination(_ name: String, _ operation: SetOperation) -> ArcadeFunction {
    ArcadeFunction(name, 2) { run, arguments throws(ArcadeProblem) in
      let one = try ShapeArguments.shape(arguments, 0, in: &run)
      let two = try ShapeArguments.shape(arguments, 1, in: &run)
      guard let one, let two else {
        guard let one, case .difference = operation else { return .null }
        return try run.makeValue(one)
      }
      return try combined(one, two, operation, arguments, in: &run)
    }
  }

  private static func combined(
    _ one: HeldGeometry, _ two: HeldGeometry, _ operation: SetOperation,
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    let other = try ShapeArguments.aligned(two, with: one, arguments, in: &run)
    try charge(one, in: &run)
    try charge(other, in: &run)
    try chargeLines(one, other, in: &run)
    let result = try run.reading(arguments, 0) { () throws(GeometryError) in
      try operation.result(of: one.geometry, and: other.geometry)
    }
    return try value(result, one.reference, in: &run)
  }

  /// Unites geometries, features, and arrays of them. Nulls are left out.
  private static func union(
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    var whole: HeldGeometry?
    for value in run.flattened(arguments) {
      let next: HeldGeometry?
      switch value {
      case .geometry(let geometry): next = run.held(geometry)
      case .feature(let feature):
        next = try run.geometry(of: feature).flatMap { run.held($0) }
      case .null: next = nil
      default:
        throw run.badArgument(arguments, 0, message: "\(value.kind) is no geometry or feature")
      }
      guard let next else { continue }
      guard let first = whole else {
        whole = next
        continue
      }
      let other = try ShapeArguments.aligned(next, with: first, arguments, in: &run)
      try charge(first, in: &run)
      let united = try run.reading(arguments, 0) { () throws(GeometryError) in
        try SetOperation.union.result(of: first.geometry, and: other.geometry)
      }
      whole = united.map { HeldGeometry($0, reference: first.reference) }
    }
    guard let whole else { return .null }
    return try run.makeValue(whole)
  }

  /// The parts of a line or polygon on both sides of a line.
  private static func cut(
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let held = try ShapeArguments.shape(arguments, 0, in: &run), !held.isExtent else {
      return try run.makeValue([])
    }
    guard let line = try ShapeArguments.shape(arguments, 1, in: &run) else {
      return try run.makeValue([try run.makeValue(held)])
    }
    guard line.geometry.dimension == 1 else {
      throw run.wrongType(arguments, 1, expected: "a polyline")
    }
    let along = try ShapeArguments.aligned(line, with: held, arguments, in: &run)
    try charge(held, in: &run)
    try charge(along, in: &run)
    try chargeLines(held, along, in: &run)
    let parts = try run.reading(arguments, 0) { () throws(GeometryError) in
      try ShapeCut.parts(of: held.geometry, along: along.geometry)
    }
    var values: [ArcadeValue] = []
    for part in parts {
      values.append(try run.makeValue(HeldGeometry(part, reference: held.reference)))
    }
    return try run.makeValue(values)
  }

  /// The region within a distance on the ellipsoid, in meters or a unit.
  private static func geodeticBuffer(
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    try MeasureFunctions.checkCurve(arguments, 3, in: run)
    guard let held = try ShapeArguments.shape(arguments, 0, in: &run) else { return .null }
    var meters = run.number(arguments, 1)
    if !run.value(arguments, 2).isEmpty {
      guard let unit = ArcadeUnit(run.value(arguments, 2))?.meters else {
        throw run.badArgument(arguments, 2, message: "it is not a unit of length")
      }
      meters *= unit
    }
    guard meters.isFinite else {
      throw run.badArgument(arguments, 1, message: "it is not a number")
    }
    guard meters > 0 else {
      if held.geometry.kind == .polygon || held.geometry.kind == .multiPolygon, meters == 0 {
        return try run.makeValue(held)
      }
      guard meters < 0 else { return .null }
      throw run.badArgument(
        arguments, 1, message: "Fieldpack does not shrink polygons on the ellipsoid")
    }
    try charge(held, in: &run)
    let region = try run.reading(arguments, 0) { () throws(GeometryError) in
      var buffer = GeodesicBuffer(meters: meters, verticesPerCircle: verticesPerCircle)
      try buffer.add(held.geometry, in: held.reference.definition)
      return try buffer.region()
    }
    let degrees = HeldGeometry(region, reference: ShapeReference(wkid: 4_326))
    guard let moved = run.transformed(degrees, to: held.reference) else {
      throw run.badArgument(arguments, 0, message: "its spatial reference is unknown")
    }
    return try value(moved.geometry, held.reference, in: &run)
  }

  /// Cutting a shape is far more work than reading it.
  private static func charge(
    _ held: HeldGeometry, in run: inout ArcadeRun
  ) throws(ArcadeProblem) {
    try run.budget.charge(steps: 64 + held.geometry.vertexCount * 32)
  }

  /// Each side of a line is compared with all of the other shape.
  private static func chargeLines(
    _ one: HeldGeometry, _ other: HeldGeometry, in run: inout ArcadeRun
  ) throws(ArcadeProblem) {
    guard min(one.geometry.dimension, other.geometry.dimension) == 1 else { return }
    let pairs = one.geometry.vertexCount.multipliedReportingOverflow(by: other.geometry.vertexCount)
    try run.budget.charge(steps: pairs.overflow ? Int.max : pairs.partialValue / 16)
  }

  private static func value(
    _ geometry: Geometry?, _ reference: ShapeReference, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let geometry, !geometry.isEmpty else { return .null }
    return try run.makeValue(HeldGeometry(geometry, reference: reference))
  }
}
