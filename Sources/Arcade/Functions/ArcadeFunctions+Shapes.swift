import FeatureData
import Geometry
import Records

// Function reference: geometry functions that make geometries from coordinates, and compare them.
// Geometries with different spatial references are not compared.

extension ArcadeFunctions {
  static let shapes: [ArcadeFunction] = [
    ArcadeFunction("Point", 1...4) { run, arguments throws(ArcadeProblem) in
      try run.makePoint(arguments)
    },
    shape("Multipoint"), shape("Polyline"), shape("Polygon"),
    ArcadeFunction("Extent", 1) { run, arguments throws(ArcadeProblem) in
      try run.extent(arguments)
    },
    ArcadeFunction("Centroid", 1...2) { run, arguments throws(ArcadeProblem) in
      guard let held = try run.shape(arguments, 0, pointsAs: .polygon) else { return .null }
      guard arguments.count == 1 else {
        throw run.badArgument(
          arguments, 1, message: "only the centroid without options is supported")
      }
      guard let (x, y) = held.geometry.centroid() else { return .null }
      return try run.makeValue(HeldGeometry(Geometry(x: x, y: y), wkid: held.wkid))
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
      try run.makeShape(arguments, as: name)
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
        return try run.filtered(set, byShapeAt: 1, of: arguments) { holds($1, $0) }
      case (_, .featureSet(let set)):
        return try run.filtered(set, byShapeAt: 0, of: arguments, holds)
      default: break
      }
      guard let one = try run.shape(arguments, 0), let two = try run.shape(arguments, 1) else {
        return .boolean(name == "Disjoint")
      }
      try run.checkReferences(of: one, and: two, arguments)
      return .boolean(holds(one.geometry, two.geometry))
    }
  }
}

extension ArcadeWorkspace {
  /// The geometry of an argument, which must be a geometry or a feature. Nil for null and for
  /// features without a geometry.
  mutating func shape(
    _ arguments: ArcadeArguments, _ index: Int
  ) throws(ArcadeProblem) -> HeldGeometry? {
    switch value(arguments, index) {
    case .geometry(let geometry): return held(geometry)
    case .feature(let feature): return try geometry(of: feature).flatMap(held)
    case .null: return nil
    default: throw wrongType(arguments, index, expected: "a geometry or a feature")
    }
  }

  /// Refuses different spatial references, and counts the work of a comparison.
  mutating func checkReferences(
    of one: HeldGeometry, and two: HeldGeometry, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) {
    guard one.wkid == two.wkid || one.wkid == 0 || two.wkid == 0 else {
      throw badArgument(
        arguments, 1,
        message: "its spatial reference is \(two.wkid), but argument 1 has \(one.wkid)")
    }
    let (most, least) = (one.geometry.vertexCount, two.geometry.vertexCount)
    try charge(steps: most + least + most.multipliedReportingOverflow(by: least).partialValue / 16)
  }

  /// The features of a set whose geometry passes a comparison with that of an argument. The
  /// argument's geometry comes first.
  fileprivate mutating func filtered(
    _ set: ArcadeFeatureSet, byShapeAt index: Int, of arguments: ArcadeArguments,
    _ holds: (Geometry, Geometry) -> Bool
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let held = held(set), let table = table(of: set) else { return .null }
    var rows: [Int] = []
    if let shape = try shape(arguments, index), let field = table.schema.table.geometry {
      let wkid = field.spatialReference.wkid ?? 0
      var candidate = HeldGeometry(Geometry(), wkid: wkid)
      var work = 0
      let limit = stepsLeft
      let allowed = context.limits.steps
      var isChecked = false
      try eachRow(of: set) { (row, layout, record) throws(ArcadeProblem) in
        guard case .blob(let range) = layout.value(1, in: record.span) else { return }
        let bytes = record.span
        do throws(GeometryError) {
          _ = try GeoPackageBlob.decode(bytes.extracting(range), into: &candidate.geometry)
        } catch {
          throw .damagedRecord("\(error)")
        }
        isChecked = true
        work += candidate.geometry.vertexCount * (4 + shape.geometry.vertexCount / 16)
        guard work <= limit else { throw .tooManySteps(limit: allowed) }
        if holds(shape.geometry, candidate.geometry) { rows.append(row) }
      }
      if isChecked {
        try checkReferences(
          of: HeldGeometry(Geometry(), wkid: wkid), and: shape, arguments)
      }
      try charge(steps: work)
    }
    return try makeValue(HeldFeatureSet(table: held.table, rows: rows))
  }

