import MapModel

/// The title of a pop-up as an expression.
enum TitleText {
  /// Reads a title, with fields in braces.
  ///
  /// - Parameter shown: returns a field's display value; nil for a field that the table lacks.
  /// - Returns: the expression, which is nil if the title has no fields, and the names in braces
  ///   that are not fields.
  static func expression(
    of title: String, shown: (String) -> String?
  ) -> (text: String?, unknown: [String]) {
    var parts: [String] = []
    var unknown: [String] = []
    var hasField = false
    var rest = Array(title.utf8)[...]
    func literal(_ bytes: ArraySlice<UInt8>) {
      guard !bytes.isEmpty else { return }
      parts.append(QGISExpression.text(String(decoding: bytes, as: UTF8.self)))
    }
    while let open = rest.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      literal(rest[..<open])
      let name = String(decoding: rest[(open + 1)..<close], as: UTF8.self)
      if let value = shown(name) {
        parts.append("coalesce(\(value), '')")
        hasField = true
      } else {
        unknown.append(name)
      }
      rest = rest[(close + 1)...]
    }
    literal(rest)
    return (hasField ? QGISExpression.joined(parts) : nil, unknown)
  }
}
