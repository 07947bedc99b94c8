import Arcade
import FeatureData
import TestSupport
import Testing

/// Date functions (function reference). Examples from the reference are marked "(reference)".
struct DateFunctionTests {
  static let making: [(String, String)] = [
    // Date with year to millisecond. Months count from 0; values out of range carry over.
    ("Date(1987, 05, 02)", "1987-06-02T00:00:00Z"),  // (reference)
    ("Date(2020, 1, 29, 13, 5, 9, 250)", "2020-02-29T13:05:09.250Z"),
    ("Date(2021, 1, 29)", "2021-03-01T00:00:00Z"),
    ("Date(2020, 12, 1)", "2021-01-01T00:00:00Z"),
    ("Date(2020, -1, 31)", "2019-12-31T00:00:00Z"),
    ("Date(2020, 0, 0)", "2019-12-31T00:00:00Z"),
    ("Date(2020, 0, 1, 25, 61, 61, 1001)", "2020-01-02T02:02:02.001Z"),
    ("Date(2020, 0, 1, 0, 0, 0, -1)", "2019-12-31T23:59:59.999Z"),
    ("Date(2020, 0.9, 1.9)", "2020-01-01T00:00:00Z"),
    ("Date(2020, null, 1)", "2020-01-01T00:00:00Z"),
    ("Date(2020, '3', 1)", "2020-04-01T00:00:00Z"),
    ("Date(0, 0, 1)", "0000-01-01T00:00:00Z"),
    ("Date(99, 0, 1)", "0099-01-01T00:00:00Z"),
    ("Date(-44, 2, 15)", "-000044-03-15T00:00:00Z"),
    ("Date(12345, 5, 7)", "+012345-06-07T00:00:00Z"),
    ("Date(2020, 'x', 1)", "null"),
    ("Date(2020, 0, 1e9)", "null"),
    ("Date(275760, 8, 13)", "+275760-09-13T00:00:00Z"),
    ("Date(275760, 8, 14)", "null"),
    ("Date(-271821, 3, 20)", "-271821-04-20T00:00:00Z"),
    ("Date(-271821, 3, 19)", "null"),
    ("Date(2011, 10, 11, 8, 0, 0, 0, 'UTC')", "2011-11-11T08:00:00Z"),
    ("Date(2011, 10, 11, 8, 0, 0, 0, '+07:00')", "2011-11-11T08:00:00+07:00"),
    ("Date(2011, 10, 11, 8, 0, 0, 0, 'unknown')", "2011-11-11T08:00:00"),
    // Date with an epoch.
    ("Date(1476987783555)", "2016-10-20T18:23:03.555Z"),  // (reference)
    ("Date(0)", "1970-01-01T00:00:00Z"),
    ("Date(-1)", "1969-12-31T23:59:59.999Z"),
    ("Date(1e300)", "null"),
    // Date without arguments, with null, with a date.
    ("Date()", "2016-10-20T18:23:03.555Z"),
    ("Date(null)", "null"),
    ("Date(Date(2020, 1, 1))", "2020-02-01T00:00:00Z"),
    // Date with a day, a time and a zone.
    ("Date(DateOnly(2020, 1, 29))", "2020-02-29T00:00:00"),
    ("Date(DateOnly(2020, 1, 29), Time(13, 5))", "2020-02-29T13:05:00"),
    ("Date(DateOnly(2020, 1, 29), null, '-03:30')", "2020-02-29T00:00:00-03:30"),
    // DateOnly and Time.
    ("DateOnly()", "2016-10-20"),
    ("DateOnly(2020, 1, 29)", "2020-02-29"),
    ("DateOnly(2021, 1, 29)", "2021-03-01"),
    ("DateOnly('2020-02-29T23:30:00-09:00')", "2020-02-29"),
    ("DateOnly(Date(2020, 1, 29, 23))", "2020-02-29"),
    ("DateOnly(86400000)", "1970-01-02"),
    ("DateOnly('02/29/2020', 'MM/DD/YYYY')", "2020-02-29"),
    ("DateOnly('Feb 9, 61', 'MMM D, YY')", "1961-02-09"),
    ("DateOnly('february 9, 60', 'MMMM D, YY')", "2060-02-09"),
    ("DateOnly('Sat 29-2-2020', 'ddd D-M-YYYY')", "2020-02-29"),
    ("DateOnly('day 7', '[day] D')", "1970-01-07"),
    ("DateOnly('02/30/2020', 'MM/DD/YYYY')", "null"),
    ("DateOnly('2/9/2020', 'MM/DD/YYYY')", "null"),
    ("DateOnly('x')", "null"), ("DateOnly(null)", "null"),
    ("Time()", "18:23:03.555"),
    ("Time(13, 5)", "13:05:00"), ("Time(13, 5, 7.9, 12)", "13:05:07.012"),
    ("Time(24, 0)", "null"), ("Time(13, 60)", "null"), ("Time(-1, 0)", "null"),
    ("Time('13:05')", "13:05:00"), ("Time('T130507')", "13:05:07"),
    ("Time('2020-01-01T13:05:07Z')", "13:05:07"), ("Time('2020')", "null"),
    ("Time('1:05 PM', 'h:mm A')", "13:05:00"), ("Time('12:05 am', 'hh:mm a')", "00:05:00"),
    ("Time('13:05 PM', 'hh:mm A')", "null"), ("Time('13h05', 'H[h]mm')", "13:05:00"),
    ("Time(Date(2020, 1, 29, 23, 59, 58))", "23:59:58"), ("Time(3600000)", "01:00:00"),
  ]

