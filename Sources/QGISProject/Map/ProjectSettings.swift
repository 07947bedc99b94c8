import GeoPackage
import Geometry
import MapModel
import Markup

// What someone who prepares a project for the field by hand sets besides layers and forms: how drawn
// shapes snap, what lengths are measured on, and a sheet to print.

extension ProjectSource {
  /// Vertices and edges of all layers draw the finger to them, where crews draw lines or polygons.
  /// Rows that share an edge are not moved together: a crew would change its neighbours unawares.
  var snapping: XMLNode {
    let isNeeded = tables.contains { $0.isEditable && $0.isDrawn }
    return XMLNode(
      "snapping-settings",
      [
        "enabled": isNeeded ? "1" : "0",
        // 2: all layers; 1 and 2: vertices and edges; unit 1: pixels of the screen.
        "mode": "2", "type": "3", "tolerance": "15", "unit": "1", "intersection-snapping": "0",
        "self-snapping": "0", "scaleDependencyMode": "0", "minScale": "0", "maxScale": "0",
      ], [XMLNode("individual-layer-settings")])
  }

  /// Lengths and areas are measured on the earth: on the plane of Web Mercator they would be half as
  /// long again at 48 degrees of latitude.
  func measuring(_ reference: SpatialReference) -> [XMLNode] {
    let isInFeet = [LinearUnit.foot, .surveyFoot].contains(reference.system?.unit)
    func text(_ name: String, _ value: String) -> XMLNode {
      XMLNode(name, ["type": "QString"], text: value)
    }
    return [
      XMLNode("Measure", [:], [text("Ellipsoid", "EPSG:7030")]),
      XMLNode(
        "Measurement", [:],
        [
          text("AreaUnits", isInFeet ? "ft2" : "m2"),
          text("DistanceUnits", isInFeet ? "feet" : "meters"),
        ]),
    ]
  }

  /// A sheet in A4 across with the map, its title and a scale bar, which QField prints the view on;
  /// none where nothing is known of the map's extent.
  var layouts: XMLNode {
    guard !extent.isEmpty else { return XMLNode("Layouts") }
    let map = "{fieldpack-map}"
    var frame = Self.item(
      65_639, map, x: 10, y: 22, width: 277, height: 170,
      ["frame": "true", "background": "true", "keepLayerSet": "false", "followPreset": "false"])
    let shown = extent.filling(width: 277, height: 170)
    frame.append(
      XMLNode(
        "Extent",
        [
          "xmin": QGISNumber.text(shown.minX), "ymin": QGISNumber.text(shown.minY),
          "xmax": QGISNumber.text(shown.maxX), "ymax": QGISNumber.text(shown.maxY),
        ]))
    var heading = Self.item(
      65_641, "{fieldpack-title}", x: 10, y: 8, width: 277, height: 12,
      ["labelText": "[% @project_title %]", "zValue": "1"])
    heading.append(
      XMLNode(
        "text-style",
        ["fontFamily": "Sans Serif", "fontSize": "18", "fontSizeUnit": "Point", "textOpacity": "1"]
      ))
    let items = [
      XMLNode(
        "PageCollection", [:],
        [Self.item(65_638, "{fieldpack-page}", x: 0, y: 0, width: 297, height: 210, [:])]),
      frame, heading,
      Self.item(
        65_646, "{fieldpack-scale}", x: 10, y: 194, width: 80, height: 12,
        [
          "mapUuid": map, "style": "Single Box", "unitType": "meters", "unitLabel": "m",
          "numMapUnitsPerScaleBarUnit": "1", "segmentSizeMode": "1", "minBarWidth": "40",
          "maxBarWidth": "80", "numSegments": "2", "height": "3", "zValue": "2",
        ]),
    ]
    return XMLNode(
      "Layouts", [:],
      [XMLNode("Layout", ["name": "Map", "units": "mm", "printResolution": "300"], items)])
  }

  /// A part of a sheet, in millimetres from its upper left corner.
  private static func item(
    _ kind: Int, _ id: String, x: Int, y: Int, width: Int, height: Int,
    _ others: KeyValuePairs<String, String>
  ) -> XMLNode {
    var node = XMLNode(
      "LayoutItem",
      [
        "type": String(kind), "uuid": id, "templateUuid": id, "size": "\(width),\(height),mm",
        "position": "\(x),\(y),mm", "positionOnPage": "\(x),\(y),mm",
      ])
    for (name, value) in others { node.set(name, value) }
    return node
  }
}

extension ProjectSource.Table {
  /// Whether rows are lines or polygons, which are drawn corner by corner.
  var isDrawn: Bool {
    guard let type = stored.geometry?.typeName else { return false }
    return !type.hasSuffix("POINT")
  }

  /// QGIS refuses to save a polygon that crosses itself, which the office's programs would refuse
  /// later; nil where rows are no polygons, or nobody may change them.
  var geometryOptions: XMLNode? {
    guard isEditable, let type = stored.geometry?.typeName, type.hasSuffix("POLYGON") else {
      return nil
    }
    return XMLNode(
      "geometryOptions", ["geometryPrecision": "0", "removeDuplicateNodes": "0"],
      [
        XMLNode(
          "activeChecks", ["type": "StringList"],
          [XMLNode("Option", ["type": "QString", "value": "QgsIsValidCheck"])])
      ])
  }
}

extension Envelope {
  /// The box about the same middle that has the sides of a sheet.
  fileprivate func filling(width: Double, height: Double) -> Envelope {
    let (x, y) = ((minX + maxX) / 2, (minY + maxY) / 2)
    let scale = max((maxX - minX) / width, (maxY - minY) / height)
    return Envelope(
      minX: x - scale * width / 2, minY: y - scale * height / 2, maxX: x + scale * width / 2,
      maxY: y + scale * height / 2)
  }
}
