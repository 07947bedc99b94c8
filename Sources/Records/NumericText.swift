import Bytes

/// Texts that SQLite treats as numbers.
///
/// A column of INTEGER, REAL or NUMERIC affinity never holds such a text, because SQLite would have
/// stored the number. SQLite's `integrity_check` reports a file that holds one.
package enum NumericText {
  /// The number in a text: optional blanks around it, a sign, digits with a point, an exponent.
  /// Returns nil for any other text.
  package static func number(_ text: Span<UInt8>) -> RecordValue? {
    var start = 0
    var end = text.count
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    guard end - start <= 10_000, isNumber(text, from: start, to: end) else { return nil }
    // SQLite allows a plus sign and a bare point, but Swift's parser does not.
    var digits: [UInt8] = []
    var at = start
    if text[at] == UInt8(ascii: "+") {
      at += 1
    } else if text[at] == UInt8(ascii: "-") {
      digits.append(text[at])
      at += 1
    }
    let body = text.extracting(at..<end).copied().span.repairedString()
    let sign = digits.isEmpty ? "" : "-"
    if let integer = Int64(sign + body) { return .integer(integer) }
    guard let real = Double(padded(sign + body)) else { return nil }
    // Whole numbers become integers if that loses nothing.
    if let integer = Int64(exactly: real), abs(real) < 0x1p51 { return .integer(integer) }
    return .real(real)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  /// Whether the text is a sign, digits, a point, digits and an exponent, with at least one digit
  /// before the exponent.
  private static func isNumber(_ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    var at = start
    func skipDigits() -> Int {
      let first = at
      while at < end, text[at] &- UInt8(ascii: "0") < 10 { at += 1 }
      return at - first
    }
    if at < end, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") { at += 1 }
    var digits = skipDigits()
    if at < end, text[at] == UInt8(ascii: ".") {
      at += 1
      digits += skipDigits()
    }
    guard digits > 0 else { return false }
    if at < end, text[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < end, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") { at += 1 }
      guard skipDigits() > 0 else { return false }
    }
    return at == end
  }

  /// Adds a zero next to a point that has no digit on one side.
  private static func padded(_ text: String) -> String {
    var padded = ""
    var previous: Unicode.Scalar = "-"
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if scalar == ".", !("0"..."9").contains(previous) { padded += "0" }
      padded.unicodeScalars.append(scalar)
      let next = index + 1 < scalars.count ? scalars[index + 1] : "e"
      if scalar == ".", !("0"..."9").contains(next) { padded += "0" }
      previous = scalar
    }
    return padded
  }
}

extension RecordEncoder {
  /// Appends a text to a column of numbers. If the text looks like a number, stores the number.
  package mutating func append(misfit text: Span<UInt8>) {
    switch NumericText.number(text) {
    case .integer(let integer): append(integer)
    case .real(let real): append(real)
    default: append(text: text)
    }
  }
}
