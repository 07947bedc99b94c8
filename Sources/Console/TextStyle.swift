/// Colors and weights of a terminal (ECMA-48 SGR).
package enum TextStyle: String, Sendable {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"

  /// Returns the text in this style, or unchanged.
  package func apply(_ text: String, if isOn: Bool) -> String {
    isOn ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// Makes text from files and file names safe to print: a name must not move the cursor.
package enum PrintableText {
  /// Returns the text with control characters written as `\u{…}`, including the invisible ones that
  /// reorder text.
  package static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var printable = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        printable += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        printable.unicodeScalars.append(scalar)
      }
    }
    return printable
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
