import Bytes

/// A value in the text of a source: its kind and range.
package struct ValueToken: Sendable, Equatable {
  package enum Kind: UInt8, Sendable {
    /// The row does not have the field.
    case absent
    case null
    case `false`
    case `true`
    /// A number without fraction or exponent.
    case integer
    case number
    /// Literal text between `start` and `end`.
    case text
    /// JSON text with backslash escapes.
    case escapedText
    /// CSV text with doubled quotes.
    case quotedText
    /// A JSON array or object.
    case json

    /// Whether the bytes are a number or literal text without escapes.
    @inline(__always) var isPlain: Bool { self == .text || self == .integer || self == .number }

    @inline(__always) static func <= (left: Kind, right: Kind) -> Bool {
      left.rawValue <= right.rawValue
    }
  }

  package var kind: Kind
  /// The value's bytes are `start..<end` of the stripe, without quotes.
  package var start: Int
  package var end: Int

  package static let absent = ValueToken(kind: .absent, start: 0, end: 0)
  package static let null = ValueToken(kind: .null, start: 0, end: 0)

  package init(kind: Kind, start: Int, end: Int) {
    self.kind = kind
    self.start = start
    self.end = end
  }

  /// Returns whether two tokens of one text have the same bytes.
  func isSame(as other: ValueToken, _ bytes: Span<UInt8>) -> Bool {
    kind == other.kind
      && bytes.extracting(start..<end).isEqual(to: bytes.extracting(other.start..<other.end))
  }
}
