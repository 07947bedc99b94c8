/// Times of day as text, `hh:mm[:ss[.fraction]]`, alone or after a date.
enum ClockTime {
  /// Returns the second of the day; nil for any other text.
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

  /// Returns where the UTC offset of a date and time begins, or the end of the text if it has no
  /// offset. Returns nil if there is no time.
  static func offsetMark(_ text: Span<UInt8>) -> Int? {
    // At least YYYY-MM-DDThh comes before an offset.
    guard text.count >= 16 else { return nil }
    for index in 13..<text.count {
      switch text[index] {
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "Z"), UInt8(ascii: "z"):
        return index
      default: continue
      }
    }
    return text.count
  }

  private static func number(_ text: Span<UInt8>, at offset: Int) -> Int? {
    let tens = text[offset] &- 48
    let ones = text[offset + 1] &- 48
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}
