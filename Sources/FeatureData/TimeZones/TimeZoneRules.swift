import Bytes

/// The local time of one time zone at any time.
package struct TimeZoneRules: Sendable, Equatable {
  /// The local time between two changes.
  struct Period: Sendable, Equatable {
    /// Seconds ahead of UTC, negative west of Greenwich.
    var offset: Int
    /// Whether this is daylight-saving time.
    var isDaylightSaving: Bool
    /// The abbreviation, such as `PDT`.
    var abbreviation: [UInt8]
  }

  /// The name or offset of the zone.
  package let name: String
  /// The period before the first change.
  let first: Period
  /// The times of the changes in ascending order, in seconds since 1970 UTC.
  private(set) var changes: [Int64]
  /// The period that begins with the change at the same index.
  private(set) var periods: [Period]
  /// The rule for the time after the last change.
  let rule: TimeZoneRule?

  /// UTC all year.
  package static let utc = TimeZoneRules(
    name: "UTC", first: Period(offset: 0, isDaylightSaving: false, abbreviation: Array("UTC".utf8)))

  /// Creates a zone that is always `offset` seconds ahead of UTC.
  ///
  /// - Parameter name: used as `name` and as the abbreviation.
  package init(name: String, offset: Int) {
    self.init(
      name: name,
      first: Period(offset: offset, isDaylightSaving: false, abbreviation: Array(name.utf8)))
  }

  /// Changes by the rule are computed in advance up to this year.
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

  /// Returns how many seconds local time is ahead of UTC, negative west of Greenwich.
  ///
  /// - Parameter seconds: since 1970-01-01T00:00:00Z, without leap seconds.
  package func offset(atUTC seconds: Int64) -> Int {
    period(atUTC: seconds).offset
  }

  /// Returns the time in UTC of a local time. If the local time occurs twice, it is the first one.
  /// If it is skipped, it is computed as if the clocks had not changed yet.
  ///
  /// - Parameter local: the local time, in seconds since 1970-01-01T00:00:00 local time.
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

  /// Appends the abbreviation at a time, such as `PDT`, or an offset such as `+03` if there is
  /// none.
  package func appendAbbreviation(atUTC seconds: Int64, to output: inout [UInt8]) {
    output.append(contentsOf: period(atUTC: seconds).abbreviation)
  }

  private func period(atUTC seconds: Int64) -> Period {
    // A binary search for the number of changes that are not after the time.
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
