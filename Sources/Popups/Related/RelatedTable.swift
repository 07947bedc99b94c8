package import FeatureData
package import MapModel
package import OrderedJSON

/// The other table of a relationship, with what pop-ups need of it.
package struct RelatedTable: Sendable {
  /// The relationship, seen from the layer that has the pop-up.
  package var relationship: Relationship
  /// The related table's key field.
  package var keyField: String
  /// The title of the table.
  package var title: String
  /// The table's definition.
  package var definition: LayerDefinition
  /// The table's pop-up, if any. Its visible fields describe a related record.
  package var popupInfo: JSON?
  /// The schema of the rows that ``RelatedRecords`` receives.
  package var schema: TableSchema

  /// Creates a related table.
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