  @Test(arguments: making)
  func `dates, days and times are made from numbers, text and each other`(
    source: String, value: String
  ) throws {
    #expect(try Evaluation.of(source) == value)
  }

  /// ISO 8601 text, full and short; other text gives null (function reference, Date, timestamp).
  static let texts: [(String, String)] = [
    ("2016-10-20T17:41:37+00:00", "2016-10-20T17:41:37Z"),  // (reference)
    ("2016", "2016-01-01T00:00:00Z"), ("2016-02", "2016-02-01T00:00:00Z"),
    ("201602", "2016-02-01T00:00:00Z"), ("2016-02-29", "2016-02-29T00:00:00Z"),
    ("20160229", "2016-02-29T00:00:00Z"), ("2016-060", "2016-02-29T00:00:00Z"),
    ("2016366", "2016-12-31T00:00:00Z"), ("2016-W09-1", "2016-02-29T00:00:00Z"),
    ("2016W091", "2016-02-29T00:00:00Z"), ("2015-W53-7", "2016-01-03T00:00:00Z"),
    ("2016-W01", "2016-01-04T00:00:00Z"), ("-000044-03-15", "-000044-03-15T00:00:00Z"),
    ("+012345-06-07", "+012345-06-07T00:00:00Z"),
    ("2016-10-20T17", "2016-10-20T17:00:00Z"), ("2016-10-20T17:41", "2016-10-20T17:41:00Z"),
    ("2016-10-20 17:41", "2016-10-20T17:41:00Z"), ("20161020T174137", "2016-10-20T17:41:37Z"),
    ("2016-10-20T17:41:37.999999Z", "2016-10-20T17:41:37.999Z"),
    ("2016-10-20T17:41:37,5Z", "2016-10-20T17:41:37.500Z"),
    ("2016-10-20T17:41:37-07:00", "2016-10-21T00:41:37Z"),
    ("2016-10-20T17:41:37+0530", "2016-10-20T12:11:37Z"),
    ("2016-10-20T17:41:37+02", "2016-10-20T15:41:37Z"),
    ("2016-12-31T24:00", "2017-01-01T00:00:00Z"),
    ("", "null"), (" ", "null"), ("x", "null"), ("201", "null"), ("2016-", "null"),
    ("2016-13", "null"), ("2015-02-29", "null"), ("2016-00-10", "null"), ("2016-1-1", "null"),
    ("2016-367", "null"), ("2015-366", "null"), ("2016-000", "null"), ("2016-W53", "null"),
    ("2016-W09-8", "null"), ("2016-10-20T", "null"), ("2016-10-20T25", "null"),
    ("2016-10-20T24:01", "null"), ("2016-10-20T17:60", "null"), ("2016-10-20T17:41:60", "null"),
    ("2016-10-20T17:41:37.", "null"), ("2016-10-20T17:41+", "null"), ("10/20/2016", "null"),
    ("2016-10-20T17:41+24:00", "null"), ("2016-10-20T17:41Zx", "null"), ("-000000", "null"),
    ("2016-10-20  17:41", "null"), ("1476987783555", "null"), ("+999999-01-01", "null"),
  ]

