// The filter language of web maps (`definitionExpression`): the SQL-92 subset that ArcGIS calls
// standardized queries. Known here:
//
//   =  <>  !=  <  >  <=  >=      [NOT] IN (…)  IN @list      [NOT] BETWEEN a AND b      IS [NOT] NULL
//   [NOT] LIKE p [ESCAPE 'c']    AND  OR  NOT  ( )  TRUE  FALSE  1=1
//   'text', N'text', numbers, DATE '…', TIMESTAMP '…', INTERVAL '…' DAY TO SECOND, NULL
//   "Quoted Name"   @parameter   + - * /  ||
//   CASE [x] WHEN a THEN b ELSE c END      COALESCE  NULLIF  CAST(x AS type)
//   ABS CEILING FLOOR LOG LOG10 POWER ROUND TRUNCATE SIGN MOD SIN COS TAN ASIN ACOS ATAN
//   CHAR_LENGTH LENGTH CONCAT LOWER UPPER POSITION SUBSTRING TRIM      EXTRACT(unit FROM date)
//   CURRENT_DATE  CURRENT_TIME  CURRENT_TIMESTAMP, with or without (), where the clock is given
//
// Logic has three values: a comparison with NULL is unknown, and a row whose clause is unknown is
// not chosen. Texts are compared by their bytes. A number field takes a quoted number as a number,
// a text field takes a number as text; whole numbers divide without a rest. What has no value (a
// division by zero, a text that is cast to a number and is none) is NULL. Dates are in UTC.

package import MapModel

/// A compiled where-clause; a ``WhereRun`` applies it to rows.
package struct WhereClause: Sendable {
  /// The longest clause taken, in bytes.
  package static let longest = 1 << 20
  /// The deepest nesting of parentheses taken.
  package static let deepest = 100
  /// The most values and operators taken in one value.
  package static let longestValue = 2_000
  /// The most values and operators taken in all.
  package static let mostSteps = 1 << 20

  /// The clause as written.
  package let text: String
  /// The fields it reads, as indexes of the list it was compiled for, ascending.
  package let fields: [Int]
  /// How many columns of a record must be laid out to evaluate it.
  package let columnCount: Int
  /// The names of the parameters it was compiled with.
  package let parameters: [String]
  let steps: [WhereStep]
  /// Where parameters occur.
  let occurrences: [WhereParser.Occurrence]
  let machine: WhereMachine

  /// Compiles a clause.
  ///
  /// - Parameters:
  ///   - text: the clause; a blank one is an error, since it is no filter.
  ///   - fields: the table's fields, in the order of its columns.
  ///   - firstFieldColumn: the record column of the first field: 2 in a layer's row, 1 in a
  ///     table's.
  ///   - now: milliseconds since 1970 UTC for `CURRENT_TIMESTAMP`; nil makes that unsupported.
  ///   - parameters: names that may stand in it as `@name`; a run gives their values.
  ///   - rowID: what the number of a row in its table is called, which no field is; nil for nothing.
  package init(
    parsing text: String, fields: [Field], firstFieldColumn: Int, now: Int64? = nil,
    parameters: [String] = [], rowID: String? = nil
  ) throws(WhereError) {
    var parser = try WhereParser(
      text, fields, firstFieldColumn: firstFieldColumn, now: now, parameters: parameters,
      rowID: rowID)
    try parser.parse()
    self.text = text
    self.fields = parser.used.sorted()
    columnCount = parser.used.max().map { firstFieldColumn + $0 + 1 } ?? 0
    self.parameters = parameters
    steps = parser.steps
    occurrences = parser.occurrences
    machine = parser.machine
  }
}
