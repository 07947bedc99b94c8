import FeatureData

// Reckoning with moments (function reference, DateAdd and DateDiff).
//
// Hours and what is shorter are lengths of time. Days, weeks, months and years are those of the
// calendar: clocks show the same time after them, and the last day of a month stands for a day it
// has not. Of a number with a fraction the whole part goes by the calendar, the rest by length.

extension ArcadeClock {
  /// The moment so many units later; nil beyond the limits of dates.
  func adding(_ amount: Double, _ unit: ArcadeDateUnit, to milliseconds: Int64) -> Int64? {
    // More than this leads out of the limits in any unit.
    guard amount.magnitude <= 2 * Double(ArcadeDate.limit) else { return nil }
    switch unit {
    case .milliseconds, .seconds, .minutes, .hours:
      return Self.sum(milliseconds, amount * unit.milliseconds)
    case .days, .weeks, .months, .years:
      let whole = amount.rounded(.towardZero)
      guard let moment = adding(whole: whole, unit, to: milliseconds) else { return nil }
      return Self.sum(moment, (amount - whole) * unit.milliseconds)
    }
  }

  private static func sum(_ milliseconds: Int64, _ amount: Double) -> Int64? {
    guard amount.magnitude <= 3 * Double(ArcadeDate.limit) else { return nil }
    return ArcadeDate.checked(milliseconds + Int64(amount.rounded()))
  }

  /// The moment so many whole days, weeks, months or years later.
  private func adding(
    whole amount: Double, _ unit: ArcadeDateUnit, to milliseconds: Int64
  ) -> Int64? {
    guard amount != 0 else { return milliseconds }
    // 2,000 million days, far beyond the limits, keep all sums small.
    guard amount.magnitude <= 2_000_000_000 else { return nil }
    let count = Int(amount)
    let offset = offset(at: milliseconds)
    let (days, time) = ArcadeDate.split(milliseconds + offset)
    let day: Int =
      switch unit {
      case .weeks: days + count * 7
      case .months: CivilDate(daysSince1970: days).adding(months: count).daysSince1970
      case .years: CivilDate(daysSince1970: days).adding(months: count * 12).daysSince1970
      default: days + count
      }
    let local = Int64(day) * ArcadeDate.day + Int64(time)
    guard local.magnitude <= 2 * ArcadeDate.limit.magnitude else { return nil }
    return ArcadeDate.checked(moment(ofLocal: local, preferring: offset))
  }

  /// How many units lie between two moments; negative when the first is the earlier one.
  ///
  /// Of days and longer, whole ones are counted from the earlier moment, and the rest is the part
  /// of the one that is under way.
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
      default: to - from
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
