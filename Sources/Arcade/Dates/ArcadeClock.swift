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
    milliseconds >= 0 ? milliseconds / 1_000 : -((999 - milliseconds) / 1_000)
  }
}

/// The time zones that expressions name, each read once.
struct ArcadeZones: Sendable {
  private var rules: [TimeZoneRules] = []

  /// The rules of the zone at an index.
  subscript(index: Int32) -> TimeZoneRules {
    rules.indices.contains(Int(index)) ? rules[Int(index)] : .utc
  }

  /// The index of a zone, by name; nil if there is no such zone.
  mutating func index(of name: String) -> Int32? {
    if let index = rules.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      return Int32(index)
    }
    guard let found = try? TimeZoneRules(name: name) else { return nil }
    rules.append(found)
    return Int32(rules.count - 1)
  }
}

extension ArcadeContext {
  /// The clock of a zone.
  func clock(_ zone: ArcadeDate.Zone) -> ArcadeClock {
    switch zone {
    case .utc, .unknown: .fixed(0)
    case .local: .rules(self.zone)
    case .offset(let minutes): .fixed(Int64(minutes) * 60_000)
    case .named(let index): .rules(zones[index])
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
    return zones.index(of: name).map { .named($0) }
  }

  /// The name that `TimeZone` returns for a zone.
  func name(of zone: ArcadeDate.Zone) -> String {
    switch zone {
    case .utc: return "UTC"
    case .unknown: return "unknown"
    case .local: return self.zone.name
    case .named(let index): return zones[index].name
    case .offset(let minutes):
      var bytes: [UInt8] = []
      DatePattern.append(offset: Int64(minutes) * 60_000, separator: ":", to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
