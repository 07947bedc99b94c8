import FeatureData
import Filters
import Testing

/// Invalid clauses with their error messages.
@Suite struct WhereErrorsTests {
  static let cases: [(String, String)] = [
    ("", "expected a field or value at offset 0, found the end"),
    ("   ", "expected a field or value at offset 3, found the end"),
    ("DBH", "a number used where true or false is needed at offset 0"),
    ("DBH =", "expected a field or value at offset 5, found the end"),
    ("= 5", "expected a field or value at offset 0, found ="),
    ("DBH = 5 5", "expected the end or an operator at offset 8, found 5"),
    ("(DBH = 5", "expected `)` at offset 8, found the end"),
    ("DBH = 5)", "expected the end or an operator at offset 7, found )"),
    ("DBH IS 5", "expected NULL at offset 7, found 5"),
    ("NOT", "expected a field or value at offset 3, found the end"),
    ("DBH = 5 AND", "expected a field or value at offset 11, found the end"),
    ("DBH IN ()", "expected a field or value at offset 8, found )"),
    ("DBH IN (1,)", "expected a field or value at offset 10, found )"),
    ("DBH IN 1", "expected `(` at offset 7, found 1"),
    ("DBH IN (SELECT 1)", "a subquery at offset 8 is not supported"),
    ("EXISTS (SELECT 1)", "EXISTS(…) at offset 0 is not supported"),
    ("DBH BETWEEN 1 OR 2", "expected AND at offset 14, found OR"),
    ("DBH NOT = 1", "expected IN, LIKE or BETWEEN at offset 8, found ="),
    ("DBH <> > 5", "expected a field or value at offset 7, found >"),
    ("1 = 1 = 1", "true or false used as a value at offset 0"),
    ("(1=1) + 1 = 2", "true or false used as a value at offset 0"),
    ("NOT DBH", "a number used where true or false is needed at offset 4"),
    ("DBH = NOT 1", "expected a field or value after NOT at offset 10, found 1"),
    ("DBH = 1e999", "expected a number at offset 6, found 1e999"),
    ("DBH = 5x", "expected a number at offset 6, found 5x"),
    ("DBH = .", "expected a number at offset 6, found ."),
    ("Condition = 'a", "the quote at offset 12 is never closed"),
    ("\"Condition = 1", "the quote at offset 0 is never closed"),
    ("[Condition] = 'x'", "[Condition] at offset 0 is not supported"),
    ("DBH % 2 = 1", "% at offset 4 is not supported"),
    ("1=1; DROP", "; at offset 3 is not supported"),
    ("1=1 -- all", "a comment at offset 4 is not supported"),
    ("1=1 /* all */", "a comment at offset 4 is not supported"),
    ("Photo IS NULL", "the esriFieldTypeBlob field Photo at offset 0 is not supported"),
    ("CURRENT_USER = 'x'", "CURRENT_USER at offset 0 is not supported"),
    (
      "Planted < CURRENT_TIMESTAMP",
      "CURRENT_TIMESTAMP without a current time at offset 10 is not supported"
    ),
    ("Conditio = 'Fair'", "there is no field Conditio (offset 0); the closest name is Condition"),
    ("1=1 AND Species = 'x'", "there is no field Species (offset 8)"),
    ("FLOR(DBH) = 1", "there is no function FLOR (offset 0); the closest name is FLOOR"),
    ("SOUNDEX(Condition) = 'x'", "there is no function SOUNDEX (offset 0)"),
    ("DBH = @least", "there is no parameter @least (offset 6)"),
    ("DBH = @", "expected the name of a parameter at offset 6, found @"),
    ("DBH = 'tall'", "text where a number is needed at offset 6"),
    ("DBH = Condition", "text where a number is needed at offset 6"),
    ("Planted = 5", "a number where a date is needed at offset 10"),
    ("Planted = 'yesterday'", "text where a date is needed at offset 10"),
    ("Planted + 1 = 2", "a number combined with a date or an interval at offset 10"),
    ("Planted * 2 = 2", "a number combined with a date or an interval at offset 10"),
    ("Planted + Planted = Planted", "a date used in arithmetic at offset 10"),
    ("Planted = TIME 'noon'", "expected 'hh:mm:ss' at offset 15, found 'noon'"),
    ("Planted = DATE '2012-13-01'", "expected 'YYYY-MM-DD' at offset 15, found '2012-13-01'"),
    (
      "Planted = DATE '2012-05-29 10:00'",
      "expected 'YYYY-MM-DD' at offset 15, found '2012-05-29 10:00'"
    ),
    (
      "Planted = TIMESTAMP 'x'", "expected 'YYYY-MM-DD hh:mm:ss' at offset 20, found 'x'"
    ),
    (
      "Planted > Day - INTERVAL '3' WEEK",
      "expected DAY, HOUR, MINUTE or SECOND at offset 29, found WEEK"
    ),
    ("Planted > Day - INTERVAL '3' MONTH", "an interval of MONTH at offset 29 is not supported"),
    ("Planted > Day - INTERVAL 3 DAY", "expected an interval in quotes at offset 25, found 3"),
    ("Planted > Day - INTERVAL 'x' DAY", "expected 'days' at offset 25, found 'x'"),
    (
      "Planted > Day - INTERVAL '1 25' DAY TO HOUR",
      "expected 'days hh' at offset 25, found '1 25'"
    ),
    (
      "Planted > Day - INTERVAL '1' HOUR TO DAY",
      "expected a smaller unit than HOUR at offset 37, found DAY"
    ),
    ("INTERVAL '1' DAY > 5", "a number where an interval is needed at offset 19"),
    (
      "EXTRACT(WEEK FROM Planted) = 1",
      "expected YEAR, MONTH, DAY, HOUR, MINUTE or SECOND at offset 8, found WEEK"
    ),
    ("EXTRACT(YEAR Planted) = 1", "expected FROM at offset 13, found Planted"),
    ("EXTRACT(YEAR FROM DBH) = 1", "a number where a date is needed at offset 18"),
    ("UPPER(DBH) = '1'", "a number where text is needed at offset 6"),
    ("UPPER() = '1'", "UPPER at offset 0 takes 1 value, not 0"),
    ("DBH > ROUND(1, 2, 3)", "ROUND at offset 6 takes 1 or 2 values, not 3"),
    ("MOD(DBH) = 1", "MOD at offset 0 takes 2 values, not 1"),
    ("CONCAT('a') = 'a'", "CONCAT at offset 0 takes 2 values or more, not 1"),
    ("COALESCE() = 1", "COALESCE at offset 0 takes 1 value or more, not 0"),
    ("COALESCE(DBH, Condition) = 1", "text where a number is needed at offset 14"),
    ("NULLIF(1) = 1", "NULLIF at offset 0 takes 2 values, not 1"),
    ("ABS(Condition) = 1", "text where a number is needed at offset 4"),
    ("ABS(DBH = 1) = 1", "expected `)` at offset 8, found ="),
    ("POSITION('a' Condition) = 1", "expected IN or `,` at offset 13, found Condition"),
    ("SUBSTRING(Condition) = 'a'", "expected FROM or `,` at offset 19, found )"),
    ("SUBSTRING(Condition FROM 'a') = 'a'", "text where a number is needed at offset 25"),
    ("TRIM(LEADING 'a' Condition) = 'a'", "expected FROM at offset 17, found Condition"),
    ("TRIM(DBH) = 'a'", "a number where text is needed at offset 5"),
    ("CAST(DBH, INTEGER) = 1", "expected AS at offset 8, found ,"),
    (
      "CAST(DBH AS MONEY) = 1",
      """
      expected a type such as INTEGER, FLOAT, VARCHAR(20), DATE or TIMESTAMP at offset 12, \
      found MONEY
      """
    ),
    ("CAST(DBH AS DATE) = Day", "a number where a date is needed at offset 5"),
    ("CAST(Planted AS INTEGER) = 1", "a date where a number is needed at offset 5"),
    ("CAST(DBH AS VARCHAR(x)) = 'a'", "expected a whole number at offset 20, found x"),
    ("CAST(DBH AS DECIMAL(2, 3)) = 1", "a number with more than 38 digits at offset 19"),
    ("CASE DBH END = 1", "expected WHEN at offset 9, found END"),
    ("CASE WHEN DBH = 1 THEN 2 = 1", "expected WHEN, ELSE or END at offset 28, found the end"),
    ("CASE WHEN DBH = 1 ELSE 2 END = 1", "expected THEN at offset 18, found ELSE"),
    ("CASE WHEN DBH THEN 2 END = 1", "a number used where true or false is needed at offset 10"),
    ("CASE WHEN 1=1 THEN 'a' ELSE 2 END = 'a'", "text where a number is needed at offset 19"),
    (
      "CASE WHEN 1=1 THEN 1=1 ELSE 2 END",
      "a number used where true or false is needed at offset 28"
    ),
    ("CASE Condition WHEN DBH THEN 1 END = 1", "a number where text is needed at offset 20"),
    ("DBH LIKE '1%'", "LIKE on a number at offset 0"),
    ("Condition LIKE 5", "a number where text is needed at offset 15"),
    ("Condition LIKE 'a!' ESCAPE '!'", "a pattern that ends in its escape character at offset 15"),
    ("Condition LIKE 'a' ESCAPE 'ab'", "expected one character in quotes at offset 26, found 'ab'"),
    ("Condition || Planted = 'a'", "a date where text is needed at offset 13"),
    ("Condition + 1 = 2", "text where a number is needed at offset 0"),
    ("GlobalID = 5", "a number where a GlobalID is needed at offset 11"),
    ("DBH IN (1, 'x')", "text where a number is needed at offset 11"),
    ("DBH BETWEEN 1 AND Condition", "text where a number is needed at offset 18"),
    ("-Condition = 'x'", "text where a number is needed at offset 1"),
  ]

  @Test(arguments: cases)
  func `the error states the position and what was expected`(text: String, message: String) throws {
    let error = #expect(throws: WhereError.self, "\(text)") { try WhereClauseTests.compile(text) }
    #expect(error?.description == message, "\(text)")
  }

  @Test func `limits have their own messages`() {
    func message(_ text: String) -> String? {
      do throws(WhereError) {
        _ = try WhereClauseTests.compile(text)
        return nil
      } catch { return error.description }
    }
    #expect(
      message(String(repeating: "(", count: 200))
        == "more than 100 levels of parentheses at offset 100")
    #expect(
      message("DBH = 1" + String(repeating: "+DBH", count: 2_000))
        == "more than 2000 values and operators at offset 6")
    #expect(
      message(String(repeating: " ", count: 1_048_577))
        == "1048577 bytes, but at most 1048576 are allowed")
    let sum = "DBH" + String(repeating: "+DBH", count: 300)
    let list = "DBH" + String(repeating: ",DBH", count: 100)
    let many = Array(repeating: "\(sum) IN (\(list))", count: 20)
    #expect(
      message(many.joined(separator: " OR "))?.hasPrefix("more than 1048576 values and operators")
        == true)
  }
}
