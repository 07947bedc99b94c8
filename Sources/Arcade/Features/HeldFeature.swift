import SQLiteFile

/// A feature in the workspace's memory: a stored record, read when it is asked for something, or
/// attributes that an expression made.
struct HeldFeature: Sendable {
  /// What the record's columns are; nil where there is no record.
  var schema: ArcadeSchema?
  /// The record as it is stored.
  var record: [UInt8] = []
  /// Where its columns lie.
  var layout = RecordLayout()
  /// The table of `ArcadeTables` that it is a row of; nil for others.
  var table: Int?
  /// The attributes of a feature that was made; nil for a record.
  var attributes: ArcadeEntries?
  /// The shape of a feature that was made.
  var shape: ArcadeGeometry?
}
