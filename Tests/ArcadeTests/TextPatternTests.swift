import Arcade
import TestSupport
import Testing

/// `Text` and `Number` with patterns (function reference, Text, format; Number, pattern). Examples
/// from the reference are marked "(reference)".
struct TextPatternTests {
  static let numbers: [(String, String, String)] = [
    ("123", "0000", "0123"),  // (reference)
    ("123", "00", "23"),  // (reference)
    ("1234", "#,###", "1,234"),  // (reference)
    ("12345678.123", "#,###.00", "12,345,678.12"),  // (reference)
    ("1234.55", "$#,###.00", "$1,234.55"),  // (reference)
    ("1.236", "#.00", "1.24"),  // (reference)
    ("1234.5678", "#,##0.00#", "1,234.568"),  // (reference)
    ("-2", "Floor #;Basement #", "Basement 2"),  // (reference)
    ("2", "Floor #;Basement #", "Floor 2"),  // (reference)
    ("0.3", "#%", "30%"),  // (reference)
    // 0 is always a digit, # only if there is one. At least one digit precedes the point.
    ("0", "#", "0"), ("0", "#.##", "0"), ("0.5", "#.##", "0.5"), ("0.5", "0.00", "0.50"),
    ("5", "#.0#", "5.0"), ("5.126", "#.0#", "5.13"), ("5", "#.", "5"), ("5.6", "#.", "6"),
    ("7", "#00", "07"), ("1234", "#00", "1234"), ("1234.5", "0.0", "4.5"), ("1000", "000", "000"),
    ("0.001", "0.00", "0.00"), ("0.0001234", "#.######", "0.000123"),
    ("1e21", "#", "1" + zeros(21)),
    ("123456789012345680", "#,###", "123,456,789,012,345,680"),
    // The last comma sizes the last group, the one before it all further groups.
    ("12345678", "#,####", "1234,5678"), ("12345678", "#,##,###", "1,23,45,678"),
    ("123", "#,###", "123"), ("7", "0,000", "0,007"), ("1234567", ",###", "1,234,567"),
    ("1234567", "#,#", "1,2,3,4,5,6,7"), ("999999.5", "#,##0", "1,000,000"),
    // Halves round away from zero, by the double's exact value: 1.005 and 2.675 are less than they
    // look.
    ("0.5", "#", "1"), ("1.5", "#", "2"), ("2.5", "#", "3"), ("-2.5", "#", "-3"),
    ("0.125", "#.00", "0.13"), ("1.005", "#.00", "1.00"), ("2.675", "0.00", "2.67"),
    ("1.045", "#.00", "1.04"), ("8.345", "#.00", "8.35"), ("0.285", "#.00", "0.28"),
    ("1.255", "#.##", "1.25"), ("9.995", "#.00", "9.99"), ("99.5", "#", "100"),
    ("4503599627370497.5", "#", "4503599627370498"),
    // Negative numbers: "-" before the pattern, or a prefix and suffix of their own.
    ("-5.5", "#.00", "-5.50"), ("-5.5", "#.00;(#)", "(5.50)"), ("-1234", "#,###;#-", "1,234-"),
    ("-5", "#;none", "none"), ("-5", "#;", "-5"), ("5", "#;(#)", "5"), ("-0.001", "#.00", "-0.00"),
    ("-5", "$#", "-$5"), ("5", "#;a;b", "5"),
    // Percent and per mille.
    ("0.1234", "#.0%", "12.3%"), ("0.12345", "#‰", "123‰"), ("1.5", "% #", "% 150"),
    ("-0.25", "0%", "-5%"), ("-0.25", "#0%", "-25%"), ("0.3", "E #%", "E 30%"),
    // Text around the digits is kept; only the first digits count.
    ("5", "about # km", "about 5 km"), ("5", "#-#", "5-#"), ("5", "[#]", "[5]"),
    ("5", "'#'", "'5'"),
    ("5", "ü#ß", "ü5ß"), ("5", ".00", ".05"), ("5", ", #", ", 5"), ("5", "#..", "5."),
    ("5", "", "5"), ("'x'", "#", "x"), ("'5'", "00", "5"), ("null", "#", ""), ("true", "#", "true"),
  ]

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

  @Test(arguments: numbers)
  func `numbers are written with patterns`(
    number: String, pattern: String, text: String
  ) throws {
    #expect(try Evaluation.of("Text(\(number), \"\(pattern)\")") == text)
  }

