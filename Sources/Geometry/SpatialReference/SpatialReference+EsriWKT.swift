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
      isEsriCode ? Self.asEsriRegisters(projection) : projection, code: wkid)
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
    let spheroid = system.code == 4490 ? "CGCS2000" : esriName(system.ellipsoid)
    return "GEOGCS[\"\(names.system)\",DATUM[\"\(names.datum)\",SPHEROID[\"\(spheroid)\","
      + "\(system.ellipsoid.semiMajorAxis.description),"
      + "\(system.ellipsoid.inverseFlattening.description)]],PRIMEM[\"Greenwich\",0.0],"
      + "UNIT[\"Degree\",0.0174532925199433]"
  }

  private static func esriName(_ ellipsoid: Ellipsoid) -> String {
    switch ellipsoid {
    case .wgs84: "WGS_1984"
    case .grs80: "GRS_1980"
    default: EsriNames.underscored(ellipsoid.name)
    }
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

  /// The codes of Esri's systems for Poland, which have a different method name.
  private static let gaussKruger = 102_173...102_177

  private static func esriProjection(
    _ it: ProjectionDefinition, code: Int?
  ) -> (method: String, parameters: [(String, Double)]) {
    let offsets = [("False_Easting", it.falseEasting), ("False_Northing", it.falseNorthing)]
    let meridian = ("Central_Meridian", it.centralMeridian)
    let origin = ("Latitude_Of_Origin", it.latitudeOfOrigin)
    let scale = ("Scale_Factor", it.scale)
    let center = [
      ("Longitude_Of_Center", it.centralMeridian), ("Latitude_Of_Center", it.latitudeOfOrigin),
    ]
    switch it.method {
    case .mercatorA where it.scale != 1: return ("Mercator", offsets + [meridian, scale])
    case .webMercator, .mercatorA, .mercatorB:
      return ("Mercator", offsets + [meridian, ("Standard_Parallel_1", it.firstParallel)])
    case .transverseMercator:
      let isGaussKruger = code.map(gaussKruger.contains) ?? false
      return (
        isGaussKruger ? "Gauss_Kruger" : "Transverse_Mercator", offsets + [meridian, scale, origin]
      )
    case .lambertOneParallel:
      let parallel = ("Standard_Parallel_1", it.latitudeOfOrigin)
      return ("Lambert_Conformal_Conic", offsets + [meridian, parallel, scale, origin])
    case .lambertTwoParallels:
      let parallels = [
        ("Standard_Parallel_1", it.firstParallel), ("Standard_Parallel_2", it.secondParallel),
      ]
      return ("Lambert_Conformal_Conic", offsets + [meridian] + parallels + [origin])
    case .obliqueMercatorA, .obliqueMercatorB:
      let method = it.method == .obliqueMercatorA ? "Natural_Origin" : "Center"
      return (
        "Hotine_Oblique_Mercator_Azimuth_\(method)",
        offsets + [scale, ("Azimuth", it.azimuth > 180 ? it.azimuth - 360 : it.azimuth)] + center
      )
    }
  }
}
