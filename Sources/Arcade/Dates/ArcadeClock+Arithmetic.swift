import FeatureData

// Date arithmetic (function reference, DateAdd and DateDiff).
//
// Hours and shorter units are lengths of time. Days and longer units follow the calendar: the local
// time of day stays the same. If the target month is too short, its last day is used. Amounts of
// days and months are rounded to whole ones. For weeks and years with a fraction, the whole part
// follows the calendar, and the fraction is a length of time.

extension ArcadeClock {
  /// The moment `amount` units later; nil beyond the limits of dates.
  func adding(_ amount: Double, _ unit: ArcadeDateUnit, to milliseconds: Int64) -> Int64? {
    // A larger amount exceeds the limits in any unit.
    guard amount.magnitude <= 2 * Double(ArcadeDate.limit) else { return nil }
    switch unit {
    case .milliseconds, .seconds, .minutes, .hours:
      return Self.sum(milliseconds, amount * unit.milliseconds)
    case .days, .months:
      return adding(whole: amount.rounded(.toNearestOrAwayFromZero), unit, to: milliseconds)
    case .weeks, .years:
      let whole = amount.rounded(.towardZero)
      guard let moment = adding(whole: whole, unit, to: milliseconds) else { return nil }
      return Self.sum(moment, (amount - whole) * unit.milliseconds)
    }
  }

  private static func sum(_ milliseconds: Int64, _ amount: Double) -> Int64? {
    guard amount.magnitude <= 3 * Double(ArcadeDate.limit) else { return nil }
    return ArcadeDate.checked(Double(milliseconds) + amount)
  }

  /// The moment a whole number of days, weeks, months or years later.
  private func adding(
    whole amount: Double, _ unit: ArcadeDateUnit, to milliseconds: Int64
  ) -> Int64? {
    guard amount != 0 else { return milliseconds }
    // 2,000 million days are far beyond the limits, and keep all sums small.
    guard amount.magnitude <= 2_000_000_000 else { return nil }
    let count = Int(amount)
    let offset = offset(at: milliseconds)
    let (days, time) = ArcadeDate.split(milliseconds + offset)
    let day: Int =
      switch unit {
      case .weeks: days + count * 7
      case .months: CivilDate(daysSince1970: days).adding(months: count).daysSince1970
      case .years: CivilDate(daysSince1970: days).adding(months: count * 12).daysSince1970
      case .days, .hours, .minutes, .seconds, .milliseconds: days + count
      }
    let local = Int64(day) * ArcadeDate.day + Int64(time)
    guard local.magnitude <= 2 * ArcadeDate.limit.magnitude else { return nil }
    return ArcadeDate.checked(moment(ofLocal: local, preferring: offset))
  }

  /// The number of units between two moments; negative if the first one is earlier.
  ///
  /// For days and longer units, this counts whole units from the earlier moment. The rest is a
  /// fraction of the next unit.
  func difference(_ first: Int64, minus second: Int64, in unit: ArcadeDateUnit) -> Double {
    guard first >= second else { return -difference(second, minus: first, in: unit) }
    switch unit {
    case .milliseconds, .seconds, .minutes, .hours:
      return Double(first - second) / unit.milliseconds
    case .days, .weeks, .months, .years:
      return calendarDifference(later: first, earlier: second, in: unit)
    }
  }

  private func calendarDifference(
    later: Int64, earlier: Int64, in unit: ArcadeDateUnit
  ) -> Double {
    let from = ArcadeDate.split(local(earlier)).days
    let to = ArcadeDate.split(local(later)).days
    let (fromDate, toDate) = (CivilDate(daysSince1970: from), CivilDate(daysSince1970: to))
    var count: Int =
      switch unit {
      case .weeks: (to - from) / 7
      case .months: (toDate.year - fromDate.year) * 12 + toDate.month - fromDate.month
      case .years: toDate.year - fromDate.year
      case .days, .hours, .minutes, .seconds, .milliseconds: to - from
      }
    func mark(_ count: Int) -> Int64 {
      adding(whole: Double(count), unit, to: earlier) ?? ArcadeDate.limit
    }
    var reached = mark(count)
    var next: Int64?
    while reached > later, count > 0 {
      next = reached
      count -= 1
      reached = mark(count)
    }
    guard later > reached else { return Double(count) }
    let end = next ?? adding(whole: 1, unit, to: reached) ?? ArcadeDate.limit
    return Double(count) + (end > reached ? Double(later - reached) / Double(end - reached) : 0)
  }
}