  @Test(arguments: [
    ("Number('x')", "NaN"), ("Number('Infinity')", "null"), ("Number('-Infinity')", "null"),
  ])
  func `infinity has no text with a pattern`(source: String, text: String) throws {
    #expect(try Evaluation.of("Text(\(source), '#')") == text)
  }

  static let refused: [(String, String)] = [
    ("Text(5, '0.0E0')", "argument 2 of Text: exponent patterns (E) are not supported"),
    ("Text(5, 'Elev #')", "argument 2 of Text: exponent patterns (E) are not supported"),
    ("Text(5, '¤#')", "argument 2 of Text: currency patterns (¤) are not supported"),
    ("Text(-5, '#;¤#')", "argument 2 of Text: currency patterns (¤) are not supported"),
    ("Text(5, 'km')", "argument 2 of Text: the pattern has no digits (# or 0)"),
    ("Text(5, ',,.')", "argument 2 of Text: the pattern has no digits (# or 0)"),
    ("Text(5, ';#')", "argument 2 of Text: the pattern has no digits (# or 0)"),
    ("Text(5, 5)", "argument 2 of Text must be a pattern, not Number"),
    ("Number('5', 'x')", "argument 2 of Number: the pattern has no digits (# or 0)"),
    ("Number('5', '#E0')", "argument 2 of Number: exponent patterns (E) are not supported"),
    ("Number('5', true)", "argument 2 of Number must be a pattern, not Boolean"),
    ("Text()", "Text takes 1 to 2 arguments, but was given 0 arguments"),
  ]

  @Test(arguments: refused)
  func `invalid patterns are refused`(source: String, problem: String) {
    #expect(Evaluation.problem(source) == problem)
  }

  static let read: [(String, String, String)] = [
    ("1,365", ",###", "1365"),  // (reference)
    ("abc10def", "abc##def", "10"),  // (reference)
    ("10.456", "00.00##", "10.456"),  // (reference)
    ("10.4", "00.00##", "NaN"),  // (reference)
    ("12,12,456", ",##,###", "1212456"),  // (reference)
    ("-12,23,345", ",##,###;-,##,###", "-1223345"),  // (reference)
    ("99.99%", "#.##%", "0.9999"),  // (reference)
    ("1365", ",###", "1365"), ("1,365", "#", "1365"), ("13,65", ",###", "NaN"),
    ("1,3655", ",###", "NaN"), (",365", ",###", "NaN"), ("1,,365", ",###", "NaN"),
    ("-5", "#", "-5"), ("(5)", "#;(#)", "-5"), ("--5", "#", "NaN"), ("+5", "#", "NaN"),
    ("5.5", "#", "NaN"), ("5.5", "#.#", "5.5"), ("5.55", "#.#", "NaN"), ("5", "#.#", "5"),
    ("5.", "#.#", "NaN"), (".5", "#.#", "0.5"), (".5", "0.#", "NaN"), ("", "#", "NaN"),
    ("007", "000", "7"), ("007", "#", "NaN"), ("7", "000", "NaN"), ("0", "#", "0"),
    ("12.345%", "#%", "0.12345"), ("12.3456%", "#%", "NaN"), ("5‰", "#‰", "0.005"),
    ("5 km", "# km", "5"), ("5 km ", "# km", "NaN"), ("5a", "#", "NaN"), ("abc", "abc#", "NaN"),
    ("0.1", "0.0", "0.1"), ("123456789012345678", "#", "123456789012345680"),
  ]

  @Test(arguments: read)
  func `numbers are read with patterns`(text: String, pattern: String, number: String) throws {
    #expect(try Evaluation.of("Number('\(text)', '\(pattern)')") == number)
  }

  @Test(arguments: [
    ("Number('0x1F')", "31"), ("Number('0b11')", "3"), ("Number('-0x1F')", "NaN"),
    ("Number(null)", "0"), ("Number('')", "0"), ("Number('5')", "5"), ("Number('x')", "NaN"),
    ("Number(true)", "1"), ("Number(Date(5))", "5"), ("Number(5, '#')", "5"),
    ("Number(null, '#')", "0"), ("Text(null)", ""), ("Text(true)", "true"), ("Text(5)", "5"),
    ("Text(Date(0))", "1970-01-01T00:00:00Z"), ("Text(Date(999))", "1970-01-01T00:00:00.999Z"),
    ("Text(DateOnly(2020, 0, 1))", "2020-01-01"), ("Text(Time(1, 2))", "01:02:00"),
  ])
  func `without a pattern, values are converted`(source: String, value: String) throws {
    #expect(try Evaluation.of(source) == value)
  }

