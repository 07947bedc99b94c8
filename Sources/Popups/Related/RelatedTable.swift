package import FeatureData
package import MapModel
package import OrderedJSON

/// The other table of a relationship, as far as pop-ups need it.
package struct RelatedTable: Sendable {
  /// The relationship, seen from the layer that has the pop-up.
  package var relationship: Relationship
  /// The related table's own key field: that of its end of the relationship.
  package var keyField: String
  /// What people call the table.
  package var title: String
  /// The table's definition.
  package var definition: LayerDefinition
  /// The table's pop-up, whose visible fields stand for a record; nil for none.
  package var popupInfo: JSON?
  /// The form of the rows that ``RelatedRecords`` will be given.
  package var schema: TableSchema

  /// A table from its parts.
  package init(
    relationship: Relationship, keyField: String, title: String, definition: LayerDefinition,
    popupInfo: JSON?, schema: TableSchema
  ) {
    self.relationship = relationship
    self.keyField = keyField
    self.title = title
    self.definition = definition
    self.popupInfo = popupInfo
    self.schema = schema
  }
}
