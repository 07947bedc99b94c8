import Foundation
import GeoPackage
import Geometry
import MapModel
import OrderedJSON
import QGISProject

/// A project with one layer, made from a map.
enum SampleProject {
  /// The project's text.
  ///
  /// - Parameters:
  ///   - layer: the layer in the map.
  ///   - service: the service's definition; its fields are the table's columns.
  ///   - geometry: the geometry type of the table, in the GeoPackage's form.
  static func text(
    layer: String, service: String, geometry: String = "POINT"
  ) throws -> (xml: String, notices: [ProjectNotice]) {
    let webMap = try WebMap(
      json: JSONParser.parse(
        Array(#"{"version": "2.0", "operationalLayers": [\#(layer)]}"#.utf8)))
    var notices = MapNotices()
    let definition = try LayerDefinition(
      json: JSONParser.parse(Array(service.utf8)), notices: &notices)
    let operational = webMap.layers[0]
    let effective = EffectiveLayer(service: definition, item: nil, map: operational)
    let stored = GeoPackageTable(
      name: "things", geometry: .init(typeName: geometry, srsID: 4_326),
      columns: effective.fields.map { GeoPackageColumn(name: $0.name, type: .text(length: nil)) })
    let project = QGISProject(
      ProjectSource(
        title: "Things", map: webMap, store: "data.gpkg",
        tables: [
          .init(
            stored: stored, layer: effective, operational: operational, isEditable: true,
            spatialReference: .wgs84, attachments: nil)
        ], relationships: [], extent: .empty))
    return (String(decoding: project.document, as: UTF8.self), project.notices)
  }

  /// The lines of the project with a word, without leading blanks.
  static func lines(_ word: String, in xml: String) -> [String] {
    xml.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.contains(word) }
  }
}
