import FeatureData

/// Makes dates, days and times (function reference: Date, DateOnly and Time).
enum DateMaking {
  /// `Date()`, `Date(epoch)`, `Date(text)`, `Date(date)`, `Date(day, time?, zone?)`,
  /// `Date(year, month, day, hour?, minute?, second?, millisecond?, zone?)`.
  static func makeDate(_ arguments: ArcadeArguments, in run: inout ArcadeRun) throws(ArcadeProblem)
    -> ArcadeValue
  {
    switch run.value(arguments, 0) {
    case _ where arguments.count == 0: return .date(run.context.moment)
    case .day(let day): return try makeDate(of: day, arguments, in: &run)
    case _ where arguments.count > 1: break
    case .number(let number):
      return ArcadeDate.checked(number).map { .date(ArcadeDate(milliseconds: $0, zone: .local)) }
        ?? .null
    default: return try DateArguments.date(arguments, 0, in: run).map { .date($0) } ?? .null
    }
    let zone = try DateArguments.zone(arguments, 7, in: &run)
    guard let day = civilDay(arguments, in: run) else { return .null }
    var time = 0.0
    for (index, scale) in [3_600_000.0, 60_000, 1_000, 1].enumerated() {
      time += run.number(arguments, index + 3).rounded(.towardZero) * scale
    }
    // Hours beyond a day continue into the next days.
    guard let local = ArcadeDate.checked(Double(day) * Double(ArcadeDate.day) + time) else {
      return .null
    }
    return .date(run.context.zones.date(ofLocal: local, in: zone))
  }

  private static func makeDate(
    of day: ArcadeDay, _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard arguments.count <= 3 else {
      throw run.wrongType(arguments, 0, expected: "a year")
    }
    let zone =
      run.value(arguments, 2).isNull
      ? .unknown : try DateArguments.zone(arguments, 2, in: &run)
    var time = 0
    switch run.value(arguments, 1) {
    case .null: break
    case .time(let given): time = given.milliseconds
    default: throw run.wrongType(arguments, 1, expected: "a time")
    }
    return .date(
      run.context.zones.date(
        ofLocal: Int64(day.daysSince1970) * ArcadeDate.day + Int64(time), in: zone))
  }

  /// Days since 1970 for the year, the month (from 0) and the day in the first three arguments.
  /// Months and days beyond the calendar continue into the next ones. Nil beyond the limits of
  /// dates.
  private static func civilDay(_ arguments: ArcadeArguments, in run: ArcadeRun) -> Int? {
    let year = run.number(arguments, 0).rounded(.towardZero)
    let month = run.number(arguments, 1).rounded(.towardZero)
    let day = arguments.count > 2 ? run.number(arguments, 2).rounded(.towardZero) : 1
    // 300,000 years are beyond the limits, and small enough to keep all sums exact.
    guard year.magnitude < 300_000, month.magnitude < 3_600_000, day.magnitude < 110_000_000
    else { return nil }
    let first = CivilDate(year: Int(year), month: 1, day: 1).adding(months: Int(month))
    let days = first.daysSince1970 + Int(day) - 1
    return days.magnitude <= 100_000_000 ? days : nil
  }

  /// `DateOnly()`, `DateOnly(epoch)`, `DateOnly(text, pattern?)`, `DateOnly(date)`,
  /// `DateOnly(year, month, day)`.
  static func makeDay(_ arguments: ArcadeArguments, in run: ArcadeRun) throws(ArcadeProblem)
    -> ArcadeValue
  {
    switch run.value(arguments, 0) {
    case _ where arguments.count == 0:
      return .day(ArcadeDay(daysSince1970: DateArguments.today(in: run)))
    case .text(let text):
      // The day written in the text, in any time zone.
      let days =
        try readByPattern(text, arguments, in: run)?.days ?? ISODateReader.reading(text)?.days
      return days.map { .day(ArcadeDay(daysSince1970: $0)) } ?? .null
    case _ where arguments.count > 1:
      return civilDay(arguments, in: run).map { .day(ArcadeDay(daysSince1970: $0)) } ?? .null
    case .number(let number):
      guard let milliseconds = ArcadeDate.checked(number) else { return .null }
      let date = ArcadeDate(milliseconds: milliseconds, zone: .utc)
      return .day(ArcadeDay(daysSince1970: DateParts(date, in: run.context.zones).days))
    default:
      return try DateArguments.day(arguments, 0, in: run).map {
        .day(ArcadeDay(daysSince1970: $0.daysSince1970))
      } ?? .null
    }
  }

  /// `Time()`, `Time(milliseconds)`, `Time(text, pattern?)`, `Time(date)`,
  /// `Time(hour, minute, second?, millisecond?)`.
  static func makeTime(_ arguments: ArcadeArguments, in run: ArcadeRun) throws(ArcadeProblem)
    -> ArcadeValue
  {
    var milliseconds: Int?
    switch run.value(arguments, 0) {
    case _ where arguments.count == 0:
      milliseconds = DateParts(run.context.moment, in: run.context.zones).time
    case .text(let text):
      milliseconds =
        run.value(arguments, 1).isNull
        ? ISODateReader.timeOfDay(text) : try readByPattern(text, arguments, in: run)?.time
    case _ where arguments.count > 1: milliseconds = time(ofNumbers: arguments, in: run)
    case .number(let number):
      // Milliseconds since midnight, of one day at most.
      let limit = Double(ArcadeDate.day)
      milliseconds = number >= 0 && number <= limit ? Int(number) % Int(limit) : nil
    case .day: milliseconds = 0
    default: milliseconds = try DateArguments.timeOfDay(arguments, 0, in: run)
    }
    return milliseconds.map { .time(ArcadeTime(milliseconds: $0)) } ?? .null
  }

  /// The time of hour, minute, second and millisecond; nil if one is out of range.
  private static func time(ofNumbers arguments: ArcadeArguments, in run: ArcadeRun) -> Int? {
    var result = 0
    for (index, limit) in [24, 60, 60, 1_000].enumerated() {
      let number = run.number(arguments, index)
      guard number >= 0, number < Double(limit) else { return nil }
      result = result * limit + Int(number)
    }
    return result
  }

  /// Reads a text with the pattern in the second argument. Nil without a pattern.
  private static func readByPattern(
    _ text: String, _ arguments: ArcadeArguments, in run: ArcadeRun
  ) throws(ArcadeProblem) -> (days: Int?, time: Int?)? {
    switch run.value(arguments, 1) {
    case .null: return nil
    case .text(let pattern):
      let reading = DatePatternReader.reading(text, by: pattern)
      return (reading?.days, reading?.time)
    default: throw run.wrongType(arguments, 1, expected: "a pattern")
    }
  }
}
