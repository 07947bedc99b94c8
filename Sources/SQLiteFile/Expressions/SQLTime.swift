/// A time value in a text, as SQLite's date functions read it (lang_datefunc.html §2). Examples are
/// `2026-05-01`, `2026-05-01 09:30`, the same with `T`, seconds, thousandths and `Z`, and times
/// without a date.
///
/// Days that a month does not have, time zone offsets, `now` and numbers are not supported.
struct SQLTime {
  private var year = 2000
  private var month = 1
  private var day = 1
  private var hour = 0
  private var minute = 0
  private var second = 0

  /// Formats a time value as `strftime` does. Returns NULL for a text that is not a time.
  ///
  /// - Throws: `ExpressionFault` if it cannot be evaluated.
  static func text(
    _ form: String, of value: ExpressionValue
  ) throws(ExpressionFault) -> ExpressionValue {
    guard case .text(let bytes) = value else { throw ExpressionFault() }
    guard let time = try SQLTime(bytes) else { return .null }
    return .text(try time.text(form))
  }

  /// Returns nil for a text that is not a time.
  private init?(_ text: [UInt8]) throws(ExpressionFault) {
    guard !text.contains(0), text.first != UInt8(ascii: "-") else { throw ExpressionFault() }
    var rest = text[...]
    if try readDate(&rest) {
      rest = rest.drop { Self.isBlank($0) || $0 == UInt8(ascii: "T") }
      if rest.isEmpty { return }
      if try readClock(&rest) { return }
    }
    rest = text[...]
    (year, month, day) = (2000, 1, 1)
    if try readClock(&rest) { return }
    let word = String(decoding: text.map(Identifier.lower), as: UTF8.self)
    // A number is a Julian day or a second.
    if word.hasPrefix("now") || word.hasPrefix("subsec")
      || ExpressionValue.text(text).asNumber != .text(text)
    {
      throw ExpressionFault()
    }
    return nil
  }

  private mutating func readDate(_ rest: inout ArraySlice<UInt8>) throws(ExpressionFault) -> Bool {
    guard let year = Self.number(&rest, digits: 4), Self.take(&rest, "-"),
      let month = Self.number(&rest, digits: 2), (1...12).contains(month), Self.take(&rest, "-"),
      let day = Self.number(&rest, digits: 2), (1...31).contains(day)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { throw ExpressionFault() }
    (self.year, self.month, self.day) = (year, month, day)
    return true
  }

  private mutating func readClock(_ rest: inout ArraySlice<UInt8>) throws(ExpressionFault) -> Bool {
    var second = 0
    guard let hour = Self.number(&rest, digits: 2), (0...24).contains(hour),
      Self.take(&rest, ":"), let minute = Self.number(&rest, digits: 2), minute < 60
    else { return false }
    if Self.take(&rest, ":") {
      guard let read = Self.number(&rest, digits: 2), read < 60 else { return false }
      second = read
      if rest.first == UInt8(ascii: "."), rest.dropFirst().first.map(Self.isDigit) == true {
        rest.removeFirst()
        let fraction = rest.prefix(while: Self.isDigit)
        rest = rest.dropFirst(fraction.count)
        guard fraction.count <= 3 else { throw ExpressionFault() }
      }
    }
    rest = rest.drop(while: Self.isBlank)
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      throw ExpressionFault()
    }
    if rest.first.map(Identifier.lower) == UInt8(ascii: "z") { rest.removeFirst() }
    guard rest.allSatisfy(Self.isBlank) else { return false }
    guard hour < 24 else { throw ExpressionFault() }
    (self.hour, self.minute, self.second) = (hour, minute, second)
    return true
  }

  /// A number of exactly this many digits.
  private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ mark: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  private func text(_ form: String) throws(ExpressionFault) -> [UInt8] {
    var text = ""
    var isCode = false
    for character in form.unicodeScalars {
      guard isCode else {
        if character == "%" { isCode = true } else { text.unicodeScalars.append(character) }
        continue
      }
      isCode = false
      switch character {
      case "Y": text += Self.digits(year, count: 4)
      case "m": text += Self.digits(month, count: 2)
      case "d": text += Self.digits(day, count: 2)
      case "H": text += Self.digits(hour, count: 2)
      case "M": text += Self.digits(minute, count: 2)
      case "S": text += Self.digits(second, count: 2)
      case "%": text += "%"
      default: throw ExpressionFault()
      }
    }
    if isCode { throw ExpressionFault() }
    return Array(text.utf8)
  }

  private static func digits(_ number: Int, count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: count - text.utf8.count) + text
  }
}
