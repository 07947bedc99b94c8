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
    let relations = ProjectRelation.all(of: source)
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
          instead: source.baseMaps.contains { $0.isReference == layer.isReference }
            ? "tiles take its place" : "it is online only"))
    }
    layers += source.baseMaps.map { TileLayer($0).node }
    layers += source.baseMaps.compactMap(\.namesFile).map { StreetNamesLayer(file: $0).node }
    if let file = source.areaFile { layers.append(AreaLayer(file: file).node) }
    let settings = ProjectSettings(source)
    let project = XMLNode(
      "qgis", ["version": "3.22.0-Białowieża", "projectname": source.title],
      [
        XMLNode("homePath", ["path": ""]), XMLNode("title", text: source.title),
        XMLNode("projectCrs", [:], [settings.reference.qgisNode]),
        LayerTree(source: source).node, settings.snapping,
        XMLNode("relations", [:], relations.map(\.node)), settings.canvas,
        XMLNode("projectlayers", [:], layers), settings.bookmarks, settings.layouts,
        settings.properties,
      ])
    document = project.document()
    self.notices = notices
  }
}
