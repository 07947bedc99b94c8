/// Units of `DateAdd` and `DateDiff` (function reference).
enum ArcadeDateUnit: Sendable, Equatable {
  case milliseconds, seconds, minutes, hours, days, weeks, months, years

  /// A unit by its name, singular or plural, in any letter case; or by its letter, where `m` means
  /// minutes and `M` months. Nil for other text.
  init?(_ name: String) {
    switch name {
    case "M": self = .months
    case "m": self = .minutes
    default:
      switch name.lowercased() {
      case "milliseconds", "millisecond", "ms": self = .milliseconds
      case "seconds", "second", "s": self = .seconds
      case "minutes", "minute": self = .minutes
      case "hours", "hour", "h": self = .hours
      case "days", "day", "d": self = .days
      case "weeks", "week", "w": self = .weeks
      case "months", "month": self = .months
      case "years", "year", "y": self = .years
      default: return nil
      }
    }
  }

  /// The length of a unit in fractions of it. A month counts 30 days and a year 365.
  var milliseconds: Double {
    switch self {
    case .milliseconds: 1
    case .seconds: 1_000
    case .minutes: 60_000
    case .hours: 3_600_000
    case .days: 86_400_000
    case .weeks: 7 * 86_400_000
    case .months: 30 * 86_400_000
    case .years: 365 * 86_400_000
    }
  }
}
