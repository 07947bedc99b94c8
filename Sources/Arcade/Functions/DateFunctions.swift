import FeatureData

/// Date functions (function reference). Parts of null, or of text that is not a date, are NaN. Dates
/// made from them are null.
enum DateFunctions {
  static let all: [ArcadeFunction] = making + arithmetic + dayParts + timeParts + zones

  private static let making: [ArcadeFunction] = [
    ArcadeFunction("Now", 0) { run, _ throws(ArcadeProblem) in .date(run.context.moment) },
    ArcadeFunction("Today", 0) { run, _ throws(ArcadeProblem) in
      .date(run.context.zones.midnight(of: DateArguments.today(in: run), in: .local))
    },
    ArcadeFunction("Timestamp", 0) { run, _ throws(ArcadeProblem) in
      .date(ArcadeDate(milliseconds: run.context.now, zone: .utc))
    },
    ArcadeFunction("Date", 0...8) { run, arguments throws(ArcadeProblem) in
      try DateMaking.makeDate(arguments, in: &run)
    },
    ArcadeFunction("DateOnly", 0...3) { run, arguments throws(ArcadeProblem) in
      try DateMaking.makeDay(arguments, in: run)
    },
    ArcadeFunction("Time", 0...4) { run, arguments throws(ArcadeProblem) in
      try DateMaking.makeTime(arguments, in: run)
    },
  ]

  private static let arithmetic: [ArcadeFunction] = [
    ArcadeFunction("DateAdd", 2...3) { run, arguments throws(ArcadeProblem) in
      try DateArithmetic.addToDate(arguments, in: run)
    },
    ArcadeFunction("DateDiff", 2...3) { run, arguments throws(ArcadeProblem) in
      .number(try DateArithmetic.differenceOfDates(arguments, in: run))
    },
  ]

  private static let dayParts: [ArcadeFunction] = [
    dayPart("Year") { $0.year },
    dayPart("Month") { $0.month - 1 },
    dayPart("Day") { $0.day },
    dayPart("Weekday") { $0.weekday },
    dayPart("ISOMonth") { $0.month },
    dayPart("ISOWeek") { $0.isoWeek },
    dayPart("ISOWeekday") { $0.isoWeekday },
    dayPart("ISOYear") { $0.isoYear },
    ArcadeFunction("Week", 1...2) { run, arguments throws(ArcadeProblem) in
      let startDay = run.number(arguments, 1)
      guard startDay >= 0, startDay < 7 else {
        throw run.badArgument(arguments, 1, message: "expected a day of the week from 0 to 6")
      }
      guard let date = try DateArguments.day(arguments, 0, in: run) else { return .number(.nan) }
      return .number(date.week(startingOn: Int(startDay)))
    },
  ]

  private static let timeParts: [ArcadeFunction] = [
    timePart("Hour") { $0 / 3_600_000 },
    timePart("Minute") { $0 / 60_000 % 60 },
    timePart("Second") { $0 / 1_000 % 60 },
    timePart("Millisecond") { $0 % 1_000 },
  ]

  private static func dayPart(
    _ name: String, _ part: @escaping @Sendable (CivilDate) -> Int
  ) -> ArcadeFunction {
    ArcadeFunction(name, 1) { run, arguments throws(ArcadeProblem) in
      .number(try DateArguments.day(arguments, 0, in: run).map { Double(part($0)) } ?? .nan)
    }
  }

  private static func timePart(
    _ name: String, _ part: @escaping @Sendable (Int) -> Int
  ) -> ArcadeFunction {
    ArcadeFunction(name, 1) { run, arguments throws(ArcadeProblem) in
      .number(try DateArguments.timeOfDay(arguments, 0, in: run).map { Double(part($0)) } ?? .nan)
    }
  }

  private static let zones: [ArcadeFunction] = [
    ArcadeFunction("ToLocal", 1) { run, arguments throws(ArcadeProblem) in
      try DateArguments.shown(arguments, .local, in: run)
    },
    ArcadeFunction("ToUTC", 1) { run, arguments throws(ArcadeProblem) in
      try DateArguments.shown(arguments, .utc, in: run)
    },
    ArcadeFunction("ChangeTimeZone", 2) { run, arguments throws(ArcadeProblem) in
      let zone = try DateArguments.zone(arguments, 1, in: &run)
      return try DateArguments.shown(arguments, zone, in: run)
    },
    ArcadeFunction("TimeZone", 1) { run, arguments throws(ArcadeProblem) in
      guard let date = try DateArguments.date(arguments, 0, in: run) else { return .null }
      return try run.makeValue(run.context.zones.name(of: date.zone))
    },
    ArcadeFunction("TimeZoneOffset", 1) { run, arguments throws(ArcadeProblem) in
      guard let date = try DateArguments.date(arguments, 0, in: run) else { return .null }
      return .number(Double(run.context.zones.clock(date.zone).offset(at: date.milliseconds)))
    },
  ]
}
