package import FeatureData
package import Geometry
package import MapModel

/// A layer or table of the map on its way into the package.
package struct PlannedTable: Sendable {
  /// What the map, the item and the service say of it.
  package var layer: EffectiveLayer
  /// The map's own entry.
  package var operational: OperationalLayer
  /// Whether the map has it among its tables.
  package var isTable: Bool
  /// The table's name in the package's store; unique without regard to case.
  package var name: String
  /// Where its rows come from.
  package var source: any FeatureSource
  /// What the coordinates are in, when a binding says so.
  package var boundReference: BoundReference = .asDeclared
  /// What the coordinates of features in the map are in when nothing else says so: the map's own.
  package var mapReference: SpatialReference?
  /// The field that tells rows apart where they have no GlobalIDs; nil for none.
  package var key: String?
  /// Whether all rows are taken, whatever the layer's own filter says.
  package var isUnfiltered = false
  /// The outcome of the survey; set before any row is read.
  package var survey: SourceSurvey?
  /// The form of its rows; set with the survey.
  package var schema: TableSchema?

  /// What people read.
  package var title: String { layer.title }

  /// Whether crews may edit it: what the service and map allow, and rows that have identities.
  /// Where no service says anything, a GlobalID or a key is what editing needs.
  package var isEditable: Bool {
    guard schema?.globalIDColumn != nil || keyColumn != nil else { return false }
    return layer.isEditable ?? true
  }
}

extension PlannedTable {
  /// The column of the key, where rows have no GlobalIDs.
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

  /// What the layer's definition says the coordinates are in; one that cannot be read is no answer.
  var definedReference: SpatialReference? {
    layer.definition.spatialReference.flatMap { try? SpatialReference(esriJSON: $0) }
  }

  /// Whether the coordinates are read in the map's spatial reference, for want of another.
  var takesMapReference: Bool {
    mapReference != nil && definedReference == nil
      && survey?.declaration.spatialReference == nil && schema?.geometry != nil
  }
}

/// Whether a binding overrides what a source says its coordinates are in.
package enum BoundReference: Sendable {
  case asDeclared
  case bound(SpatialReference)
}

/// A layer or table that stays out of the package, and why.
package struct LeftOutLayer: Sendable, Equatable {
  package var title: String
  package var isTable: Bool
  package var reason: String
}