  @Test(arguments: texts)
  func `ISO 8601 text is a date, other text is null`(text: String, value: String) throws {
    #expect(try Evaluation.of("Date('\(text)')") == value)
  }

  /// Year to ISOYear. For null and for text that is not a date they are NaN.
  static let parts: [(String, String)] = [
    ("Year('2016-10-20')", "2016"), ("Month('2016-10-20')", "9"), ("Day('2016-10-20')", "20"),
    ("Month(Date(1980, 11, 31))", "11"),  // (reference)
    ("ISOMonth(Date(1980, 11, 31))", "12"),  // (reference)
    ("ISOWeek(Date(1980, 11, 31))", "1"),  // (reference)
    ("ISOWeekday(Date(1980, 11, 31))", "3"),  // (reference)
    ("ISOYear(Date(1980, 11, 31))", "1981"),  // (reference)
    ("Weekday(Date(1980, 11, 31))", "3"),  // (reference)
    ("Hour(Now())", "18"), ("Minute(Now())", "23"), ("Second(Now())", "3"),
    ("Millisecond(Now())", "555"), ("Millisecond(Date(-1))", "999"), ("Hour(Date(-1))", "23"),
    ("Year(DateOnly(-44, 2, 15))", "-44"), ("Weekday(DateOnly(1970, 0, 1))", "4"),
    ("Weekday('2023-01-01')", "0"), ("ISOWeekday('2023-01-01')", "7"),
    ("ISOYear('2023-01-01')", "2022"), ("ISOWeek('2023-01-01')", "52"),
    ("ISOWeek('2021-01-03')", "53"), ("ISOYear('2021-01-03')", "2020"),
    ("ISOWeek('2021-01-04')", "1"), ("ISOWeek('2018-12-31')", "1"),
    ("ISOYear('2018-12-31')", "2019"),
    ("Hour(Time(13, 5))", "13"), ("Minute(Time(13, 5))", "5"), ("Second(Time(1, 2, 3))", "3"),
    ("Year(null)", "NaN"), ("Day('x')", "NaN"), ("Hour(null)", "NaN"), ("Week(null)", "NaN"),
    ("ISOWeek(null)", "NaN"),
    // Days before the first start day after 1 January are week 0.
    ("Week(Date(1974, 0, 3))", "0"),  // (reference)
    ("Week(Date(1974, 0, 3), 4)", "1"),  // (reference)
    ("Week(Date(1974, 0, 3), 5)", "0"),  // (reference)
    ("Week(Date(1945, 8, 23))", "38"),  // (reference)
    ("Week(Date(2022, 7, 20))", "33"),  // (reference)
    ("Week(Date(2023, 0, 1))", "0"), ("Week(Date(2023, 0, 8))", "1"),
    ("Week(Date(2022, 0, 1))", "0"), ("Week(Date(2022, 0, 2))", "1"),
    ("Week(Date(2000, 11, 31))", "53"), ("Week(Date(2000, 11, 31), 6.9)", "52"),
  ]

  @Test(arguments: parts)
  func `dates have parts`(source: String, value: String) throws {
    #expect(try Evaluation.of(source) == value)
  }

