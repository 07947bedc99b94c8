extension SpatialReference {
  /// Returns the definition as OGC WKT 1, for `gpkg_spatial_ref_sys.definition`.
  ///
  /// A reference that was given as text keeps that text. A code without a known definition is
  /// "undefined", which readers resolve by organization and code (GeoPackage 1.3 §1.1.2.1.2).
  package func wkt1() -> String {
    if let wkt { return wkt }
    guard let system else { return "undefined" }
    let own = wkid.map { ",AUTHORITY[\"\(organization)\",\"\($0)\"]" } ?? ""
    guard let projection = system.projection else { return Self.geogcs(system.geographic) }
    var text = "PROJCS[\"\(system.name)\",\(Self.geogcs(system.geographic))"
    text += ",PROJECTION[\"\(Self.methodName(projection.method))\"]"
    for (name, value) in Self.parameters(projection) {
      text += ",PARAMETER[\"\(name)\",\(Self.number(value))]"
    }
    text += ",UNIT[\"\(system.unit.name)\",\(Self.number(system.unit.meters))"
    text += Self.authority(system.unit.code) + "]"
    text += ",AXIS[\"Easting\",EAST],AXIS[\"Northing\",NORTH]"
    if projection.method == .webMercator { text += Self.pseudoMercatorExtension }
    return text + own + "]"
  }

  /// WKT 1 has no name for this projection. GDAL reads its formula from this extension.
  private static let pseudoMercatorExtension =
    ",EXTENSION[\"PROJ4\",\"+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 "
    + "+k=1 +units=m +nadgrids=@null +wktext +no_defs\"]"

  private static func geogcs(_ system: GeographicSystem) -> String {
    let spheroidCode = system.ellipsoid == .wgs84 ? 7030 : system.ellipsoid == .grs80 ? 7019 : nil
    return "GEOGCS[\"\(system.name)\",DATUM[\"\(system.datum)\",SPHEROID[\""
      + "\(system.ellipsoid.name)\",\(number(system.ellipsoid.semiMajorAxis)),"
      + "\(number(system.ellipsoid.inverseFlattening))\(authority(spheroidCode))]"
      + "\(authority(system.datumCode))],PRIMEM[\"Greenwich\",0\(authority(8901))],"
      + "UNIT[\"degree\",0.0174532925199433\(authority(9122))]\(authority(system.code))]"
  }

  private static func authority(_ code: Int?) -> String {
    code.map { ",AUTHORITY[\"EPSG\",\"\($0)\"]" } ?? ""
  }

  private static func number(_ value: Double) -> String {
    var bytes: [UInt8] = []
    CoordinateText.append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func methodName(_ method: ProjectionDefinition.Method) -> String {
    switch method {
    case .webMercator, .mercatorA: "Mercator_1SP"
    case .mercatorB: "Mercator_2SP"
    case .transverseMercator: "Transverse_Mercator"
    case .lambertOneParallel: "Lambert_Conformal_Conic_1SP"
    case .lambertTwoParallels: "Lambert_Conformal_Conic_2SP"
    case .obliqueMercatorA: "Hotine_Oblique_Mercator"
    case .obliqueMercatorB: "Hotine_Oblique_Mercator_Azimuth_Center"
    }
  }

  private static func parameters(_ it: ProjectionDefinition) -> [(String, Double)] {
    let origin = [
      ("latitude_of_origin", it.latitudeOfOrigin), ("central_meridian", it.centralMeridian),
    ]
    let offsets = [
      ("false_easting", it.falseEasting), ("false_northing", it.falseNorthing),
    ]
    switch it.method {
    case .webMercator, .mercatorA:
      return [("central_meridian", it.centralMeridian), ("scale_factor", it.scale)] + offsets
    case .mercatorB:
      return [
        ("standard_parallel_1", it.firstParallel), ("central_meridian", it.centralMeridian),
      ] + offsets
    case .transverseMercator, .lambertOneParallel:
      return origin + [("scale_factor", it.scale)] + offsets
    case .lambertTwoParallels:
      return origin + [
        ("standard_parallel_1", it.firstParallel), ("standard_parallel_2", it.secondParallel),
      ] + offsets
    case .obliqueMercatorA, .obliqueMercatorB:
      return [
        ("latitude_of_center", it.latitudeOfOrigin), ("longitude_of_center", it.centralMeridian),
        ("azimuth", it.azimuth), ("rectified_grid_angle", it.rectifiedAngle),
        ("scale_factor", it.scale),
      ] + offsets
    }
  }
}
