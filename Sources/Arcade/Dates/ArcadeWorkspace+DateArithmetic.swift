// DateAdd and DateDiff (function reference).

extension ArcadeWorkspace {
  /// `DateAdd(value, amount, unit?)` for a date, a day or a time. The unit of a day defaults to
  /// days, that of others to milliseconds. Times wrap around at midnight.
  func addToDate(_ arguments: ArcadeArguments) throws(ArcadeProblem) -> ArcadeValue {
    let amount = number(arguments, 1)
    let greenwich = ArcadeClock.fixed(0)
    switch value(arguments, 0) {
    case .day(let day):
      let unit = try unit(arguments, 2, default: .days)
      let midnight = Int64(day.daysSince1970) * ArcadeDate.day
      return greenwich.adding(amount, unit, to: midnight).map {
        .day(ArcadeDay(daysSince1970: ArcadeDate.split($0).days))
      } ?? .null
    case .time(let time):
      let unit = try unit(arguments, 2, default: .milliseconds)
      return greenwich.adding(amount, unit, to: Int64(time.milliseconds)).map {
        .time(ArcadeTime(milliseconds: ArcadeDate.split($0).time))
      } ?? .null
    default:
      let unit = try unit(arguments, 2, default: .milliseconds)
      guard let date = try date(arguments, 0) else { return .null }
      return context.clock(date.zone).adding(amount, unit, to: date.milliseconds).map {
        .date(ArcadeDate(milliseconds: $0, zone: date.zone))
      } ?? .null
    }
  }

  /// `DateDiff(first, second, unit?)`: the first minus the second, of two dates, two days or two
  /// times. Dates use the time zone of the first.
  func differenceOfDates(_ arguments: ArcadeArguments) throws(ArcadeProblem) -> Double {
    switch (value(arguments, 0), value(arguments, 1)) {
    case (.day(let first), .day(let second)):
      return ArcadeClock.fixed(0).difference(
        Int64(first.daysSince1970) * ArcadeDate.day,
        minus: Int64(second.daysSince1970) * ArcadeDate.day,
        in: try unit(arguments, 2, default: .days))
    case (.time(let first), .time(let second)):
      return ArcadeClock.fixed(0).difference(
        Int64(first.milliseconds), minus: Int64(second.milliseconds),
        in: try unit(arguments, 2, default: .milliseconds))
    case (.day, .null), (.time, .null), (.null, .day), (.null, .time): return .nan
    default:
      let unit = try unit(arguments, 2, default: .milliseconds)
      guard let first = try date(arguments, 0), let second = try date(arguments, 1) else {
        return .nan
      }
      return context.clock(first.zone).difference(
        first.milliseconds, minus: second.milliseconds, in: unit)
    }
  }
}
