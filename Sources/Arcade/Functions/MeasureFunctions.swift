import Bytes
import Geometry

/// Function reference: geometry functions that measure.
///
/// Planar functions measure by coordinates. Geographic coordinates are projected to Web Mercator
/// first, as web maps do. Without a unit, results are in the unit of the spatial reference. Geodetic
/// functions measure along shortest lines on the WGS 84 ellipsoid. Without a unit, results are in
/// meters.
enum MeasureFunctions {
  static let all: [ArcadeFunction] = [
    measure("Area", pointsAs: .polygon, isArea: true) { PlanarMeasures($0).area() },
    measure("Length", pointsAs: .lineString) { PlanarMeasures($0).length() },
    measure("Length3D", pointsAs: .lineString) { PlanarMeasures($0).length(withHeights: true) },
    geodetic("AreaGeodetic", pointsAs: .polygon, isArea: true) { GeodesicMeasures($0).area() },
    geodetic("LengthGeodetic", pointsAs: .lineString) { GeodesicMeasures($0).length() },
    ArcadeFunction("Distance", 2...3) { run, arguments throws(ArcadeProblem) in
      guard let one = try ShapeArguments.shape(arguments, 0, pointsAs: .multiPoint, in: &run),
        let two = try ShapeArguments.shape(arguments, 1, pointsAs: .multiPoint, in: &run)
      else { return .null }
      let other = try ShapeArguments.aligned(two, with: one, arguments, in: &run)
      let (left, meters) = try planar(one, arguments, in: &run)
      let (right, _) = try planar(other, arguments, in: &run)
      guard let distance = PlanarMeasures(left).distance(to: right) else { return .null }
      return .number(
        try measured(distance, meters: meters, arguments, unitAt: 2, isArea: false, in: run))
    },
    ArcadeFunction("DistanceGeodetic", 2...4) { run, arguments throws(ArcadeProblem) in
      try checkCurve(arguments, 3, in: run)
      guard let one = try ShapeArguments.point(arguments, 0, in: &run),
        let two = try ShapeArguments.point(arguments, 1, in: &run)
      else {
        return .null
      }
      let (left, right) = (
        try onEarth(one, arguments, in: &run), try onEarth(two, arguments, in: &run)
      )
      let distance = GeodesicMeasures.distance(
        from: (left.x(0), left.y(0)), to: (right.x(0), right.y(0)))
      guard let distance else { throw tooFar(arguments, in: run) }
      return .number(
        try measured(distance, meters: 1, arguments, unitAt: 2, isArea: false, in: run))
    },
    direction("Angle") { Transcendental.atan2($1, $0) },
    direction("Bearing") { Transcendental.atan2($0, $1) },
  ]

  private static func measure(
    _ name: String, pointsAs points: GeometryKind, isArea: Bool = false,
    _ size: @escaping @Sendable (Geometry) -> Double
  ) -> ArcadeFunction {
    ArcadeFunction(name, 1...2) { run, arguments throws(ArcadeProblem) in
      try sum(arguments, pointsAs: points, in: &run) { (run, held) throws(ArcadeProblem) in
        let (shape, meters) = try planar(held, arguments, in: &run)
        return try measured(
          size(shape), meters: meters, arguments, unitAt: 1, isArea: isArea, in: run)
      }
    }
  }

  private static func geodetic(
    _ name: String, pointsAs points: GeometryKind, isArea: Bool = false,
    _ size: @escaping @Sendable (Geometry) -> Double?
  ) -> ArcadeFunction {
    ArcadeFunction(name, 1...3) { run, arguments throws(ArcadeProblem) in
      try checkCurve(arguments, 2, in: run)
      return try sum(arguments, pointsAs: points, in: &run) { (run, held) throws(ArcadeProblem) in
        try run.budget.charge(steps: held.geometry.vertexCount * 16)
        guard let size = size(try onEarth(held, arguments, in: &run)) else {
          throw tooFar(arguments, in: run)
        }
        return try measured(size, meters: 1, arguments, unitAt: 1, isArea: isArea, in: run)
      }
    }
  }

  /// Makes `Angle` or `Bearing`: the direction from the first point to the second. With a third
  /// point, the angle at the second one.
  private static func direction(
    _ name: String, _ angle: @escaping @Sendable (_ east: Double, _ north: Double) -> Double
  ) -> ArcadeFunction {
    ArcadeFunction(name, 2...3) { run, arguments throws(ArcadeProblem) in
      var points: [Geometry] = []
      for index in 0..<arguments.count {
        guard let point = try ShapeArguments.point(arguments, index, in: &run) else { return .null }
        points.append(point.geometry)
      }
      func angleOfLine(from one: Geometry, to two: Geometry) -> Double {
        angle(two.x(0) - one.x(0), two.y(0) - one.y(0)) * 180 / .pi
      }
      let degrees =
        points.count == 2
        ? angleOfLine(from: points[0], to: points[1])
        : angleOfLine(from: points[1], to: points[2]) - angleOfLine(from: points[1], to: points[0])
      let turn = degrees.truncatingRemainder(dividingBy: 360)
      return .number(turn < 0 ? turn + 360 : turn)
    }
  }
}

