import FeatureData
import Filters
import GeoPackage

/// What reading and writing a table showed.
struct TableRun {
  /// What is odd about the values of the last reading.
  var notices = RowNotices()
  /// The number of records that passed the layer's filter in the last reading.
  var passedCount = 0
  /// The bytes of the packed records.
  var byteCount = 0
  /// What the writer noted; nil if the table was not written.
  var account: TableAccount?
  /// The GlobalIDs of the packed records, for a table with attachments.
  private(set) var packedIDs: Set<GlobalID> = []

  /// Forgets an earlier reading, which only selected records.
  mutating func beginReading() {
    notices = RowNotices()
    passedCount = 0
    byteCount = 0
  }

  /// Notes the GlobalIDs of packed records.
  mutating func note(_ keys: [JoinKey?]) {
    for case .globalID(let id)? in keys { packedIDs.insert(id) }
  }
}
