import FeatureData
import Foundation
import OrderedJSON
import Popups
import TestSupport
import Testing

struct DateFormatTests {
  /// 2021-10-29T22:04:05Z, a Friday.
  static let moment: Int64 = 1_635_545_045_000

  static func text(
    _ format: DateFormat?, _ milliseconds: Int64 = moment, in zone: TimeZoneRules = .utc
  ) throws -> String {
    let format = try #require(format)
    var output: [UInt8] = []
    let isWritten = format.append(milliseconds: milliseconds, in: zone, to: &output)
    #expect(isWritten == !output.isEmpty)
    return String(decoding: output, as: UTF8.self)
  }

  static let portland = Result { try TimeZoneRules(name: "America/Los_Angeles") }

  @Test(arguments: [
    ("shortDate", "10/29/2021"),
    ("shortDateShortTime", "10/29/2021, 3:04 PM"),
    ("shortDateShortTime24", "10/29/2021, 15:04"),
    ("shortDateLongTime", "10/29/2021, 3:04:05 PM"),
    ("shortDateLongTime24", "10/29/2021, 15:04:05"),
    ("shortDateLE", "29/10/2021"),
    ("shortDateLEShortTime", "29/10/2021, 3:04 PM"),
    ("shortDateLEShortTime24", "29/10/2021, 15:04"),
    ("shortDateLELongTime", "29/10/2021, 3:04:05 PM"),
    ("shortDateLELongTime24", "29/10/2021, 15:04:05"),
    ("longMonthDayYear", "October 29, 2021"),
    ("longMonthDayYearShortTime", "October 29, 2021, 3:04 PM"),
    ("longMonthDayYearShortTime24", "October 29, 2021, 15:04"),
    ("longMonthDayYearLongTime", "October 29, 2021, 3:04:05 PM"),
    ("longMonthDayYearLongTime24", "October 29, 2021, 15:04:05"),
    ("dayShortMonthYear", "Oct 29, 2021"),
    ("dayShortMonthYearShortTime", "Oct 29, 2021, 3:04 PM"),
    ("dayShortMonthYearShortTime24", "Oct 29, 2021, 15:04"),
    ("dayShortMonthYearLongTime", "Oct 29, 2021, 3:04:05 PM"),
    ("dayShortMonthYearLongTime24", "Oct 29, 2021, 15:04:05"),
    ("longDate", "Friday, October 29, 2021"),
    ("longDateShortTime", "Friday, October 29, 2021, 3:04 PM"),
    ("longDateShortTime24", "Friday, October 29, 2021, 15:04"),
    ("longDateLongTime", "Friday, October 29, 2021, 3:04:05 PM"),
    ("longDateLongTime24", "Friday, October 29, 2021, 15:04:05"),
    ("longMonthYear", "October 2021"),
    ("shortMonthYear", "Oct 2021"),
    ("year", "2021"),
  ])
  func `each of the 28 names has its own format`(name: String, expected: String) throws {
    let zone = TimeZoneRules(name: "-07:00", offset: -25_200)
    #expect(DateFormat.names.contains(name))
    #expect(try Self.text(DateFormat(name: name), Self.moment, in: zone) == expected)
    #expect(DateFormat(name: name.uppercased()) == DateFormat(name: name))
  }

  @Test func `only the 28 names are accepted`() {
    #expect(Set(DateFormat.names).count == 28)
    for name in ["", "date", "yearShortTime", "shortDateTime", "longMonthYearLongTime24", "🗓"] {
      #expect(DateFormat(name: name) == nil)
    }
  }

  @Test(arguments: [
    (0, "12:00:00 AM", "00:00:00"), (3_599, "12:59:59 AM", "00:59:59"),
    (3_600, "1:00:00 AM", "01:00:00"), (43_199, "11:59:59 AM", "11:59:59"),
    (43_200, "12:00:00 PM", "12:00:00"), (86_399, "11:59:59 PM", "23:59:59"),
  ])
  func `midnight and noon are written as 12`(second: Int, half: String, full: String) {
    var output: [UInt8] = []
    DateFormat.longTime.append(secondOfDay: second, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == half)
    output = []
    DateFormat(day: nil, time: .long, is24Hour: true).append(secondOfDay: second, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == full)
  }

