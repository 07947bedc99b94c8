import GeoPackage
import MapModel
import Markup

/// A relation of the project between two of its layers.
struct ProjectRelation: Sendable {
  /// Its ID, which is unique in the project.
  var id: String
  /// Its ID in pop-ups.
  var popupID: Int?
  var name: String
  /// The layer of the one side, with its title, its source, and the column of its key.
  var originLayer: String
  var originTitle: String
  var source: String
  var originColumn: String
  /// The layer of the many side, and the column of the origin's key.
  var destinationLayer: String
  var destinationColumn: String
  var isComposite: Bool
  /// Whether the many side has attachments.
  var isForAttachments: Bool

  var node: XMLNode {
    XMLNode(
      "relation",
      [
        "id": id, "name": name, "referencedLayer": originLayer,
        "referencingLayer": destinationLayer,
        "strength": isComposite ? "Composition" : "Association",
      ],
      [
        XMLNode(
          "fieldRef", ["referencedField": originColumn, "referencingField": destinationColumn])
      ])
  }
}

extension ProjectRelation {
  /// The relations of the map, then those of attachments.
  static func all(of source: ProjectSource) -> [ProjectRelation] {
    var relations: [ProjectRelation] = []
    for (number, relation) in source.relationships.enumerated() {
      guard let origin = source.tables.firstIndex(where: { $0.stored.name == relation.origin }),
        let destination = source.tables.firstIndex(where: { $0.stored.name == relation.destination }
        )
      else { continue }
      let (one, many) = (source.tables[origin], source.tables[destination])
      relations.append(
        ProjectRelation(
          id: "fieldpack_relation_\(number)", popupID: relation.id,
          name: relation.name.isEmpty ? many.layer.title : relation.name,
          originLayer: one.layerID(origin), originTitle: one.layer.title,
          source: source.datasource(of: one.stored.name), originColumn: relation.originColumn,
          destinationLayer: many.layerID(destination),
          destinationColumn: relation.destinationColumn, isComposite: relation.isComposite,
          isForAttachments: false))
    }
    for (index, table) in source.tables.enumerated() {
      guard table.attachments != nil, let id = table.layer.definition.globalIDField,
        let key = table.column(of: id)
      else { continue }
      relations.append(
        ProjectRelation(
          id: "fieldpack_photos_\(index)", popupID: nil, name: "Photos",
          originLayer: table.layerID(index), originTitle: table.layer.title,
          source: source.datasource(of: table.stored.name), originColumn: key.name,
          destinationLayer: table.attachmentLayerID(index),
          destinationColumn: "parent_globalid", isComposite: true, isForAttachments: true))
    }
    return relations
  }
}
