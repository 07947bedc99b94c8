// The filter language of web maps (`definitionExpression`): the subset of SQL-92 that ArcGIS calls
// standardized queries. Supported:
//
//   =  <>  !=  <  >  <=  >=      [NOT] IN (…)  IN @list      [NOT] BETWEEN a AND b      IS [NOT] NULL
//   [NOT] LIKE p [ESCAPE 'c']    AND  OR  NOT  ( )  TRUE  FALSE  1=1
//   'text', N'text', numbers, DATE '…', TIMESTAMP '…', TIME '…', INTERVAL '…' DAY TO SECOND, NULL
//   "Quoted Name"   @parameter   + - * /  ||
//   CASE [x] WHEN a THEN b ELSE c END      COALESCE  NULLIF  CAST(x AS type)
//   ABS CEILING FLOOR LOG LOG10 POWER ROUND TRUNCATE SIGN MOD SIN COS TAN ASIN ACOS ATAN
//   CHAR_LENGTH LENGTH CONCAT LOWER UPPER POSITION SUBSTRING TRIM      EXTRACT(unit FROM date)
//   CURRENT_DATE  CURRENT_TIME  CURRENT_TIMESTAMP, with or without (), if the current time is given
//
// Logic has three values: a comparison with null is unknown, and a row is selected only if its
// clause is true. Texts are compared by their bytes. A number field accepts a quoted number, and a
// text field accepts a number as text. Integer division drops the remainder. A division by zero
// gives null, and so does casting text that isn't a number to a number. Dates are in UTC.

package import MapModel

/// A compiled where clause. A ``WhereRun`` applies it to rows.
package struct WhereClause: Sendable {
  /// The maximum length of a clause in bytes.
  package static let longest = 1 << 20
  /// The maximum nesting of parentheses.
  package static let deepest = 100
  /// The maximum number of values and operators in one value.
  package static let longestValue = 2_000
  /// The maximum number of values and operators in all.
  package static let mostSteps = 1 << 20

  /// The clause as written.
  package let text: String
  /// The fields used, as indexes in the list that the clause was compiled for, ascending.
  package let fields: [Int]
  /// The number of columns of a record that are needed for the evaluation.
  package let columnCount: Int
  /// The names of the parameters that the clause was compiled with.
  package let parameters: [String]
  let steps: [WhereStep]
  /// The occurrences of parameters.
  let occurrences: [WhereCompiler.Occurrence]
  let machine: WhereMachine

  /// Compiles a clause.
  ///
  /// - Parameters:
  ///   - text: the clause; a blank text is an error, because it isn't a filter.
  ///   - fields: the table's fields in the order of its columns.
  ///   - firstFieldColumn: the record column of the first field: 2 in a layer's row, 1 in a
  ///     table's.
  ///   - now: milliseconds since 1970 UTC for `CURRENT_TIMESTAMP`; nil makes that unsupported.
  ///   - parameters: the names that may occur as `@name`; a run has their values.
  ///   - rowID: the name for the row number, which is used if no field has it; nil for no name.
  package init(
    parsing text: String, fields: [Field], firstFieldColumn: Int, now: Int64? = nil,
    parameters: [String] = [], rowID: String? = nil
  ) throws(WhereError) {
    var parser = try WhereParser(
      text, fields, firstFieldColumn: firstFieldColumn, now: now, parameters: parameters,
      rowID: rowID)
    try parser.parse()
    self.text = text
    self.fields = parser.compiler.used.sorted()
    columnCount = parser.compiler.used.max().map { firstFieldColumn + $0 + 1 } ?? 0
    self.parameters = parameters
    steps = parser.compiler.steps
    occurrences = parser.compiler.occurrences
    machine = parser.compiler.machine
  }
}
