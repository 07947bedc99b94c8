import Bytes
import FeatureData
import Packages

/// Finds records that would get the same GlobalID, because a key occurs twice.
///
/// An area can hide one of them, and the other one is in another crew's area. So this reads all
/// records.
enum MintedIDs {
  /// The number of repeated ids whose keys are shown.
  private static let sampleLimit = RowNotices.sampleLimit

  /// Reads a table whose ids are minted, and reports keys that occur more than once.
  ///
  /// - Returns: nil if all records have different ids, or the table's ids are not minted.
  static func finding(in table: PlannedTable) async throws -> Finding? {
    guard let minting = table.schema?.minting, let column = table.globalIDRecordColumn else {
      return nil
    }
    var ids = JoinKeyList()
    try await RowReading.readKeys(of: table, in: [column]) { keys in
      for case let id? in keys[0] { try ids.append(id) }
    }
    var repeated: Set<JoinKey> = []
    var (keyCount, recordCount) = (0, 0)
    var groups = try ids.groups()
    while let (id, count) = try groups.next() {
      guard count > 1 else { continue }
      keyCount += 1
      recordCount += count
      if repeated.count < sampleLimit { repeated.insert(id) }
    }
    guard keyCount > 0 else { return nil }
    return Finding(
      .tableKeyUnusable, subject: table.title,
      NumberText.plural(recordCount, one: "record", many: "records")
        + " share \(NumberText.plural(keyCount, one: "value", many: "values")) of "
        + "\(minting.field), so their GlobalIDs would be the same.",
      count: recordCount, samples: try await samples(of: repeated, in: table, column),
      fix: "Give each record its own value in \(minting.field), or name another field with "
        + "--mint-globalids.")
  }

  /// The keys of some ids with the rows that have them.
  private static func samples(
    of ids: Set<JoinKey>, in table: PlannedTable, _ column: Int
  ) async throws -> [String] {
    guard let schema = table.schema,
      let key = schema.minting.flatMap({ schema.column(named: $0.field) })
    else { return [] }
    var rows: [JoinKey: (text: String, rows: [Int])] = [:]
    var row = 0
    try await RowReading.readKeys(
      of: table, in: [column, schema.firstFieldColumn + key]
    ) { keys in
      for (id, key) in zip(keys[0], keys[1]) {
        row += 1
        guard let id, ids.contains(id) else { continue }
        rows[id, default: (key?.text ?? "", [])].rows.append(row)
      }
    }
    return rows.values.sorted { $0.rows[0] < $1.rows[0] }.map { text, rows in
      "\(text): rows " + rows.prefix(3).map(String.init).joined(separator: ", ")
        + (rows.count > 3 ? " and \(rows.count - 3) more" : "")
    }
  }
}
