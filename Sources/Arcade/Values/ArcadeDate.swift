import FeatureData

/// A moment, with the time zone it is shown in.
package struct ArcadeDate: Sendable, Equatable {
  /// The time zone in which a date is shown.
  package enum Zone: Sendable, Equatable {
    /// UTC.
    case utc
    /// The time zone of the run , which the context gives.
    case local
    /// No time zone. The local time is stored as if it were UTC.
    case unknown
    /// A fixed offset, in minutes ahead of UTC.
    case offset(Int32)
    /// A zone that the expression names, by its index among those of the run.
    case named(Int32)
  }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var milliseconds: Int64
  /// The time zone.
  package var zone: Zone

  /// Makes a date from its parts.
  package init(milliseconds: Int64, zone: Zone) {
    self.milliseconds = milliseconds
    self.zone = zone
  }

  /// The limit of dates: 100 million days from 1970 (ECMAScript §21.4.1.1).
  static let limit: Int64 = 8_640_000_000_000_000
  /// The number of milliseconds in a day.
  static let day: Int64 = 86_400_000

  /// The moment, or nil if it is beyond the limits of dates.
  static func checked(_ milliseconds: Int64) -> Int64? {
    milliseconds >= -limit && milliseconds <= limit ? milliseconds : nil
  }

  /// The moment in whole milliseconds, rounded toward zero; nil if it is beyond the limits of
  /// dates.
  static func checked(_ milliseconds: Double) -> Int64? {
    guard milliseconds.magnitude <= Double(limit) else { return nil }
    return Int64(milliseconds)
  }

  /// Days since 1970 and milliseconds of the day, rounded down.
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
  /// Days since 1970-01-01; negative before.
  package var daysSince1970: Int

  /// Makes a day from its number.
  package init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

  /// The day as year, month and day.
  var civil: CivilDate { CivilDate(daysSince1970: daysSince1970) }
}

/// A time of day.
package struct ArcadeTime: Sendable, Equatable {
  /// Milliseconds since midnight, less than 86,400,000.
  package var milliseconds: Int

  /// Makes a time from its milliseconds.
  package init(milliseconds: Int) { self.milliseconds = milliseconds }
}
