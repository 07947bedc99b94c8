import FeatureData

// Texts that `Date` reads: ISO 8601 §5.2.2 to §5.4, full or short, with or without separators.
//
//   date     YYYY   YYYY-MM   YYYY-MM-DD   YYYY-DDD   YYYY-Www   YYYY-Www-D   hyphens optional
//   year     four digits, or a sign and six digits
//   time     hh   hh:mm   hh:mm:ss   hh:mm:ss.fff…   colons optional; "," or "."; 24:00 allowed
//   offset   Z   ±hh   ±hhmm   ±hh:mm
//   both     date T time offset; a space may replace the T

/// Reads the bytes of one text. Each part moves `position` past what it read.
struct ISODateReader {
  /// The result of reading a text.
  struct Reading: Equatable {
    /// Days since 1970.
    var days: Int
    /// Milliseconds of the day. 24:00 is the milliseconds of a whole day.
    var time: Int
    /// Milliseconds ahead of UTC; nil if the text has no offset.
    var offset: Int64?
  }

  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  /// Reads a whole text as a date, or a date and time. Nil for other text.
  static func reading(_ text: String) -> Reading? {
    var reader = ISODateReader(Array(text.utf8))
    guard let days = reader.date() else { return nil }
    var reading = Reading(days: days, time: 0)
    guard !reader.isAtEnd else { return reading }
    guard reader.take("T") || reader.take(" "), let time = reader.time() else { return nil }
    reading.time = time
    if !reader.isAtEnd {
      guard let offset = reader.offset(), reader.isAtEnd else { return nil }
      reading.offset = offset
    }
    return reading
  }

  /// Reads a whole text as a time, with or without a date before it. Nil for other text.
  static func timeOfDay(_ text: String) -> Int? {
    if let reading = reading(text) {
      // Four digits alone are a year, not a time.
      return text.utf8.contains(UInt8(ascii: ":")) || text.utf8.contains(UInt8(ascii: "T"))
        ? reading.time % Int(ArcadeDate.day) : nil
    }
    var reader = ISODateReader(Array(text.utf8))
    _ = reader.take("T")
    guard let time = reader.time() else { return nil }
    if !reader.isAtEnd, reader.offset() == nil { return nil }
    return reader.isAtEnd ? time % Int(ArcadeDate.day) : nil
  }

  /// Reads a date, as days since 1970.
  mutating func date() -> Int? {
    let year: Int
    if take("+") {
      guard let number = number(digits: 6) else { return nil }
      year = number
    } else if take("-") {
      guard let number = number(digits: 6), number > 0 else { return nil }
      year = -number
    } else {
      guard let number = number(digits: 4) else { return nil }
      year = number
    }
    let start = position
    let hasHyphen = take("-")
    if take("W") { return weekDate(year) }
    switch digitCount {
    case 3:
      guard let ordinal = number(digits: 3), ordinal >= 1 else { return nil }
      let first = CivilDate(year: year, month: 1, day: 1).daysSince1970
      let next = CivilDate(year: year + 1, month: 1, day: 1).daysSince1970
      return ordinal <= next - first ? first + ordinal - 1 : nil
    case 2, 4:
      guard let month = number(digits: 2), (1...12).contains(month) else { return nil }
      var day = 1
      if digitCount == 2 || isAt("-") {
        _ = take("-")
        guard let number = number(digits: 2) else { return nil }
        day = number
      }
      let date = CivilDate(year: year, month: month, day: day)
      guard day >= 1, day <= date.lengthOfMonth else { return nil }
      return date.daysSince1970
    default:
      position = start
      guard !hasHyphen else { return nil }
      return CivilDate(year: year, month: 1, day: 1).daysSince1970
    }
  }

  /// Reads a week date after its `W`.
  private mutating func weekDate(_ year: Int) -> Int? {
    guard let week = number(digits: 2), week >= 1, week <= CivilDate.weeks(inISOYear: year) else {
      return nil
    }
    var weekday = 1
    if digitCount == 1 || isAt("-") {
      _ = take("-")
      guard let number = number(digits: 1), (1...7).contains(number) else { return nil }
      weekday = number
    }
    return CivilDate.firstDay(ofISOYear: year) + (week - 1) * 7 + weekday - 1
  }

  /// Reads a time, as milliseconds of the day.
  mutating func time() -> Int? {
    guard let hour = number(digits: 2), hour <= 24 else { return nil }
    var result = hour * 3_600_000
    if take(":") || digitCount > 0 {
      guard let minute = number(digits: 2), minute < 60 else { return nil }
      result += minute * 60_000
      if take(":") || digitCount > 0 {
        guard let second = number(digits: 2), second < 60 else { return nil }
        result += second * 1_000
        if take(".") || take(",") {
          guard let fraction = fraction() else { return nil }
          result += fraction
        }
      }
    }
    return result <= Int(ArcadeDate.day) ? result : nil
  }

  /// Reads an offset, as milliseconds ahead of UTC.
  mutating func offset() -> Int64? {
    if take("Z") { return 0 }
    let isWest = isAt("-")
    guard take("+") || take("-"), let hours = number(digits: 2), hours < 24 else { return nil }
    var minutes = 0
    if take(":") || digitCount > 0 {
      guard let number = number(digits: 2), number < 60 else { return nil }
      minutes = number
    }
    let result = Int64(hours * 60 + minutes) * 60_000
    return isWest ? -result : result
  }

  /// Reads a fraction of a second of any length, cut to milliseconds.
  private mutating func fraction() -> Int? {
    guard digitCount > 0 else { return nil }
    var value = 0
    var scale = 100
    while let digit {
      value += digit * scale
      scale /= 10
      position += 1
    }
    return value
  }

  private var digit: Int? {
    guard position < bytes.count else { return nil }
    let value = Int(bytes[position]) - 48
    return value >= 0 && value <= 9 ? value : nil
  }

  /// The number of digits that follow, up to the five needed to tell the forms apart.
  private var digitCount: Int {
    var count = 0
    while count < 5, position + count < bytes.count, bytes[position + count] &- 48 < 10 {
      count += 1
    }
    return count
  }

  private mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit else { return nil }
      value = value * 10 + digit
      position += 1
    }
    return value
  }

  private func isAt(_ scalar: Unicode.Scalar) -> Bool {
    position < bytes.count && bytes[position] == UInt8(ascii: scalar)
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard isAt(scalar) else { return false }
    position += 1
    return true
  }
}
