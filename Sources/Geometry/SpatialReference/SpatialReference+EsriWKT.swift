/// The well-known text of a spatial reference in Esri's form. It differs from OGC's in names and in
/// the order of the parameters, and it omits the axes.
extension SpatialReference {
  /// Returns the definition in Esri's WKT. Empty for a code without a definition.
  ///
  /// A custom reference that was given in Esri's form keeps its text.
  package func esriWKT() -> String {
    if wkid == 3857 { return Self.esriWebMercator }
    guard let system else { return wkt ?? "" }
    if let wkt, wkid == nil, wkt.contains("DATUM[\"D_") { return wkt }
    let authority = wkid.map { ",AUTHORITY[\"\(organization)\",\($0)]" } ?? ""
    let degrees = Self.esriGeographic(system.geographic)
    guard let projection = system.projection else { return "\(degrees)\(authority)]" }
    let (method, parameters) = Self.esriProjection(
      isEsriCode ? Self.asEsriRegisters(projection) : projection,
      angles: system.geographic.angularUnit, code: wkid)
    let list = parameters.map { ",PARAMETER[\"\($0.0)\",\($0.1.description)]" }.joined()
    let name =
      wkid == nil
      ? EsriNames.underscored(system.name) : EsriNames.projected(code: wkid, system: system)
    return "PROJCS[\"\(name)\",\(degrees)],PROJECTION[\"\(method)\"]\(list),"
      + "UNIT[\"\(Self.esriName(system.unit))\",\(system.unit.meters.description)]\(authority)]"
  }

  /// The text for Web Mercator that files contain.
  private static let esriWebMercator = """
    PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",\
    SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],\
    UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],\
    PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],\
    PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],\
    PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0],AUTHORITY["EPSG",3857]]
    """

  /// Returns the text without its last bracket.
  private static func esriGeographic(_ system: GeographicSystem) -> String {
    let names =
      system.code.flatMap(GeographicSystems.esriNames)
      ?? (
        "GCS_\(EsriNames.underscored(system.name))", "D_\(EsriNames.underscored(system.datum))"
      )
    let ellipsoid = system.ellipsoid
    let spheroid =
      system.code == 4490
      ? "CGCS2000" : ellipsoid.registered?.esriName ?? EsriNames.underscored(ellipsoid.name)
    let unit =
      system.angularUnit == .degree
      ? "UNIT[\"Degree\",0.0174532925199433]" : "UNIT[\"Grad\",0.01570796326794897]"
    return "GEOGCS[\"\(names.system)\",DATUM[\"\(names.datum)\",SPHEROID[\"\(spheroid)\","
      + "\(ellipsoid.semiMajorAxis.description),\(ellipsoid.inverseFlattening.description)]],"
      + "PRIMEM[\"\(system.primeMeridian.name)\",\(system.primeMeridian.degrees.description)],"
      + unit
  }

  private static func esriName(_ unit: LinearUnit) -> String {
    switch unit {
    case .meter: "Meter"
    case .foot: "Foot"
    case .surveyFoot: "Foot_US"
    default: EsriNames.underscored(unit.name)
    }
  }

  /// Adjusts a definition to Esri's own systems. These have their southern parallel first, and
  /// scales that are not rounded fractions.
  private static func asEsriRegisters(_ it: ProjectionDefinition) -> ProjectionDefinition {
    var it = it
    if it.method == .lambertTwoParallels {
      let parallels = (it.firstParallel, it.secondParallel)
      it.firstParallel = min(parallels.0, parallels.1)
      it.secondParallel = max(parallels.0, parallels.1)
    }
    // 0.999966667 is 1 - 1/30000 rounded to nine digits.
    let eightDigits = it.scale * 1e8
    if (eightDigits - eightDigits.rounded()).magnitude > 0.05 {
      it.scale = 1 - 1 / (1 / (1 - it.scale)).rounded()
    }
    return it
  }

  /// The codes of systems for which Esri has another name of the transverse Mercator.
  private static let gaussKruger = [
    2206...2212, 2397...2399, 3329...3335, 3833...3841, 4417...4417, 4434...4434, 4491...4554,
    5269...5275, 5520...5520, 5562...5569, 5631...5631, 5663...5665, 5670...5680, 8395...8395,
    10_285...10_285, 31_466...31_469, 102_173...102_177,
  ]

  private static func signed(_ angle: Double) -> Double { angle > 180 ? angle - 360 : angle }

  private static func originName(of method: ProjectionDefinition.Method) -> String {
    method == .obliqueMercatorA ? "Natural_Origin" : "Center"
  }

  private static func isGaussKruger(_ code: Int?) -> Bool {
    code.map { code in gaussKruger.contains { $0.contains(code) } } ?? false
  }

  private static func esriProjection(
    _ it: ProjectionDefinition, angles unit: AngularUnit, code: Int?
  ) -> (method: String, parameters: [(String, Double)]) {
    let offsets = [("False_Easting", it.falseEasting), ("False_Northing", it.falseNorthing)]
    let meridian = [("Central_Meridian", it.centralMeridian / unit.degrees)]
    let latitude = it.latitudeOfOrigin / unit.degrees
    let origin = [("Latitude_Of_Origin", latitude)]
    let scale = [("Scale_Factor", it.scale)]
    let first = it.firstParallel / unit.degrees
    let parallels = [
      ("Standard_Parallel_1", first), ("Standard_Parallel_2", it.secondParallel / unit.degrees),
    ]
    let center = [
      ("Longitude_Of_Center", it.centralMeridian / unit.degrees), ("Latitude_Of_Center", latitude),
    ]
    let azimuth = [("Azimuth", signed(it.azimuth))]
    let isSkew = it.rectifiedAngle != it.azimuth
    return switch it.method {
    case .mercatorA where it.scale != 1: ("Mercator", offsets + meridian + scale)
    case .webMercator, .mercatorA, .mercatorB: ("Mercator", offsets + meridian + [parallels[0]])
    case .transverseMercator:
      (
        isGaussKruger(code) ? "Gauss_Kruger" : "Transverse_Mercator",
        offsets + meridian + scale + origin
      )
    case .lambertOneParallel:
      (
        "Lambert_Conformal_Conic",
        offsets + meridian + [("Standard_Parallel_1", latitude)] + scale + origin
      )
    case .lambertTwoParallels:
      ("Lambert_Conformal_Conic", offsets + meridian + parallels + origin)
    case .albersEqualArea: ("Albers", offsets + meridian + parallels + origin)
    case .lambertAzimuthalEqualArea:
      ("Lambert_Azimuthal_Equal_Area", offsets + meridian + origin)
    case .obliqueStereographic: ("Double_Stereographic", offsets + meridian + scale + origin)
    case .cassiniSoldner: ("Cassini", offsets + meridian + scale + origin)
    case .polyconic: ("Polyconic", offsets + meridian + origin)
    case .krovak:
      (
        "Krovak",
        offsets + [("Pseudo_Standard_Parallel_1", first)] + scale + azimuth + center
          + [("X_Scale", -1), ("Y_Scale", 1), ("XY_Plane_Rotation", 90)]
      )
    case .obliqueMercatorA, .obliqueMercatorB:
      (
        (isSkew ? "Rectified_Skew_Orthomorphic_" : "Hotine_Oblique_Mercator_Azimuth_")
          + originName(of: it.method),
        offsets + scale + azimuth + center
          + (isSkew ? [("XY_Plane_Rotation", signed(it.rectifiedAngle))] : [])
      )
    }
  }
}
