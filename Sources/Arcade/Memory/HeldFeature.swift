import Bytes
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

  /// Makes this a stored record. Keeps the memory of the one before.
  ///
  /// - Throws: `damagedRecord`. The feature then has no schema, and no values can be read.
  mutating func hold(
    _ record: Span<UInt8>, schema: ArcadeSchema, table: Int?
  ) throws(ArcadeProblem) {
    self.schema = nil
    try layout.read(record)
    self.schema = schema
    self.table = table
    self.record.removeAll(keepingCapacity: true)
    self.record.append(record)
  }
}

extension RecordLayout {
  /// Finds the columns of a record.
  ///
  /// - Throws: `damagedRecord`.
  mutating func read(_ record: Span<UInt8>) throws(ArcadeProblem) {
    try ArcadeProblem.ofRecord { try parse(record) }
  }
}
