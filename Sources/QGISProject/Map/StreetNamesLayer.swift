import Geometry
import MapModel
import Markup

/// The names of streets on a base map: lines that are not drawn, with labels along them. The more
/// important a street is, the farther away its name is seen.
struct StreetNamesLayer {
  let node: XMLNode

  /// Its ID in the project.
  static let id = "fieldpack_street_names"
  static let title = "Street names"

  /// For each rank from the highest on, the smallest scale with names, and their size in points.
  private static let ranks: [(rank: Int, scale: Int, size: String)] = [
    (4, 73_000, "8.5"), (3, 37_000, "8.5"), (2, 27_000, "8"), (1, 13_000, "7.5"), (0, 7_000, "7"),
  ]

  init(file: String) {
    var node = XMLNode(
      "maplayer",
      [
        "type": "vector", "geometry": "Line", "readOnly": "1", "hasScaleBasedVisibilityFlag": "0",
        "labelsEnabled": "1",
      ])
    node.appendSource(id: Self.id, title: Self.title, datasource: "./\(file)")
    node.append(
      QGISOption.map([
        ("QFieldSync/action", .string("copy")), ("QFieldSync/cloud_action", .string("copy")),
      ]).customProperties)
    node.append(XMLNode("srs", [:], [SpatialReference.wgs84.qgisNode]))
    node.append(XMLNode("renderer-v2", ["type": "nullSymbol"]))
    let rules = Self.ranks.map { rank, scale, size in
      XMLNode(
        "rule",
        [
          "key": "{street-\(rank)}", "filter": "\"rank\" = \(rank)", "scalemindenom": "1",
          "scalemaxdenom": String(scale),
        ], [Self.settings(size: size)])
    }
    node.append(
      XMLNode(
        "labeling", ["type": "rule-based"], [XMLNode("rules", ["key": "{street-names}"], rules)]))
    self.node = node
  }

  private static func settings(size: String) -> XMLNode {
    let halo = XMLNode(
      "text-buffer",
      [
        "bufferDraw": "1", "bufferSize": "1", "bufferSizeUnits": "Point",
        "bufferColor": "243,242,236,255", "bufferOpacity": "1", "bufferJoinStyle": "128",
        "bufferNoFill": "1",
      ])
    let letters = XMLNode(
      "text-style",
      [
        "fieldName": "name", "isExpression": "0", "fontFamily": "Sans Serif", "fontSize": size,
        "fontSizeUnit": "Point", "fontWeight": "50", "fontItalic": "0",
        "textColor": "95,99,94,255", "textOpacity": "1",
      ], [halo])
    return XMLNode(
      "settings", ["calloutType": "simple"],
      [
        letters, XMLNode("placement", ["placement": "2", "placementFlags": "9"]),
        XMLNode(
          "rendering",
          [
            "drawLabels": "1", "displayAll": "0", "obstacle": "0", "scaleVisibility": "0",
            "mergeLines": "1",
          ]),
      ])
  }
}
