import Geometry
import MapModel
import Markup

/// The outline of the packed area. QField warns outside it.
struct AreaLayer {
  /// Its ID in the project.
  static let id = "fieldpack_area"

  let node: XMLNode

  init(file: String) {
    var node = XMLNode(
      "maplayer",
      [
        "type": "vector", "geometry": "Polygon", "readOnly": "1",
        "hasScaleBasedVisibilityFlag": "0", "labelsEnabled": "0",
      ])
    node.appendSource(id: Self.id, title: "Area", datasource: "./\(file)")
    node.append(
      QGISOption.map([
        ("QFieldSync/action", .string("copy")), ("QFieldSync/cloud_action", .string("copy")),
      ]).customProperties)
    node.append(XMLNode("srs", [:], [SpatialReference.wgs84.qgisNode]))
    let outline = Symbol.Stroke(
      color: Color(red: 200, green: 60, blue: 20), width: 2, dash: [6, 4])
    node.append(
      XMLNode(
        "renderer-v2", ["type": "singleSymbol"],
        [XMLNode("symbols", [:], [outline.qgisOutline(named: "0")])]))
    self.node = node
  }
}
