import FeatureData
import Geometry
import Records

/// Function reference: geometry functions that make geometries from coordinates, and compare them.
/// A geometry in another spatial reference is transformed to that of the first.
enum ShapeFunctions {
  static let all: [ArcadeFunction] = [
    ArcadeFunction("Point", 1...4) { run, arguments throws(ArcadeProblem) in
      try makePoint(arguments, in: &run)
    },
    shape("Multipoint"), shape("Polyline"), shape("Polygon"),
    ArcadeFunction("Extent", 1) { run, arguments throws(ArcadeProblem) in
      try extent(arguments, in: &run)
    },
    ArcadeFunction("Centroid", 1...2) { run, arguments throws(ArcadeProblem) in
      guard let held = try ShapeArguments.shape(arguments, 0, pointsAs: .polygon, in: &run) else {
        return .null
      }
      guard arguments.count == 1 else {
        throw run.badArgument(
          arguments, 1, message: "only the centroid without options is supported")
      }
      guard let (x, y) = PlanarMeasures(held.geometry).centroid() else { return .null }
      return try run.makeValue(HeldGeometry(Geometry(x: x, y: y), reference: held.reference))
    },
    comparison("Intersects") { $0.intersects($1) },
    comparison("Disjoint") { !$0.intersects($1) },
    comparison("Contains") { $0.contains($1) },
    comparison("Within") { $1.contains($0) },
    comparison("Touches") { $0.touches($1) },
    comparison("Crosses") { $0.crosses($1) },
    comparison("Overlaps") { $0.overlaps($1) },
    comparison("EnvelopeIntersects") { $0.envelope().intersects($1.envelope()) },
  ]

  private static func shape(_ name: String) -> ArcadeFunction {
    ArcadeFunction(name, 1) { run, arguments throws(ArcadeProblem) in
      try makeShape(arguments, as: name, in: &run)
    }
  }

  /// Makes a comparison. Two geometries or features give true or false. A feature set and a
  /// geometry give the features for which it is true.
  private static func comparison(
    _ name: String, _ holds: @escaping @Sendable (Geometry, Geometry) -> Bool
  ) -> ArcadeFunction {
    ArcadeFunction(name, 2) { run, arguments throws(ArcadeProblem) in
      switch (run.value(arguments, 0), run.value(arguments, 1)) {
      case (.featureSet(let set), _):
        return try filtered(
          set, byShapeAt: 1, of: arguments, mustMeet: name != "Disjoint", in: &run
        ) { holds($1, $0) }
      case (_, .featureSet(let set)):
        return try filtered(
          set, byShapeAt: 0, of: arguments, mustMeet: name != "Disjoint", in: &run, holds)
      default: break
      }
      guard let one = try ShapeArguments.shape(arguments, 0, in: &run),
        let two = try ShapeArguments.shape(arguments, 1, in: &run)
      else {
        return .boolean(name == "Disjoint")
      }
      let other = try ShapeArguments.aligned(two, with: one, arguments, in: &run)
      return .boolean(holds(one.geometry, other.geometry))
    }
  }
}

extension ShapeFunctions {
  /// The features of a set whose geometry passes a comparison with that of an argument. The
  /// argument's geometry comes first.
  ///
  /// - Parameter mustMeet: whether only geometries whose boxes meet can pass.
  private static func filtered(
    _ set: ArcadeFeatureSet, byShapeAt index: Int, of arguments: ArcadeArguments,
    mustMeet: Bool, in run: inout ArcadeRun,
    _ holds: (Geometry, Geometry) -> Bool
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let held = run.held(set), let table = run.table(of: set) else { return .null }
    var rows: [Int] = []
    if let shape = try ShapeArguments.shape(arguments, index, in: &run),
      let field = table.schema.table.geometry
    {
      var candidate = HeldGeometry(
        Geometry(), reference: ShapeReference(field.spatialReference))
      let shape = try ShapeArguments.aligned(shape, with: candidate, arguments, in: &run)
      var work = 0
      let limit = run.budget.stepsLeft
      let allowed = run.budget.limits.steps
      let candidates =
        mustMeet ? try near(table, held.rows, meeting: shape.geometry.envelope()) : nil
      try run.eachRow(of: set, only: candidates) { (row, layout, record) throws(ArcadeProblem) in
        guard case .blob(let range) = layout.value(1, in: record.span) else { return }
        let bytes = record.span
        try candidate.read(bytes.extracting(range))
        work += candidate.geometry.vertexCount * (4 + shape.geometry.vertexCount / 16)
        guard work <= limit else { throw .tooManySteps(limit: allowed) }
        if holds(shape.geometry, candidate.geometry) { rows.append(row) }
      }
      try run.budget.charge(steps: work)
    }
    return try run.makeValue(HeldFeatureSet(table: held.table, rows: rows))
  }

