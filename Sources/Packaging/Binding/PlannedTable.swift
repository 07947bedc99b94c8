package import FeatureData
package import Geometry
package import MapModel

/// A layer or table of the map that is planned for the package.
package struct PlannedTable: Sendable {
  /// The layer as the map, the item and the service define it together.
  package var layer: EffectiveLayer
  /// The layer's entry in the map.
  package var operational: OperationalLayer
  /// Whether the layer is a table.
  package var isTable: Bool
  /// The name of the table in the package's store; unique without regard to case.
  package var name: String
  /// The source of the records.
  package var source: any FeatureSource
  /// The spatial reference of the coordinates, if a binding gives one.
  package var boundReference: BoundReference = .asDeclared
  /// The map's spatial reference, for features in the map that declare none.
  package var mapReference: SpatialReference?
  /// The field that identifies records without GlobalIDs; nil if there isn't one.
  package var key: String?
  /// Whether to take all records and ignore the layer's filter.
  package var isUnfiltered = false
  /// The result of the survey; set before any record is read.
  package var survey: SourceSurvey?
  /// The fields and types of the records; set with the survey.
  package var schema: TableSchema?

  /// The title that people read.
  package var title: String { layer.title }

  /// Whether crews may edit the table. The service and the map must allow it, and records must have
  /// identities. If no service is known, a GlobalID or a key is enough.
  package var isEditable: Bool {
    guard schema?.globalIDColumn != nil || keyColumn != nil else { return false }
    return layer.isEditable ?? true
  }
}

extension PlannedTable {
  /// The column of the key that identifies records without GlobalIDs.
  var keyColumn: Int? {
    guard let key, let schema, schema.globalIDColumn == nil,
      let column = schema.column(named: key), column != schema.objectIDColumn
    else { return nil }
    return column
  }

  /// How the map draws the layer; nil for tables.
  var drawing: LayerDrawing? {
    isTable ? nil : LayerDrawing(layer: layer, operational: operational)
  }

  /// The spatial reference of the layer's definition; nil if it is missing or unreadable.
  var definedReference: SpatialReference? {
    layer.definition.spatialReference.flatMap { try? SpatialReference(esriJSON: $0) }
  }

  /// Whether the coordinates are read in the map's spatial reference because no other is known.
  var usesMapReference: Bool {
    mapReference != nil && definedReference == nil
      && survey?.declaration.spatialReference == nil && schema?.geometry != nil
  }
}

/// Whether a binding overrides the spatial reference that a source declares.
package enum BoundReference: Sendable {
  case asDeclared
  case bound(SpatialReference)
}
