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
    text += ",PROJECTION[\"\(Self.methodName(projection))\"]"
    for (name, value) in Self.parameters(projection, angles: system.geographic.angularUnit) {
      text += ",PARAMETER[\"\(name)\",\(Self.number(value))]"
    }
    text += ",UNIT[\"\(system.unit.name)\",\(Self.number(system.unit.meters))"
    text += Self.authority(system.unit.code) + "]"
    let isToSouth = projection.scale < 0
    text +=
      isToSouth
      ? ",AXIS[\"Westing\",WEST],AXIS[\"Southing\",SOUTH]"
      : ",AXIS[\"Easting\",EAST],AXIS[\"Northing\",NORTH]"
    if projection.method == .webMercator { text += Self.pseudoMercatorExtension }
    return text + own + "]"
  }

  /// WKT 1 has no name for this projection. GDAL reads its formula from this extension.
  private static let pseudoMercatorExtension =
    ",EXTENSION[\"PROJ4\",\"+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 "
    + "+k=1 +units=m +nadgrids=@null +wktext +no_defs\"]"

  private static func geogcs(_ system: GeographicSystem) -> String {
    let ellipsoid = system.ellipsoid
    let meridian = system.primeMeridian
    let unit = system.angularUnit
    return "GEOGCS[\"\(system.name)\",DATUM[\"\(system.datum)\",SPHEROID[\""
      + "\(ellipsoid.name)\",\(number(ellipsoid.semiMajorAxis)),"
      + "\(number(ellipsoid.inverseFlattening))\(authority(ellipsoid.registered?.code))]"
      + "\(authority(system.datumCode))],PRIMEM[\"\(meridian.name)\",\(number(meridian.degrees))"
      + "\(authority(meridian == .greenwich ? 8901 : nil))],UNIT[\"\(unit)\","
      + "\(unit == .degree ? "0.0174532925199433" : "0.015707963267949")"
      + "\(authority(unit.code))]\(authority(system.code))]"
  }

  private static func authority(_ code: Int?) -> String {
    code.map { ",AUTHORITY[\"EPSG\",\"\($0)\"]" } ?? ""
  }

  private static func number(_ value: Double) -> String {
    var bytes: [UInt8] = []
    CoordinateText.append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func methodName(_ it: ProjectionDefinition) -> String {
    switch it.method {
    case .webMercator, .mercatorA: "Mercator_1SP"
    case .mercatorB: "Mercator_2SP"
    case .transverseMercator:
      it.scale < 0 ? "Transverse_Mercator_South_Orientated" : "Transverse_Mercator"
    case .lambertOneParallel: "Lambert_Conformal_Conic_1SP"
    case .lambertTwoParallels: "Lambert_Conformal_Conic_2SP"
    case .obliqueMercatorA: "Hotine_Oblique_Mercator"
    case .obliqueMercatorB: "Hotine_Oblique_Mercator_Azimuth_Center"
    case .albersEqualArea: "Albers_Conic_Equal_Area"
    case .lambertAzimuthalEqualArea: "Lambert_Azimuthal_Equal_Area"
    case .obliqueStereographic: "Oblique_Stereographic"
    case .cassiniSoldner: "Cassini_Soldner"
    case .polyconic: "Polyconic"
    case .krovak: "Krovak"
    }
  }

  /// Returns the parameters with angles in the unit of the geographic system, as WKT 1 has them.
  private static func parameters(
    _ it: ProjectionDefinition, angles unit: AngularUnit
  ) -> [(String, Double)] {
    let latitude = it.latitudeOfOrigin / unit.degrees
    let longitude = it.centralMeridian / unit.degrees
    let origin = [("latitude_of_origin", latitude), ("central_meridian", longitude)]
    let center = [("latitude_of_center", latitude), ("longitude_of_center", longitude)]
    let offsets = [("false_easting", it.falseEasting), ("false_northing", it.falseNorthing)]
    let scale = [("scale_factor", it.scale.magnitude)]
    let azimuth = [("azimuth", it.azimuth / unit.degrees)]
    let first = it.firstParallel / unit.degrees
    let parallels = [
      ("standard_parallel_1", first), ("standard_parallel_2", it.secondParallel / unit.degrees),
    ]
    return switch it.method {
    case .webMercator, .mercatorA: [("central_meridian", longitude)] + scale + offsets
    case .mercatorB: [parallels[0], ("central_meridian", longitude)] + offsets
    case .transverseMercator, .lambertOneParallel, .obliqueStereographic: origin + scale + offsets
    case .cassiniSoldner, .polyconic: origin + offsets
    case .lambertTwoParallels: origin + parallels + offsets
    case .albersEqualArea: center + parallels + offsets
    case .lambertAzimuthalEqualArea: center + offsets
    case .krovak: center + azimuth + [("pseudo_standard_parallel_1", first)] + scale + offsets
    case .obliqueMercatorA, .obliqueMercatorB:
      center + azimuth + [("rectified_grid_angle", it.rectifiedAngle / unit.degrees)] + scale
        + offsets
    }
  }
}
