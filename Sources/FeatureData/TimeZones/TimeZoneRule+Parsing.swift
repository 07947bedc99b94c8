extension TimeZoneRule {
  /// Parses a TZ text. Nil if it is invalid or names a file.
  init?(parsing text: [UInt8]) {
    var parser = TimeZoneRuleParser(text: text)
    guard let name = parser.name(), let west = parser.time(largest: 24) else { return nil }
    let standard = TimeZoneRules.Period(
      offset: -west, isDaylightSaving: false, abbreviation: name)
    if parser.isAtEnd {
      self.init(standard: standard, daylight: nil)
      return
    }
    guard let summerName = parser.name() else { return nil }
    var offset = standard.offset + 3_600
    if !parser.isAtEnd, !parser.isAt(UInt8(ascii: ",")) {
      guard let west = parser.time(largest: 24) else { return nil }
      offset = -west
    }
    guard parser.take(UInt8(ascii: ",")), let start = parser.day(), parser.take(UInt8(ascii: ",")),
      let end = parser.day(), parser.isAtEnd
    else { return nil }
    let period = TimeZoneRules.Period(
      offset: offset, isDaylightSaving: true, abbreviation: summerName)
    self.init(
      standard: standard, daylight: Daylight(period: period, start: start, end: end))
  }
}

/// Parser for a TZ text.
private struct TimeZoneRuleParser {
  let text: [UInt8]
  var position = 0

  var isAtEnd: Bool { position >= text.count }

  func isAt(_ byte: UInt8) -> Bool { position < text.count && text[position] == byte }

  mutating func take(_ byte: UInt8) -> Bool {
    guard isAt(byte) else { return false }
    position += 1
    return true
  }

  mutating func name() -> [UInt8]? {
    if take(UInt8(ascii: "<")) {
      guard let end = text[position...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
      defer { position = end + 1 }
      return Array(text[position..<end])
    }
    let start = position
    while position < text.count, text[position] | 0x20 >= UInt8(ascii: "a"),
      text[position] | 0x20 <= UInt8(ascii: "z")
    {
      position += 1
    }
    return position - start >= 3 ? Array(text[start..<position]) : nil
  }

  /// Parses `[+-]h[hh][:mm[:ss]]` and returns seconds.
  mutating func time(largest hours: Int) -> Int? {
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative { _ = take(UInt8(ascii: "+")) }
    guard let hour = number(), hour <= hours else { return nil }
    var seconds = hour * 3_600
    for unit in [60, 1] {
      guard take(UInt8(ascii: ":")) else { break }
      guard let value = number(), value < 60 else { return nil }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }

  mutating func day() -> TimeZoneRule.Day? {
    let form: TimeZoneRule.Day.Form
    if take(UInt8(ascii: "M")) {
      guard let month = number(), (1...12).contains(month), take(UInt8(ascii: ".")),
        let week = number(), (1...5).contains(week), take(UInt8(ascii: ".")),
        let weekday = number(), weekday < 7
      else { return nil }
      form = .weekday(month: month, week: week, weekday: weekday)
    } else if take(UInt8(ascii: "J")) {
      guard let number = number(), (1...365).contains(number) else { return nil }
      form = .withoutLeapDay(number)
    } else {
      guard let index = number(), index < 366 else { return nil }
      form = .withLeapDay(index)
    }
    var time = 7_200
    if take(UInt8(ascii: "/")) {
      guard let given = self.time(largest: 167) else { return nil }
      time = given
    }
    return TimeZoneRule.Day(form: form, time: time)
  }

  /// Parses one to three decimal digits.
  private mutating func number() -> Int? {
    let start = position
    var value = 0
    while position < text.count, position - start < 3, text[position] >= 0x30,
      text[position] <= 0x39
    {
      value = value * 10 + Int(text[position] - 0x30)
      position += 1
    }
    return position > start ? value : nil
  }
}
