import Bytes
import FeatureData

/// A clock that shows local time.
enum ArcadeClock: Sendable {
  /// A clock with a fixed offset, in milliseconds ahead of UTC.
  case fixed(Int64)
  /// A clock that follows the rules of a time zone.
  case rules(TimeZoneRules)

  /// The milliseconds that the clock is ahead of UTC at a moment.
  func offset(at milliseconds: Int64) -> Int64 {
    switch self {
    case .fixed(let offset): offset
    case .rules(let rules):
      Int64(rules.offset(atUTC: Int64(ArcadeDate.flooredSeconds(milliseconds)))) * 1_000
    }
  }

  /// The local time at a moment, as milliseconds since 1970-01-01T00:00 local time.
  func local(_ milliseconds: Int64) -> Int64 { milliseconds + offset(at: milliseconds) }

  /// The moment at which the clock shows a local time.
  ///
  /// When clocks move forward, some local times do not exist. Such a time uses the offset from
  /// before the change. When clocks move back, some local times occur twice. The first one is used,
  /// unless the second has the offset `preferred` (ECMAScript §21.4.1.26, UTC(t)).
  func moment(ofLocal local: Int64, preferring preferred: Int64? = nil) -> Int64 {
    guard case .rules = self else { return local - offset(at: local) }
    // Offsets are less than a day, and change at most once in two days.
    let before = offset(at: local - ArcadeDate.day)
    let after = offset(at: local + ArcadeDate.day)
    guard before != after else { return local - before }
    let first = local - before
    let second = local - after
    guard offset(at: second) == after else { return first }
    guard offset(at: first) == before else { return second }
    return preferred == after ? second : first
  }
}

extension ArcadeDate {
  /// Seconds since 1970, rounded down.
  static func flooredSeconds(_ milliseconds: Int64) -> Int64 {
    milliseconds.dividedRoundingDown(by: 1_000)
  }
}
