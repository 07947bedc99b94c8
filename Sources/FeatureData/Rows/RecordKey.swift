/// The identity of a record: its table and its GlobalID.
package struct RecordKey: Hashable, Sendable, Comparable {
  /// The index of the table in the current list of tables.
  package var table: Int
  /// The record's GlobalID.
  package var globalID: GlobalID

  /// Creates a record key.
  package init(table: Int, globalID: GlobalID) {
    self.table = table
    self.globalID = globalID
  }

  /// Orders by table, then by GlobalID.
  package static func < (left: RecordKey, right: RecordKey) -> Bool {
    left.table != right.table ? left.table < right.table : left.globalID < right.globalID
  }
}
