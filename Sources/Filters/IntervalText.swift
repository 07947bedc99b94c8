import Bytes

/// Parses the text between the quotes of an interval.
struct IntervalText {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the form of such an interval, for messages.
  static func form(from first: WhereUnit, to last: WhereUnit) -> String {
    switch (first, last) {
    case (.day, .day): "'days'"
    case (.day, .hour): "'days hh'"
    case (.day, .minute): "'days hh:mm'"
    case (.day, _): "'days hh:mm:ss'"
    case (.hour, .hour): "'hours'"
    case (.hour, .minute): "'hours:mm'"
    case (.hour, _): "'hours:mm:ss'"
    case (.minute, .minute): "'minutes'"
    case (.minute, _): "'minutes:ss'"
    default: "'seconds'"
    }
  }

  /// Returns milliseconds, or nil if the text does not have the form.
  mutating func read(from first: WhereUnit, to last: WhereUnit) -> Int64? {
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative { _ = take(UInt8(ascii: "+")) }
    let units: [WhereUnit] = [.day, .hour, .minute, .second]
    guard let start = units.firstIndex(of: first), let end = units.firstIndex(of: last),
      start <= end
    else { return nil }
    var sum: Int64 = 0
    for index in start...end {
      let unit = units[index]
      if index > start, !take(index == 1 ? UInt8(ascii: " ") : UInt8(ascii: ":")) { return nil }
      guard let number = digits(), let size = unit.milliseconds else { return nil }
      if index > start, number >= (unit == .hour ? 24 : 60) { return nil }
      let (part, isLong) = number.multipliedReportingOverflow(by: size)
      let (total, isLonger) = sum.addingReportingOverflow(part)
      if isLong || isLonger { return nil }
      sum = total
    }
    if last == .second, take(UInt8(ascii: ".")) {
      guard let rest = fraction() else { return nil }
      let (total, isLonger) = sum.addingReportingOverflow(rest)
      if isLonger { return nil }
      sum = total
    }
    guard position == bytes.count else { return nil }
    return isNegative ? -sum : sum
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func digits() -> Int64? {
    let start = position
    while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
    return DecimalParser.parseInt64(bytes.span, in: start..<position)
  }

  /// Parses a fraction and returns milliseconds. Further digits are cut off.
  private mutating func fraction() -> Int64? {
    let start = position
    var value: Int64 = 0
    var unit: Int64 = 100
    while position < bytes.count, (48...57).contains(bytes[position]) {
      value += Int64(bytes[position] - 48) * unit
      unit /= 10
      position += 1
    }
    return position > start ? value : nil
  }
}
