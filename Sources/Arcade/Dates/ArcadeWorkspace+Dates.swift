import FeatureData

// How date functions read their arguments.

extension ArcadeWorkspace {
  /// The moment of the run, in its time zone.
  var now: ArcadeDate { ArcadeDate(milliseconds: context.now, zone: .local) }

  /// The day of the run, in its time zone.
  var today: Int { DateParts(now, in: context).days }

  /// The start of a day in a zone.
  func midnight(of days: Int, _ zone: ArcadeDate.Zone) -> ArcadeDate {
    date(ofLocal: Int64(days) * ArcadeDate.day, zone)
  }

  /// The moment at which the clocks of a zone show a local time.
  func date(ofLocal local: Int64, _ zone: ArcadeDate.Zone) -> ArcadeDate {
    ArcadeDate(milliseconds: context.clock(zone).moment(ofLocal: local), zone: zone)
  }

  /// The moment that ISO 8601 text spells, in the time zone of the run; nil for other text
  /// (function reference, Date, timestamp).
  func date(spelled text: String) -> ArcadeDate? {
    guard let reading = ISODateReader.reading(text) else { return nil }
    let local = Int64(reading.days) * ArcadeDate.day + Int64(reading.time)
    guard let milliseconds = ArcadeDate.checked(local - (reading.offset ?? 0)) else { return nil }
    return reading.offset == nil
      ? date(ofLocal: local, .local) : ArcadeDate(milliseconds: milliseconds, zone: .local)
  }

  /// An argument as a date; nil for null and for text that is not a date.
  func date(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem) -> ArcadeDate? {
    switch value(arguments, index) {
    case .null: return nil
    case .date(let date): return date
    case .text(let text): return date(spelled: text)
    default: throw wrongType(arguments, index, expected: "a date")
    }
  }

  /// The day of an argument; nil for null and for text that is not a date.
  func day(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem) -> CivilDate? {
    if case .day(let day) = value(arguments, index) { return day.civil }
    return try date(arguments, index).map { DateParts($0, in: context).date }
  }

  /// The time of day of an argument, in milliseconds; nil for null and for text that is not a date.
  func timeOfDay(_ arguments: ArcadeArguments, _ index: Int) throws(ArcadeProblem) -> Int? {
    if case .time(let time) = value(arguments, index) { return time.milliseconds }
    return try date(arguments, index).map { DateParts($0, in: context).time }
  }

  /// An argument as a time zone; the zone of the run for null.
  mutating func zone(
    _ arguments: ArcadeArguments, _ index: Int
  ) throws(ArcadeProblem) -> ArcadeDate.Zone {
    switch value(arguments, index) {
    case .null: return .local
    case .text(let text):
      // Looking up a name may read files of the system.
      try charge(steps: 100)
      if let zone = context.zone(named: text) { return zone }
      throw badArgument(arguments, index, message: "there is no time zone named \(text.prefix(60))")
    default: throw wrongType(arguments, index, expected: "the name of a time zone")
    }
  }

  /// An argument as a unit, or the default unit if it is missing.
  func unit(
    _ arguments: ArcadeArguments, _ index: Int, default unit: ArcadeDateUnit
  ) throws(ArcadeProblem) -> ArcadeDateUnit {
    switch value(arguments, index) {
    case .null, .text(""): return unit
    case .text(let text):
      if let unit = ArcadeDateUnit(text) { return unit }
      throw badArgument(
        arguments, index,
        message:
          "expected milliseconds, seconds, minutes, hours, days, weeks, months or years, not "
          + text.prefix(60))
    default: throw wrongType(arguments, index, expected: "the name of a unit")
    }
  }

  /// The first argument, shown in another time zone. Changing to or from no zone keeps the local
  /// time (function reference, ChangeTimeZone).
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
