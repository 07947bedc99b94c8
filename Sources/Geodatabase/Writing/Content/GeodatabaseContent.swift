package import FeatureData
package import Geometry
package import OrderedJSON

/// The content of a geodatabase except its rows; given to the writer first.
package struct GeodatabaseContent: Sendable {
  /// The creation time in milliseconds since 1970 UTC. It is given, because the same content must
  /// give the same bytes.
  package var created: Int64
  /// A service's description of itself, as a FeatureServer resource. It is row 0 of
  /// `GDB_ServiceItems` in a replica. A plain geodatabase has no such row.
  package var service: JSON
  /// The address of the service; empty if there is none.
  package var serviceURL: String
  /// The terms of the replica; nil for a plain geodatabase, which has no history.
  package var replica: ReplicaTerms?
  /// Feature classes and tables, in file order.
  package var tables: [GeodatabaseTable]
  /// The relationships of the tables, without attachments.
  package var relationships: [GeodatabaseRelationship]

  /// Makes the content of a geodatabase.
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

/// The terms of a replica.
package struct ReplicaTerms: Equatable, Sendable {
  /// The direction of edits.
  package enum Direction: String, Sendable {
    case download = "esriSyncDirectionDownload"
    case upload = "esriSyncDirectionUpload"
    case bidirectional = "esriSyncDirectionBidirectional"
  }

  package var name: String
  /// The identity of the replica and its item.
  package var id: GlobalID
  package var owner: String
  package var direction: Direction
  /// The box of the requested rows.
  package var queryBox: Envelope
  /// The spatial reference of the box; nil if unknown.
  package var spatialReference: SpatialReference?
  /// The service's generation of the rows.
  package var serverGeneration: Int64
  package var returnsAttachments: Bool

  /// Makes terms.
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
