import FeatureData
import Filters
import Records

/// Sorts the rows of feature sets (function reference, OrderBy).
enum RowSorting {
  /// The rows sorted by `FIELD [ASC|DESC][, …]` (function reference, OrderBy). Equal rows keep
  /// their order.
  static func ordered(_ arguments: ArcadeArguments, in run: inout ArcadeRun) throws(ArcadeProblem)
    -> ArcadeValue
  {
    let set = try run.featureSet(arguments, 0)
    let text = try run.plainText(arguments, 1)
    return try ResultSharing.shared(set, in: &run) { (_) throws(ArcadeProblem) in
      "OrderBy \(text)"
    } make: { (run) throws(ArcadeProblem) in
      try ordered(set, by: text, arguments, in: &run)
    }
  }

  private static func ordered(
    _ set: ArcadeFeatureSet, by text: String, _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let held = run.held(set), let table = run.table(of: set) else { return .null }
    let fields = table.schema.clauseFields
    let first = table.schema.table.firstFieldColumn
    let (columns, order) = try run.reading(arguments, 1) { () throws(WhereError) in
      let columns = try RowOrder(parsing: text, fields: fields, firstFieldColumn: first).fields
      return (
        columns,
        try RowOrder(parsing: text, fields: columns.map { fields[$0] }, firstFieldColumn: 0)
      )
    }
    let count = run.count(of: set)
    // Only the sorted-by values of each row are kept. They count as memory of the run.
    var records: [UInt8] = []
    var ends: [Int] = [0]
    var rows: [Int] = []
    let most = run.budget.bytesLeft
    let limit = run.budget.limits.bytes
    var encoder = RecordEncoder()
    try run.eachRow(of: set) { (row, layout, record) throws(ArcadeProblem) in
      encoder.removeAll()
      for column in columns {
        encoder.append(layout.value(first + column, in: record.span), of: record.span)
      }
      encoder.write(to: &records)
      ends.append(records.count)
      rows.append(row)
      guard records.count <= most else { throw .tooMuchMemory(limit: limit) }
    }
    try run.budget.charge(bytes: records.count + 16 * count)
    try run.budget.charge(steps: count * max(1, count.bitWidth - count.leadingZeroBitCount))
    var one = RecordLayout()
    var two = RecordLayout()
    let bytes = records.span
    let sorted = rows.indices.sorted { left, right in
      let first = bytes.extracting(ends[left]..<ends[left + 1])
      let second = bytes.extracting(ends[right]..<ends[right + 1])
      // These records were encoded above, so parsing cannot fail.
      guard (try? one.parse(first)) != nil, (try? two.parse(second)) != nil else {
        return left < right
      }
      let outcome = order.order(layout: one, record: first, otherLayout: two, other: second)
      return outcome == 0 ? left < right : outcome < 0
    }
    return try run.makeValue(HeldFeatureSet(table: held.table, rows: sorted.map { rows[$0] }))
  }
}