  /// Makes a point from coordinates (x, y, z, m) or a dictionary (function reference, Point).
  fileprivate mutating func makePoint(
    _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard arguments.count > 1 else { return try makeShape(arguments, as: "Point") }
    var coordinates: [Double] = []
    for index in 0..<arguments.count { coordinates.append(number(arguments, index)) }
    guard coordinates.allSatisfy(\.isFinite) else {
      throw badArgument(arguments, 0, message: "a coordinate is not a number")
    }
    var point = Geometry(.point, hasZ: arguments.count > 2, hasM: arguments.count > 3)
    point.coordinates = coordinates
    return try makeValue(HeldGeometry(point, wkid: 0))
  }

  /// Makes a geometry of one type from a dictionary or its JSON text.
  fileprivate mutating func makeShape(
    _ arguments: ArcadeArguments, as name: String
  ) throws(ArcadeProblem) -> ArcadeValue {
    var source = value(arguments, 0)
    switch source {
    case .geometry(let geometry) where typeName(of: geometry) == name: return source
    case .feature(let feature):
      source = try geometry(of: feature).map(ArcadeValue.geometry) ?? .null
    case .text(let text): source = try value(ofJSON: text, arguments)
    default: break
    }
    if case .null = source { return .null }
    if case .geometry(let geometry) = source, typeName(of: geometry) == name { return source }
    guard case .dictionary(let dictionary) = source else {
      throw wrongType(arguments, 0, expected: "a dictionary of a \(name)")
    }
    let entries = entries(of: dictionary)
    let (type, member): (EsriGeometryType, String) =
      switch name {
      case "Point": (.point, "x")
      case "Multipoint": (.multipoint, "points")
      case "Polyline": (.polyline, "paths")
      default: (.polygon, "rings")
      }
    guard entries[member] != nil else {
      throw badArgument(arguments, 0, message: "it has no \(member)")
    }
    return try makeValue(try shape(of: dictionary, as: type, arguments))
  }

  /// Reads the geometry of a dictionary in Esri JSON form.
  mutating func shape(
    of dictionary: ArcadeDictionary, as type: EsriGeometryType, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> HeldGeometry {
    let wkid = wkid(of: entries(of: dictionary))
    let json = try json(of: .dictionary(dictionary))
    do throws(GeometryError) {
      return HeldGeometry(try Geometry(esriJSON: json, type: type), wkid: wkid)
    } catch {
      throw badArgument(arguments, 0, message: "\(error)")
    }
  }

  func wkid(of entries: ArcadeEntries) -> Int {
    guard case .dictionary(let reference)? = entries["spatialReference"],
      let wkid = self.entries(of: reference)["wkid"]?.asNumber
    else { return 0 }
    return Int(exactly: wkid) ?? 0
  }

  /// Makes an extent from the box around a geometry, or from its sides (function reference,
  /// Extent).
  fileprivate mutating func extent(
    _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    var source = value(arguments, 0)
    if case .text(let text) = source { source = try value(ofJSON: text, arguments) }
    var box = Envelope.empty
    var wkid = 0
    if case .dictionary(let dictionary) = source {
      let entries = entries(of: dictionary)
      let sides = ["xmin", "ymin", "xmax", "ymax"].map { entries[$0]?.asNumber ?? .nan }
      guard sides.allSatisfy(\.isFinite) else {
        throw badArgument(arguments, 0, message: "it needs xmin, ymin, xmax and ymax")
      }
      box = Envelope(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3])
      wkid = self.wkid(of: entries)
    } else {
      guard let held = try shape(arguments, 0) else { return .null }
      box = held.geometry.envelope()
      wkid = held.wkid
    }
    guard !box.isEmpty else { return .null }
    var extent = HeldGeometry(Geometry(box), wkid: wkid)
    extent.isExtent = true
    return try makeValue(extent)
  }
}
