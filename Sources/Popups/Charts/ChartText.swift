import Bytes

/// Texts in charts.
enum ChartText {
  private static let format = NumberFormat(
    minimumDecimals: 0, maximumDecimals: 3, isGrouped: true)

  /// Returns a short text for a number: up to three decimals. Very large and very small numbers use
  /// powers of ten.
  static func number(_ value: Double) -> String {
    if value != 0, abs(value) < 0.0005 || abs(value) >= 1e15 { return scientific(value) }
    var bytes: [UInt8] = []
    format.append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text of a number beside an axis: thousands as K, millions as M, and so on.
  static func tick(_ value: Double) -> String {
    let magnitude = abs(value)
    guard magnitude >= 10_000, magnitude < 1e15 else { return number(value) }
    let units: [(scale: Double, letter: String)] = [(1e12, "T"), (1e9, "B"), (1e6, "M")]
    let unit = units.first { magnitude >= $0.scale } ?? (1e3, "K")
    return number(value / unit.scale) + unit.letter
  }

  private static func scientific(_ value: Double) -> String {
    let exponent = Int(Transcendental.log10(abs(value)).rounded(.down))
    // Divide in two steps, because the power of ten for the smallest numbers is not a double.
    let half = exponent / 2
    let scaled =
      value / Transcendental.pow(10, Double(half)) / Transcendental.pow(10, Double(exponent - half))
    return "\(number((scaled * 100).rounded() / 100))e\(exponent)"
  }

  /// Replaces line breaks and control characters by spaces and removes marks that change the
  /// direction of text.
  static func cleaned(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: result.append(" ")
      case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Cuts a text to a width and ends it with an ellipsis if anything was cut.
  static func cut(_ text: String, width: Double) -> String {
    guard self.width(of: text) > width else { return text }
    var used = unit
    var kept = ""
    for character in text {
      used += self.width(of: character)
      if used > width { break }
      kept.append(character)
    }
    while kept.last == " " { kept.removeLast() }
    return kept + "…"
  }

  /// Returns the approximate width of a text in 12-pixel letters.
  static func width(of text: String) -> Double {
    text.reduce(0) { $0 + width(of: $1) }
  }

  private static let unit = 6.6

  private static func width(of character: Character) -> Double {
    // From Hangul on, most letters are as wide as they are high.
    let first = character.unicodeScalars.first?.value ?? 0
    return first >= 0x1100 && !(0x2000...0x2BFF).contains(first) ? 2 * unit : unit
  }
}
