/// Times of day as text, `hh:mm[:ss[.fraction]]`, alone or behind a date.
enum ClockTime {
  /// The second of the day; nil for any other text.
  static func secondOfDay(_ text: Span<UInt8>) -> Int? {
    guard text.count == 5 || text.count >= 8, text[2] == UInt8(ascii: ":"),
      let hour = number(text, at: 0), hour < 24, let minute = number(text, at: 3), minute < 60
    else { return nil }
    var result = (hour * 60 + minute) * 60
    if text.count >= 8 {
      guard text[5] == UInt8(ascii: ":"), let second = number(text, at: 6), second < 60,
        text.count == 8 || text[8] == UInt8(ascii: ".")
      else { return nil }
      result += second
    }
    return result
  }

  /// Where the offset of a date and time begins, or the end of the text when it has none; nil when
  /// there is no time.
  static func offsetMark(_ text: Span<UInt8>) -> Int? {
    // YYYY-MM-DDThh is the least that stands before an offset.
    guard text.count >= 16 else { return nil }
    for place in 13..<text.count {
      switch text[place] {
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "Z"), UInt8(ascii: "z"):
        return place
      default: continue
      }
    }
    return text.count
  }

  private static func number(_ text: Span<UInt8>, at place: Int) -> Int? {
    let tens = text[place] &- 48
    let ones = text[place + 1] &- 48
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
