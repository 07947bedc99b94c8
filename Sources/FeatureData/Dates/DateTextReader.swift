/// Reads the bytes of one date text. Each function moves `position` past what it read.
struct DateTextReader {
  var position: Int
  let end: Int

  /// Reads `YYYY-MM-DD` or `YYYY/MM/DD`.
  mutating func date(_ bytes: Span<UInt8>) -> CivilDate? {
    guard let year = number(bytes, digits: 4), position < end else { return nil }
    let separator = bytes[position]
    guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/"),
      take(separator, bytes), let month = number(bytes, digits: 2),
      take(separator, bytes), let day = number(bytes, digits: 2)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    return date.isValid ? date : nil
  }

  /// Reads `T` or a blank and `hh:mm[:ss[.fraction]]`. Returns milliseconds of the day.
  mutating func time(_ bytes: Span<UInt8>) -> Int? {
    guard position < end else { return nil }
    let mark = bytes[position]
    guard mark == UInt8(ascii: "T") || mark == UInt8(ascii: "t") || mark == UInt8(ascii: " ")
    else { return nil }
    position += 1
    guard let hour = number(bytes, digits: 2), hour < 24 else { return nil }
    return minutes(bytes).map { $0 + hour * 3_600_000 }
  }

  /// Reads `:mm[:ss[.fraction]]`. Returns milliseconds of the hour.
  private mutating func minutes(_ bytes: Span<UInt8>) -> Int? {
    guard take(UInt8(ascii: ":"), bytes), let minute = number(bytes, digits: 2), minute < 60
    else { return nil }
    var result = minute * 60_000
    if take(UInt8(ascii: ":"), bytes) {
      guard let second = number(bytes, digits: 2), second < 60 else { return nil }
      result += second * 1_000
      if take(UInt8(ascii: "."), bytes) || take(UInt8(ascii: ","), bytes) {
        guard let fraction = fraction(bytes) else { return nil }
        result += fraction
      }
    }
    return result
  }

  /// Reads two numbers of one or two digits and a year, separated by slashes or by dots.
  mutating func calendarNumbers(
    _ bytes: Span<UInt8>
  ) -> (first: Int, second: Int, year: Int, separator: UInt8)? {
    guard let first = shortNumber(bytes), position < end else { return nil }
    let separator = bytes[position]
    guard separator == UInt8(ascii: "/") || separator == UInt8(ascii: "."),
      take(separator, bytes), let second = shortNumber(bytes), take(separator, bytes),
      let year = number(bytes, digits: 4)
    else { return nil }
    return (first, second, year, separator)
  }

  /// Reads a blank and `h:mm[:ss[.fraction]][ AM| PM]`. Returns milliseconds of the day.
  mutating func clockTime(_ bytes: Span<UInt8>) -> Int? {
    guard take(UInt8(ascii: " "), bytes), let hour = shortNumber(bytes), hour < 24,
      let minutes = minutes(bytes)
    else { return nil }
    let rest = position
    _ = take(UInt8(ascii: " "), bytes)
    guard position + 2 <= end, bytes[position + 1] | 0x20 == UInt8(ascii: "m") else {
      position = rest
      return minutes + hour * 3_600_000
    }
    let half = bytes[position] | 0x20
    guard half == UInt8(ascii: "a") || half == UInt8(ascii: "p"), hour >= 1, hour <= 12 else {
      return nil
    }
    position += 2
    return minutes + (hour % 12 + (half == UInt8(ascii: "p") ? 12 : 0)) * 3_600_000
  }

  /// Reads `Z`, `±hh`, `±hhmm`, `±hh:mm` or an empty text. Returns milliseconds east of UTC.
  mutating func offset(_ bytes: Span<UInt8>) -> Int? {
    guard position < end else { return 0 }
    if take(UInt8(ascii: "Z"), bytes) || take(UInt8(ascii: "z"), bytes) { return 0 }
    let sign = bytes[position]
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    position += 1
    guard let hours = number(bytes, digits: 2), hours < 24 else { return nil }
    var minutes = 0
    if take(UInt8(ascii: ":"), bytes) || position < end {
      guard let value = number(bytes, digits: 2), value < 60 else { return nil }
      minutes = value
    }
    let offset = (hours * 60 + minutes) * 60_000
    return sign == UInt8(ascii: "-") ? -offset : offset
  }

  /// Reads a decimal fraction of a second of any length. Returns milliseconds.
  private mutating func fraction(_ bytes: Span<UInt8>) -> Int? {
    var value = 0
    var scale = 100
    let start = position
    while position < end {
      let digit = Int(bytes[position]) - 48
      guard digit >= 0, digit <= 9 else { break }
      value += digit * scale
      scale /= 10
      position += 1
    }
    return position > start ? value : nil
  }

  /// Reads a number of one or two digits.
  private mutating func shortNumber(_ bytes: Span<UInt8>) -> Int? {
    number(bytes, digits: 2) ?? number(bytes, digits: 1)
  }

  private mutating func number(_ bytes: Span<UInt8>, digits: Int) -> Int? {
    guard end - position >= digits else { return nil }
    var value = 0
    for offset in 0..<digits {
      let digit = Int(bytes[position + offset]) - 48
      guard digit >= 0, digit <= 9 else { return nil }
      value = value * 10 + digit
    }
    position += digits
    return value
  }

  private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }
}
