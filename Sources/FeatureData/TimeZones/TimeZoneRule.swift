// The TZ text of POSIX.1 §8.3, with the extensions of RFC 9636 §3.3.1.
//
//   rule        name offset [ name [offset] [ "," day ["/" time] "," day ["/" time] ] ]
//   name        three letters or more, or "<" letters, digits, signs ">"
//   offset      [+-]hh[:mm[:ss]]        west of Greenwich positive; of summer time 1 h less
//   day         "M" month "." week "." weekday      week 5 is the last one; weekday 0 is Sunday
//               "J" 1…365                           29 February is never counted
//               0…365                               29 February is counted
//   time        [+-]h[hh][:mm[:ss]]     on clocks before the change; 02:00:00 when left out

/// The rule for yearly clock changes.
struct TimeZoneRule: Sendable, Equatable {
  /// Standard time.
  let standard: TimeZoneRules.Period
  /// Daylight-saving time and its days. Nil if the clocks don't change.
  let daylight: Daylight?

  struct Daylight: Sendable, Equatable {
    var period: TimeZoneRules.Period
    var start: Day
    var end: Day
  }

  /// A day of the year and a time on it.
  struct Day: Sendable, Equatable {
    enum Form: Sendable, Equatable {
      case weekday(month: Int, week: Int, weekday: Int)
      case withoutLeapDay(Int)
      case withLeapDay(Int)
    }

    var form: Form
    /// Seconds from midnight of the day, possibly on another day.
    var time: Int

    /// Returns seconds from 1970-01-01T00:00 of the local time.
    func seconds(inYear year: Int) -> Int64 {
      let newYear = CivilDate(year: year, month: 1, day: 1).daysSince1970
      let day: Int
      switch form {
      case .withLeapDay(let index):
        day = newYear + index
      case .withoutLeapDay(let number):
        let march = CivilDate(year: year, month: 3, day: 1).daysSince1970
        let isLeapYear = march - newYear == 60
        day = newYear + number - 1 + (isLeapYear && number >= 60 ? 1 : 0)
      case .weekday(let month, let week, let weekday):
        let first = CivilDate(year: year, month: month, day: 1).daysSince1970
        let next =
          month == 12
          ? CivilDate(year: year + 1, month: 1, day: 1).daysSince1970
          : CivilDate(year: year, month: month + 1, day: 1).daysSince1970
        // 1970-01-01 was a Thursday, weekday 4.
        let firstWeekday = ((first % 7) + 11) % 7
        var candidate = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
        while candidate >= next { candidate -= 7 }
        day = candidate
      }
      return Int64(day) * 86_400 + Int64(time)
    }
  }

  /// Returns the calendar year of a time in UTC, limited to the years that the calendar supports.
  static func year(atUTC seconds: Int64) -> Int {
    let limit: Int64 = 1 << 50
    let day = Int(min(max(seconds, -limit), limit) / 86_400)
    return CivilDate(daysSince1970: day).year
  }

  /// Returns the two changes of a year as times in UTC, in order. If both are at the same time, the
  /// start is last and applies.
  func changes(inYear year: Int) -> [(moment: Int64, period: TimeZoneRules.Period)] {
    guard let daylight else { return [] }
    let start = (
      moment: daylight.start.seconds(inYear: year) - Int64(standard.offset),
      period: daylight.period
    )
    let end = (
      moment: daylight.end.seconds(inYear: year) - Int64(daylight.period.offset), period: standard
    )
    return start.moment < end.moment ? [start, end] : [end, start]
  }

  /// Returns the local time period at a time in UTC.
  func period(atUTC seconds: Int64) -> TimeZoneRules.Period {
    guard daylight != nil else { return standard }
    let year = Self.year(atUTC: seconds)
    var latest: (moment: Int64, period: TimeZoneRules.Period)?
    for candidate in year - 1...year + 1 {
      for change in changes(inYear: candidate)
      where change.moment <= seconds && change.moment >= latest?.moment ?? .min {
        latest = change
      }
    }
    return latest?.period ?? standard
  }
}
