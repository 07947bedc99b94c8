import FoundationEssentials
import Glibc

/// One tree in four formats.
struct GeneratedTree {
  static let names = [
    "OBJECTID", "GlobalID", "Address", "Neighborhood", "Condition", "DBH", "SpeciesCode",
    "SiteType", "SiteWidth", "Wires", "SiteDevelopment", "SiteSize", "CollectedBy", "Notes",
  ]
  private static let numbers: Set<String> = ["OBJECTID", "DBH", "SiteWidth"]

  var longitude: Double
  var latitude: Double
  /// The values in the order of `names`. An empty text is null.
  var values: [String]

  /// The tree as a GeoJSON feature on one line.
  var geoJSON: String {
    "{\"type\":\"Feature\",\"id\":\(values[0]),\"properties\":{\(members)},"
      + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(longitude),\(latitude)]}}"
  }

  /// The tree as a feature of an Esri feature set, in Web Mercator.
  var esriJSON: String {
    let radius = 6_378_137.0
    let x = radius * longitude * .pi / 180
    let y = radius * log(tan(.pi / 4 + latitude * .pi / 360))
    return "{\"attributes\":{\(members)},"
      + "\"geometry\":{\"x\":\(rounded(x)),\"y\":\(rounded(y))}}"
  }

  /// The tree as a line of the CSV file.
  var csv: String {
    (values + ["\(longitude)", "\(latitude)"]).joined(separator: ",") + "\r\n"
  }

  /// The start of a page, before its features.
  static var esriHead: String {
    let fields = names.map { name -> String in
      let type =
        switch name {
        case "OBJECTID": "OID"
        case "GlobalID": "GlobalID"
        default: numbers.contains(name) ? "Double" : "String"
        }
      return "{\"name\":\"\(name)\",\"type\":\"esriFieldType\(type)\",\"alias\":\"\(name)\"}"
    }
    return "{\"objectIdFieldName\":\"OBJECTID\",\"globalIdFieldName\":\"GlobalID\","
      + "\"geometryType\":\"esriGeometryPoint\","
      + "\"spatialReference\":{\"wkid\":102100,\"latestWkid\":3857},"
      + "\"fields\":[\(fields.joined(separator: ","))],\"features\":["
  }

  private var members: String {
    zip(Self.names, values).map { name, value in
      if value.isEmpty { return "\"\(name)\":null" }
      return Self.numbers.contains(name) ? "\"\(name)\":\(value)" : "\"\(name)\":\"\(value)\""
    }.joined(separator: ",")
  }

  private func rounded(_ meters: Double) -> Double {
    (meters * 1000).rounded() / 1000
  }
}
