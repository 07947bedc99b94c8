import FeatureData

// What functions of dates read their arguments by.

extension ArcadeWorkspace {
  /// The moment of the run, by its own clocks.
  var now: ArcadeDate { ArcadeDate(milliseconds: context.now, zone: .local) }

  /// The day of the run, by its own clocks.
  var today: Int { DateParts(now, in: context).days }

  /// The moment a day begins on the clocks of a zone.
  func midnight(of days: Int, _ zone: ArcadeDate.Zone) -> ArcadeDate {
    date(ofLocal: Int64(days) * ArcadeDate.day, zone)
  }

  /// The moment at which clocks of a zone show a time.
  func date(ofLocal local: Int64, _ zone: ArcadeDate.Zone) -> ArcadeDate {
    ArcadeDate(milliseconds: context.clock(zone).moment(ofLocal: local), zone: zone)
  }

  /// The moment that a text of ISO 8601 says, by the clocks of the run; nil for another text
  /// (function reference, Date, timestamp).
  func date(spelled text: String) -> ArcadeDate? {
    guard let reading = ISODateReader.reading(text) else { return nil }
    let local = Int64(reading.days) * ArcadeDate.day + Int64(reading.time)
    guard let milliseconds = ArcadeDate.checked(local - (reading.offset ?? 0)) else { return nil }
    return reading.offset == nil
      ? date(ofLocal: local, .local) : ArcadeDate(milliseconds: milliseconds, zone: .local)
  }

  /// An argument as a date; nil for null and for a text that is none.
  func date(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem) -> ArcadeDate? {
    switch value(arguments, index) {
    case .null: return nil
    case .date(let date): return date
    case .text(let text): return date(spelled: text)
    default: throw wrongType(arguments, index, expected: "a date")
    }
  }

  /// The day of an argument; nil for null and for a text that is no date.
  func day(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem) -> CivilDate? {
    if case .day(let day) = value(arguments, index) { return day.civil }
    return try date(arguments, index).map { DateParts($0, in: context).date }
  }

  /// The milliseconds of the day of an argument; nil for null and for a text that is no date.
  func timeOfDay(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem) -> Int? {
    if case .time(let time) = value(arguments, index) { return time.milliseconds }
    return try date(arguments, index).map { DateParts($0, in: context).time }
  }

  /// An argument as a zone; the run's for null.
  mutating func zone(
    _ arguments: ArcadeArguments, _ index: Int
  ) throws(ArcadeProblem) -> ArcadeDate.Zone {
    switch value(arguments, index) {
    case .null: return .local
    case .text(let text):
      // A name may have to be looked up among the system's files.
      try charge(steps: 100)
      if let zone = context.zone(named: text) { return zone }
      throw badArgument(arguments, index, "there is no time zone \(text.prefix(60))")
    default: throw wrongType(arguments, index, expected: "the name of a time zone")
    }
  }

  /// An argument as a unit, or the unit that stands for a missing one.
  func unit(
    _ arguments: ArcadeArguments, _ index: Int, default unit: ArcadeDateUnit
  ) throws(ArcadeProblem) -> ArcadeDateUnit {
    switch value(arguments, index) {
    case .null, .text(""): return unit
    case .text(let text):
      if let unit = ArcadeDateUnit(text) { return unit }
      throw badArgument(
        arguments, index,
        "expected milliseconds, seconds, minutes, hours, days, weeks, months or years, not "
          + text.prefix(60))
    default: throw wrongType(arguments, index, expected: "the name of a unit")
    }
  }

  /// The first argument by the clocks of another zone. To and from no zone, what clocks show stays
  /// (function reference, ChangeTimeZone).
  func shown(
    _ arguments: ArcadeArguments, _ zone: ArcadeDate.Zone
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let date = try date(arguments, 0) else { return .null }
    if date.zone == .unknown { return .date(self.date(ofLocal: date.milliseconds, zone)) }
    if zone == .unknown {
      let local = context.clock(date.zone).local(date.milliseconds)
      return .date(ArcadeDate(milliseconds: local, zone: .unknown))
    }
    return .date(ArcadeDate(milliseconds: date.milliseconds, zone: zone))
  }
}
