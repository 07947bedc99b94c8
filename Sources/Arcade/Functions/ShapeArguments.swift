import Geometry

/// How geometry functions read their arguments.
enum ShapeArguments {
  /// The geometry of an argument, which must be a geometry or a feature. Nil for null and for
  /// features without a geometry.
  static func shape(
    _ arguments: ArcadeArguments, _ index: Int, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> HeldGeometry? {
    switch run.value(arguments, index) {
    case .geometry(let geometry): return run.held(geometry)
    case .feature(let feature): return try run.geometry(of: feature).flatMap { run.held($0) }
    case .null: return nil
    default: throw run.wrongType(arguments, index, expected: "a geometry or a feature")
    }
  }

  /// Refuses different spatial references, and counts the work of a comparison.
  static func checkReferences(
    of one: HeldGeometry, and two: HeldGeometry, _ arguments: ArcadeArguments,
    in run: inout ArcadeRun
  ) throws(ArcadeProblem) {
    guard one.wkid == two.wkid || one.wkid == 0 || two.wkid == 0 else {
      throw run.badArgument(
        arguments, 1,
        message: "its spatial reference is \(two.wkid), but argument 1 has \(one.wkid)")
    }
    let (most, least) = (one.geometry.vertexCount, two.geometry.vertexCount)
    try run.budget.charge(
      steps: most + least + most.multipliedReportingOverflow(by: least).partialValue / 16)
  }

  /// The geometry of an argument, which must be a geometry, a feature or an array of points.
  static func shape(
    _ arguments: ArcadeArguments, _ index: Int, pointsAs kind: GeometryKind, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> HeldGeometry? {
    guard case .array(let array) = run.value(arguments, index) else {
      return try shape(arguments, index, in: &run)
    }
    var shape = HeldGeometry(Geometry(kind), wkid: 0)
    for element in run.elements(of: array) {
      guard case .geometry(let point) = element, let held = run.held(point),
        held.geometry.kind == .point, !held.geometry.isEmpty
      else {
        throw run.wrongType(
          arguments, index, expected: "a geometry, a feature or an array of points")
      }
      shape.wkid = held.wkid
      shape.geometry.coordinates += [held.geometry.x(0), held.geometry.y(0)]
    }
    if kind == .polygon, !shape.geometry.isEmpty {
      let (x, y) = (shape.geometry.x(0), shape.geometry.y(0))
      let last = shape.geometry.vertexCount - 1
      if shape.geometry.x(last) != x || shape.geometry.y(last) != y {
        shape.geometry.coordinates += [x, y]
      }
      shape.geometry.polygonEnds = [1]
    }
    if kind != .multiPoint { shape.geometry.partEnds = [shape.geometry.vertexCount] }
    return shape
  }

  /// The point of an argument, which must be a point or a feature with a point; nil for null.
  static func point(
    _ arguments: ArcadeArguments, _ index: Int, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> HeldGeometry? {
    guard let held = try shape(arguments, index, in: &run) else { return nil }
    guard held.geometry.kind == .point else {
      throw run.wrongType(arguments, index, expected: "a point or a feature with a point")
    }
    return held.geometry.isEmpty ? nil : held
  }
}
