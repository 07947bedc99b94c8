import FeatureData

// Date, DateOnly and Time (function reference).

extension ArcadeWorkspace {
  /// `Date()`, `Date(epoch)`, `Date(text)`, `Date(date)`, `Date(day, time?, zone?)`,
  /// `Date(year, month, day, hour?, minute?, second?, millisecond?, zone?)`.
  mutating func makeDate(_ arguments: ArcadeArguments) throws(ArcadeProblem) -> ArcadeValue {
    switch value(arguments, 0) {
    case _ where arguments.count == 0: return .date(now)
    case .day(let day): return try makeDate(of: day, arguments)
    case _ where arguments.count > 1: break
    case .number(let number):
      return ArcadeDate.checked(number).map { .date(ArcadeDate(milliseconds: $0, zone: .local)) }
        ?? .null
    default: return try date(arguments, 0).map { .date($0) } ?? .null
    }
    let zone = try zone(arguments, 7)
    guard let day = civilDay(arguments) else { return .null }
    var time = 0.0
    for (index, scale) in [3_600_000.0, 60_000, 1_000, 1].enumerated() {
      time += number(arguments, index + 3).rounded(.towardZero) * scale
    }
    // Hours beyond a day continue into the next days.
    guard let local = ArcadeDate.checked(Double(day) * Double(ArcadeDate.day) + time) else {
      return .null
    }
    return .date(date(ofLocal: local, zone))
  }

  private mutating func makeDate(
    of day: ArcadeDay, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard arguments.count <= 3 else {
      throw wrongType(arguments, 0, expected: "a year")
    }
    let zone = try zone(arguments, 2)
    var time = 0
    switch value(arguments, 1) {
    case .null: break
    case .time(let given): time = given.milliseconds
    default: throw wrongType(arguments, 1, expected: "a time")
    }
    return .date(date(ofLocal: Int64(day.daysSince1970) * ArcadeDate.day + Int64(time), zone))
  }

  /// Days since 1970 for the year, the month (from 0) and the day in the first three arguments.
  /// Months and days beyond the calendar continue into the next ones. Nil beyond the limits of
  /// dates.
  private func civilDay(_ arguments: ArcadeArguments) -> Int? {
    let year = number(arguments, 0).rounded(.towardZero)
    let month = number(arguments, 1).rounded(.towardZero)
    let day = arguments.count > 2 ? number(arguments, 2).rounded(.towardZero) : 1
    // 300,000 years are beyond the limits, and small enough to keep all sums exact.
    guard year.magnitude < 300_000, month.magnitude < 3_600_000, day.magnitude < 110_000_000
    else { return nil }
    let first = CivilDate(year: Int(year), month: 1, day: 1).adding(months: Int(month))
    let days = first.daysSince1970 + Int(day) - 1
    return days.magnitude <= 100_000_000 ? days : nil
  }

  /// `DateOnly()`, `DateOnly(epoch)`, `DateOnly(text, pattern?)`, `DateOnly(date)`,
  /// `DateOnly(year, month, day)`.
  func makeDay(_ arguments: ArcadeArguments) throws(ArcadeProblem) -> ArcadeValue {
    switch value(arguments, 0) {
    case _ where arguments.count == 0: return .day(ArcadeDay(daysSince1970: today))
    case .text(let text):
      // The day written in the text, in any time zone.
      let days = try readByPattern(text, arguments)?.days ?? ISODateReader.reading(text)?.days
      return days.map { .day(ArcadeDay(daysSince1970: $0)) } ?? .null
    case _ where arguments.count > 1:
      return civilDay(arguments).map { .day(ArcadeDay(daysSince1970: $0)) } ?? .null
    case .number(let number):
      guard let milliseconds = ArcadeDate.checked(number) else { return .null }
      let date = ArcadeDate(milliseconds: milliseconds, zone: .local)
      return .day(ArcadeDay(daysSince1970: DateParts(date, in: context).days))
    default:
      return try day(arguments, 0).map { .day(ArcadeDay(daysSince1970: $0.daysSince1970)) } ?? .null
    }
  }

  /// `Time()`, `Time(epoch)`, `Time(text, pattern?)`, `Time(date)`,
  /// `Time(hour, minute, second?, millisecond?)`.
  func makeTime(_ arguments: ArcadeArguments) throws(ArcadeProblem) -> ArcadeValue {
    var milliseconds: Int?
    switch value(arguments, 0) {
    case _ where arguments.count == 0: milliseconds = DateParts(now, in: context).time
    case .text(let text):
      milliseconds =
        try readByPattern(text, arguments)?.time ?? ISODateReader.timeOfDay(text)
    case _ where arguments.count > 1: milliseconds = time(ofNumbers: arguments)
    case .number(let number):
      milliseconds = ArcadeDate.checked(number).map {
        DateParts(ArcadeDate(milliseconds: $0, zone: .local), in: context).time
      }
    default: milliseconds = try timeOfDay(arguments, 0)
    }
    return milliseconds.map { .time(ArcadeTime(milliseconds: $0)) } ?? .null
  }

  /// The time of hour, minute, second and millisecond; nil if one is out of range.
  private func time(ofNumbers arguments: ArcadeArguments) -> Int? {
    var result = 0
    for (index, limit) in [24, 60, 60, 1_000].enumerated() {
      let number = number(arguments, index)
      guard number >= 0, number < Double(limit) else { return nil }
      result = result * limit + Int(number)
    }
    return result
  }

  /// Reads a text with the pattern in the second argument. Nil without a pattern.
  private func readByPattern(
    _ text: String, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> (days: Int?, time: Int?)? {
    switch value(arguments, 1) {
    case .null: return nil
    case .text(let pattern):
      let reading = DatePatternReader.reading(text, by: pattern)
      return (reading?.days, reading?.time)
    default: throw wrongType(arguments, 1, expected: "a pattern")
    }
  }
}
