import OrderedJSON

/// Writes the parts of QGIS expressions.
enum QGISExpression {
  /// A column of the layer.
  static func column(_ name: String) -> String {
    "\"" + replacing(name, "\"", with: "\"\"") + "\""
  }

  /// A text literal, in which backslashes are escaped.
  static func text(_ text: String) -> String {
    "'" + replacing(replacing(text, "\\", with: "\\\\"), "'", with: "''") + "'"
  }

  /// A literal for a text, a number, or true or false; nil for any other value.
  static func literal(_ json: JSON) -> String? {
    switch json {
    case .string(let text): self.text(text)
    case .number(let number): number.text
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }

  /// The name of the device's user. Each of these variables may be an empty text.
  static let person =
    "coalesce("
    + ["cloud_username", "user_full_name", "user_account_name"].map { "nullif(@\($0), '')" }
    .joined(separator: ", ") + ")"

  /// Concatenated texts.
  static func joined(_ parts: [String]) -> String {
    parts.isEmpty ? text("") : parts.joined(separator: " || ")
  }

  private static func replacing(
    _ text: String, _ mark: Character, with other: String
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if Character(scalar) == mark { result += other } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
