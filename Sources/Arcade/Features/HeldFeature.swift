import SQLiteFile

/// A feature in the workspace's memory: a stored record, read when it is asked for something.
struct HeldFeature: Sendable {
  /// What the record's columns are; nil where there is no feature.
  var schema: ArcadeSchema?
  /// The record as it is stored.
  var record: [UInt8] = []
  /// Where its columns lie.
  var layout = RecordLayout()
  /// The table of `ArcadeTables` that it is a row of; nil for others.
  var table: Int?
}
