// The filter language of web maps (`definitionExpression`): the SQL-92 subset that ArcGIS calls
// standardized queries. Known here:
//
//   =  <>  !=  <  >  <=  >=      [NOT] IN (…)      [NOT] BETWEEN a AND b      IS [NOT] NULL
//   [NOT] LIKE '…' [ESCAPE 'c']  AND  OR  NOT  ( )  TRUE  FALSE  1=1
//   'text', N'text', numbers, DATE '…', TIMESTAMP '…', NULL, "Quoted Name"
//   + - * /   UPPER(…)  LOWER(…)   CURRENT_DATE, CURRENT_TIMESTAMP where the clock is given
//
// Logic has three values: a comparison with NULL is unknown, and a row whose clause is unknown is
// not chosen. Texts are compared by their bytes. A number field takes a quoted number as a number,
// a text field takes a number as text; whole numbers divide without a rest, by zero to NULL.

package import MapModel
package import SQLiteFile

/// A compiled where-clause.
package struct WhereClause: Sendable {
  /// The longest clause taken, in bytes.
  package static let longest = 1 << 20
  /// The deepest nesting of parentheses taken.
  package static let deepest = 100
  /// The most fields, numbers and operators taken in one value.
  package static let longestValue = 1_000
  /// The most truths that may wait for their operator: as many as the bits of `truths`.
  static let mostWaiting = 64

  /// The clause as written.
  package let text: String
  /// The fields it reads, as indexes of the list it was compiled for, ascending.
  package let fields: [Int]
  let steps: [WhereStep]
  let tests: [WhereTest]

  /// Compiles a clause.
  ///
  /// - Parameters:
  ///   - text: the clause; a blank one is an error, since it is no filter.
  ///   - fields: the table's fields, in the order of its columns.
  ///   - firstFieldColumn: the record column of the first field: 2 in a layer's row, 1 in a
  ///     table's.
  ///   - now: milliseconds since 1970 UTC for `CURRENT_TIMESTAMP`; nil makes that unsupported.
  package init(
    parsing text: String, fields: [Field], firstFieldColumn: Int, now: Int64? = nil
  ) throws(WhereError) {
    var parser = try WhereParser(text, fields, firstFieldColumn: firstFieldColumn, now: now)
    try parser.parse()
    self.text = text
    self.fields = parser.used.sorted()
    steps = parser.steps
    tests = parser.tests
  }

  /// Whether the row is chosen.
  ///
  /// - Parameters:
  ///   - layout: `record` as parsed.
  ///   - record: a row's record.
  package func isTrue(layout: RecordLayout, record: Span<UInt8>) -> Bool {
    evaluate(layout: layout, record: record) == true
  }

  /// True, false, or nil for unknown.
  package func evaluate(layout: RecordLayout, record: Span<UInt8>) -> Bool? {
    // Two bits a waiting truth, the last pushed lowest: whether it is true, whether unknown.
    var truths: UInt64 = 0
    var unknowns: UInt64 = 0
    var index = 0
    while index < steps.count {
      switch steps[index] {
      case .constant(let truth):
        truths = (truths << 1) | (truth == true ? 1 : 0)
        unknowns = (unknowns << 1) | (truth == nil ? 1 : 0)
      case .test(let number):
        let truth = tests[number].outcome(layout: layout, record: record)
        truths = (truths << 1) | (truth == true ? 1 : 0)
        unknowns = (unknowns << 1) | (truth == nil ? 1 : 0)
      case .not:
        truths ^= ~unknowns & 1
      case .jumpIfFalse(let target):
        if truths & 1 == 0, unknowns & 1 == 0 { index = target - 1 }
      case .jumpIfTrue(let target):
        if truths & 1 == 1 { index = target - 1 }
      case .and:
        // Reached only when the left is true or unknown.
        let isFalse = ~(truths | unknowns) & 1
        let isTrue = truths & (truths >> 1) & 1
        truths = ((truths >> 2) << 1) | isTrue
        unknowns = ((unknowns >> 2) << 1) | (~(isTrue | isFalse) & 1)
      case .or:
        // Reached only when the left is false or unknown.
        let isTrue = truths & 1
        let isUnknown = (unknowns | (unknowns >> 1)) & 1 & ~isTrue
        truths = ((truths >> 2) << 1) | isTrue
        unknowns = ((unknowns >> 2) << 1) | isUnknown
      }
      index += 1
    }
    return unknowns & 1 == 1 ? nil : truths & 1 == 1
  }
}
