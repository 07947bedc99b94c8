import Bytes
import MapModel

// Intervals of the SQL standard. The sign is before or inside the quotes. The first part may have
// any number of digits, and the others must be in the range of their unit.
//
//   INTERVAL '3' DAY|HOUR|MINUTE|SECOND      INTERVAL -'1 12:30:00.5' DAY TO SECOND
//   INTERVAL '1 12' DAY TO HOUR              INTERVAL '90:15' MINUTE TO SECOND

extension WhereParser {
  /// Whether the text of an interval follows its keyword.
  var isIntervalText: Bool {
    switch token.kind {
    case .text, .number, .symbol(.minus), .symbol(.plus): table.index(named: "INTERVAL") == nil
    default: false
    }
  }

  mutating func interval(_ offset: Int) throws(WhereError) -> WhereParsedValue {
    let isNegative = token.kind == .symbol(.minus)
    if isNegative || token.kind == .symbol(.plus) { try advance() }
    let quoted = token
    guard case .text(let bytes) = token.kind else { throw unexpected("an interval in quotes") }
    try advance()
    let first = try intervalUnit()
    var last = first
    if try take("TO") {
      let start = token
      last = try intervalUnit()
      guard let outer = first.milliseconds, let inner = last.milliseconds, outer > inner else {
        throw .unexpected(
          found: start.text, expected: "a smaller unit than \(first.rawValue)",
          offset: start.offset)
      }
    }
    var reader = IntervalText(bytes)
    guard let length = reader.read(from: first, to: last) else {
      throw .unexpected(
        found: quoted.text, expected: IntervalText.form(from: first, to: last),
        offset: quoted.offset)
    }
    return WhereParsedValue(
      .interval, .integer(isNegative ? -length : length), offset: offset)
  }

  /// Parses a unit with an optional number of digits, as in `DAY(3)`, which is ignored.
  private mutating func intervalUnit() throws(WhereError) -> WhereUnit {
    guard let unit = WhereUnit(token) else {
      throw unexpected("DAY, HOUR, MINUTE or SECOND")
    }
    guard unit.milliseconds != nil else {
      throw .unsupported("an interval of \(unit.rawValue)", offset: token.offset)
    }
    try advance()
    if try take(.open) {
      repeat { _ = try wholeNumber() } while try take(.comma)
      try expect(.close)
    }
    return unit
  }

  /// Parses an integer, as in types.
  mutating func wholeNumber() throws(WhereError) -> Int {
    guard case .number(let text) = token.kind, let number = Int(text) else {
      throw unexpected("a whole number")
    }
    try advance()
    return number
  }

  /// Compiles arithmetic with dates and intervals.
  mutating func momentArithmetic(
    _ left: WhereParsedValue, operation function: WhereFunction, right: WhereParsedValue
  ) throws(WhereError) -> WhereParsedValue {
    switch (left.type, function, right.type) {
    case (.moment, .add, .interval), (.moment, .add, .null):
      return try call(.later, type: .moment, values: [left, right], offset: left.offset)
    case (.interval, .add, .moment):
      return try call(.later, type: .moment, values: [right, left], offset: left.offset)
    case (.moment, .subtract, .interval):
      return try call(.earlier, type: .moment, values: [left, right], offset: left.offset)
    case (.moment, .subtract, .moment), (.moment, .subtract, .text):
      let values = [left, try converted(right, to: .moment)]
      return try call(.difference, type: .interval, values: values, offset: left.offset)
    case (.text, .subtract, .moment):
      let values = [try converted(left, to: .moment), right]
      return try call(.difference, type: .interval, values: values, offset: left.offset)
    case (.interval, .add, .interval), (.interval, .subtract, .interval):
      return try call(function, type: .interval, values: [left, right], offset: left.offset)
    case (.interval, .multiply, .number):
      return try call(.scale, type: .interval, values: [left, right], offset: left.offset)
    case (.number, .multiply, .interval):
      return try call(.scale, type: .interval, values: [right, left], offset: left.offset)
    default:
      let isLeft = left.type == .moment || left.type == .interval
      let other = isLeft ? right : left
      throw .mismatch(
        other.type == .moment
          ? "a date used in arithmetic"
          : "\(other.type.rawValue) combined with a date or an interval",
        offset: other.offset)
    }
  }
}

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
