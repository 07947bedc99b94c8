package import FeatureData
package import Merging

/// What the records of a merge are called, and what their values read, by the map's pop-ups.
package struct RecordNames {
  private let schema: MergeSchema
  private let timeZone: TimeZoneRules
  /// Made when a table is first asked for.
  private var tables: [Int: ReviewTable] = [:]

  /// - Parameter timeZone: whose clocks dates are shown by.
  package init(_ schema: MergeSchema, timeZone: TimeZoneRules = .utc) {
    self.schema = schema
    self.timeZone = timeZone
  }

  /// What a row is called, in one line; nil where nothing in it tells.
  package mutating func title(of row: MergeRow, table: Int) -> String? {
    use(table) { $0.title(of: row) }
  }

  /// A value where it stands in a row, as pop-ups show it; nil for NULL.
  package mutating func text(
    _ value: FieldValue, field: Int, of row: MergeRow, table: Int
  ) -> String? {
    use(table) { $0.text(value, at: field, of: row) }
  }

  private mutating func use<Value>(
    _ place: Int, _ body: (inout ReviewTable) -> Value
  ) -> Value {
    var table = tables[place] ?? ReviewTable(schema.tables[place], timeZone: timeZone)
    defer { tables[place] = table }
    return body(&table)
  }
}
