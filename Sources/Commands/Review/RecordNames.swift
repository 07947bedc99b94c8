import FeatureData
import Merging

/// The titles of the records of a merge, and the texts of their values, from the map's pop-ups.
struct RecordNames {
  private let schema: MergeSchema
  private let timeZone: TimeZoneRules
  /// Made when a table is first used.
  private var tables: [Int: ReviewTable] = [:]

  /// - Parameter timeZone: The time zone for dates.
  init(_ schema: MergeSchema, timeZone: TimeZoneRules = .utc) {
    self.schema = schema
    self.timeZone = timeZone
  }

  /// Returns the title of a row in one line; nil if none of its values can be a title.
  mutating func title(of row: MergeRow, table: Int) -> String? {
    use(table) { $0.title(of: row) }
  }

  /// Returns the text of a value in a row, as in pop-ups; nil for null.
  mutating func text(
    _ value: FieldValue, field: Int, of row: MergeRow, table: Int
  ) -> String? {
    use(table) { $0.text(value, at: field, of: row) }
  }

  private mutating func use<Value>(
    _ tableIndex: Int, _ body: (inout ReviewTable) -> Value
  ) -> Value {
    var table =
      tables[tableIndex] ?? ReviewTable(schema.tables[tableIndex], timeZone: timeZone)
    defer { tables[tableIndex] = table }
    return body(&table)
  }
}
