/// Creates a reference system from parsed well-known text of any of the three families.
struct WKTReader {
  /// The content of a text.
  struct Result {
    var system: CoordinateSystem
    /// The code in the text's own AUTHORITY or ID, if it is from EPSG or Esri.
    var code: Int?
  }

  private let tree: WKTParser

  /// Reads a text.
  /// - Throws: `GeometryError.badWKT`, `.unsupportedProjection`.
  static func read(_ text: String) throws(GeometryError) -> Result {
    let tree = try WKTParser(text)
    return try WKTReader(tree: tree).root()
  }

  private func root() throws(GeometryError) -> Result {
    var node = 0
    // A compound system's first member is its horizontal system. A bound system's first member is
    // its source.
    for _ in 0..<3 {
      switch tree.nodes[node].keyword {
      case "COMPD_CS", "COMPOUNDCRS":
        guard let first = tree.child(node, "PROJCS", "GEOGCS", "PROJCRS", "GEOGCRS", "GEODCRS")
        else { throw .badWKT(offset: 0, expected: "a horizontal system") }
        node = first
      default: break
      }
    }
    switch tree.nodes[node].keyword {
    case "GEOGCS", "GEOGCRS", "GEODCRS", "GEOGRAPHICCRS", "GEODETICCRS":
      let geographic = try geographicSystem(node)
      return Result(
        system: CoordinateSystem(
          name: geographic.name, geographic: geographic, projection: nil,
          unit: LinearUnit(name: "degree", meters: 1, code: 9122), areaOfUse: nil),
        code: code(of: node))
    case "PROJCS", "PROJCRS", "PROJECTEDCRS":
      return try projectedSystem(node)
    default:
      throw .badWKT(offset: 0, expected: "PROJCS, GEOGCS, PROJCRS or GEOGCRS")
    }
  }

  private func code(of node: Int) -> Int? {
    guard let id = tree.child(node, "AUTHORITY", "ID") else { return nil }
    let authority = tree.text(id).uppercased()
    guard authority == "EPSG" || authority == "ESRI" else { return nil }
    return Int(tree.text(id, 1))
  }

  private func geographicSystem(_ node: Int) throws(GeometryError) -> GeographicSystem {
    guard let datum = tree.child(node, "DATUM", "ENSEMBLE", "GEODETICDATUM", "TRF"),
      let spheroid = tree.child(datum, "SPHEROID", "ELLIPSOID"),
      let axis = tree.number(spheroid, at: 1), let inverse = tree.number(spheroid, at: 2), axis > 0,
      inverse == 0 || inverse > 1
    else { throw .badWKT(offset: 0, expected: "a datum with an ellipsoid") }
    let ellipsoid = Ellipsoid(
      name: tree.text(spheroid), semiMajorAxis: axis, inverseFlattening: inverse)
    let datumName = tree.text(datum)
    var read = GeographicSystem(
      code: nil, name: tree.text(node), datum: datumName, datumCode: nil, ellipsoid: ellipsoid)
    read.primeMeridian = primeMeridian(of: node)
    read.angularUnit = angularUnit(of: node)
    let shift = tree.child(datum, "TOWGS84").map { tree.nodes[$0].values } ?? []
    let numbers = shift.compactMap { Double($0) }
    // Realisations of NAD83 have a shift of about a meter, which null transformations ignore.
    let isShifted = numbers.contains { $0.magnitude > 3 }
    if let known = GeographicSystems.system(datum: datumName),
      known.ellipsoid.isSame(as: ellipsoid),
      known.shift != nil || !isShifted
    {
      if known.hasSameAngles(as: read) { return known }
      read.shift = known.shift
      return read
    }
    if isShifted {
      read.shift = DatumShift(toWGS84: numbers)
    } else if !ellipsoid.isModern || GeographicSystems.liesApart(datum: datumName) {
      read.shiftNeeded = datumName
    }
    return read
  }

  private func primeMeridian(of node: Int) -> PrimeMeridian {
    guard let meridian = tree.child(node, "PRIMEM", "PRIMEMERIDIAN"),
      let value = tree.number(meridian, at: 1), value != 0
    else { return .greenwich }
    // WKT 1 has degrees here, whatever the unit of the system.
    let unit = tree.child(meridian, "ANGLEUNIT").flatMap { tree.number($0, at: 1) }
    return PrimeMeridian(
      name: tree.text(meridian), degrees: unit.map { value * $0 / Angle.degree } ?? value)
  }

