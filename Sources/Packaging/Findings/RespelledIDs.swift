import FeatureData

/// GlobalIDs that are one but for case, braces or hyphens. The store's unique index compares bytes
/// and cannot see them; tables that write all GlobalIDs in one way cannot have them.
enum RespelledIDs {
  /// Reads a table once more, and tells which of its rows have one GlobalID in two spellings.
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
      "Several rows have one GlobalID, written in several ways.", count: count, samples: samples)
  }
}
