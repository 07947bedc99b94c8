import SQLiteFile

/// Counts the rows for which the triggers of a table would have run.
struct TriggerCount: Sendable {
  private struct Counted: Sendable {
    var trigger: StoredTrigger
    /// The columns of `UPDATE OF`; nil for any column.
    var columns: [Int]?
    var rows = 0
  }

  private var counted: [Counted] = []

  /// Creates a count for a table without edits.
  init() {}

  /// Creates a count for a table with edits.
  ///
  /// - Parameter kept: the folded names of triggers whose work the rewriter does.
  init(_ table: StoredTable, in database: DatabaseReader, besides kept: Set<String>) {
    counted = database.schema.compactMap { object in
      guard object.kind == .trigger,
        GeoPackageNames.folded(object.tableName) == GeoPackageNames.folded(table.name),
        !kept.contains(GeoPackageNames.folded(object.name)),
        let trigger = StoredTrigger(object)
      else { return nil }
      return Counted(
        trigger: trigger, columns: trigger.columns?.compactMap(table.column(named:)))
    }
  }

  /// Counts a row.
  ///
  /// - Parameter isSame: whether a column of an updated row is unchanged.
  mutating func note(_ event: StoredTrigger.Event, isSame: (_ column: Int) -> Bool = { _ in false })
  {
    for index in counted.indices where counted[index].trigger.event == event {
      if let columns = counted[index].columns, columns.allSatisfy(isSame) { continue }
      counted[index].rows += 1
    }
  }

  /// The triggers that would have run.
  var fired: [RewriteAccount.FiredTrigger] {
    counted.filter { $0.rows > 0 }.map {
      .init(
        name: $0.trigger.name, table: $0.trigger.table, event: $0.trigger.event, rows: $0.rows)
    }
  }
}
