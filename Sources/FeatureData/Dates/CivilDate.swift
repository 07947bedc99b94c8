// Days of the proleptic Gregorian calendar, counted from 1970-01-01 as day 0.
//
// The calculation uses 400-year eras of 146,097 days whose years begin on 1 March. So the leap day
// is the last day of a year, and one linear formula gives a month's first day.

/// A day of the proleptic Gregorian calendar, without a time or time zone.
package struct CivilDate: Sendable, Hashable {
  /// The year. 1 to 9999 in text, any in calculations.
  package let year: Int
  /// The month, 1 to 12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// Creates a date without checking it; see `isValid`.
  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date `days` after 1970-01-01. `days` may be negative.
  package init(daysSince1970 days: Int) {
    let shifted = days &+ 719_468
    let era = (shifted >= 0 ? shifted : shifted &- 146_096) / 146_097
    let dayOfEra = shifted &- era &* 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01, negative before.
  package var daysSince1970: Int {
    let marchYear = month <= 2 ? year &- 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear &- 399) / 400
    let yearOfEra = marchYear &- era &* 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era &* 146_097 &+ dayOfEra &- 719_468
  }

  /// Whether the calendar has this day in the years 1 to 9999.
  package var isValid: Bool {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return false }
    return day <= Self.length(ofMonth: month, year: year)
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
