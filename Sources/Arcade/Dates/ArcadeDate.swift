import FeatureData

/// A moment, with the clocks it is shown by.
package struct ArcadeDate: Sendable, Equatable {
  /// Whose clocks show a moment.
  package enum Zone: Sendable, Equatable {
    /// Greenwich time.
    case utc
    /// The zone of the run (`ArcadeContext.zone`).
    case local
    /// No zone: the date is what its clocks show, kept as if they stood in Greenwich.
    case unknown
    /// Minutes ahead of UTC.
    case offset(Int32)
    /// A zone that the expression names, by its place among the workspace's.
    case named(Int32)
  }

  /// Since 1970-01-01T00:00:00Z.
  package var milliseconds: Int64
  /// The clocks.
  package var zone: Zone

  /// A date from its parts.
  package init(milliseconds: Int64, zone: Zone) {
    self.milliseconds = milliseconds
    self.zone = zone
  }

  /// Dates lie within 100 million days of 1970, as ECMAScript §21.4.1.1 has it.
  static let limit: Int64 = 8_640_000_000_000_000
  /// The milliseconds of a day.
  static let day: Int64 = 86_400_000

  /// The moment if it is within the limits of dates.
  static func checked(_ milliseconds: Int64) -> Int64? {
    milliseconds >= -limit && milliseconds <= limit ? milliseconds : nil
  }

  /// Whole milliseconds, if they are within the limits of dates; parts of one are cut off.
  static func checked(_ milliseconds: Double) -> Int64? {
    guard milliseconds.magnitude <= Double(limit) else { return nil }
    return Int64(milliseconds)
  }

  /// Days since 1970 and milliseconds of the day, rounded towards the past.
  static func split(_ local: Int64) -> (days: Int, time: Int) {
    var (days, time) = Int(local).quotientAndRemainder(dividingBy: Int(day))
    if time < 0 {
      days -= 1
      time += Int(day)
    }
    return (days, time)
  }
}

/// A day without a time.
package struct ArcadeDay: Sendable, Equatable {
  /// From 1970-01-01; negative before.
  package var daysSince1970: Int

  /// A day by its number.
  package init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

  /// The day as year, month and day.
  var civil: CivilDate { CivilDate(daysSince1970: daysSince1970) }
}

/// A time of day.
package struct ArcadeTime: Sendable, Equatable {
  /// Since midnight, below 86,400,000.
  package var milliseconds: Int

  /// A time by its milliseconds.
  package init(milliseconds: Int) { self.milliseconds = milliseconds }
}
