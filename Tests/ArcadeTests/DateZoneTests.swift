import Arcade
import FeatureData
import TestSupport
import Testing

/// Time zones: gaps and overlaps of daylight saving time, and the functions for zones.
struct DateZoneTests {
  /// In Los Angeles, clocks moved from 2:00 to 3:00 on 14 March 2021, and back on 7 November.
  static let losAngeles: [(String, String)] = [
    ("Date(2021, 0, 1)", "2021-01-01T00:00:00-08:00"),
    ("Date(2021, 6, 1)", "2021-07-01T00:00:00-07:00"),
    ("Date('2016-10-20T17:41:37+00:00')", "2016-10-20T10:41:37-07:00"),  // (reference)
    ("Now()", "2016-10-20T11:23:03.555-07:00"),  // (reference: Date, epoch)
    ("Timestamp()", "2016-10-20T18:23:03.555Z"),
    ("Today()", "2016-10-20T00:00:00-07:00"), ("DateOnly()", "2016-10-20"),
    ("Time()", "11:23:03.555"),
    ("Hour(Now())", "11"), ("Hour(Timestamp())", "18"), ("Day(Date(0))", "31"),
    // A time in the gap moves an hour later; the first of two equal times is used.
    ("Date(2021, 2, 14, 2, 30)", "2021-03-14T03:30:00-07:00"),
    ("Date('2021-03-14T02:30')", "2021-03-14T03:30:00-07:00"),
    ("Date(2021, 10, 7, 1, 30)", "2021-11-07T01:30:00-07:00"),
    ("DateAdd(Date(2021, 2, 13, 2, 30), 1, 'days')", "2021-03-14T03:30:00-07:00"),
    ("DateAdd(Date(2021, 2, 13, 2, 30), 24, 'hours')", "2021-03-14T03:30:00-07:00"),
    ("DateAdd(Date(2021, 2, 13, 1, 30), 24, 'hours')", "2021-03-14T01:30:00-08:00"),
    ("DateAdd(Date(2021, 2, 13, 12), 1, 'days')", "2021-03-14T12:00:00-07:00"),
    ("DateAdd(Date(2021, 2, 13, 12), 24, 'hours')", "2021-03-14T13:00:00-07:00"),
    ("DateAdd(Date(2021, 10, 6, 12), 1, 'days')", "2021-11-07T12:00:00-08:00"),
    ("DateAdd(Date(2021, 10, 6, 12), 24, 'hours')", "2021-11-07T11:00:00-08:00"),
    // DateAdd keeps the offset, so it can reach the second of two equal times.
    ("DateAdd(Date(2021, 10, 8, 1, 30), -1, 'days')", "2021-11-07T01:30:00-08:00"),
    ("DateAdd(Date(2021, 10, 6, 1, 30), 1, 'days')", "2021-11-07T01:30:00-07:00"),
    ("DateAdd(Date(2020, 10, 14, 2, 30), 4, 'months')", "2021-03-14T03:30:00-07:00"),
    // A calendar day may have 23 or 25 hours.
    ("DateDiff(Date(2021, 2, 15), Date(2021, 2, 14), 'days')", "1"),
    ("DateDiff(Date(2021, 2, 15), Date(2021, 2, 14), 'hours')", "23"),
    ("DateDiff(Date(2021, 10, 8), Date(2021, 10, 7), 'days')", "1"),
    ("DateDiff(Date(2021, 10, 8), Date(2021, 10, 7), 'hours')", "25"),
    ("DateDiff(Date(2021, 10, 7, 12), Date(2021, 10, 7), 'days')", "0.52"),
    // A day begins at local midnight, and days are whole.
    ("DateAdd(Date(2021, 2, 13), 1.5, 'days')", "2021-03-15T00:00:00-07:00"),
    // A date without a zone is in the zone of the other.
    ("DateDiff(Date(2021, 6, 1), Date(DateOnly(2021, 6, 1)))", "0"),
    ("Date(2021, 6, 1) < Date(DateOnly(2021, 6, 1), Time(0, 30))", "true"),
    ("Date(DateOnly(2021, 6, 1), Time(0, 30)) >= Date(2021, 6, 1, 0, 30)", "true"),
    ("Date(DateOnly(2021, 6, 1), Time(0, 30)) > Date(2021, 6, 1, 0, 31)", "false"),
    ("Date(DateOnly(2021, 6, 1), Time(7, 0)) == Date(2021, 6, 1)", "false"),
    ("Date(DateOnly(2021, 6, 1)) == Date(2021, 6, 1)", "false"),
    // ChangeTimeZone, ToUTC and ToLocal keep the moment and change the zone.
    ("ToUTC(Now())", "2016-10-20T18:23:03.555Z"),
    ("ToLocal(Timestamp())", "2016-10-20T11:23:03.555-07:00"),
    ("ToLocal(null)", "null"), ("ToUTC('x')", "null"),
    (
      "ChangeTimeZone(Date(2011, 10, 11, 8, 0, 0, 0, 'America/New_York'), 'America/Los_Angeles')",
      "2011-11-11T05:00:00-08:00"
    ),  // (reference)
    (
      "ChangeTimeZone(Date(2011, 10, 11, 8, 0, 0, 0, 'unknown'), '+07:00')",
      "2011-11-11T08:00:00+07:00"
    ),  // (reference)
    ("ChangeTimeZone(Now(), 'unknown')", "2016-10-20T11:23:03.555"),
    (
      "ChangeTimeZone(ChangeTimeZone(Now(), 'unknown'), 'default')", "2016-10-20T11:23:03.555-07:00"
    ),
    ("ChangeTimeZone(Now(), 'Asia/Kolkata')", "2016-10-20T23:53:03.555+05:30"),
    ("ChangeTimeZone(Now(), 'utc')", "2016-10-20T18:23:03.555Z"),
    ("ChangeTimeZone(Now(), '-0330')", "2016-10-20T14:53:03.555-03:30"),
    ("ChangeTimeZone(Timestamp(), 'system')", "2016-10-20T11:23:03.555-07:00"),
    ("ChangeTimeZone(null, 'UTC')", "null"),
    ("Date(2021, 2, 14, 2, 30, 0, 0, 'Europe/London')", "2021-03-14T02:30:00+00:00"),
    ("TimeZone(Now())", "America/Los_Angeles"), ("TimeZone(Timestamp())", "UTC"),
    ("TimeZone(ChangeTimeZone(Now(), '+7'))", "+7"),
    ("TimeZone(ChangeTimeZone(Now(), '+07'))", "+07:00"),
    ("TimeZone(ChangeTimeZone(Now(), 'unknown'))", "unknown"),
    ("TimeZone(ChangeTimeZone(Now(), 'Asia/Kolkata'))", "Asia/Kolkata"),
    ("TimeZone(null)", "null"),
    ("TimeZoneOffset(Now())", "-25200000"), ("TimeZoneOffset(Date(2021, 0, 1))", "-28800000"),
    ("TimeZoneOffset(Timestamp())", "0"), ("TimeZoneOffset(null)", "null"),
    ("TimeZoneOffset(ChangeTimeZone(Now(), 'unknown'))", "0"),
    ("Text(Date(2021, 6, 1), 'Z ZZ ZZZ ZZZZ')", "-7 -07:00 -0700 PDT"),
    ("Text(ChangeTimeZone(Date(2021, 6, 1), 'Europe/Berlin'), 'Z ZZZZ')", "+2 GMT+2"),
    ("Text(ChangeTimeZone(Date(2021, 6, 1), 'Asia/Kolkata'), 'Z ZZ')", "+5:30 +05:30"),
    ("Text(Date(DateOnly(2021, 6, 1)), 'HH Z ZZ ZZZZ')", "00   "),
    ("Text(ChangeTimeZone(Now(), 'unknown'), 'H Z')", "11 "),
  ]

