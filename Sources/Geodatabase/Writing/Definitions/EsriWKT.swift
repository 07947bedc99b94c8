import Geometry

/// The well-known text of a spatial reference in Esri's form, which differs from OGC's in names and
/// in leaving out what a name says.
enum EsriWKT {
  /// The text that files have of Web Mercator.
  private static let webMercator = """
    PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",\
    SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],\
    UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],\
    PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],\
    PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],\
    PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0],AUTHORITY["EPSG",3857]]
    """

  /// The text of a reference; empty for a code without a definition.
  static func text(of reference: SpatialReference) -> String {
    if reference.wkid == 3_857 { return webMercator }
    if let text = reference.wkt { return text }
    guard let system = reference.system else { return "" }
    let authority =
      reference.wkid.map { ",AUTHORITY[\"\(reference.organization)\",\($0)]" } ?? ""
    let degrees = geographic(system.geographic)
    guard let projection = system.projection else { return "\(degrees)\(authority)]" }
    let (method, parameters) = self.projection(projection)
    let list = parameters.map { ",PARAMETER[\"\($0.0)\",\(number($0.1))]" }.joined()
    return "PROJCS[\"\(name(system.name))\",\(degrees)],PROJECTION[\"\(method)\"]\(list),"
      + "UNIT[\"\(unit(system.unit))\",\(number(system.unit.metres))]\(authority)]"
  }

  /// Without its last bracket.
  private static func geographic(_ system: GeographicSystem) -> String {
    let datum = system.datum
    let title = datum == "WGS_1984" ? "WGS_1984" : name(system.name)
    return "GEOGCS[\"GCS_\(title)\",DATUM[\"D_\(name(datum))\",SPHEROID[\""
      + "\(name(system.ellipsoid.name))\",\(number(system.ellipsoid.semiMajorAxis)),"
      + "\(number(system.ellipsoid.inverseFlattening))]],PRIMEM[\"Greenwich\",0.0],"
      + "UNIT[\"Degree\",0.0174532925199433]"
  }

  /// Letters and digits, with one underscore for whatever stands between them, and without the
  /// word that Esri's names of datums lack.
  private static func name(_ text: String) -> String {
    text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.filter { $0 != "Datum" }
      .joined(separator: "_")
  }

  private static func number(_ value: Double) -> String {
    value.description
  }

  private static func unit(_ unit: LinearUnit) -> String {
    switch unit {
    case .metre: "Meter"
    case .foot: "Foot"
    case .surveyFoot: "Foot_US"
    default: name(unit.name)
    }
  }

  private static func projection(
    _ it: ProjectionDefinition
  ) -> (method: String, parameters: [(String, Double)]) {
    let offsets = [("False_Easting", it.falseEasting), ("False_Northing", it.falseNorthing)]
    let meridian = ("Central_Meridian", it.centralMeridian)
    let origin = ("Latitude_Of_Origin", it.latitudeOfOrigin)
    let scale = ("Scale_Factor", it.scale)
    let centre = [
      ("Longitude_Of_Center", it.centralMeridian), ("Latitude_Of_Center", it.latitudeOfOrigin),
    ]
    switch it.method {
    case .mercatorA: return ("Mercator", offsets + [meridian, scale])
    case .webMercator, .mercatorB:
      return ("Mercator", offsets + [meridian, ("Standard_Parallel_1", it.firstParallel)])
    case .transverseMercator:
      return ("Transverse_Mercator", offsets + [meridian, scale, origin])
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
        offsets + [scale, ("Azimuth", it.azimuth)] + centre
      )
    }
  }
}
