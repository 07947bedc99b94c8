package import MapModel
import Markup

/// A relationship class: how the rows of two datasets belong together.
package struct RelationshipClass: Equatable, Sendable {
  /// Its own name.
  package var name: String
  /// Its number among the items of the geodatabase.
  package var id: Int
  /// What the origin calls the other side.
  package var forwardLabel: String
  /// What the destination calls the other side.
  package var backwardLabel: String
  package var cardinality: Relationship.Cardinality
  package var isComposite: Bool
  /// Whether the destination holds the attachments of the origin.
  package var isOfAttachments: Bool
  /// The tables of both sides.
  package var origin: String
  package var destination: String
  /// The origin's key.
  package var originKey: String
  /// Where the origin's key stands: in the destination, or in the table of pairs.
  package var originForeignKey: String
  /// The destination's key, where there is a table of pairs.
  package var destinationKey: String?
  /// Where the destination's key stands in the table of pairs.
  package var destinationForeignKey: String?

  /// Reads a definition; nil where an end or a key of it is missing.
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
    self.origin = CatalogueItem.tableName(origin)
    self.destination = CatalogueItem.tableName(destination)
    self.originKey = originKey
    self.originForeignKey = originForeignKey
    self.cardinality = cardinality
    destinationKey = key("DestinationClassKeys", "esriRelKeyRoleDestinationPrimary")
    destinationForeignKey = key("DestinationClassKeys", "esriRelKeyRoleDestinationForeign")
    forwardLabel = definition.text("ForwardPathLabel") ?? ""
    backwardLabel = definition.text("BackwardPathLabel") ?? ""
    isComposite = definition.isTrue("IsComposite")
    isOfAttachments = definition.isTrue("IsAttachmentRelationship")
  }
}
