package import Geometry
package import MapModel
package import OrderedJSON

/// A feature class or table to write.
package struct GeodatabaseTable: Sendable {
  /// The name of the table. The writer changes names that SQL would misread, and adds a note.
  package var name: String
  /// The title that people read; empty if it is the name.
  package var alias: String
  /// Its number in the service, which is the `itemId` in the path of a map's layer.
  package var layerID: Int
  /// The field of the object IDs.
  package var objectIDField: String
  /// The field of the GlobalIDs, one of `fields`; nil if rows have none.
  package var globalIDField: String?
  /// The columns of the rows in order, without object ID and shape, with their domains and
  /// defaults.
  package var fields: [Field]
  /// Nil for a table.
  package var shape: Shape?
  /// The editor tracking fields.
  package var editorTracking: EditorTracking?
  /// The service's description of it. It is written unchanged, except for fields that are stored
  /// with another type.
  package var serviceItem: JSON
  /// Its symbols in the form of ArcGIS Pro; nil if it has none.
  package var advancedDrawing: String?
  /// Whether it has an attachment table, which needs `globalIDField`.
  package var hasAttachments: Bool

  /// The shapes of a feature class.
  package struct Shape: Sendable {
    /// The name of the column.
    package var field: String
    package var type: EsriGeometryType
    package var hasZ: Bool
    package var hasM: Bool
    /// The spatial reference; nil if unknown.
    package var spatialReference: SpatialReference?

    /// Makes a shape column.
    package init(
      field: String = "SHAPE", type: EsriGeometryType, hasZ: Bool = false, hasM: Bool = false,
      spatialReference: SpatialReference?
    ) {
      self.field = field
      self.type = type
      self.hasZ = hasZ
      self.hasM = hasM
      self.spatialReference = spatialReference
    }
  }

  /// Makes a feature class or table.
  package init(
    name: String, alias: String = "", layerID: Int, objectIDField: String = "OBJECTID",
    globalIDField: String? = nil, fields: [Field], shape: Shape? = nil,
    editorTracking: EditorTracking? = nil, serviceItem: JSON, advancedDrawing: String? = nil,
    hasAttachments: Bool = false
  ) {
    self.name = name
    self.alias = alias
    self.layerID = layerID
    self.objectIDField = objectIDField
    self.globalIDField = globalIDField
    self.fields = fields
    self.shape = shape
    self.editorTracking = editorTracking
    self.serviceItem = serviceItem
    self.advancedDrawing = advancedDrawing
    self.hasAttachments = hasAttachments
  }
}

/// The relationship of the rows of two tables.
package struct GeodatabaseRelationship: Equatable, Sendable {
  package var name: String
  /// The names of both tables in `GeodatabaseTable.name`.
  package var origin: String
  package var destination: String
  /// The key field of the origin.
  package var originKey: String
  /// The field of the destination with the origin's key.
  package var destinationKey: String
  /// Many-to-many needs an intermediate table, which isn't written. The writer leaves out such a
  /// relationship and adds a note.
  package var cardinality: Relationship.Cardinality
  package var isComposite: Bool
  /// The origin's name for the other side.
  package var forwardLabel: String
  /// The destination's name for the other side.
  package var backwardLabel: String

  /// Makes a relationship.
  package init(
    name: String, origin: String, destination: String, originKey: String, destinationKey: String,
    cardinality: Relationship.Cardinality = .oneToMany, isComposite: Bool = false,
    forwardLabel: String = "", backwardLabel: String = ""
  ) {
    self.name = name
    self.origin = origin
    self.destination = destination
    self.originKey = originKey
    self.destinationKey = destinationKey
    self.cardinality = cardinality
    self.isComposite = isComposite
    self.forwardLabel = forwardLabel
    self.backwardLabel = backwardLabel
  }
}

/// An attachment to write.
package struct GeodatabaseAttachmentRow: Sendable {
  /// Its number in its table, which ascends.
  package var id: Int64
  /// Its own GlobalID, in any form.
  package var globalID: String
  /// The GlobalID of its record.
  package var parentGlobalID: String
  package var contentType: String
  package var name: String
  package var content: [UInt8]

  /// Makes an attachment.
  package init(
    id: Int64, globalID: String, parentGlobalID: String, contentType: String, name: String,
    content: [UInt8]
  ) {
    self.id = id
    self.globalID = globalID
    self.parentGlobalID = parentGlobalID
    self.contentType = contentType
    self.name = name
    self.content = content
  }
}