  @Test(.needs(.timeZoneFiles), arguments: losAngeles)
  func `dates are shown in the time zone`(source: String, value: String) throws {
    #expect(try Evaluation.of(source, in: "America/Los_Angeles") == value)
  }

  static let elsewhere: [(String, String, String)] = [
    // Lord Howe Island moves its clocks by half an hour; Apia had no 30 December 2011.
    ("Australia/Lord_Howe", "Date(2021, 9, 3, 2, 15)", "2021-10-03T02:45:00+11:00"),
    ("Australia/Lord_Howe", "Date(2021, 3, 4, 1, 45)", "2021-04-04T01:45:00+11:00"),
    ("Pacific/Apia", "Date(2011, 11, 30, 12)", "2011-12-31T12:00:00+14:00"),
    ("Pacific/Apia", "DateAdd(Date(2011, 11, 29, 12), 1, 'hours')", "2011-12-29T13:00:00-10:00"),
    // If midnight is in the gap, the day begins an hour later.
    ("America/Sao_Paulo", "Date(2018, 10, 4)", "2018-11-04T01:00:00-02:00"),
    ("Europe/London", "Date(2021, 0, 1)", "2021-01-01T00:00:00+00:00"),
  ]

  @Test(.needs(.timeZoneFiles), arguments: elsewhere)
  func `clocks move by half an hour, by a day, or at midnight`(
    zone: String, source: String, value: String
  ) throws {
    #expect(try Evaluation.of(source, in: zone) == value)
  }

  @Test(.needs(.timeZoneFiles))
  func `Today begins at midnight in the time zone`() throws {
    let zone = try TimeZoneRules(name: "America/Sao_Paulo")
    // Noon on 4 November 2018, a day whose midnight was in the gap.
    let noon: Int64 = 1_541_340_000_000
    #expect(try Evaluation.of("Today()", now: noon, zone: zone) == "2018-11-04T01:00:00-02:00")
  }
}