  /// Date(2016, 9, 5, 14, 3, 7, 45) is a Wednesday, the 279th day of its year.
  static let dates: [(String, String)] = [
    ("D DD DDD", "5 05 279"), ("d ddd dddd", "3 Wed Wednesday"),
    ("M MM MMM MMMM", "10 10 Oct October"), ("Y YY YYYY", "2016 16 2016"), ("Q", "4"),
    ("H HH h hh", "14 14 2 02"), ("m mm s ss", "3 03 7 07"), ("S SS SSS", "S SS 045"),
    ("A a", "PM PM"), ("Z ZZ ZZZ ZZZZ", "+0 +00:00 +0000 UTC"), ("X x", "1475676187 1475676187045"),
    ("dddd, MMMM D, Y @ h:m:s", "Wednesday, October 5, 2016 @ 2:3:7"),  // (reference)
    ("MM/DD/YYYY", "10/05/2016"), ("HH:mm", "14:03"), ("YYYYMMDD", "20161005"),
    ("MMM D YYYY", "Oct 5 2016"), ("[Day] D [of] MMM", "Day 5 of Oct"), ("[DD", "[05"),
    ("[a[D]", "[PMD"), ("[]D", "5"), ("]", "]"), ("DDDD", "DDDD"), ("dd", "dd"), ("ddddd", "W"),
    ("YYY", "002016"), ("HHH", "HHH"), ("MMMMM", "O"), ("QQ", "04"), ("Do DDDo", "Do DDDo"),
    ("yyyy", "yyyy"), ("T", "T"),
    ("D. MMMM Y – ü", "5. October 2016 – ü"),
    ("#,###", "#,###"), ("at h", "PMt 2"),
  ]

  @Test(arguments: dates)
  func `dates are written with patterns`(pattern: String, text: String) throws {
    #expect(try Evaluation.of("Text(Date(2016, 9, 5, 14, 3, 7, 45), \"\(pattern)\")") == text)
  }

  @Test(arguments: [
    ("Text(Date(2016, 0, 1, 0, 5), 'h hh A')", "12 12 AM"),
    ("Text(Date(2016, 0, 1, 12, 5), 'h hh a')", "12 12 PM"),
    ("Text(Date(2016, 0, 3), 'd')", "7"), ("Text(Date(2016, 11, 31), 'DDD')", "366"),
    ("Text(Date(-44, 2, 15), 'Y YY YYYY')", "-44 44 -0044"),
    ("Text(Date(-1), 'X x SSS')", "-1 -1 999"), ("Text(Date(12345, 0, 1), 'YYYY')", "12345"),
    ("Text(DateOnly(2016, 9, 5), 'dddd H:mm Z')", "Wednesday H:mm Z"),
    ("Text(Time(14, 3, 7, 45), 'YYYY h:mm SSS')", "YYYY 2:03 045"),
    ("Text(Time(14, 3, 7), 'h:mm A')", "2:03 PM"),
    ("Text(Date(2016, 9, 5), '')", "2016-10-05T00:00:00Z"),
    ("Text('2016-10-05', 'D')", "2016-10-05"), ("Text(null, 'D')", ""),
  ])
  func `midnight, early years and days without times are written`(
    source: String, text: String
  ) throws {
    #expect(try Evaluation.of(source) == text)
  }

  @Test func `a number written with a pattern reads back with it`() throws {
    let patterns = [
      ("#,##0.####", 4), ("#.00##", 4), ("$#,##,##0.0#", 2), ("#0.0#%", 4), ("#;(#)", 0),
      ("#,###.000 km;- #,###.000 km", 3),
    ]
    var random = SeededGenerator(seed: 22)
    for index in 0..<400 {
      let (pattern, decimals) = patterns[index % patterns.count]
      let scale = [1, 10, 100, 1_000, 10_000][decimals]
      let value = Double(Int.random(in: -99_999_999...99_999_999, using: &random)) / Double(scale)
      let text = try Evaluation.of("Text(\(value), '\(pattern)')")
      let number = "Number('\(text)', '\(pattern)')"
      #expect(try Evaluation.of("Text(\(number), '\(pattern)')") == text)
      // A percentage is divided again, so it may become a neighboring double.
      if !pattern.contains("%") {
        #expect(try Evaluation.of(number) == Evaluation.of("Number(\(value))"))
      }
    }
  }

