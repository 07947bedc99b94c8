import Bytes
package import FeatureData
import Filters
import Geodatabase
package import Geometry
package import MapModel
import OrderedJSON
import Packages

/// A layer or table of the map that is planned for the package.
package struct PlannedTable: Sendable {
  /// The layer as the map, the item and the service define it together.
  package var layer: EffectiveLayer
  /// The layer's entry in the map.
  package var operational: OperationalLayer
  /// The other layers of the map that show records of the table, in the order of the map.
  package var others: [PlannedLayer] = []
  /// Whether its records are also in another table, because the map shows one layer of a service
  /// twice, from different data. Edits of both could not be told apart.
  package var repeatsAnother = false
  /// Whether the layer is a table.
  package var isTable: Bool
  /// The name of the table in the package's store; unique without regard to case.
  package var name: String
  /// The title with the groups around the layer, if another layer has the same title.
  var groupedTitle: String?
  /// The source of the records.
  package var source: any FeatureSource
  /// The spatial reference of the coordinates, if a binding gives one.
  package var boundReference: BoundReference = .asDeclared
  /// The map's spatial reference, for features in the map that declare none.
  package var mapReference: SpatialReference?
  /// The field that identifies records without GlobalIDs; nil if there isn't one.
  package var key: String?
  /// How records without a GlobalID get one; nil if they stay without.
  package var minting: GlobalIDMinting?
  /// A field with a different value in each record, for a table that nothing identifies; nil if
  /// nobody looked or there is none.
  package var uniqueField: String?
  /// The filter that the area has for this layer, if any. It narrows what the layer's own filter
  /// leaves.
  package var selection: String?
  /// Whether to take all records and ignore the layer's filter.
  package var isUnfiltered = false
  /// Whether records lose coordinates that can't be in their spatial reference.
  var dropsOutliers = false
  /// Whether the package has none of its records, because the map's author wants none.
  package var leavesRecordsOut = false
  /// The result of the survey; set before any record is read.
  package var survey: SourceSurvey?
  /// The fields and types of the records; set with the survey.
  package var schema: TableSchema?

  /// The title that people read.
  package var title: String { SharedTable.title(of: layers.map(\.layer)) }

  /// What findings call the table.
  var subject: String { groupedTitle ?? title }

  /// Whether crews may edit the table in any of its layers. The service and the map must allow it,
  /// and records must have identities. If no service is known, a GlobalID or a key is enough.
  package var isEditable: Bool {
    guard schema?.globalIDColumn != nil || keyColumn != nil, !repeatsAnother else { return false }
    return layers.contains { $0.layer.isEditable ?? true }
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

  /// The column of the GlobalID in an encoded record.
  var globalIDRecordColumn: Int? {
    schema.flatMap { schema in schema.globalIDColumn.map { schema.firstFieldColumn + $0 } }
  }

  /// The filter of its layers, compiled for its columns; `nil` if there is none.
  ///
  /// - Parameter now: the time of the package, for `CURRENT_TIMESTAMP`.
  func whereClause(now: Int64) throws(WhereError) -> WhereClause? {
    guard !isUnfiltered, let text = rowFilter, let schema else {
      return nil
    }
    return try WhereClause(
      parsing: text, fields: schema.fields, firstFieldColumn: schema.firstFieldColumn, now: now)
  }

  /// The area's filter of the layer, compiled for its columns; `nil` if it has none.
  ///
  /// - Parameter now: the time of the package, for `CURRENT_TIMESTAMP`.
  func selectionClause(now: Int64) throws -> WhereClause? {
    guard let selection, let schema else { return nil }
    return try about("\(title): \(selection)") {
      try WhereClause(
        parsing: selection, fields: schema.fields, firstFieldColumn: schema.firstFieldColumn,
        now: now)
    }
  }

  /// The area as a filter of the layer's rows; nil for a table.
  func areaFilter(_ area: AreaOfInterest) throws -> AreaFilter? {
    try schema?.geometry.map { field in
      try AreaFilter(
        polygon: area.prepared, in: area.spatialReference, layer: field.spatialReference)
    }
  }

  /// Whether no scale of a package shows the layer; false for tables.
  func isNeverVisible(at scale: ScaleRange) -> Bool {
    !isTable && layers.allSatisfy { $0.layer.scaleRange.intersection(scale).isEmpty }
  }

  /// Whether crews may add attachments to its records, which needs GlobalIDs.
  var mayGetAttachments: Bool {
    isEditable && layer.hasAttachments && schema?.globalIDColumn != nil
  }

  /// Whether crews edit its records and the layer's definition doesn't say if these may have
  /// attachments.
  var leavesAttachmentsUndeclared: Bool {
    isEditable && schema?.globalIDColumn != nil
      && layer.definition.source["hasAttachments"] == nil && !(source is GeodatabaseSource)
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

extension PlannedTable {
  /// The layers of the map that show its records, the one that stands for the table first.
  package var layers: [PlannedLayer] {
    [PlannedLayer(layer: layer, operational: operational)] + others
  }

  /// The table as each of its layers shows it.
  package var views: [PlannedTable] {
    layers.map { shown in
      var view = self
      view.show(only: [shown])
      return view
    }
  }

  /// Adds a layer that shows the same records. A layer without a filter stands for the table before
  /// one that has one.
  mutating func add(_ shown: PlannedLayer) {
    let comesFirst =
      layer.definition.definitionExpression != nil
      && shown.layer.definition.definitionExpression == nil
    show(only: comesFirst ? [shown] + layers : layers + [shown])
  }

  /// Removes one of its layers, unless it is the only one.
  mutating func remove(_ shown: PlannedLayer) {
    show(only: layers.filter { !$0.layer.id.hasSameUTF8(as: shown.layer.id) })
  }

  private mutating func show(only layers: [PlannedLayer]) {
    guard let first = layers.first else { return }
    layer = first.layer
    operational = first.operational
    others = Array(layers.dropFirst())
  }

  /// Whether a layer of the map with this title or id shows it.
  package func isNamed(_ name: String) -> Bool {
    title.isSameName(as: name)
      || layers.contains {
        $0.layer.title.isSameName(as: name) || $0.layer.id.isSameName(as: name)
      }
  }

  /// The filter that records must pass to be shown by any of its layers; nil if one shows all.
  var rowFilter: String? {
    let filters = layers.compactMap(\.layer.definition.definitionExpression)
    guard filters.count == layers.count else { return nil }
    return filters.count == 1
      ? filters[0] : filters.map { "(\($0))" }.joined(separator: " OR ")
  }
}

extension PlannedTable {
  /// How its records got GlobalIDs, for the package; nil if they had their own.
  var minted: LayerMinting? {
    schema?.minting.map {
      LayerMinting(layer: layer.id, field: $0.field, scope: $0.scope, table: name)
    }
  }

  /// What the keys of its records belong to: the layer of the service, whatever its title, or else
  /// the title.
  var mintingScope: String {
    guard let address = layer.address, let id = address.layerID else { return layer.title }
    return "\(address.key)/\(id)"
  }
}

/// Whether a binding overrides the spatial reference that a source declares.
package enum BoundReference: Sendable {
  case asDeclared
  case bound(SpatialReference)
}
