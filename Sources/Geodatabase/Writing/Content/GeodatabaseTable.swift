package import Geometry
package import MapModel
package import OrderedJSON

/// A feature class or table to be written.
package struct GeodatabaseTable: Sendable {
  /// The name of the table. What SQL would take for something else is changed; the writer tells.
  package var name: String
  /// What people call it; empty for the name.
  package var alias: String
  /// Its number in the service: the `itemId` in the path of a map's layer.
  package var layerID: Int
  /// The field of the object ids.
  package var objectIDField: String
  /// The field of the GlobalIDs, one of `fields`; nil where rows have none.
  package var globalIDField: String?
  /// The columns of the rows in their order, without object id and shape. Domains and defaults
  /// are taken from here.
  package var fields: [Field]
  /// Nil for a table.
  package var shape: Shape?
  /// The fields of who made and changed a row.
  package var editorTracking: EditorTracking?
  /// What the service says of it; written as it is, but for the types of fields that are kept in
  /// another one.
  package var serviceItem: JSON
  /// Its symbols in the form of ArcGIS Pro; nil for none.
  package var advancedDrawing: String?
  /// Whether a table of attachments goes with it. Asks for `globalIDField`.
  package var hasAttachments: Bool

  /// The shapes of a feature class.
  package struct Shape: Sendable {
    /// The name of the column.
    package var field: String
    package var type: EsriGeometryType
    package var hasZ: Bool
    package var hasM: Bool
    /// What the coordinates are in; nil where nothing tells.
    package var spatialReference: SpatialReference?

    /// Shapes of a type.
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

  /// A feature class or table.
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

/// How the rows of two tables belong together.
package struct GeodatabaseRelationship: Equatable, Sendable {
  package var name: String
  /// The tables of both sides, as `GeodatabaseTable.name` has them.
  package var origin: String
  package var destination: String
  /// The origin's key.
  package var originKey: String
  /// The field of the destination that holds the origin's key.
  package var destinationKey: String
  /// Many to many needs a table of pairs, which is not written: such a relationship is left out,
  /// and the writer tells.
  package var cardinality: Relationship.Cardinality
  package var isComposite: Bool
  /// What the origin calls the other side.
  package var forwardLabel: String
  /// What the destination calls the other side.
  package var backwardLabel: String

  /// A relationship from its parts.
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

/// A photo or file of a row, to be written.
package struct GeodatabaseAttachmentRow: Sendable {
  /// Its number within its table, ascending from row to row.
  package var id: Int64
  /// Its own GlobalID, in any spelling.
  package var globalID: String
  /// The GlobalID of the row it belongs to.
  package var parentGlobalID: String
  package var contentType: String
  package var name: String
  package var content: [UInt8]

  /// A photo or file.
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