  static let added: [(String, String)] = [
    ("DateAdd(Date(2016, 9, 20), 7, 'days')", "2016-10-27T00:00:00Z"),
    ("DateAdd(Date(2020, 0, 31), 1, 'months')", "2020-02-29T00:00:00Z"),
    ("DateAdd(Date(2020, 2, 31), -1, 'month')", "2020-02-29T00:00:00Z"),
    ("DateAdd(Date(2020, 1, 29), 1, 'years')", "2021-02-28T00:00:00Z"),
    ("DateAdd(Date(2020, 1, 29), -4, 'y')", "2016-02-29T00:00:00Z"),
    ("DateAdd(Date(2020, 0, 1), -1, 'M')", "2019-12-01T00:00:00Z"),
    ("DateAdd(Date(2020, 0, 1), -1, 'm')", "2019-12-31T23:59:00Z"),
    ("DateAdd(Date(2020, 0, 1), 25, 'months')", "2022-02-01T00:00:00Z"),
    ("DateAdd(Date(2020, 0, 1), 2, 'weeks')", "2020-01-15T00:00:00Z"),
    ("DateAdd(Date(2020, 0, 1), 36, 'hours')", "2020-01-02T12:00:00Z"),
    ("DateAdd(Date(2020, 0, 1), 90, 'Minutes')", "2020-01-01T01:30:00Z"),
    ("DateAdd(Date(2020, 0, 1), -1, 's')", "2019-12-31T23:59:59Z"),
    ("DateAdd(Date(2020, 0, 1), 1500)", "2020-01-01T00:00:01.500Z"),
    // Fractions of days, weeks, months and years are lengths of time.
    ("DateAdd(Date(2020, 0, 1), 1.5, 'days')", "2020-01-03T00:00:00Z"),
    ("DateAdd(Date(2020, 0, 1), 1.5, 'months')", "2020-03-01T00:00:00Z"),
    ("DateAdd(Date(2020, 0, 1), -0.5, 'years')", "2019-07-02T12:00:00Z"),
    ("DateAdd('2020-01-01', 1, 'days')", "2020-01-02T00:00:00Z"),
    ("DateAdd(Date(-44, 2, 15), 50, 'years')", "0006-03-15T00:00:00Z"),
    ("DateAdd(null, 1, 'days')", "null"), ("DateAdd('x', 1, 'days')", "null"),
    ("DateAdd(Date(0), 'x', 'days')", "1970-01-01T00:00:00Z"),
    ("DateAdd(Date(0), 1e9, 'days')", "null"),
    ("DateAdd(Date(0), 1e300, 'years')", "null"), ("DateAdd(Date(0), 1e300)", "null"),
    ("DateAdd(Date(0), null, 'days')", "1970-01-01T00:00:00Z"),
    ("DateAdd(DateOnly(2020, 0, 31), 1)", "2020-01-31"),
    ("DateAdd(DateOnly(2020, 0, 31), 1, 'months')", "2020-02-29"),
    ("DateAdd(DateOnly(2020, 0, 31), -25, 'hours')", "2020-01-29"),
    ("DateAdd(Time(23, 30), 45, 'minutes')", "00:15:00"),
    ("DateAdd(Time(0, 0), -1000)", "23:59:59"),
  ]

  @Test(arguments: added)
  func `DateAdd follows the calendar`(source: String, value: String) throws {
    #expect(try Evaluation.of(source) == value)
  }

  static let differences: [(String, String)] = [
    ("DateDiff(Date(2016, 9, 21), Date(2016, 9, 20))", "86400000"),
    ("DateDiff(Date(2016, 9, 21), Date(2016, 9, 20), 'hours')", "24"),
    ("DateDiff(Date(2016, 9, 20), Date(2016, 9, 21), 'days')", "-1"),
    ("DateDiff(Date(2016, 9, 20, 12), Date(2016, 9, 20), 'd')", "0.5"),
    ("DateDiff(Date(2016, 9, 20, 0, 1, 30), Date(2016, 9, 20), 'minutes')", "1.5"),
    ("DateDiff(Date(2016, 9, 20, 0, 1, 30), Date(2016, 9, 20), 's')", "90"),
    ("DateDiff(Date(2016, 9, 30), Date(2016, 9, 20), 'weeks')", "1.4285714285714286"),
    // Whole months and years from the earlier date, then a fraction of the next.
    ("DateDiff(Date(2020, 2, 1), Date(2020, 0, 1), 'months')", "2"),
    ("DateDiff(Date(2020, 1, 29), Date(2020, 0, 31), 'months')", "1"),
    ("DateDiff(Date(2020, 1, 15), Date(2020, 0, 31), 'months')", "0.5172413793103449"),
    ("DateDiff(Date(2021, 0, 16), Date(2021, 0, 1), 'M')", "0.4838709677419355"),
    ("DateDiff(Date(2021, 1, 28), Date(2020, 1, 29), 'years')", "1"),
    ("DateDiff(Date(2021, 1, 27), Date(2020, 1, 29), 'years')", "0.9972602739726028"),
    ("DateDiff(Date(2020, 6, 2), Date(2019, 0, 1), 'years')", "1.5"),
    ("DateDiff(Date(2019, 0, 1), Date(2020, 6, 2), 'years')", "-1.5"),
    ("DateDiff(Date(2020, 0, 1), Date(2020, 0, 1), 'years')", "0"),
    ("DateDiff(Date(6, 2, 15), Date(-44, 2, 15), 'years')", "50"),
    ("DateDiff('2020-01-02', '2020-01-01', 'days')", "1"),
    ("DateDiff(null, Date(0), 'days')", "NaN"), ("DateDiff(Date(0), 'x')", "NaN"),
    ("DateDiff(DateOnly(2020, 2, 1), DateOnly(2020, 1, 1))", "2505600000"),
    ("DateDiff(DateOnly(), Date(0))", "NaN"), ("DateDiff(5, Time())", "NaN"),
    ("DateDiff(DateOnly(2020, 2, 1), DateOnly(2020, 1, 1), 'months')", "1"),
    ("DateDiff(Time(13, 0), Time(12, 0), 'minutes')", "60"),
    ("DateDiff(Time(13, 0), Time(12, 0))", "3600000"), ("DateDiff(Time(13, 0), null)", "NaN"),
  ]

