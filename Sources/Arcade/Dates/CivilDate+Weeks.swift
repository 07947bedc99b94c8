import FeatureData

// Weeks (function reference: Week, ISOWeek, ISOWeekday, ISOYear) and the lengths of months.

extension CivilDate {
  /// From 0 for 1 January to 365.
  var dayOfYear: Int { daysSince1970 - CivilDate(year: year, month: 1, day: 1).daysSince1970 }

  /// The number of days in the month.
  var lengthOfMonth: Int {
    let next =
      month == 12
      ? CivilDate(year: year + 1, month: 1, day: 1)
      : CivilDate(year: year, month: month + 1, day: 1)
    return next.daysSince1970 - CivilDate(year: year, month: month, day: 1).daysSince1970
  }

  /// The number of weeks that have begun since 1 January, from 0 to 53. The days before the first
  /// `startDay` after 1 January are week 0 (function reference, Week).
  ///
  /// - Parameter startDay: from 0 for Sunday to 6 for Saturday.
  func week(startingOn startDay: Int) -> Int {
    let sinceStart = (weekday - startDay + 7) % 7
    return (dayOfYear + 6 - sinceStart) / 7
  }

  /// From 1 for Monday to 7 for Sunday (ISO 8601 §4.2.2).
  var isoWeekday: Int { weekday == 0 ? 7 : weekday }

  /// The year that the week belongs to, which is the year of its Thursday (ISO 8601 §3.1.1.23).
  var isoYear: Int { CivilDate(daysSince1970: daysSince1970 + 4 - isoWeekday).year }

  /// From 1 to 53. Week 1 contains the first Thursday of the year.
  var isoWeek: Int { (daysSince1970 - Self.firstDay(ofISOYear: isoYear)) / 7 + 1 }

  /// The Monday of week 1, as days since 1970.
  static func firstDay(ofISOYear year: Int) -> Int {
    // 4 January is always in week 1.
    let fourth = CivilDate(year: year, month: 1, day: 4)
    return fourth.daysSince1970 - fourth.isoWeekday + 1
  }

  /// Either 52 or 53.
  static func weeks(inISOYear year: Int) -> Int {
    (firstDay(ofISOYear: year + 1) - firstDay(ofISOYear: year)) / 7
  }

  /// The same day `months` months later, or the last day of that month if it is too short.
  func adding(months: Int) -> CivilDate {
    var (years, index) = (month - 1 + months).quotientAndRemainder(dividingBy: 12)
    if index < 0 {
      years -= 1
      index += 12
    }
    let first = CivilDate(year: year + years, month: index + 1, day: 1)
    return CivilDate(
      year: first.year, month: first.month, day: Swift.min(day, first.lengthOfMonth))
  }
}
