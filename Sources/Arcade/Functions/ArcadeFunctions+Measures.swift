import Bytes
import Geometry

// Function reference: geometry functions that measure.
//
// Planar functions measure by coordinates. Geographic coordinates are projected to Web Mercator
// first, as web maps do. Without a unit, results are in the unit of the spatial reference. Geodetic
// functions measure along shortest lines on the WGS 84 ellipsoid. Without a unit, results are in
// meters.

extension ArcadeFunctions {
  static let measures: [ArcadeFunction] = [
    measure("Area", pointsAs: .polygon, isArea: true) { $0.area() },
    measure("Length", pointsAs: .lineString) { $0.length() },
    measure("Length3D", pointsAs: .lineString) { $0.length(withHeights: true) },
    geodetic("AreaGeodetic", pointsAs: .polygon, isArea: true) { $0.geodesicArea() },
    geodetic("LengthGeodetic", pointsAs: .lineString) { $0.geodesicLength() },
    ArcadeFunction("Distance", 2...3) { run, arguments throws(ArcadeProblem) in
      guard let one = try run.shape(arguments, 0, pointsAs: .multiPoint),
        let two = try run.shape(arguments, 1, pointsAs: .multiPoint)
      else { return .null }
      try run.checkReferences(of: one, and: two, arguments)
      let (left, meters) = try run.planar(one, arguments)
      let (right, _) = try run.planar(two, arguments)
      guard let distance = left.distance(to: right) else { return .null }
      return .number(
        try run.measured(distance, meters: meters, arguments, unitAt: 2, isArea: false))
    },
    ArcadeFunction("DistanceGeodetic", 2...4) { run, arguments throws(ArcadeProblem) in
      try run.checkCurve(arguments, 3)
      guard let one = try run.point(arguments, 0), let two = try run.point(arguments, 1) else {
        return .null
      }
      try run.checkReferences(of: one, and: two, arguments)
      let (left, right) = (try run.onEarth(one, arguments), try run.onEarth(two, arguments))
      let distance = CoordinateTransform.geodesicDistance(
        from: (left.x(0), left.y(0)), to: (right.x(0), right.y(0)))
      guard let distance else { throw run.tooFar(arguments) }
      return .number(try run.measured(distance, meters: 1, arguments, unitAt: 2, isArea: false))
    },
    direction("Angle") { Transcendental.atan2($1, $0) },
    direction("Bearing") { Transcendental.atan2($0, $1) },
  ]

  private static func measure(
    _ name: String, pointsAs points: GeometryKind, isArea: Bool = false,
    _ size: @escaping @Sendable (Geometry) -> Double
  ) -> ArcadeFunction {
    ArcadeFunction(name, 1...2) { run, arguments throws(ArcadeProblem) in
      try run.sum(arguments, pointsAs: points) { (run, held) throws(ArcadeProblem) in
        let (shape, meters) = try run.planar(held, arguments)
        return try run.measured(size(shape), meters: meters, arguments, unitAt: 1, isArea: isArea)
      }
    }
  }

