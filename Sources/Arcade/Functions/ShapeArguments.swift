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

  /// A second geometry in the coordinates of the first, so that they can be compared. Counts the
  /// work of the comparison.
  static func aligned(
    _ two: HeldGeometry, with one: HeldGeometry, _ arguments: ArcadeArguments,
    in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> HeldGeometry {
    try charge(one, two, in: &run)
    guard !one.reference.isNone, !two.reference.isNone, !one.reference.isSame(as: two.reference)
    else { return two }
    guard let moved = run.transformed(two, to: one.reference) else {
      throw run.badArgument(
        arguments, 1,
        message: "its spatial reference is \(two.reference.wkid), but argument 1 has "
          + "\(one.reference.wkid), and Fieldpack can't transform between the two")
    }
    return moved
  }

  private static func charge(
    _ one: HeldGeometry, _ two: HeldGeometry, in run: inout ArcadeRun
  ) throws(ArcadeProblem) {
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
    var shape = HeldGeometry(Geometry(kind), reference: .none)
    for element in run.elements(of: array) {
      guard case .geometry(let point) = element, let held = run.held(point),
        held.geometry.kind == .point, !held.geometry.isEmpty
      else {
        throw run.wrongType(
          arguments, index, expected: "a geometry, a feature or an array of points")
      }
      shape.reference = held.reference
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

extension ShapeArguments {
  /// A distance in an argument, converted from the unit in another argument to the unit of a
  /// geometry's coordinates.
  static func distance(
    _ arguments: ArcadeArguments, _ index: Int, unitAt: Int, of held: HeldGeometry,
    in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> Double {
    let distance = run.number(arguments, index)
    guard distance.isFinite else {
      throw run.badArgument(arguments, index, message: "it is not a number")
    }
    guard !run.value(arguments, unitAt).isEmpty else { return distance }
    let system = held.reference.definition.system
    guard let system, system.projection != nil else {
      throw run.badArgument(arguments, 0, message: "its coordinates are not in a unit of length")
    }
    guard let meters = ArcadeUnit(run.value(arguments, unitAt))?.meters else {
      throw run.badArgument(arguments, unitAt, message: "it is not a unit of length")
    }
    return distance * meters / system.unit.meters
  }
}
