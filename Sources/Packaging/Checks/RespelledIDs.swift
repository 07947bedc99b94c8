import Bytes
import FeatureData
import Filters
import Packages

/// Finds GlobalIDs that differ only in case, braces or hyphens.
///
/// The store's unique index compares bytes and cannot find these duplicates. A table that writes
/// all GlobalIDs in one form cannot have any.
enum RespelledIDs {
  /// Reads the table once more and reports rows that share a GlobalID in different spellings.
  static func finding(in table: PlannedTable) async throws -> Finding? {
    guard let column = table.globalIDRecordColumn else { return nil }
    var rows: [GlobalID: Int] = [:]
    var row = 0
    var count = 0
    var samples: [String] = []
    try await RowReading.read(
      table, filter: RowFilter(), keyColumns: [column], progress: { _ in },
      collect: { stripe in
        for key in stripe.allKeys[0] {
          row += 1
          guard case .globalID(let id)? = key else { continue }
          guard let first = rows[id] else {
            rows[id] = row
            continue
          }
          count += 1
          if samples.count < RowNotices.sampleLimit { samples.append("rows \(first) and \(row)") }
        }
      })
    guard count > 0 else { return nil }
    return Finding(
      .globalIDDuplicate, subject: table.title,
      NumberText.plural(
        count, one: "record repeats another record's GlobalID",
        many: "records repeat another record's GlobalID")
        + " in a different spelling.", count: count, samples: samples)
  }
}
