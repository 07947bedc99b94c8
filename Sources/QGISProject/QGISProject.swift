// A project file of QGIS and QField (`.qgs`): XML, in which any element may be missing.
//
//   qgis
//     title, projectCrs
//     layer-tree-group     the legend: groups and layers, top first
//     snapping-settings    what drawn vertices snap to
//     relations            between layers, by the columns of their keys
//     mapcanvas            the initial extent of the map
//     projectlayers        a maplayer each: source, drawing, labels, form
//     Bookmarks
//     Layouts              a page to print
//     properties           relative paths, units and ellipsoid of measurements, QField's settings

import GeoPackage
import Geometry
import MapModel
import Markup

/// A project for QGIS and QField, made from a web map.
package struct QGISProject: Sendable {
  /// The file, in UTF-8.
  package let document: [UInt8]
  /// What the project lacks or changes, in the order of the layers.
  package let notices: [ProjectNotice]

  /// Makes the project of a map. The same source always gives the same bytes.
  package init(_ source: ProjectSource) {
    let relations = source.relations
    var layers: [XMLNode] = []
    var notices: [ProjectNotice] = []
    for (index, table) in source.tables.enumerated() {
      let plan = LayerPlan(source, index: index, relations: relations)
      layers.append(plan.node)
      notices += plan.notices
      if let photos = table.attachments {
        layers.append(AttachmentLayer(source, table: index, attachments: photos).node)
      }
    }
    for layer in source.map.baseMap?.layers ?? [] {
      notices.append(
        ProjectNotice(
          layer: "", item: "the base map \(layer.title.isEmpty ? layer.id : layer.title)",
          instead: "it is online only"))
    }
    if let file = source.areaFile { layers.append(AreaLayer(file: file).node) }
    let reference = source.spatialReference
    let project = XMLNode(
      "qgis", ["version": "3.22.0-Białowieża", "projectname": source.title],
      [
        XMLNode("homePath", ["path": ""]), XMLNode("title", text: source.title),
        XMLNode("projectCrs", [:], [reference.qgisNode]), source.layerTree,
        source.snapping, XMLNode("relations", [:], relations.map(\.node)), source.canvas(reference),
        XMLNode("projectlayers", [:], layers), source.bookmarks(reference), source.layouts,
        source.properties(reference),
      ])
    document = project.document()
    self.notices = notices
  }
}

extension ProjectSource {
  /// The spatial reference of the map, or Web Mercator if it is unknown.
  fileprivate var spatialReference: SpatialReference {
    let own = map.spatialReference.flatMap { try? SpatialReference(esriJSON: $0) }
    return own.flatMap { $0 } ?? .webMercator
  }

  fileprivate func canvas(_ reference: SpatialReference) -> XMLNode {
    var canvas = XMLNode("mapcanvas", ["name": "theMapCanvas", "annotationsVisible": "1"])
    canvas.append(XMLNode("units", text: reference.isGeographic ? "degrees" : "meters"))
    if !extent.isEmpty { canvas.append(XMLNode("extent", [:], extent.sides)) }
    canvas.append(XMLNode("destinationsrs", [:], [reference.qgisNode]))
    return canvas
  }

  fileprivate func bookmarks(_ reference: SpatialReference) -> XMLNode {
    let nodes = map.bookmarks.enumerated().compactMap { index, bookmark -> XMLNode? in
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

  fileprivate func properties(_ reference: SpatialReference) -> XMLNode {
    func value(_ name: String, type: String, _ text: String) -> XMLNode {
      XMLNode(name, ["type": type], text: text)
    }
    var field = [value("initialMapMode", type: "QString", "browse")]
    if areaFile != nil {
      field += [
        value("geofencingIsActive", type: "bool", "true"),
        value("geofencingLayer", type: "QString", Self.areaID),
        // 2 warns outside all areas.
        value("geofencingBehavior", type: "int", "2"),
      ]
    }
    return XMLNode(
      "properties", [:],
      [
        XMLNode("Paths", [:], [value("Absolute", type: "bool", "false")]),
        XMLNode("SpatialRefSys", [:], [value("ProjectionsEnabled", type: "int", "1")]),
      ] + measuring(reference) + [XMLNode("qfieldsync", [:], field)])
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
