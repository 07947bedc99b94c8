extension WKTReader {
  /// Returns the definition for a method's name and parameters, in any family's spelling.
  func definition(
    method name: String, parameters: [String: Double], isPseudoMercator: Bool
  ) throws(GeometryError) -> ProjectionDefinition {
    func value(_ names: String...) -> Double? {
      for name in names { if let value = parameters[name] { return value } }
      return nil
    }
    let second = value("standardparallel2", "latitudeof2ndstandardparallel")
    guard
      let method = isPseudoMercator
        ? .webMercator
        : Self.method(
          name, hasFirst: parameters["standardparallel1"] != nil, hasSecond: second != nil)
    else { throw .unsupportedProjection(name: name) }
    var result = ProjectionDefinition(method)
    result.latitudeOfOrigin =
      value(
        "latitudeoforigin", "latitudeofnaturalorigin", "latitudeoffalseorigin", "latitudeofcenter",
        "latitudeofcentre", "latitudeofprojectioncentre") ?? 0
    result.centralMeridian =
      value(
        "centralmeridian", "longitudeoforigin", "longitudeofnaturalorigin",
        "longitudeoffalseorigin", "longitudeofcenter", "longitudeofcentre",
        "longitudeofprojectioncentre") ?? 0
    if method == .lambertTwoParallels || method == .mercatorB {
      result.firstParallel =
        value("standardparallel1", "latitudeof1ststandardparallel") ?? result.latitudeOfOrigin
    }
    if method == .lambertTwoParallels { result.secondParallel = second ?? result.firstParallel }
    result.scale =
      value(
        "scalefactor", "scalefactoratnaturalorigin", "scalefactoroninitialline",
        "scalefactoratprojectioncentre") ?? 1
    result.azimuth = value("azimuth", "azimuthofinitialline", "azimuthatprojectioncentre") ?? 0
    result.rectifiedAngle =
      value("rectifiedgridangle", "anglefromrectifiedtoskewgrid") ?? result.azimuth
    result.falseEasting =
      value("falseeasting", "eastingatfalseorigin", "eastingatprojectioncentre") ?? 0
    result.falseNorthing =
      value("falsenorthing", "northingatfalseorigin", "northingatprojectioncentre") ?? 0
    let isMoved =
      result.centralMeridian != 0 || result.falseEasting != 0 || result.falseNorthing != 0
    if method == .webMercator && isMoved { throw .unsupportedProjection(name: name) }
    return result
  }

  /// Returns the method with a name as EPSG, OGC or Esri spell it.
  private static func method(
    _ name: String, hasFirst: Bool, hasSecond: Bool
  ) -> ProjectionDefinition.Method? {
    switch GeographicSystems.plain(name) {
    case "transversemercator", "gausskruger", "transversemercatorcomplex": .transverseMercator
    case "lambertconformalconic2sp", "lambertconicconformal2sp": .lambertTwoParallels
    case "lambertconformalconic1sp", "lambertconicconformal1sp": .lambertOneParallel
    // Esri uses one name for both. With one parallel, it may still differ from the origin.
    case "lambertconformalconic": hasFirst ? .lambertTwoParallels : .lambertOneParallel
    case "mercatorauxiliarysphere", "popularvisualisationpseudomercator": .webMercator
    case "mercator1sp", "mercatorvarianta": .mercatorA
    case "mercator2sp", "mercatorvariantb": .mercatorB
    case "mercator": hasFirst ? .mercatorB : .mercatorA
    case "hotineobliquemercator", "hotineobliquemercatorvarianta",
      "hotineobliquemercatorazimuthnaturalorigin":
      .obliqueMercatorA
    case "obliquemercator", "hotineobliquemercatorvariantb", "hotineobliquemercatorazimuthcenter",
      "hotineobliquemercatorazimuthcentre":
      .obliqueMercatorB
    default: nil
    }
  }
}
