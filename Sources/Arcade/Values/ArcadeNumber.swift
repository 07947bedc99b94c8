import Bytes

/// Numbers as text, as JavaScript writes them (ECMA-262, Number::toString). The text has the fewest
/// digits that read back as the same number. Numbers from 1e-6 up to 1e21 have no exponent.
package enum ArcadeNumber {
  /// The text of a number.
  package static func text(_ value: Double) -> String {
    if value.magnitude < 9_007_199_254_740_992, value == value.rounded(.towardZero) {
      return String(Int64(value))
    }
    if let text = fewDecimals(value) { return text }
    guard value.isFinite else {
      return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
    }
    let (digits, exponent) = parts(of: value.magnitude)
    var text = value < 0 ? "-" : ""
    // The decimal point follows `exponent` digits.
    switch exponent {
    case digits.count...21 where digits.count <= 21:
      text += digits + String(repeating: "0", count: exponent - digits.utf8.count)
    case 1..<22:
      text += digits.prefix(exponent) + "." + digits.dropFirst(exponent)
    case -5...0:
      text += "0." + String(repeating: "0", count: -exponent) + digits
    default:
      text += digits.prefix(1)
      if digits.utf8.count > 1 { text += "." + digits.dropFirst() }
      text += exponent > 0 ? "e+" : "e-"
      text += String((exponent - 1).magnitude)
    }
    return text
  }

  /// The text of a number with at most three decimals, as most have; nil for others. A whole number
  /// below 1e15, divided by a power of ten, is the double nearest to that decimal.
  private static func fewDecimals(_ value: Double) -> String? {
    guard value.magnitude < 1e12 else { return nil }
    var scale = 10
    for decimals in 1...3 {
      let product = (value.magnitude * Double(scale)).rounded()
      if product / Double(scale) == value.magnitude {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20)
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, rest) = Int(product).quotientAndRemainder(dividingBy: scale)
        bytes.append(decimal: whole)
        bytes.append(UInt8(ascii: "."))
        // A leading 1 keeps zeros after the decimal point. It is removed afterwards.
        bytes.append(decimal: scale + rest)
        bytes.remove(at: bytes.count - decimals - 1)
        return String(decoding: bytes, as: UTF8.self)
      }
      scale *= 10
    }
    return nil
  }

  /// The fewest digits that identify a positive number, without zeros at either end, and how many
  /// of them precede the decimal point.
  package static func parts(of value: Double) -> (digits: String, exponent: Int) {
    var digits: [UInt8] = []
    var exponent = 0
    var hasPoint = false
    var iterator = value.description.utf8.makeIterator()
    while let byte = iterator.next() {
      if byte == UInt8(ascii: ".") {
        hasPoint = true
      } else if byte == UInt8(ascii: "e") {
        var rest: [UInt8] = []
        while let byte = iterator.next() { rest.append(byte) }
        exponent += Int(String(decoding: rest, as: UTF8.self)) ?? 0
      } else if byte != UInt8(ascii: "0") || !digits.isEmpty {
        digits.append(byte)
        if !hasPoint { exponent += 1 }
      } else if hasPoint {
        exponent -= 1
      }
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (String(decoding: digits, as: UTF8.self), exponent)
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
    // Numbers in base 16, 8 and 2 have no sign (ECMA-262, StringToNumber).
    if body.count > 2, body.first == UInt8(ascii: "0"), start == 0 || bytes[start - 1] <= 0x20,
      let radix = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2][
        bytes[start + 1] | 0x20]
    {
      let digits = String(decoding: body.dropFirst(2), as: UTF8.self)
      guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+")
      else { return .nan }
      return UInt64(digits, radix: radix).map { Double($0) } ?? .nan
    }
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

extension ArcadeNumber {
  /// A number in base 16, with lower-case digits (ECMA-262, Number.prototype.toString).
  static func hexadecimal(_ number: Double) -> String {
    guard number.isFinite, number.magnitude < 0x1p53 else { return text(number) }
    let whole = number.magnitude.rounded(.down)
    var output = (number < 0 ? "-" : "") + String(Int(whole), radix: 16)
    var rest = number.magnitude - whole
    // The digits that tell the number from its neighbors.
    var precision = number.magnitude.ulp / 2
    if rest > 0 { output += "." }
    while rest > 0, rest >= precision {
      rest *= 16
      precision *= 16
      let digit = rest.rounded(.down)
      rest -= digit
      let isLast = rest < precision || 1 - rest < precision
      let shown = isLast && rest > 0.5 ? digit + 1 : digit
      output += String(Int(shown), radix: 16)
      if isLast { break }
    }
    return output
  }
}
