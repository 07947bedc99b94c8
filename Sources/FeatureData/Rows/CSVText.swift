import Bytes
import Geometry

/// Quoting rules of CSV text (RFC 4180 §2).
package enum CSVText {
  static let quote = UInt8(ascii: "\"")

  /// The content of a cell, without its quotes.
  static func content(of token: ValueToken, in text: Span<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    let bytes = text.extracting(token.start..<token.end)
    if token.kind == .quotedText {
      unquote(bytes, into: &content)
    } else {
      content.append(bytes)
    }
    return content
  }

  /// Writes the content of a quoted cell, with each doubled quote as one.
  static func unquote(_ text: Span<UInt8>, into output: inout [UInt8]) {
    var start = 0
    while let found = text.firstIndex(of: quote, from: start) {
      output.append(text.extracting(start..<(found + 1)))
      start = min(found + 2, text.count)
    }
    output.append(text.extracting(start..<text.count))
  }

  /// Appends a cell. It is quoted if it contains a delimiter, a quote, a line break, or a space at
  /// an end. Malformed UTF-8 becomes U+FFFD.
  package static func append(_ text: Span<UInt8>, delimiter: UInt8, to output: inout [UInt8]) {
    guard let repaired = UTF8Validation.repaired(text) else {
      return append(wellFormed: text, delimiter: delimiter, to: &output)
    }
    append(wellFormed: repaired.span, delimiter: delimiter, to: &output)
  }

  /// Appends a number that is read as the same double again.
  package static func append(_ number: Double, to output: inout [UInt8]) {
    guard number.isFinite else { return }
    // Without its point, a large whole number would be read as an integer, and -0 as 0.
    if number.magnitude >= 1e15 || number.isZero && number.sign == .minus {
      output.append(contentsOf: number.description.utf8)
    } else {
      CoordinateText.append(number, to: &output)
    }
  }

  /// Appends a column's name. It is quoted if it contains any delimiter, so that readers which look for
  /// the delimiter in the header find the right one.
  package static func appendName(_ name: Span<UInt8>, to output: inout [UInt8]) {
    let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
    let found = delimiters.first { name.firstIndex(of: $0, from: 0) != nil }
    append(name, delimiter: found ?? UInt8(ascii: ","), to: &output)
  }

  private static func append(
    wellFormed text: Span<UInt8>, delimiter: UInt8, to output: inout [UInt8]
  ) {
    guard needsQuotes(text, delimiter: delimiter) else { return output.append(text) }
    output.append(quote)
    for index in text.indices {
      if text[index] == quote { output.append(quote) }
      output.append(text[index])
    }
    output.append(quote)
  }

  private static func needsQuotes(_ text: Span<UInt8>, delimiter: UInt8) -> Bool {
    // Empty text is quoted, so that it differs from null.
    guard !text.isEmpty else { return true }
    if text[0] == 0x20 || text[text.count - 1] == 0x20 { return true }
    for index in text.indices {
      switch text[index] {
      case quote, delimiter, 0x0A, 0x0D: return true
      default: break
      }
    }
    return false
  }
}
