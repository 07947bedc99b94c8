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
    if method.hasFirstParallel {
      result.firstParallel =
        value(
          "standardparallel1", "latitudeof1ststandardparallel", "pseudostandardparallel1",
          "latitudeofpseudostandardparallel") ?? result.latitudeOfOrigin
    }
    if method.hasSecondParallel { result.secondParallel = second ?? result.firstParallel }
    result.scale =
      value(
        "scalefactor", "scalefactoratnaturalorigin", "scalefactoroninitialline",
        "scalefactoratprojectioncentre", "scalefactoronpseudostandardparallel") ?? 1
    if isSouthOrientated(name) { result.scale = -result.scale }
    result.azimuth =
      value(
        "azimuth", "azimuthofinitialline", "azimuthatprojectioncentre", "colatitudeofconeaxis") ?? 0
    result.rectifiedAngle =
      value("rectifiedgridangle", "anglefromrectifiedtoskewgrid", "xyplanerotation")
      ?? result.azimuth
    result.falseEasting =
      value("falseeasting", "eastingatfalseorigin", "eastingatprojectioncentre") ?? 0
    result.falseNorthing =
      value("falsenorthing", "northingatfalseorigin", "northingatprojectioncentre") ?? 0
    let isMoved =
      result.centralMeridian != 0 || result.falseEasting != 0 || result.falseNorthing != 0
    if method == .webMercator && isMoved { throw .unsupportedProjection(name: name) }
    // Esri's Krovak to the south and west has other scales and no rotation.
    let isTurned = value("xscale") != nil && (value("xscale") != -1 || value("yscale") != 1)
    if method == .krovak && isTurned { throw .unsupportedProjection(name: name) }
    return result
  }

  private func isSouthOrientated(_ method: String) -> Bool {
    GeographicSystems.plain(method) == "transversemercatorsouthorientated"
  }

  /// Returns the method with a name as EPSG, OGC or Esri spell it.
  private static func method(
    _ name: String, hasFirst: Bool, hasSecond: Bool
  ) -> ProjectionDefinition.Method? {
    switch GeographicSystems.plain(name) {
    case "transversemercator", "gausskruger", "transversemercatorcomplex",
      "transversemercatorsouthorientated":
      .transverseMercator
    case "albers", "albersconicequalarea", "albersequalarea": .albersEqualArea
    case "lambertazimuthalequalarea": .lambertAzimuthalEqualArea
    case "obliquestereographic", "doublestereographic": .obliqueStereographic
    case "cassini", "cassinisoldner": .cassiniSoldner
    case "polyconic", "americanpolyconic": .polyconic
    case "krovak", "krovaknorthorientated": .krovak
    case "lambertconformalconic2sp", "lambertconicconformal2sp": .lambertTwoParallels
    case "lambertconformalconic1sp", "lambertconicconformal1sp": .lambertOneParallel
    // Esri uses one name for both. With one parallel, it may still differ from the origin.
    case "lambertconformalconic": hasFirst ? .lambertTwoParallels : .lambertOneParallel
    case "mercatorauxiliarysphere", "popularvisualisationpseudomercator": .webMercator
    case "mercator1sp", "mercatorvarianta": .mercatorA
    case "mercator2sp", "mercatorvariantb": .mercatorB
    case "mercator": hasFirst ? .mercatorB : .mercatorA
    case "hotineobliquemercator", "hotineobliquemercatorvarianta",
      "hotineobliquemercatorazimuthnaturalorigin", "rectifiedskeworthomorphicnaturalorigin":
      .obliqueMercatorA
    case "obliquemercator", "hotineobliquemercatorvariantb", "hotineobliquemercatorazimuthcenter",
      "hotineobliquemercatorazimuthcentre", "rectifiedskeworthomorphiccenter":
      .obliqueMercatorB
    default: nil
    }
  }
}
