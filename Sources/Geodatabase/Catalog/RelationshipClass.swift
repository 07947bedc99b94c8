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
