package import MapModel
import Markup

/// A relationship class: how the rows of two datasets are related.
package struct RelationshipClass: Equatable, Sendable {
  /// Its own name.
  package var name: String
  /// Its number among the items of the geodatabase.
  package var id: Int
  /// The origin's name for the other side.
  package var forwardLabel: String
  /// The destination's name for the other side.
  package var backwardLabel: String
  package var cardinality: Relationship.Cardinality
  package var isComposite: Bool
  /// Whether the destination is the attachment table of the origin.
  package var isForAttachments: Bool
  /// The tables of both sides.
  package var origin: String
  package var destination: String
  /// The key field of the origin.
  package var originKey: String
  /// The field with the origin's key, in the destination or in the intermediate table.
  package var originForeignKey: String
  /// The destination's key field, if there is an intermediate table.
  package var destinationKey: String?
  /// The field with the destination's key in the intermediate table.
  package var destinationForeignKey: String?

  /// Reads a definition; nil if an end or a key is missing.
  ///
  /// ```xml
  /// <DERelationshipClassInfo><Cardinality/><IsComposite/><ForwardPathLabel/><BackwardPathLabel/>
  ///   <OriginClassNames><Name/></OriginClassNames>
  ///   <DestinationClassNames><Name/></DestinationClassNames>
  ///   <OriginClassKeys><RelationshipClassKey><ObjectKeyName/><KeyRole/></RelationshipClassKey>…
  /// ```
  init?(_ definition: XMLElement, name: String, id: Int) {
    func key(_ list: String, _ role: String) -> String? {
      definition.list(list).first { $0.text("KeyRole") == role }?.text("ObjectKeyName")
    }
    guard
      let origin = definition.list("OriginClassNames").first?.text,
      let destination = definition.list("DestinationClassNames").first?.text,
      let originKey = key("OriginClassKeys", "esriRelKeyRoleOriginPrimary"),
      let originForeignKey = key("OriginClassKeys", "esriRelKeyRoleOriginForeign"),
      let cardinality = definition.text("Cardinality").flatMap(Relationship.Cardinality.init)
    else { return nil }
    self.name = name
    self.id = id
    self.origin = CatalogItem.tableName(origin)
    self.destination = CatalogItem.tableName(destination)
    self.originKey = originKey
    self.originForeignKey = originForeignKey
    self.cardinality = cardinality
    destinationKey = key("DestinationClassKeys", "esriRelKeyRoleDestinationPrimary")
    destinationForeignKey = key("DestinationClassKeys", "esriRelKeyRoleDestinationForeign")
    forwardLabel = definition.text("ForwardPathLabel") ?? ""
    backwardLabel = definition.text("BackwardPathLabel") ?? ""
    isComposite = definition.isTrue("IsComposite")
    isForAttachments = definition.isTrue("IsAttachmentRelationship")
  }
}

extension RelationshipClass {
  /// The suffix of ArcGIS's attachment tables.
  static let attachmentSuffix = "__ATTACH"
}

extension [RelationshipClass] {
  /// Whether a table is an attachment table.
  func isAttachmentTable(_ name: String) -> Bool {
    contains { $0.isForAttachments && $0.destination.isSameName(as: name) }
      || name.hasSuffix(RelationshipClass.attachmentSuffix)
  }

  /// The ends of the relationships of each dataset, by the dataset's number. If the service defines
  /// relationships, those are used.
  func ends(
    numbers: [String: Int], described: Set<String>
  ) -> [String: [Relationship]] {
    var ends: [String: [Relationship]] = [:]
    for relationship in self where !relationship.isForAttachments {
      guard let origin = numbers[relationship.origin.lowercased()],
        let destination = numbers[relationship.destination.lowercased()],
        !described.contains(relationship.origin.lowercased()),
        !described.contains(relationship.destination.lowercased())
      else { continue }
      let isThroughTable = relationship.cardinality == .manyToMany
      let pairs = isThroughTable ? numbers[relationship.name.lowercased()] : nil
      func end(
        _ role: Relationship.Role, related: Int, key: String, foreignKey: String?
      ) -> Relationship {
        Relationship(
          id: relationship.id, name: relationship.name, relatedTableID: related,
          cardinality: relationship.cardinality, role: role, keyField: key,
          isComposite: relationship.isComposite, relationshipTableID: pairs,
          keyFieldInRelationshipTable: isThroughTable ? foreignKey : nil)
      }
      ends[relationship.origin.lowercased(), default: []].append(
        end(
          .origin, related: destination, key: relationship.originKey,
          foreignKey: relationship.originForeignKey))
      ends[relationship.destination.lowercased(), default: []].append(
        end(
          .destination, related: origin,
          key: isThroughTable
            ? relationship.destinationKey ?? "" : relationship.originForeignKey,
          foreignKey: relationship.destinationForeignKey))
    }
    return ends
  }
}
