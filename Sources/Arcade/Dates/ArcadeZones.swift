import FeatureData

/// The time zones of a run: its own, and those that expressions name, each read once.
struct ArcadeZones: Sendable {
  /// The zone of the run.
  var local: TimeZoneRules
  private var rules: [TimeZoneRules] = []

  init(local: TimeZoneRules) { self.local = local }

  /// The rules of the zone at an index.
  private func rules(_ index: Int32) -> TimeZoneRules {
    rules.indices.contains(Int(index)) ? rules[Int(index)] : .utc
  }

  /// The index of a zone, by name; nil if there is no such zone.
  private mutating func index(of name: String) -> Int32? {
    if let index = rules.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      return Int32(index)
    }
    guard let found = try? TimeZoneRules(name: name) else { return nil }
    rules.append(found)
    return Int32(rules.count - 1)
  }

  /// The clock of a zone.
  func clock(_ zone: ArcadeDate.Zone) -> ArcadeClock {
    switch zone {
    case .utc, .unknown: .fixed(0)
    case .local: .rules(local)
    case .offset(let minutes): .fixed(Int64(minutes) * 60_000)
    case .named(let index): .rules(rules(index))
    }
  }

  /// A zone by the names that `ChangeTimeZone` and `Date` accept (function reference,
  /// ChangeTimeZone, newTimeZone). `system` and `default` are the zone of the run. The others are
  /// `UTC`, `unknown`, an offset such as `+07:00`, and names of the time zone database. Nil for
  /// anything else.
  mutating func zone(named name: String) -> ArcadeDate.Zone? {
    let name = name.filter { $0 != " " }
    switch name.lowercased() {
    case "", "default", "system": return .local
    case "utc", "z": return .utc
    case "unknown": return .unknown
    default: break
    }
    let bytes = Array(name.utf8)
    var reader = ISODateReader(bytes)
    if let offset = reader.offset(), reader.isAtEnd { return .offset(Int32(offset / 60_000)) }
    return index(of: name).map { .named($0) }
  }

  /// The name that `TimeZone` returns for a zone.
  func name(of zone: ArcadeDate.Zone) -> String {
    switch zone {
    case .utc: return "UTC"
    case .unknown: return "unknown"
    case .local: return local.name
    case .named(let index): return rules(index).name
    case .offset(let minutes):
      var bytes: [UInt8] = []
      DatePattern.append(offset: Int64(minutes) * 60_000, separator: ":", to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The short name of a date's zone, as browsers write it: letters in America, such as `PDT`, and
  /// offsets such as `GMT+2` elsewhere. Empty for a date without a zone.
  func shortName(of date: ArcadeDate) -> String {
    if date.zone == .unknown { return "" }
    let zone = name(of: date.zone)
    let clock = clock(date.zone)
    if zone.hasSuffix("UTC") { return "UTC" }
    if case .rules(let rules) = clock, zone.hasPrefix("America/") || zone.hasPrefix("US/") {
      var bytes: [UInt8] = []
      rules.appendAbbreviation(
        atUTC: ArcadeDate.flooredSeconds(date.milliseconds), to: &bytes)
      if bytes.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 }) {
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    var bytes = Array("GMT".utf8)
    let offset = clock.offset(at: date.milliseconds)
    if offset != 0 { DatePattern.append(shortOffset: offset, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The start of a day in a zone.
  func midnight(of days: Int, in zone: ArcadeDate.Zone) -> ArcadeDate {
    date(ofLocal: Int64(days) * ArcadeDate.day, in: zone)
  }

  /// Two dates to compare: one without a zone is in the zone of the other.
  func aligned(_ one: ArcadeDate, _ two: ArcadeDate) -> (ArcadeDate, ArcadeDate) {
    switch (one.zone == .unknown, two.zone == .unknown) {
    case (true, false): (date(ofLocal: one.milliseconds, in: two.zone), two)
    case (false, true): (one, date(ofLocal: two.milliseconds, in: one.zone))
    case (true, true), (false, false): (one, two)
    }
  }

  /// The moment at which the clocks of a zone show a local time.
  func date(ofLocal local: Int64, in zone: ArcadeDate.Zone) -> ArcadeDate {
    ArcadeDate(milliseconds: clock(zone).moment(ofLocal: local), zone: zone)
  }

  /// The moment that ISO 8601 text spells, in the time zone of the run; nil for other text
  /// (function reference, Date, timestamp).
  func date(spelled text: String) -> ArcadeDate? {
    guard let reading = ISODateReader.reading(text) else { return nil }
    let local = Int64(reading.days) * ArcadeDate.day + Int64(reading.time)
    guard let milliseconds = ArcadeDate.checked(local - (reading.offset ?? 0)) else { return nil }
    return reading.offset == nil
      ? date(ofLocal: local, in: .local) : ArcadeDate(milliseconds: milliseconds, zone: .local)
  }
}
