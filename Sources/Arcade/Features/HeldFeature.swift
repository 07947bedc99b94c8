import Records

/// A feature in the workspace's memory. It is either a stored record, whose values are read on
/// demand, or attributes that an expression made.
struct HeldFeature: Sendable {
  /// The schema of the record; nil without a record.
  var schema: ArcadeSchema?
  /// The stored record.
  var record: [UInt8] = []
  /// The layout of the record's columns.
  var layout = RecordLayout()
  /// The index in `ArcadeTables` of the table it is a row of; nil for others.
  var table: Int?
  /// The attributes of a feature that the run made; nil for a record.
  var attributes: ArcadeEntries?
  /// The geometry of a feature that the run made, or the decoded geometry of a record.
  var shape: ArcadeGeometry?
}
