import FeatureData
import MapModel

/// Finds a field that identifies the records of a table without GlobalIDs.
enum UniqueField {
  /// How the names of fields end that identify records, in the languages of open data.
  private static let endings = ["id", "nr", "no", "number", "nummer", "num", "key", "code"]
  /// The number of fields to compare.
  private static let candidateLimit = 4

  /// Reads the table once more, if it has candidates, and returns the first field with a different
  /// value in each record.
  static func find(in table: PlannedTable) async throws -> String? {
    let columns = candidates(of: table)
    guard let schema = table.schema, !columns.isEmpty else { return nil }
    var lists = columns.map { _ in JoinKeyList() }
    var isComplete = columns.map { _ in true }
    var rowCount = 0
    try await RowReading.readKeys(
      of: table, in: columns.map { $0 + schema.firstFieldColumn }
    ) { all in
      rowCount += all[0].count
      for (index, keys) in all.enumerated() where isComplete[index] {
        for case let key? in keys { try lists[index].append(key) }
        isComplete[index] = !keys.contains(nil)
      }
    }
    guard rowCount > 0 else { return nil }
    for (index, column) in columns.enumerated() where isComplete[index] {
      if try !lists[index].hasRepeated() { return schema.columns[column].field.name }
    }
    return nil
  }

  /// The columns with whole numbers or texts whose names say that they identify something. Object
  /// IDs change from export to export.
  private static func candidates(of table: PlannedTable) -> [Int] {
    guard let schema = table.schema, schema.globalIDColumn == nil, table.key == nil else {
      return []
    }
    let named = schema.columns.indices.filter { index in
      let column = schema.columns[index]
      let name = column.field.name.lowercased()
      return index != schema.objectIDColumn && column.sourceName != nil
        && [.integer, .text].contains(column.storage) && endings.contains(where: name.hasSuffix)
    }
    return Array(named.prefix(candidateLimit))
  }
}
