import FeatureData
import Foundation
import TestSupport
import Testing

@Suite struct DateTextTests {
  @Test(arguments: [
    ("1970-01-01", 0), ("1970-01-01T00:00:00Z", 0), ("1970/01/01", 0),
    ("1969-12-31T23:59:59.999Z", -1), ("1970-01-01 00:00:01", 1_000),
    ("2012-05-29T15:14:25.500Z", 1_338_304_465_500),
    ("2012-05-29 15:14:25.5", 1_338_304_465_500),
    ("2012-05-29T15:14:25.500999Z", 1_338_304_465_500),
    ("2012-05-29T15:14:25,5+02:00", 1_338_297_265_500),
    ("2012-05-29T15:14-0730", 1_338_331_440_000), ("2012/05/29 15:14:25+00", 1_338_304_465_000),
    ("0001-01-01", -62_135_596_800_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("2000-02-29", 951_782_400_000),
  ])
  func `reads the text of a date`(text: String, milliseconds: Int64) {
    #expect(DateText.milliseconds(text) == milliseconds)
  }

  @Test(arguments: [
    "", "2012", "2012-05", "2012-5-29", "2012-13-01", "2012-00-10", "2012-01-00", "2011-02-29",
    "1900-02-29", "0000-01-01", "2012-05/29", "2012-05-29T", "2012-05-29T24:00", "2012-05-29T1:00",
    "2012-05-29T15:60", "2012-05-29T15:14:60Z", "2012-05-29T15:14:25.Z", "2012-05-29T15:14:25X",
    "2012-05-29T15:14:25+2", "2012-05-29T15:14:25+02:", "2012-05-29T15:14:25+02:99",
    "2012-05-29Z", " 2012-05-29", "2012-05-29 ", "05/29/2012", "0001-01-01T00:00+01:00",
    "9999-12-31T23:59-01:00", "12345678901234567890", "２０１２-05-29",
  ])
  func `rejects text that isn't a date`(text: String) {
    #expect(DateText.milliseconds(text) == nil)
  }

  @Test func `every day from year 1 to 9999 follows the day before`() {
    var days = CivilDate(year: 1, month: 1, day: 1).daysSince1970
    var previous = CivilDate(daysSince1970: days - 1)
    #expect(previous.year == 0)
    var wrong = 0
    while true {
      let date = CivilDate(daysSince1970: days)
      if date.year == 10_000 { break }
      let follows =
        (date.year, date.month, date.day) > (previous.year, previous.month, previous.day)
      if !follows || date.daysSince1970 != days || !date.isValid { wrong += 1 }
      previous = date
      days += date.year % 400 == 0 || date.day > 26 || date.day < 3 ? 1 : min(9, 28 - date.day)
    }
    #expect(wrong == 0)
    #expect(previous == CivilDate(year: 9_999, month: 12, day: 31))
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `agrees with Foundation's calendar and reads back the same`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<500 {
      let milliseconds = Int64.random(
        in: DateText.earliest...DateText.latest, using: &generator)
      var bytes: [UInt8] = []
      #expect(DateText.appendDateTime(milliseconds, to: &bytes))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(DateText.milliseconds(text) == milliseconds)
      // Foundation switches to the Julian calendar before 15 October 1582.
      if milliseconds > -12_000_000_000_000 {
        let seconds = Double(milliseconds - (milliseconds % 1_000 + 1_000) % 1_000) / 1_000
        let whole = Date(timeIntervalSince1970: seconds).formatted(style)
        #expect(whole.prefix(19) == text.prefix(19))
      }
      bytes = []
      #expect(DateText.appendDate(milliseconds, to: &bytes))
      #expect(String(decoding: bytes, as: UTF8.self) == text.prefix(10))
    }
  }

  @Test(arguments: [Int64.min, DateText.earliest - 1, DateText.latest + 1, Int64.max])
  func `writes nothing for a date without a four-digit year`(milliseconds: Int64) {
    var bytes: [UInt8] = []
    #expect(!DateText.appendDateTime(milliseconds, to: &bytes))
    #expect(!DateText.appendDate(milliseconds, to: &bytes))
    #expect(bytes.isEmpty)
  }
}
