import FeatureData
import Filters

/// Filters the rows of feature sets (function reference: Filter, FilterBySubtypeCode).
enum RowFilter {
  /// The rows for which an SQL expression is true (function reference, Filter). `@name` in it is
  /// the variable of that name.
  static func filtered(
    _ set: ArcadeFeatureSet, by text: String, with parameters: FilterParameters,
    for arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    try ResultSharing.shared(set, in: &run) { (_) throws(ArcadeProblem) in
      "Filter \(text)\(parameters.spelled)"
    } make: { (run) throws(ArcadeProblem) in
      try rows(of: set, by: text, with: parameters, for: arguments, in: &run)
    }
  }

  private static func rows(
    of set: ArcadeFeatureSet, by text: String, with parameters: FilterParameters,
    for arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let held = run.held(set), let table = run.table(of: set) else { return .null }
    var filter = try run.reading(arguments, 1) { () throws(WhereError) in
      let clause = try WhereClause(
        parsing: text, fields: table.schema.clauseFields,
        firstFieldColumn: table.schema.table.firstFieldColumn, now: run.context.now,
        parameters: parameters.names)
      return try WhereRun(clause, parameters: parameters.values)
    }
    // Without variables, the rows are found once for all features (``ResultSharing``).
    let found =
      held.rows == nil && parameters.hasNames
      ? try RowBounds.rows(of: table, numbered: held.table, within: filter.bounds, in: run) : nil
    if let found, found.areAll {
      try run.budget.charge(steps: found.rows.count / 16)
      return try run.makeValue(HeldFeatureSet(table: held.table, rows: found.rows))
    }
    var rows: [Int] = []
    try run.eachRow(of: set, only: found?.rows) { (row, layout, record) throws(ArcadeProblem) in
      if filter.isTrue(layout: layout, record: record.span) { rows.append(row) }
    }
    return try run.makeValue(HeldFeatureSet(table: held.table, rows: rows))
  }

  /// The rows of one subtype (function reference, FilterBySubtypeCode).
  static func filteredByType(_ arguments: ArcadeArguments, in run: inout ArcadeRun)
    throws(ArcadeProblem) -> ArcadeValue
  {
    let set = try run.featureSet(arguments, 0)
    return try ResultSharing.shared(set, in: &run) { (run) throws(ArcadeProblem) in
      try "FilterBySubtypeCode \(ResultSharing.spelled(arguments, from: 1, in: &run))"
    } make: { (run) throws(ArcadeProblem) in
      try filteredByType(set, arguments, in: &run)
    }
  }

  private static func filteredByType(
    _ set: ArcadeFeatureSet, _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let held = run.held(set), let table = run.table(of: set),
      let column = table.schema.typeColumn
    else { throw run.badArgument(arguments, 0, message: "its layer has no subtypes") }
    let code = run.value(arguments, 1)
    var feature = HeldFeature()
    var rows: [Int] = []
    let cell = table.schema.cells[column]
    try run.eachRow(of: set) { (row, layout, record) throws(ArcadeProblem) in
      feature.record = record
      feature.layout = layout
      if feature.value(of: cell).isSame(as: code) { rows.append(row) }
    }
    return try run.makeValue(HeldFeatureSet(table: held.table, rows: rows))
  }
}