  @Test(arguments: differences)
  func `DateDiff counts whole calendar units and a fraction of the next`(
    source: String, value: String
  ) throws {
    #expect(try Evaluation.of(source) == value)
  }

  static let refused: [(String, String)] = [
    ("Date(DateOnly(), 5)", "argument 2 of Date must be a time, not Number"),
    (
      "Date(DateOnly(), Time(), 'UTC', 1)",
      "argument 1 of Date must be a year, not DateOnly"
    ),
    ("DateOnly('1', 2)", "argument 2 of DateOnly must be a pattern, not Number"),
    ("DateAdd(Date(0), 1, 5)", "argument 3 of DateAdd must be the name of a unit, not Number"),
    (
      "DateAdd(Date(0), 1, 'fortnights')",
      "argument 3 of DateAdd: expected milliseconds, seconds, minutes, hours, days, weeks, months"
        + " or years, not fortnights"
    ),
    ("Week(Date(0), 7)", "argument 2 of Week: expected a day of the week from 0 to 6"),
    ("Week(Date(0), 'x')", "argument 2 of Week: expected a day of the week from 0 to 6"),
    (
      "ChangeTimeZone(Date(0), 'Mars/Olympus')",
      "argument 2 of ChangeTimeZone: there is no time zone named Mars/Olympus"
    ),
    (
      "ChangeTimeZone(Date(0), '../../etc/passwd')",
      "argument 2 of ChangeTimeZone: there is no time zone named ../../etc/passwd"
    ),
    (
      "ChangeTimeZone(Date(0), 5)",
      "argument 2 of ChangeTimeZone must be the name of a time zone, not Number"
    ),
    ("Now(1)", "Now takes no arguments, but was given 1 argument"),
  ]

  @Test(arguments: refused)
  func `an error names the argument that is wrong`(source: String, problem: String) {
    #expect(Evaluation.problem(source) == problem)
  }

  @Test func `DateAdd and DateDiff are inverse`() throws {
    let units = ["milliseconds", "seconds", "minutes", "hours", "days", "weeks", "months", "years"]
    var random = SeededGenerator(seed: 20)
    for _ in 0..<300 {
      let start = Int64.random(in: -4_000_000_000_000...4_000_000_000_000, using: &random)
      let count = Int.random(in: -500...500, using: &random)
      let unit = units[Int.random(in: 0..<units.count, using: &random)]
      // Every month has days up to the 28th.
      let date = "DateAdd(Date(Year(Date(\(start))), 5, \(1 + abs(count) % 28)), 0)"
      let sum = "DateAdd(\(date), \(count), '\(unit)')"
      #expect(try Evaluation.of("DateDiff(\(sum), \(date), '\(unit)')") == "\(count)")
      let day = "DateOnly(\(start))"
      #expect(
        try Evaluation.of("DateAdd(DateAdd(\(day), \(count), 'days'), \(-count), 'days')")
          == Evaluation.of(day))
    }
  }

  @Test func `the text of a date reads back as the date`() throws {
    var random = SeededGenerator(seed: 21)
    let zones = ["UTC", "+05:45", "-09:30"].map { try? TimeZoneRules(name: $0) }
    for index in 0..<300 {
      let zone = zones[index % zones.count] ?? .utc
      let range: ClosedRange<Int64> =
        index % 3 == 0 ? -8_640_000_000_000...8_640_000_000_000 : -4_000_000_000...4_000_000_000
      let moment = Int64.random(in: range, using: &random) * 1_000
      #expect(
        try Evaluation.of("DateDiff(Date(Text(Date(\(moment)))), Date(\(moment)))", zone: zone)
          == "0")
    }
  }
}
