import SQLiteFile

/// Counts the rows that would have made the triggers of a table run.
struct TriggerCount: Sendable {
  private struct Counted: Sendable {
    var trigger: StoredTrigger
    /// The columns of `UPDATE OF`; nil for any.
    var columns: [Int]?
    var rows = 0
  }

  private var counted: [Counted] = []

  /// Of a table without edits.
  init() {}

  /// - Parameter kept: the folded names of triggers whose work is done here.
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

  /// Notes a row.
  ///
  /// - Parameter isSame: whether a column of an updated row is as it was.
  mutating func note(_ event: StoredTrigger.Event, isSame: (_ column: Int) -> Bool = { _ in false })
  {
    for index in counted.indices where counted[index].trigger.event == event {
      if let columns = counted[index].columns, columns.allSatisfy(isSame) { continue }
      counted[index].rows += 1
    }
  }

  /// Those that would have run.
  var fired: [RewriteAccount.FiredTrigger] {
    counted.filter { $0.rows > 0 }.map {
      .init(
        name: $0.trigger.name, table: $0.trigger.table, event: $0.trigger.event, rows: $0.rows)
    }
  }
}