  private func angularUnit(of node: Int) -> AngularUnit {
    let axis = tree.child(node, "AXIS")
    let unit =
      tree.child(node, "UNIT", "ANGLEUNIT")
      ?? axis.flatMap { tree.child($0, "ANGLEUNIT", "UNIT") }
    guard let unit, let radians = tree.number(unit, at: 1) else { return .degree }
    return (radians / Angle.degree - AngularUnit.grad.degrees).magnitude < 1e-9 ? .grad : .degree
  }

  private func projectedSystem(_ node: Int) throws(GeometryError) -> Result {
    guard let base = tree.child(node, "GEOGCS", "BASEGEOGCRS", "BASEGEODCRS", "GEOGCRS") else {
      throw .badWKT(offset: 0, expected: "the geographic system under the projection")
    }
    let geographic = try geographicSystem(base)
    let unit = linearUnit(of: node)
    let conversion = tree.child(node, "CONVERSION") ?? node
    guard let method = tree.child(conversion, "PROJECTION", "METHOD") else {
      throw .badWKT(offset: 0, expected: "PROJECTION or METHOD")
    }
    let projection = try definition(
      method: tree.text(method),
      parameters: parameters(of: conversion, unit: unit, angles: geographic.angularUnit),
      isPseudoMercator: isPseudoMercator(node))
    if projection.method == .krovak, isToSouth(node) {
      throw .unsupportedProjection(name: "Krovak to the south and west")
    }
    return Result(
      system: CoordinateSystem(
        name: tree.text(node), geographic: geographic, projection: projection, unit: unit,
        areaOfUse: nil),
      code: code(of: node))
  }

  /// Returns whether an axis grows to the south.
  private func isToSouth(_ node: Int) -> Bool {
    tree.children(node, "AXIS").contains { tree.text($0, 1).lowercased() == "south" }
  }

  /// Returns whether GDAL wrote this system as Web Mercator: Mercator_1SP with the formula in an
  /// extension.
  private func isPseudoMercator(_ node: Int) -> Bool {
    guard let extensionNode = tree.child(node, "EXTENSION") else { return false }
    let text = tree.text(extensionNode, 1)
    return text.contains("+proj=merc") && text.contains("+b=6378137")
  }

  private func linearUnit(of node: Int) -> LinearUnit {
    let axis = tree.child(node, "AXIS")
    let unit =
      tree.child(node, "UNIT", "LENGTHUNIT")
      ?? axis.flatMap { tree.child($0, "LENGTHUNIT", "UNIT") }
    guard let unit, let meters = tree.number(unit, at: 1), meters > 0 else { return .meter }
    for known in [LinearUnit.meter, .foot, .surveyFoot]
    where (known.meters - meters).magnitude < 1e-9 { return known }
    return LinearUnit(name: tree.text(unit), meters: meters, code: nil)
  }

  /// Returns the parameters by plain name. Lengths are in the system's unit, angles in degrees.
  private func parameters(
    of conversion: Int, unit: LinearUnit, angles: AngularUnit
  ) -> [String: Double] {
    var result: [String: Double] = [:]
    for node in tree.children(conversion, "PARAMETER") {
      guard var value = tree.number(node, at: 1) else { continue }
      if let length = tree.child(node, "LENGTHUNIT"), let meters = tree.number(length, at: 1) {
        value = value * meters / unit.meters
      } else if let angle = tree.child(node, "ANGLEUNIT"), let radians = tree.number(angle, at: 1) {
        value = (radians - Angle.degree).magnitude < 1e-12 ? value : value * radians / Angle.degree
      } else if Self.isAngle(tree.text(node)) {
        value *= angles.degrees
      }
      result[GeographicSystems.plain(tree.text(node))] = value
    }
    return result
  }

  /// Returns whether a parameter without a unit is an angle.
  private static func isAngle(_ name: String) -> Bool {
    let plain = GeographicSystems.plain(name)
    return !["false", "scale", "easting", "northing", "xscale", "yscale"].contains {
      plain.hasPrefix($0)
    }
  }
}
