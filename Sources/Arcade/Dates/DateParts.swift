import Bytes
import FeatureData

/// A moment in local time, or a day or time alone.
struct DateParts: Sendable {
  /// Days since 1970, in local time.
  let days: Int
  /// The day; 1970-01-01 for a time alone.
  let date: CivilDate
  /// Milliseconds of the day.
  let time: Int
  /// Milliseconds ahead of UTC; nil if the zone is unknown.
  let offset: Int64?
  /// Whether it has a day, and whether it has a time.
  let hasDay: Bool
  let hasTime: Bool

  private init(
    days: Int, time: Int, offset: Int64?, hasDay: Bool = true, hasTime: Bool = true
  ) {
    self.days = days
    self.time = time
    self.offset = offset
    self.hasDay = hasDay
    self.hasTime = hasTime
    date = CivilDate(daysSince1970: days)
  }

  /// Makes the local time of a date in its zone.
  init(_ date: ArcadeDate, in zones: ArcadeZones) {
    let offset = zones.clock(date.zone).offset(at: date.milliseconds)
    let (days, time) = ArcadeDate.split(date.milliseconds + offset)
    self.init(days: days, time: time, offset: date.zone == .unknown ? nil : offset)
  }

  /// Makes the midnight of a day.
  init(_ day: ArcadeDay) {
    self.init(days: day.daysSince1970, time: 0, offset: nil, hasTime: false)
  }

  /// Makes a time without a day.
  init(_ time: ArcadeTime) {
    self.init(days: 0, time: time.milliseconds, offset: nil, hasDay: false)
  }

  var hour: Int { time / 3_600_000 }
  var minute: Int { time / 60_000 % 60 }
  var second: Int { time / 1_000 % 60 }
  var millisecond: Int { time % 1_000 }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  var milliseconds: Int64 { Int64(days) * ArcadeDate.day + Int64(time) - (offset ?? 0) }

  /// Appends `YYYY-MM-DD` (ISO 8601 §5.2.2.1). A year without exactly four digits gets a sign and
  /// six digits (§5.2.2.2).
  func appendDay(to output: inout [UInt8]) {
    if (0...9_999).contains(date.year) {
      output.append(date.year, digits: 4)
    } else {
      output.append(date.year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      output.append(abs(date.year), digits: 6)
    }
    output.append(UInt8(ascii: "-"))
    output.append(twoDigits: date.month)
    output.append(UInt8(ascii: "-"))
    output.append(twoDigits: date.day)
  }

  /// Appends `hh:mm:ss`, with milliseconds if there are any.
  func appendTime(to output: inout [UInt8]) {
    output.append(twoDigits: hour)
    output.append(UInt8(ascii: ":"))
    output.append(twoDigits: minute)
    output.append(UInt8(ascii: ":"))
    output.append(twoDigits: second)
    guard millisecond != 0 else { return }
    output.append(UInt8(ascii: "."))
    output.append(millisecond, digits: 3)
  }
}

extension [UInt8] {
  /// Appends a number that is not negative, padded with zeros to `digits` digits.
  mutating func append(_ number: Int, digits: Int) {
    var scale = 10
    var count = 1
    while count < digits {
      if number < scale { append(UInt8(ascii: "0")) }
      scale *= 10
      count += 1
    }
    append(decimal: number)
  }
}

// The text of dates without a pattern (Arcade: type casting, text): ISO 8601 with the offset, and
// milliseconds if there are any.

extension ArcadeDate {
  /// The text of a date, such as `2016-10-20T10:41:37-07:00`. UTC is `Z`; a date without a zone has
  /// no offset.
  func text(in zones: ArcadeZones) -> String {
    let parts = DateParts(self, in: zones)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(25)
    parts.appendDay(to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    parts.appendTime(to: &bytes)
    if zone == .utc || zone == .local && zones.local.name == "UTC" {
      bytes.append(UInt8(ascii: "Z"))
    } else if let offset = parts.offset {
      DatePattern.append(offset: offset, separator: ":", to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ArcadeDate {
  /// The text of a date in the JSON of a feature: in UTC, with milliseconds (ECMA-262,
  /// Date.prototype.toISOString).
  func universalText(in zones: ArcadeZones) -> String {
    let parts = DateParts(ArcadeDate(milliseconds: milliseconds, zone: .utc), in: zones)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    parts.appendDay(to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    parts.appendTime(to: &bytes)
    if parts.millisecond == 0 { bytes.append(literal: ".000") }
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ArcadeDay {
  /// `YYYY-MM-DD`.
  var text: String {
    var bytes: [UInt8] = []
    DateParts(self).appendDay(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ArcadeTime {
  /// `hh:mm:ss`, with milliseconds if there are any.
  var text: String {
    var bytes: [UInt8] = []
    DateParts(self).appendTime(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
