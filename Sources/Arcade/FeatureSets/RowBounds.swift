import Filters

/// Finds the rows that a filter can select with the indexes of a table.
enum RowBounds {
  /// The rows of a table that can match, in order. Nil if all rows must be read.
  struct Found {
    let rows: [Int]
    /// Whether all of them match, so that none needs to be read.
    let areAll: Bool
  }

  static func rows(
    of table: ArcadeTable, numbered number: Int, within bounds: WhereBounds, in run: ArcadeRun
  ) throws(ArcadeProblem) -> Found? {
    guard number >= 0, let tables = run.context.tables else { return nil }
    func column(_ bound: WhereBounds.Bound) -> Int? {
      table.schema.cells.firstIndex { $0.column == bound.column }
    }
    for bound in bounds.list where bound.comparison == .equal {
      guard let column = column(bound),
        let rows = try tables.indexes.index(of: table, numbered: number, column: column)?
          .rows(of: bound.value)
      else { continue }
      return Found(rows: rows, areAll: false)
    }
    for bound in bounds.list where bound.comparison != .equal {
      let all = bounds.list.filter { $0.column == bound.column && $0.comparison != .equal }
      guard let column = column(bound),
        let rows = try tables.orders.index(of: table, numbered: number, column: column)?
          .rows(within: all)
      else { continue }
      return Found(rows: rows, areAll: bounds.isWhole && all.count == bounds.list.count)
    }
    return nil
  }
}
