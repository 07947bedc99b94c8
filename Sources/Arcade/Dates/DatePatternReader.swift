import Bytes
import FeatureData

/// Reads text with date patterns, as `DateOnly` and `Time` do. It knows the pieces of `DatePattern`
/// that are parts of a date or time. Other characters must match exactly.
///
/// Numbers may have fewer digits than the part allows where the piece is one letter. Names match in
/// any letter case. Years of two digits are from 1961 to 2060.
struct DatePatternReader {
  private let text: [UInt8]
  private var position = 0
  private var year = 1970
  private var month = 1
  private var day = 1
  private var hour = 0
  private var isHourOfTwelve = false
  private var isAfternoon = false
  private var minute = 0
  private var second = 0
  private var millisecond = 0

  /// Reads a whole text: days since 1970 and milliseconds of the day. Nil if the text does not
  /// match the pattern.
  static func reading(_ text: String, by pattern: String) -> (days: Int, time: Int)? {
    var reader = DatePatternReader(text: Array(text.utf8))
    guard reader.read(Array(pattern.utf8)) else { return nil }
    return reader.result
  }

  private init(text: [UInt8]) { self.text = text }

  private var result: (days: Int, time: Int)? {
    let date = CivilDate(year: year, month: month, day: 1)
    guard day >= 1, day <= date.lengthOfMonth, hour < 24, minute < 60, second < 60 else {
      return nil
    }
    var hour = hour
    if isHourOfTwelve {
      guard hour >= 1, hour <= 12 else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    let seconds = (hour * 60 + minute) * 60 + second
    return (date.daysSince1970 + day - 1, seconds * 1_000 + millisecond)
  }

  private mutating func read(_ pattern: [UInt8]) -> Bool {
    var index = 0
    let span = pattern.span
    while index < pattern.count {
      let letter = pattern[index]
      if letter == UInt8(ascii: "["),
        let end = pattern[(index + 1)...].firstIndex(of: UInt8(ascii: "]"))
      {
        for byte in pattern[index + 1..<end] { guard take(byte) else { return false } }
        index = end + 1
        continue
      }
      let run = DatePattern.run(in: span, at: index)
      if DatePattern.isPiece(letter, run: run, before: index + run, of: span) {
        guard read(letter, width: run) else { return false }
      } else {
        for _ in 0..<run { guard take(letter) else { return false } }
      }
      index += run
    }
    return position == text.count
  }

  private mutating func read(_ letter: UInt8, width: Int) -> Bool {
    switch letter {
    case UInt8(ascii: "Y"):
      guard width != 3, let number = number(width == 2 ? 2...2 : 4...4) else { return false }
      year = width == 2 ? number + (number > 60 ? 1900 : 2000) : number
    case UInt8(ascii: "M"):
      let names = (1...12).map { CivilDate(year: 1970, month: $0, day: 1).monthName }
      guard width < 5 else { return false }
      let found = width > 2 ? name(names, isShort: width == 3).map { $0 + 1 } : number(width...2)
      guard let found, (1...12).contains(found) else { return false }
      month = found
    case UInt8(ascii: "D"):
      guard width < 3, let number = number(width...2) else { return false }
      day = number
    case UInt8(ascii: "d"):
      // The weekday follows from the date, so it is only skipped.
      let names = (4...10).map { CivilDate(year: 1970, month: 1, day: $0).weekdayName }
      return width > 1 && width < 5 && name(names, isShort: width == 3) != nil
    case UInt8(ascii: "A"), UInt8(ascii: "a"):
      guard let found = name(["AM", "PM"], isShort: false) else { return false }
      isAfternoon = found == 1
    default: return readTime(letter, width: width)
    }
    return true
  }

  private mutating func readTime(_ letter: UInt8, width: Int) -> Bool {
    let digits = letter == UInt8(ascii: "S") ? width...width : min(width, 2)...2
    guard "HhmsS".utf8.contains(letter), let number = number(digits) else { return false }
    switch letter {
    case UInt8(ascii: "m"): minute = number
    case UInt8(ascii: "s"): second = number
    case UInt8(ascii: "S"): millisecond = number
    default:
      hour = number
      isHourOfTwelve = letter == UInt8(ascii: "h")
    }
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while count < digits.upperBound, position < text.count, text[position] &- 48 < 10 {
      value = value * 10 + Int(text[position] - 48)
      position += 1
      count += 1
    }
    return count >= digits.lowerBound ? value : nil
  }

  /// Reads a name and returns its index.
  private mutating func name(_ names: [StaticString], isShort: Bool) -> Int? {
    for (index, name) in names.enumerated() {
      let whole = [UInt8](literal: name)
      let letters = isShort ? whole.prefix(3) : whole[...]
      let end = position + letters.count
      guard end <= text.count, zip(text[position..<end], letters).allSatisfy({ $0 | 32 == $1 | 32 })
      else { continue }
      position = end
      return index
    }
    return nil
  }
}