  /// The rows of a set whose boxes meet a box; nil if there is no index.
  private static func near(
    _ table: ArcadeTable, _ held: [Int]?, meeting box: Envelope
  ) throws(ArcadeProblem) -> [Int]? {
    guard let found = try table.meeting?(box) else { return nil }
    guard let held else { return found }
    let near = Set(found)
    return held.filter(near.contains)
  }

  /// Makes a point from coordinates (x, y, z, m) or a dictionary (function reference, Point).
  private static func makePoint(
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard arguments.count > 1 else { return try makeShape(arguments, as: "Point", in: &run) }
    var coordinates: [Double] = []
    for index in 0..<arguments.count { coordinates.append(run.number(arguments, index)) }
    guard coordinates.allSatisfy(\.isFinite) else {
      throw run.badArgument(arguments, 0, message: "a coordinate is not a number")
    }
    var point = Geometry(.point, hasZ: arguments.count > 2, hasM: arguments.count > 3)
    point.coordinates = coordinates
    return try run.makeValue(HeldGeometry(point, reference: .none))
  }

  /// Makes a geometry of one type from a dictionary or its JSON text.
  private static func makeShape(
    _ arguments: ArcadeArguments, as name: String, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    var source = run.value(arguments, 0)
    switch source {
    case .geometry(let geometry) where run.typeName(of: geometry) == name: return source
    case .feature(let feature):
      source = try run.geometry(of: feature).map(ArcadeValue.geometry) ?? .null
    case .text(let text): source = try ArcadeJSON.value(ofJSON: text, arguments, in: &run)
    default: break
    }
    if case .null = source { return .null }
    if case .geometry(let geometry) = source, run.typeName(of: geometry) == name { return source }
    guard case .dictionary(let dictionary) = source else {
      throw run.wrongType(arguments, 0, expected: "a dictionary of a \(name)")
    }
    let entries = run.entries(of: dictionary)
    let (type, member): (EsriGeometryType, String) =
      switch name {
      case "Point": (.point, "x")
      case "Multipoint": (.multipoint, "points")
      case "Polyline": (.polyline, "paths")
      default: (.polygon, "rings")
      }
    guard entries[member] != nil else {
      throw run.badArgument(arguments, 0, message: "it has no \(member)")
    }
    return try run.makeValue(try ShapeReading.shape(of: dictionary, as: type, arguments, in: &run))
  }

  /// Makes an extent from the box around a geometry, or from its sides (function reference,
  /// Extent).
  private static func extent(
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    var source = run.value(arguments, 0)
    if case .text(let text) = source {
      source = try ArcadeJSON.value(ofJSON: text, arguments, in: &run)
    }
    var box = Envelope.empty
    var reference = ShapeReference.none
    if case .dictionary(let dictionary) = source {
      let entries = run.entries(of: dictionary)
      let sides = ["xmin", "ymin", "xmax", "ymax"].map { entries[$0]?.asNumber ?? .nan }
      guard sides.allSatisfy(\.isFinite) else {
        throw run.badArgument(arguments, 0, message: "it needs xmin, ymin, xmax and ymax")
      }
      box = Envelope(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3])
      reference = ShapeReading.reference(of: entries, in: run)
    } else {
      guard let held = try ShapeArguments.shape(arguments, 0, in: &run) else { return .null }
      box = held.geometry.envelope()
      reference = held.reference
    }
    guard !box.isEmpty else { return .null }
    var extent = HeldGeometry(Geometry(box), reference: reference)
    extent.isExtent = true
    return try run.makeValue(extent)
  }
}