  @Test(.needs(.timeZoneFiles))
  func `midnight UTC is the evening before in Portland`() throws {
    let midnight: Int64 = 1_341_014_400_000
    let zone = try Self.portland.get()
    #expect(try Self.text(.shortDateShortTime, midnight, in: zone) == "6/29/2012, 5:00 PM")
    let full = DateFormat(fieldFormat: ["type": "date-time", "timeStyle": "full"])
    #expect(try Self.text(full, midnight, in: zone) == "5:00:00 PM PDT")
    #expect(try Self.text(full, midnight + 15_552_000_000, in: zone) == "4:00:00 PM PST")
  }

  @Test(arguments: [
    (#"{"type":"date-time","dateStyle":"short","timeStyle":"short"}"#, "10/29/21, 10:04 PM"),
    (#"{"type":"date-time","dateStyle":"medium"}"#, "Oct 29, 2021"),
    (
      #"{"type":"date-time","dateStyle":"long","timeStyle":"medium","hour12":false}"#,
      "October 29, 2021, 22:04:05"
    ),
    (
      #"{"type":"date-time","dateStyle":"full","timeStyle":"long"}"#,
      "Friday, October 29, 2021, 10:04:05 PM UTC"
    ),
    (#"{"type":"date-time","month":"long","year":"numeric"}"#, "October 2021"),
    (#"{"type":"date-time","year":"numeric"}"#, "2021"),
    (#"{"type":"date-time","month":"2-digit","day":"2-digit","year":"2-digit"}"#, "10/29/21"),
    (#"{"type":"date-time","weekday":"short","month":"short","day":"numeric"}"#, "Fri, Oct 29"),
    (#"{"type":"date-time","hour":"numeric","minute":"2-digit","hourCycle":"h23"}"#, "22:04"),
  ])
  func `fieldFormat is read like browsers read it`(json: String, expected: String) throws {
    var leniencies: [JSONLeniency] = []
    let format = try JSONParser.parse(Array(json.utf8), leniencies: &leniencies)
    #expect(try Self.text(DateFormat(fieldFormat: format)) == expected)
  }

  @Test func `formats without dates are not date formats`() {
    #expect(DateFormat(format: nil) == nil)
    #expect(DateFormat(format: .null) == nil)
    #expect(DateFormat(format: ["places": 2]) == nil)
    #expect(DateFormat(format: ["dateFormat": .null]) == nil)
    #expect(DateFormat(fieldFormat: ["type": "number"]) == nil)
    #expect(DateFormat(fieldFormat: ["type": "date-time", "year": 5]) == nil)
    #expect(DateFormat(format: ["dateFormat": "year"]) == DateFormat(name: "year"))
    #expect(DateFormat.timeZoneName(format: ["dateFormat": "year", "timezone": "utc"]) == "utc")
    #expect(DateFormat.timeZoneName(format: ["dateFormat": "year"]) == nil)
  }

  @Test func `times outside the years 1 to 9999 are not written`() throws {
    #expect(try Self.text(.shortDate, DateText.latest + 1).isEmpty)
    #expect(try Self.text(.shortDate, .min).isEmpty)
    #expect(try Self.text(.shortDate, DateText.earliest) == "1/1/1")
    #expect(try Self.text(.shortDateShortTime, DateText.latest) == "12/31/9999, 11:59 PM")
  }

  @Test func `a date only has no time, a time only has no date`() {
    var output: [UInt8] = []
    DateFormat(name: "longDateShortTime")?
      .append(date: CivilDate(year: 2024, month: 2, day: 29), to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "Thursday, February 29, 2024")
    output = []
    DateFormat.longTime.append(date: CivilDate(year: 2024, month: 2, day: 29), to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "2/29/2024")
  }

  @Test func `days of the years 1 to 9999 match Foundation's calendar`() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let weekdays = [
      "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<3_000 {
      let milliseconds = Int64(
        generator.integer(in: Int(DateText.earliest)...Int(DateText.latest)))
      // Foundation uses the Julian calendar before 1582. Use the same day 1,600 years later
      // instead.
      let seconds = (Double(milliseconds) / 1_000).rounded(.down) + 1_600 * 365.2425 * 86_400
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: seconds))
      let time = [parts.hour, parts.minute, parts.second].map {
        let text = "\($0 ?? 0)"
        return text.count < 2 ? "0" + text : text
      }.joined(separator: ":")
      let month = months[(parts.month ?? 0) - 1]
      let expected =
        "\(weekdays[(parts.weekday ?? 0) - 1]), \(month) \(parts.day ?? 0), \((parts.year ?? 0) - 1_600), "
        + time
      #expect(try Self.text(DateFormat(name: "longDateLongTime24"), milliseconds) == expected)
    }
  }
}
