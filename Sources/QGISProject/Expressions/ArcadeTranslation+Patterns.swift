import Arcade

// Patterns of Text(): converts Arcade's letters for numbers and dates to QGIS's.

extension ArcadeTranslation {
  func formatted(_ term: ArcadeTerm, pattern: String) throws(Untranslated) -> Value {
    let value = try value(of: term)
    switch value.kind {
    case .number:
      let text = try Self.number(try number(term), by: pattern)
      guard value.isOptional else { return Value(text: text, kind: .text, isOptional: false) }
      return Value(
        text: "if(\(value.text) IS NULL, '', \(text))", kind: .text, isOptional: false)
    case .date, .day:
      let letters = QGISExpression.text(try Self.dateLetters(pattern))
      return Value(
        text: "coalesce(format_date(\(value.text), \(letters), 'en'), '')", kind: .text,
        isOptional: false)
    default: throw Untranslated(reason: "it formats a value that is neither a number nor a date")
    }
  }

  /// Translates `#`, `#,###`, `#0` and `#,##0`, with decimals that are all zeros or all `#`. A
  /// pattern without a leading `#`, such as `0.0`, cuts digits off.
  private static func number(_ text: String, by pattern: String) throws(Untranslated) -> String {
    let parts = pattern.split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : ""
    let isFixed = decimals.allSatisfy { $0 == "0" }
    // A pattern that requires no digit before the point omits a zero there.
    guard let whole = parts.first,
      ["#0", "##0", "###0", "#,##0"].contains(whole)
        || (["#", "#,###"].contains(whole) && decimals.isEmpty),
      isFixed || decimals.allSatisfy({ $0 == "#" }), decimals.count <= 10
    else { throw Untranslated(reason: "QGIS has no equivalent of the pattern \(pattern)") }
    var result = "format_number(\(text), \(decimals.count), 'en')"
    if !whole.contains(",") { result = "replace(\(result), ',', '')" }
    return isFixed ? result : "regexp_replace(\(result), '\\\\.?0+$', '')"
  }

  /// QGIS's letters for the same parts of a date.
  private static func dateLetters(_ pattern: String) throws(Untranslated) -> String {
    var result = ""
    var rest = Substring(pattern)
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      rest = rest.dropFirst(run.count)
      guard first.isLetter else {
        result += first == "'" ? String(repeating: "''", count: run.count) : String(run)
        continue
      }
      guard let letters = dateLetters[String(run)] else {
        throw Untranslated(reason: "QGIS has no equivalent of \(run) in a date pattern")
      }
      result += letters
    }
    return result
  }

  private static let dateLetters = [
    "Y": "yyyy", "YYYY": "yyyy", "y": "yyyy", "yyyy": "yyyy", "YY": "yy", "yy": "yy", "M": "M",
    "MM": "MM", "MMM": "MMM", "MMMM": "MMMM", "D": "d", "DD": "dd", "ddd": "ddd",
    "dddd": "dddd", "H": "H", "HH": "HH", "h": "h", "hh": "hh", "m": "m", "mm": "mm", "s": "s",
    "ss": "ss", "A": "AP", "a": "ap",
  ]
}
