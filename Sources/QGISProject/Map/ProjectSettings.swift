import GeoPackage
import Geometry
import MapModel
import Markup
import OrderedJSON

/// Settings besides layers and forms that a person would make by hand for the field: the view,
/// bookmarks, snapping, the ellipsoid of measurements, and a page to print.
struct ProjectSettings {
  private let source: ProjectSource
  /// The spatial reference of the map, or Web Mercator if it is unknown.
  let reference: SpatialReference

  init(_ source: ProjectSource) {
    self.source = source
    let own = source.map.spatialReference.flatMap { try? SpatialReference(esriJSON: $0) }
    reference = own.flatMap { $0 } ?? .webMercator
  }

  var canvas: XMLNode {
    var canvas = XMLNode("mapcanvas", ["name": "theMapCanvas", "annotationsVisible": "1"])
    canvas.append(XMLNode("units", text: reference.isGeographic ? "degrees" : "meters"))
    if !source.extent.isEmpty { canvas.append(XMLNode("extent", [:], source.extent.sides)) }
    canvas.append(XMLNode("destinationsrs", [:], [reference.qgisNode]))
    return canvas
  }

  var bookmarks: XMLNode {
    let nodes = source.map.bookmarks.enumerated().compactMap { index, bookmark -> XMLNode? in
      guard let viewpoint = bookmark.viewpoint else { return nil }
      let own = viewpoint.spatialReference.flatMap { try? SpatialReference(esriJSON: $0) }
      return XMLNode(
        "Bookmark",
        [
          "id": "fieldpack_\(index)", "name": bookmark.name, "group": "",
          "extent": viewpoint.extent.polygonText,
        ], [(own.flatMap { $0 } ?? reference).qgisNode])
    }
    return XMLNode("Bookmarks", [:], nodes)
  }

  var properties: XMLNode {
    func value(_ name: String, type: String, _ text: String) -> XMLNode {
      XMLNode(name, ["type": type], text: text)
    }
    var field = [value("initialMapMode", type: "QString", "browse")]
    if source.areaFile != nil {
      field += [
        value("geofencingIsActive", type: "bool", "true"),
        value("geofencingLayer", type: "QString", AreaLayer.id),
        // 2 warns outside all areas.
        value("geofencingBehavior", type: "int", "2"),
      ]
    }
    return XMLNode(
      "properties", [:],
      [
        XMLNode("Paths", [:], [value("Absolute", type: "bool", "false")]),
        XMLNode("SpatialRefSys", [:], [value("ProjectionsEnabled", type: "int", "1")]),
      ] + background + measuring + [XMLNode("qfieldsync", [:], field)])
  }

  /// The color of land on drawn tiles, so that the map doesn't turn white where they end.
  private var background: [XMLNode] {
    guard source.baseMaps.contains(where: { $0.namesFile != nil }) else { return [] }
    return [
      XMLNode(
        "Gui", [:],
        [("Red", 0xEF), ("Green", 0xEC), ("Blue", 0xE5)].map { name, value in
          XMLNode("CanvasColor\(name)Part", ["type": "int"], text: String(value))
        })
    ]
  }

  /// Snaps to vertices and edges of all layers, if crews draw lines or polygons. Topological
  /// editing is off, because crews would move a neighbor's edge unawares.
  var snapping: XMLNode {
    let isNeeded = source.tables.contains { $0.isEditable && $0.isDrawn }
    return XMLNode(
      "snapping-settings",
      [
        "enabled": isNeeded ? "1" : "0",
        // 2: all layers; 1 and 2: vertices and edges; unit 1: pixels of the screen.
        "mode": "2", "type": "3", "tolerance": "15", "unit": "1", "intersection-snapping": "0",
        "self-snapping": "0", "scaleDependencyMode": "0", "minScale": "0", "maxScale": "0",
      ], [XMLNode("individual-layer-settings")])
  }

  /// Measures lengths and areas on the ellipsoid. On the plane of Web Mercator, they would be half
  /// as long again at 48 degrees of latitude.
  private var measuring: [XMLNode] {
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

  /// An A4 landscape page with the map, its title and a scale bar, on which QField prints the view;
  /// empty if the map's source.extent is unknown.
  var layouts: XMLNode {
    guard !source.extent.isEmpty else { return XMLNode("Layouts") }
    let map = "{fieldpack-map}"
    var frame = Self.item(
      ofType: 65_639, id: map, x: 10, y: 22, width: 277, height: 170,
      ["frame": "true", "background": "true", "keepLayerSet": "false", "followPreset": "false"])
    let shown = source.extent.filling(width: 277, height: 170)
    frame.append(
      XMLNode(
        "Extent",
        [
          "xmin": QGISNumber.text(shown.minX), "ymin": QGISNumber.text(shown.minY),
          "xmax": QGISNumber.text(shown.maxX), "ymax": QGISNumber.text(shown.maxY),
        ]))
    var heading = Self.item(
      ofType: 65_641, id: "{fieldpack-title}", x: 10, y: 8, width: 277, height: 12,
      ["labelText": "[% @project_title %]", "zValue": "1"])
    heading.append(
      XMLNode(
        "text-style",
        ["fontFamily": "Sans Serif", "fontSize": "18", "fontSizeUnit": "Point", "textOpacity": "1"]
      ))
    let items = [
      XMLNode(
        "PageCollection", [:],
        [
          Self.item(
            ofType: 65_638, id: "{fieldpack-page}", x: 0, y: 0, width: 297, height: 210, [:])
        ]),
      frame, heading,
      Self.item(
        ofType: 65_646, id: "{fieldpack-scale}", x: 10, y: 194, width: 80, height: 12,
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

  /// An item of a page, in millimeters from its upper left corner.
  private static func item(
    ofType kind: Int, id: String, x: Int, y: Int, width: Int, height: Int,
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
  /// Whether features are lines or polygons, which are drawn vertex by vertex.
  var isDrawn: Bool {
    guard let type = stored.geometry?.typeName else { return false }
    return !type.hasSuffix("POINT")
  }

  /// Makes QGIS refuse polygons that cross themselves, because the office's programs would refuse
  /// them later. Nil if features are not polygons, or can't be changed.
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
  /// The box with the same center and the aspect ratio of a page.
  fileprivate func filling(width: Double, height: Double) -> Envelope {
    let (x, y) = ((minX + maxX) / 2, (minY + maxY) / 2)
    let scale = max((maxX - minX) / width, (maxY - minY) / height)
    return Envelope(
      minX: x - scale * width / 2, minY: y - scale * height / 2, maxX: x + scale * width / 2,
      maxY: y + scale * height / 2)
  }
}

extension Envelope {
  fileprivate var sides: [XMLNode] {
    [("xmin", minX), ("ymin", minY), ("xmax", maxX), ("ymax", maxY)].map {
      XMLNode($0.0, text: QGISNumber.text($0.1))
    }
  }

  /// The box as a polygon in well-known text.
  fileprivate var polygonText: String {
    let corners = [(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY), (minX, minY)]
    let text = corners.map { "\(QGISNumber.text($0.0)) \(QGISNumber.text($0.1))" }
    return "Polygon ((\(text.joined(separator: ", "))))"
  }
}