extension MeasureFunctions {
  /// The sum for a geometry, or for all features of a set; 0 for null.
  private static func sum(
    _ arguments: ArcadeArguments, pointsAs points: GeometryKind, in run: inout ArcadeRun,
    _ size: (inout ArcadeRun, HeldGeometry) throws(ArcadeProblem) -> Double
  ) throws(ArcadeProblem) -> ArcadeValue {
    if case .featureSet(let set) = run.value(arguments, 0) {
      return try ResultSharing.shared(set, in: &run) { (run) throws(ArcadeProblem) in
        try "\(arguments.function) \(ResultSharing.spelled(arguments, from: 1, in: &run))"
      } make: { (run) throws(ArcadeProblem) in
        .number(try sum(of: set, in: &run, size))
      }
    }
    guard let held = try ShapeArguments.shape(arguments, 0, pointsAs: points, in: &run) else {
      return .number(0)
    }
    try run.budget.charge(steps: held.geometry.vertexCount / 4)
    return .number(try size(&run, held))
  }

  private static func sum(
    of set: ArcadeFeatureSet, in run: inout ArcadeRun,
    _ size: (inout ArcadeRun, HeldGeometry) throws(ArcadeProblem) -> Double
  ) throws(ArcadeProblem) -> Double {
    var sum = 0.0
    for index in 0..<run.count(of: set) {
      guard let feature = try run.row(at: index, of: set),
        let shape = try run.geometry(of: feature),
        let held = run.held(shape)
      else { continue }
      sum += try size(&run, held)
      // Release each feature before reading the next.
      run.heap.features.removeLast()
      run.heap.geometries.removeLast()
    }
    return sum
  }

  /// A geometry with planar coordinates, and the meters of its unit; nil meters if its spatial
  /// reference is unknown.
  private static func planar(
    _ held: HeldGeometry, _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> (Geometry, meters: Double?) {
    let reference = held.reference.definition
    guard let system = reference.system else { return (held.geometry, nil) }
    guard system.projection == nil else { return (held.geometry, system.unit.meters) }
    return (
      try transformed(held.geometry, from: reference, to: .webMercator, arguments, in: &run), 1
    )
  }

  /// A geometry in longitude and latitude.
  private static func onEarth(
    _ held: HeldGeometry, _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> Geometry {
    try transformed(
      held.geometry, from: held.reference.definition, to: .wgs84, arguments, in: &run)
  }

  private static func transformed(
    _ geometry: Geometry, from source: SpatialReference, to target: SpatialReference,
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> Geometry {
    try run.budget.charge(steps: geometry.vertexCount)
    var geometry = geometry
    try run.reading(arguments, 0) { () throws(GeometryError) in
      try CoordinateTransform(from: source, to: target).apply(to: &geometry)
    }
    return geometry
  }

  /// Converts a size to the unit in an argument. Without a unit, the size is unchanged.
  private static func measured(
    _ size: Double, meters: Double?, _ arguments: ArcadeArguments, unitAt index: Int,
    isArea: Bool, in run: ArcadeRun
  ) throws(ArcadeProblem) -> Double {
    let name = run.value(arguments, index)
    if name.isEmpty { return size }
    guard let unit = ArcadeUnit(name), let one = isArea ? unit.squareMeters : unit.meters else {
      throw run.badArgument(
        arguments, index, message: "it is not a unit of \(isArea ? "area" : "length")")
    }
    guard let meters else {
      throw run.badArgument(arguments, 0, message: "the unit of its spatial reference is unknown")
    }
    return size * (isArea ? meters * meters : meters) / one
  }

  /// Refuses kinds of lines other than geodesic ones.
  static func checkCurve(
    _ arguments: ArcadeArguments, _ index: Int, in run: ArcadeRun
  ) throws(ArcadeProblem) {
    let name = run.value(arguments, index)
    if name.isEmpty { return }
    guard case .text(let text) = name, text.lowercased() == "geodesic" else {
      throw run.badArgument(arguments, index, message: "only geodesic lines are supported")
    }
  }

  private static func tooFar(_ arguments: ArcadeArguments, in run: ArcadeRun) -> ArcadeProblem {
    run.badArgument(arguments, 0, message: "two of its points are on opposite sides of the earth")
  }
}
