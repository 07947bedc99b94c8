import FeatureData

/// How date functions read their arguments.
enum DateArguments {
  /// The day of the run, in its time zone.
  static func today(in run: ArcadeRun) -> Int {
    DateParts(run.context.moment, in: run.context.zones).days
  }

  /// An argument as a date; nil for null, for text that is not a date, and for other values.
  static func date(_ arguments: ArcadeArguments, _ index: Int, in run: ArcadeRun)
    throws(ArcadeProblem) -> ArcadeDate?
  {
    switch run.value(arguments, index) {
    case .date(let date): return date
    case .text(let text): return run.context.zones.date(spelled: text)
    default: return nil
    }
  }

  /// The day of an argument; nil for null and for text that is not a date.
  static func day(_ arguments: ArcadeArguments, _ index: Int, in run: ArcadeRun)
    throws(ArcadeProblem) -> CivilDate?
  {
    if case .day(let day) = run.value(arguments, index) { return day.civil }
    return try date(arguments, index, in: run).map { DateParts($0, in: run.context.zones).date }
  }

  /// The time of day of an argument, in milliseconds; nil for null and for text that is not a date.
  static func timeOfDay(_ arguments: ArcadeArguments, _ index: Int, in run: ArcadeRun)
    throws(ArcadeProblem) -> Int?
  {
    if case .time(let time) = run.value(arguments, index) { return time.milliseconds }
    return try date(arguments, index, in: run).map { DateParts($0, in: run.context.zones).time }
  }

  /// An argument as a time zone; the zone of the run for null.
  static func zone(
    _ arguments: ArcadeArguments, _ index: Int, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeDate.Zone {
    switch run.value(arguments, index) {
    case .null: return .local
    case .text(let text):
      // Looking up a name may read files of the system.
      try run.budget.charge(steps: 100)
      if let zone = run.context.zones.zone(named: text) { return zone }
      throw run.badArgument(
        arguments, index, message: "there is no time zone named \(text.prefix(60))")
    default: throw run.wrongType(arguments, index, expected: "the name of a time zone")
    }
  }

  /// An argument as a unit, or the default unit if it is missing.
  static func unit(
    _ arguments: ArcadeArguments, _ index: Int, default unit: ArcadeDateUnit, in run: ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeDateUnit {
    switch run.value(arguments, index) {
    case .null, .text(""): return unit
    case .text(let text):
      if let unit = ArcadeDateUnit(text) { return unit }
      throw run.badArgument(
        arguments, index,
        message:
          "expected milliseconds, seconds, minutes, hours, days, weeks, months or years, not "
          + text.prefix(60))
    default: throw run.wrongType(arguments, index, expected: "the name of a unit")
    }
  }

  /// The first argument, shown in another time zone. Changing to or from no zone keeps the local
  /// time (function reference, ChangeTimeZone).
  static func shown(
    _ arguments: ArcadeArguments, _ zone: ArcadeDate.Zone, in run: ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let date = try date(arguments, 0, in: run) else { return .null }
    if date.zone == .unknown {
      return .date(run.context.zones.date(ofLocal: date.milliseconds, in: zone))
    }
    if zone == .unknown {
      let local = run.context.zones.clock(date.zone).local(date.milliseconds)
      return .date(ArcadeDate(milliseconds: local, zone: .unknown))
    }
    return .date(ArcadeDate(milliseconds: date.milliseconds, zone: zone))
  }
}
