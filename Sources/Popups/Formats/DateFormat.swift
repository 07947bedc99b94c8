import Bytes
package import FeatureData

// Dates as pop-ups show them, in American English.
//
//   name                form of `dateFormat` in the Web Map Specification     2021-10-29
//   shortDate           month/day/year                                        10/29/2021
//   shortDateLE         day/month/year ("little endian")                      29/10/2021
//   longMonthDayYear    month day, year                                       October 29, 2021
//   dayShortMonthYear   as a browser shows it to Americans                    Oct 29, 2021
//   longDate            weekday, month day, year                              Friday, October 29, 2021
//   longMonthYear, shortMonthYear, year                                       October 2021 …
//
//   suffix of the first five names                                            15:04:05
//   ShortTime, LongTime                                                       3:04 PM, 3:04:05 PM
//   ShortTime24, LongTime24                                                   15:04, 15:04:05
//
// Date and time are joined by ", ". A plain space precedes AM and PM. Newer browsers use a narrow
// no-break space, but then text is harder to search and copy.

/// How a pop-up writes a date, a time, or both.
package struct DateFormat: Sendable, Hashable {
  /// How the time of day is written.
  package enum Time: Sendable, Hashable {
    /// Hours and minutes.
    case short
    /// Hours, minutes and seconds.
    case long
  }

  /// The parts of the date; nil for a time only.
  package var day: DayFormat?
  /// The parts of the time; nil for a date only.
  package var time: Time?
  /// Whether hours run from 0 to 23.
  package var is24Hour: Bool
  /// Whether the time zone's abbreviation follows the time, as in `3:04:05 PM PDT`.
  package var showsZone: Bool

  /// Creates a format.
  package init(
    day: DayFormat?, time: Time?, is24Hour: Bool = false, showsZone: Bool = false
  ) {
    self.day = day
    self.time = time
    self.is24Hour = is24Hour
    self.showsZone = showsZone
  }

  /// `10/29/2021, 3:04 PM`: the default for a date with a time.
  package static let shortDateShortTime = DateFormat(day: .shortDate, time: .short)
  /// `10/29/2021`: the default for a date without a time.
  package static let shortDate = DateFormat(day: .shortDate, time: nil)
  /// `3:04:05 PM`: the default for a time without a date.
  package static let longTime = DateFormat(day: nil, time: .long)

  /// Creates one of the 28 formats named by `dateFormat`, ignoring case; nil for any other text.
  package init?(name: String) {
    let folded = name.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    for (base, day, takesTime) in Self.bases where folded.starts(with: base.utf8) {
      guard
        let suffix = Self.suffixes.first(where: {
          $0.name.utf8.elementsEqual(folded[base.utf8.count...])
        }),
        takesTime || suffix.time == nil
      else { continue }
      self.init(day: day, time: suffix.time, is24Hour: suffix.is24Hour)
      return
    }
    return nil
  }

  /// All names of `dateFormat`, as spelled in the specification.
  package static let names: [String] =
    [
      "shortDate", "shortDateLE", "longMonthDayYear", "dayShortMonthYear", "longDate",
    ].flatMap { base in
      ["", "ShortTime", "ShortTime24", "LongTime", "LongTime24"].map { base + $0 }
    } + ["longMonthYear", "shortMonthYear", "year"]

  private static let bases: [(name: String, day: DayFormat, takesTime: Bool)] = [
    ("shortdate", .shortDate, true),
    ("shortdatele", .shortDateDayFirst, true),
    ("longmonthdayyear", .longMonthDayYear, true),
    ("dayshortmonthyear", .shortMonthDayYear, true),
    ("longdate", .longDate, true),
    ("longmonthyear", DayFormat(year: .numeric, month: .long), false),
    ("shortmonthyear", DayFormat(year: .numeric, month: .short), false),
    ("year", DayFormat(year: .numeric), false),
  ]

  private static let suffixes: [(name: String, time: Time?, is24Hour: Bool)] = [
    ("", nil, false), ("shorttime", .short, false), ("shorttime24", .short, true),
    ("longtime", .long, false), ("longtime24", .long, true),
  ]
}

extension DateFormat {
  /// Appends a time as local time in the zone. Returns false and appends nothing if the year is not
  /// 1 to 9999 in UTC.
  ///
  /// - Parameter milliseconds: Since 1970-01-01T00:00:00Z, without leap seconds.
  package func append(
    milliseconds: Int64, in zone: TimeZoneRules, to output: inout [UInt8]
  ) -> Bool {
    guard milliseconds >= DateText.earliest, milliseconds <= DateText.latest else { return false }
    var seconds = milliseconds / 1_000
    if milliseconds % 1_000 < 0 { seconds -= 1 }
    let local = Int(seconds) + zone.offset(atUTC: seconds)
    var (days, second) = local.quotientAndRemainder(dividingBy: 86_400)
    if second < 0 {
      days -= 1
      second += 86_400
    }
    if let day {
      day.append(daysSince1970: days, to: &output)
      if time != nil { output.append(literal: ", ") }
    }
    if time != nil { append(secondOfDay: second, to: &output) }
    if showsZone, time != nil {
      output.append(UInt8(ascii: " "))
      zone.appendAbbreviation(atUTC: seconds, to: &output)
    }
    return true
  }

  /// Appends a date that has no time; as `10/29/2021` if the format is for times only.
  package func append(date: CivilDate, to output: inout [UInt8]) {
    (day ?? .shortDate).append(daysSince1970: date.daysSince1970, to: &output)
  }

  /// Appends a time that has no date; as `3:04:05 PM` if the format is for dates only.
  ///
  /// - Parameter secondOfDay: 0 to 86,399.
  package func append(secondOfDay: Int, to output: inout [UInt8]) {
    let hour = secondOfDay / 3_600 % 24
    if is24Hour {
      output.append(twoDigits: hour)
    } else {
      output.append(decimal: hour % 12 == 0 ? 12 : hour % 12)
    }
    output.append(UInt8(ascii: ":"))
    output.append(twoDigits: secondOfDay / 60 % 60)
    if time != .short {
      output.append(UInt8(ascii: ":"))
      output.append(twoDigits: secondOfDay % 60)
    }
    if !is24Hour { output.append(literal: hour < 12 ? " AM" : " PM") }
  }
}
