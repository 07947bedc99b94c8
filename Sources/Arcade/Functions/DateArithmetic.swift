/// Adds to dates and subtracts them (function reference: DateAdd and DateDiff).
enum DateArithmetic {
  /// `DateAdd(value, amount, unit?)` for a date, a day or a time. The unit defaults to milliseconds.
  /// Times wrap around at midnight.
  static func addToDate(_ arguments: ArcadeArguments, in run: ArcadeRun) throws(ArcadeProblem)
    -> ArcadeValue
  {
    let number = run.number(arguments, 1)
    // What is no number adds nothing.
    let amount = number.isNaN ? 0 : number
    let greenwich = ArcadeClock.fixed(0)
    switch run.value(arguments, 0) {
    case .day(let day):
      let unit = try DateArguments.unit(arguments, 2, default: .milliseconds, in: run)
      let midnight = Int64(day.daysSince1970) * ArcadeDate.day
      return greenwich.adding(amount, unit, to: midnight).map {
        .day(ArcadeDay(daysSince1970: ArcadeDate.split($0).days))
      } ?? .null
    case .time(let time):
      let unit = try DateArguments.unit(arguments, 2, default: .milliseconds, in: run)
      return greenwich.adding(amount, unit, to: Int64(time.milliseconds)).map {
        .time(ArcadeTime(milliseconds: ArcadeDate.split($0).time))
      } ?? .null
    default:
      let unit = try DateArguments.unit(arguments, 2, default: .milliseconds, in: run)
      guard let date = try DateArguments.date(arguments, 0, in: run) else { return .null }
      return run.context.zones.clock(date.zone).adding(amount, unit, to: date.milliseconds).map {
        .date(ArcadeDate(milliseconds: $0, zone: date.zone))
      } ?? .null
    }
  }

  /// `DateDiff(first, second, unit?)`: the first minus the second, of two dates, two days or two
  /// times. Dates use the time zone of the first.
  static func differenceOfDates(_ arguments: ArcadeArguments, in run: ArcadeRun)
    throws(ArcadeProblem) -> Double
  {
    switch (run.value(arguments, 0), run.value(arguments, 1)) {
    case (.day(let first), .day(let second)):
      return ArcadeClock.fixed(0).difference(
        Int64(first.daysSince1970) * ArcadeDate.day,
        minus: Int64(second.daysSince1970) * ArcadeDate.day,
        in: try DateArguments.unit(arguments, 2, default: .milliseconds, in: run))
    case (.time(let first), .time(let second)):
      return ArcadeClock.fixed(0).difference(
        Int64(first.milliseconds), minus: Int64(second.milliseconds),
        in: try DateArguments.unit(arguments, 2, default: .milliseconds, in: run))
    case (.day, _), (.time, _), (_, .day), (_, .time): return .nan
    default:
      let unit = try DateArguments.unit(arguments, 2, default: .milliseconds, in: run)
      guard let one = try DateArguments.date(arguments, 0, in: run),
        let two = try DateArguments.date(arguments, 1, in: run)
      else {
        return .nan
      }
      let (first, second) = run.context.zones.aligned(one, two)
      return run.context.zones.clock(first.zone).difference(
        first.milliseconds, minus: second.milliseconds, in: unit)
    }
  }
}
