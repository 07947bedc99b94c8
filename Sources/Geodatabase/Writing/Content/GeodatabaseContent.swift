package import FeatureData
package import Geometry
package import OrderedJSON

/// What a geodatabase holds besides its rows; told before any of them.
package struct GeodatabaseContent: Sendable {
  /// When it was made, in milliseconds since 1970 UTC; from outside, as the same content must give
  /// the same bytes.
  package var created: Int64
  /// What a service says of itself, as its FeatureServer resource has it. Row 0 of
  /// `GDB_ServiceItems` in a replica; plain content has no such row.
  package var service: JSON
  /// The address of that service; empty where there is none.
  package var serviceURL: String
  /// The terms of the copy; nil for plain content, whose tables keep no history.
  package var replica: ReplicaTerms?
  /// Feature classes and tables, in the order of the file.
  package var tables: [GeodatabaseTable]
  /// How rows of the tables belong together; attachments aside.
  package var relationships: [GeodatabaseRelationship]

  /// What a geodatabase holds besides its rows.
  package init(
    created: Int64, service: JSON = .object(JSONObject()), serviceURL: String = "",
    replica: ReplicaTerms? = nil, tables: [GeodatabaseTable],
    relationships: [GeodatabaseRelationship] = []
  ) {
    self.created = created
    self.service = service
    self.serviceURL = serviceURL
    self.replica = replica
    self.tables = tables
    self.relationships = relationships
  }
}

/// What was agreed when a copy of a service's data was taken.
package struct ReplicaTerms: Equatable, Sendable {
  /// Which way edits go.
  package enum Direction: String, Sendable {
    case download = "esriSyncDirectionDownload"
    case upload = "esriSyncDirectionUpload"
    case bidirectional = "esriSyncDirectionBidirectional"
  }

  package var name: String
  /// Its identity, and that of its item.
  package var id: GlobalID
  package var owner: String
  package var direction: Direction
  /// The box whose rows were asked for.
  package var queryBox: Envelope
  /// What the box is in; nil where nothing tells.
  package var spatialReference: SpatialReference?
  /// The generation of the service that the rows have.
  package var serverGeneration: Int64
  package var returnsAttachments: Bool

  /// Terms of a copy.
  package init(
    name: String, id: GlobalID, owner: String = "", direction: Direction = .bidirectional,
    queryBox: Envelope, spatialReference: SpatialReference?, serverGeneration: Int64 = 0,
    returnsAttachments: Bool = false
  ) {
    self.name = name
    self.id = id
    self.owner = owner
    self.direction = direction
    self.queryBox = queryBox
    self.spatialReference = spatialReference
    self.serverGeneration = serverGeneration
    self.returnsAttachments = returnsAttachments
  }
}