  private static func geodetic(
    _ name: String, pointsAs points: GeometryKind, isArea: Bool = false,
    _ size: @escaping @Sendable (Geometry) -> Double?
  ) -> ArcadeFunction {
    ArcadeFunction(name, 1...3) { run, arguments throws(ArcadeProblem) in
      try run.checkCurve(arguments, 2)
      return try run.sum(arguments, pointsAs: points) { (run, held) throws(ArcadeProblem) in
        try run.charge(steps: held.geometry.vertexCount * 16)
        guard let size = size(try run.onEarth(held, arguments)) else { throw run.tooFar(arguments) }
        return try run.measured(size, meters: 1, arguments, unitAt: 1, isArea: isArea)
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
        guard let point = try run.point(arguments, index) else { return .null }
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

extension ArcadeWorkspace {
  /// The geometry of an argument, which must be a geometry, a feature or an array of points.
  mutating func shape(
    _ arguments: ArcadeArguments, _ index: Int, pointsAs kind: GeometryKind
  ) throws(ArcadeProblem) -> HeldGeometry? {
    guard case .array(let array) = value(arguments, index) else {
      return try shape(arguments, index)
    }
    var shape = HeldGeometry(Geometry(kind), wkid: 0)
    for element in elements(of: array) {
      guard case .geometry(let point) = element, let held = held(point),
        held.geometry.kind == .point, !held.geometry.isEmpty
      else {
        throw wrongType(arguments, index, expected: "a geometry, a feature or an array of points")
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
  mutating func point(
    _ arguments: ArcadeArguments, _ index: Int
  ) throws(ArcadeProblem) -> HeldGeometry? {
    guard let held = try shape(arguments, index) else { return nil }
    guard held.geometry.kind == .point else {
      throw wrongType(arguments, index, expected: "a point or a feature with a point")
    }
    return held.geometry.isEmpty ? nil : held
  }

  /// The sum for a geometry, or for all features of a set; 0 for null.
  fileprivate mutating func sum(
    _ arguments: ArcadeArguments, pointsAs points: GeometryKind,
    _ size: (inout ArcadeWorkspace, HeldGeometry) throws(ArcadeProblem) -> Double
  ) throws(ArcadeProblem) -> ArcadeValue {
    if case .featureSet(let set) = value(arguments, 0) {
      return try shared(set) { (run) throws(ArcadeProblem) in
        try "\(arguments.function) \(run.spelled(arguments, from: 1))"
      } make: { (run) throws(ArcadeProblem) in
        .number(try run.sum(of: set, size))
      }
    }
    guard let held = try shape(arguments, 0, pointsAs: points) else { return .number(0) }
    try charge(steps: held.geometry.vertexCount / 4)
    return .number(try size(&self, held))
  }

  private mutating func sum(
    of set: ArcadeFeatureSet,
    _ size: (inout ArcadeWorkspace, HeldGeometry) throws(ArcadeProblem) -> Double
  ) throws(ArcadeProblem) -> Double {
    var sum = 0.0
    for index in 0..<count(of: set) {
      guard let feature = try row(at: index, of: set), let shape = try geometry(of: feature),
        let held = held(shape)
      else { continue }
      sum += try size(&self, held)
      // Release each feature before reading the next.
      heap.features.removeLast()
      heap.geometries.removeLast()
    }
    return sum
  }

  /// A geometry with planar coordinates, and the meters of its unit; nil meters if its spatial
  /// reference is unknown.
  mutating func planar(
    _ held: HeldGeometry, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> (Geometry, meters: Double?) {
    let reference = SpatialReference(epsg: held.wkid)
    guard held.wkid != 0, let system = reference.system else { return (held.geometry, nil) }
    guard system.projection == nil else { return (held.geometry, system.unit.meters) }
    return (try transformed(held.geometry, from: reference, to: .webMercator, arguments), 1)
  }

  /// A geometry in longitude and latitude.
  mutating func onEarth(
    _ held: HeldGeometry, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> Geometry {
    try transformed(
      held.geometry, from: SpatialReference(epsg: held.wkid), to: .wgs84, arguments)
  }

  private mutating func transformed(
    _ geometry: Geometry, from source: SpatialReference, to target: SpatialReference,
    _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> Geometry {
    try charge(steps: geometry.vertexCount)
    var geometry = geometry
    do throws(GeometryError) {
      try CoordinateTransform(from: source, to: target).apply(to: &geometry)
    } catch {
      throw badArgument(arguments, 0, message: "\(error)")
    }
    return geometry
  }

  /// Converts a size to the unit in an argument. Without a unit, the size is unchanged.
  func measured(
    _ size: Double, meters: Double?, _ arguments: ArcadeArguments, unitAt index: Int,
    isArea: Bool
  ) throws(ArcadeProblem) -> Double {
    let name = value(arguments, index)
    if name.isEmpty { return size }
    guard let unit = ArcadeUnit(name), let one = isArea ? unit.squareMeters : unit.meters else {
      throw badArgument(
        arguments, index, message: "it is not a unit of \(isArea ? "area" : "length")")
    }
    guard let meters else {
      throw badArgument(arguments, 0, message: "the unit of its spatial reference is unknown")
    }
    return size * (isArea ? meters * meters : meters) / one
  }

  /// Refuses kinds of lines other than geodesic ones.
  fileprivate func checkCurve(
    _ arguments: ArcadeArguments, _ index: Int
  ) throws(ArcadeProblem) {
    let name = value(arguments, index)
    if name.isEmpty { return }
    guard case .text(let text) = name, text.lowercased() == "geodesic" else {
      throw badArgument(arguments, index, message: "only geodesic lines are supported")
    }
  }

  fileprivate func tooFar(_ arguments: ArcadeArguments) -> ArcadeProblem {
    badArgument(arguments, 0, message: "two of its points are on opposite sides of the earth")
  }
}
