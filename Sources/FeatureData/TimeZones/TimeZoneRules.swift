import Bytes

/// What clocks of one time zone show at any moment.
package struct TimeZoneRules: Sendable, Equatable {
  /// What clocks show between two changes.
  struct Period: Sendable, Equatable {
    /// Seconds that clocks are ahead of UTC; negative west of Greenwich.
    var offset: Int
    /// Whether this is daylight-saving time.
    var isDaylightSaving: Bool
    /// What people write behind a time, as `PDT`.
    var abbreviation: [UInt8]
  }

  /// The name or offset this was made from.
  package let name: String
  /// What clocks show before the first change.
  let first: Period
  /// Moments at which clocks change, ascending, in seconds since 1970 UTC.
  private(set) var changes: [Int64]
  /// What clocks show from the change of the same index on.
  private(set) var periods: [Period]
  /// What goes on after the last change, for ever.
  let rule: TimeZoneRule?

  /// Greenwich time all year.
  package static let utc = TimeZoneRules(
    name: "UTC", first: Period(offset: 0, isDaylightSaving: false, abbreviation: Array("UTC".utf8)))

  /// A zone whose clocks never change, `offset` seconds ahead of UTC.
  ///
  /// - Parameter name: kept as `name` and as the abbreviation.
  package init(name: String, offset: Int) {
    self.init(
      name: name,
      first: Period(offset: offset, isDaylightSaving: false, abbreviation: Array(name.utf8)))
  }

  /// The years up to which changes by rule are worked out beforehand.
  private static let foreseenYears = 2_100

  init(
    name: String, first: Period, changes: [Int64] = [], periods: [Period] = [],
    rule: TimeZoneRule? = nil
  ) {
    self.name = name
    self.first = first
    self.changes = changes
    self.periods = periods
    self.rule = rule
    guard let rule, rule.daylight != nil else { return }
    let last = changes.last ?? Int64.min
    let lastYear = changes.isEmpty ? 1_900 : max(1_900, TimeZoneRule.year(atUTC: last))
    guard lastYear < Self.foreseenYears else { return }
    for year in lastYear...Self.foreseenYears {
      for change in rule.changes(inYear: year) where change.moment > last {
        self.changes.append(change.moment)
        self.periods.append(change.period)
      }
    }
  }

  /// Seconds that clocks are ahead of UTC at a moment; negative west of Greenwich.
  ///
  /// - Parameter seconds: since 1970-01-01T00:00:00Z, leap seconds not counted.
  package func offset(atUTC seconds: Int64) -> Int {
    period(atUTC: seconds).offset
  }

  /// The moment at which clocks show a time of day: the first of two where they are set back; where
  /// they are set forward past it, as if they had not been set yet.
  ///
  /// - Parameter local: what clocks show, as seconds since 1970-01-01T00:00:00 of their own.
  package func utc(ofLocal local: Int64) -> Int64 {
    let day: Int64 = 86_400
    let before = Int64(offset(atUTC: local - day))
    let after = Int64(offset(atUTC: local + day))
    if before != after, offset(atUTC: local - before) != Int(before),
      offset(atUTC: local - after) == Int(after)
    {
      return local - after
    }
    return local - before
  }

  /// Appends what people write behind a time at a moment, as `PDT`, or an offset where people have
  /// no word for it, as `+03`.
  package func appendAbbreviation(atUTC seconds: Int64, to output: inout [UInt8]) {
    output.append(contentsOf: period(atUTC: seconds).abbreviation)
  }

  private func period(atUTC seconds: Int64) -> Period {
    // Binary search for the number of changes that are not after the moment.
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    if low == changes.count, let rule { return rule.period(atUTC: seconds) }
    return low == 0 ? first : periods[low - 1]
  }
}
