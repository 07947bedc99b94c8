import Bytes

// Conversion to numbers (Arcade: type casting, number). Null and empty text are 0, true is 1. Text
// is the number it spells, else NaN. A date is its milliseconds, for comparisons and `Number`.
// Everything else is NaN.

extension ArcadeValue {
  /// The value converted to a number.
  package var asNumber: Double {
    switch self {
    case .number(let value): value
    case .null: 0
    case .boolean(let value): value ? 1 : 0
    case .text(let text): Self.number(spelled: text)
    case .date(let date): Double(date.milliseconds)
    case .day(let day): Double(day.daysSince1970) * 86_400_000
    case .time(let time): Double(time.milliseconds)
    case .array, .dictionary, .feature, .featureSet, .geometry, .function, .tables: .nan
    }
  }

  /// The number that a text spells, ignoring spaces around it. Blank text is 0; other text is NaN.
  static func number(spelled text: String) -> Double {
    let bytes = Array(text.utf8)
    var start = 0
    var end = bytes.count
    while start < end, bytes[start] == 0x20 || bytes[start] &- 9 < 5 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] &- 9 < 5 { end -= 1 }
    guard start < end else { return 0 }
    var sign = 1.0
    if bytes[start] == UInt8(ascii: "-") || bytes[start] == UInt8(ascii: "+") {
      if bytes[start] == UInt8(ascii: "-") { sign = -1 }
      start += 1
    }
    var body = bytes[start..<end]
    if body.elementsEqual("Infinity".utf8) { return sign * .infinity }
    // The parser below needs a digit on both sides of the point and no leading zeros.
    while body.count > 1, body.first == UInt8(ascii: "0"),
      let next = body.dropFirst().first, next &- UInt8(ascii: "0") < 10
    {
      body = body.dropFirst()
    }
    var spelled = Array(body)
    if spelled.first == UInt8(ascii: ".") { spelled.insert(UInt8(ascii: "0"), at: 0) }
    if let point = spelled.firstIndex(of: UInt8(ascii: ".")),
      point + 1 == spelled.count || spelled[point + 1] &- UInt8(ascii: "0") >= 10,
      body.first != UInt8(ascii: ".")
    {
      spelled.remove(at: point)
    }
    guard let first = spelled.first, first &- UInt8(ascii: "0") < 10 else { return .nan }
    var position = 0
    let span = spelled.span
    guard let value = DecimalParser.parse(span, at: &position), position == spelled.count else {
      return .nan
    }
    return sign * value
  }
}