  @Test(.needs(.python("decimal"))) func `digits match exact arithmetic`() async throws {
    let python = try #require(Tool.python(having: "decimal"))
    var random = SeededGenerator(seed: 23)
    var values: [Double] = []
    for _ in 0..<400 {
      // Many of these are on a half or next to one.
      let digits = Int.random(in: 1...99_999, using: &random)
      values.append(Double(digits * 10 + 5) / [10, 100, 1_000, 10_000][digits % 4])
    }
    let script = """
      import sys, decimal
      for text in sys.argv[1:]:
        v = decimal.Decimal(float(text))
        print(v.quantize(decimal.Decimal('0.01'), rounding=decimal.ROUND_HALF_UP))
      """
    let answer = try await python.run(["-c", script] + values.map { "\($0)" })
    #expect(answer.lines.count == values.count)
    for (value, line) in zip(values, answer.lines) {
      #expect(try Evaluation.of("Text(\(value), '#.00')") == line)
    }
  }

  @Test func `random patterns cause no failure`() throws {
    var random = SeededGenerator(seed: 24)
    let letters = Array("#0,.;%E[]DdMYQHhmsSAZXx-- ")
    for _ in 0..<1_500 {
      let count = Int.random(in: 1...12, using: &random)
      let pattern = String((0..<count).map { _ in letters.randomElement(using: &random) ?? "#" })
      let value = Double.random(in: -1e6...1e6, using: &random)
      let number = try? Evaluation.of("Text(\(value), '\(pattern)')")
      #expect((number?.utf8.count ?? 0) < 40)
      #expect(try Evaluation.of("Text(Now(), '\(pattern)')").utf8.count < 200)
      _ = try? Evaluation.of("Number('\(number ?? "5")', '\(pattern)')")
    }
  }
}

/// Function reference, Text: a pattern of zeros alone cuts off digits.
struct CuttingPatternTests {
  @Test(
    arguments: [
      (
        "Text($feature.DBH, '0.00')",
        "1:20 the pattern '0.00' of Text keeps only 1 digit before the decimal point; "
          + "write '#' before the zeros to keep all"
      ),
      (
        "Text(123, \"00\")",
        "1:11 the pattern '00' of Text keeps only 2 digits before the decimal point; "
          + "write '#' before the zeros to keep all"
      ),
      ("Text(5, '0000') + '\\n' +\nText(5, '$0')", "1:9 4, 2:9 1"),
      (
        "Concatenate([1], ',', '0')",
        "1:23 the pattern '0' of Concatenate keeps only 1 digit before the decimal point; "
          + "write '#' before the zeros to keep all"
      ),
      ("Text(0.5, '00%')", "1:11 2"), ("Text(1, '0,000')", "1:9 4"),
      ("Text(-1, '0;(0)')", "1:10 1"),
      // Nothing is cut off.
      ("Text(1, '#,##0.00')", ""), ("Text(1, '#')", ""), ("Text(1, '#0')", ""), ("Text(1)", ""),
      ("Text(1, '.00')", "1:9 2"), ("var p = '0'; Text(1, p)", ""), ("Number('5', '0')", ""),
      // Dates, and parts of dates with that many digits.
      ("Text(Now(), 'Y-MM-DD[T00:00:00]')", ""), ("Text(Now(), 'DD.MM. 00')", ""),
      ("Text(Hour(Now()), '00') + ':' + Text(minute(Now()), '00')", ""),
      ("Text(Month(Now()) + 1, '00')", ""), ("Text(1 + Day(Now()), '00')", ""),
      ("Text(Hour(Now()) * x(), '00'); function x() { return 60 }", "1:25 2"),
    ])
  func `a pattern that cuts off digits is reported with its position`(source: String, notes: String)
    throws
  {
    let program = try ArcadeProgram(
      parsing: source, profile: .popup, features: Expressions.schema)
    let found = program.cuttingPatterns.map { error in
      let words = "\(error.problem)"
      let position = "\(error.position.line):\(error.position.column) "
      return notes.contains(" pattern ")
        ? position + words
        : position + (words.split(separator: " ").first { Int($0) != nil }.map(String.init) ?? "")
    }
    #expect(found.joined(separator: ", ") == notes)
  }
}
