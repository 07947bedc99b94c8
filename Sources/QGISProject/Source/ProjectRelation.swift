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
  /// Whether forms of the origin list its records by this relation, and forms of the destination
  /// name the origin by it. A table that several layers show takes part once in each form.
  var isInFormsOfOrigin = true
  var isInFormsOfDestination = true

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
      for (origin, destination) in source.pairs(of: relation) {
        let (one, many) = (source.tables[origin], source.tables[destination])
        let isMain = (
          origin == source.mainLayer(ofTable: relation.origin),
          destination == source.mainLayer(ofTable: relation.destination)
        )
        let suffix = isMain.0 && isMain.1 ? "" : "_\(isMain.0 ? destination : origin)"
        relations.append(
          ProjectRelation(
            id: "fieldpack_relation_\(number)\(suffix)", popupID: relation.id,
            name: relation.name.isEmpty ? many.layer.title : relation.name,
            originLayer: one.layerID(origin), originTitle: one.layer.title,
            source: source.datasource(of: one.stored.name), originColumn: relation.originColumn,
            destinationLayer: many.layerID(destination),
            destinationColumn: relation.destinationColumn, isComposite: relation.isComposite,
            isForAttachments: false, isInFormsOfOrigin: isMain.1, isInFormsOfDestination: isMain.0))
      }
    }
    for (index, table) in source.tables.enumerated() {
      guard let main = source.mainLayer(ofTable: table.stored.name),
        source.tables[main].attachments != nil, let id = table.layer.definition.globalIDField,
        let key = table.column(of: id)
      else { continue }
      relations.append(
        ProjectRelation(
          id: "fieldpack_photos_\(index)", popupID: nil, name: "Photos",
          originLayer: table.layerID(index), originTitle: table.layer.title,
          source: source.datasource(of: table.stored.name), originColumn: key.name,
          destinationLayer: source.tables[main].attachmentLayerID(main),
          destinationColumn: "parent_globalid", isComposite: true, isForAttachments: true))
    }
    return relations
  }
}

extension ProjectSource {
  /// The layers that a relation connects: each layer of the origin with the destination's main one,
  /// and each layer of the destination with the origin's main one.
  fileprivate func pairs(of relation: Relation) -> [(origin: Int, destination: Int)] {
    guard let origin = mainLayer(ofTable: relation.origin),
      let destination = mainLayer(ofTable: relation.destination)
    else { return [] }
    let origins = tables.indices.filter {
      $0 != origin && tables[$0].stored.name == relation.origin
    }
    let destinations = tables.indices.filter {
      $0 != destination && tables[$0].stored.name == relation.destination
    }
    return [(origin, destination)] + origins.map { ($0, destination) }
      + (relation.origin == relation.destination ? [] : destinations.map { (origin, $0) })
  }
}
