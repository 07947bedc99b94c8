import Bytes

/// A value as it stands in the text of a source: what it is, and where.
package struct ValueToken: Sendable, Equatable {
  package enum Kind: UInt8, Sendable {
    /// The row does not name the field.
    case absent
    case null
    case `false`
    case `true`
    /// A number without fraction or exponent.
    case integer
    case number
    /// Text as it is, between `start` and `end`.
    case text
    /// JSON text with backslash escapes.
    case escapedText
    /// CSV text with doubled quotes.
    case quotedText
    /// A JSON array or object.
    case json

    /// Whether the bytes are a number or the text itself, without anything to resolve.
    @inline(__always) var isPlain: Bool { self == .text || self == .integer || self == .number }

    @inline(__always) static func <= (left: Kind, right: Kind) -> Bool {
      left.rawValue <= right.rawValue
    }
  }

  package var kind: Kind
  /// The value's bytes (quotes left out) are `start..<end` of the stripe.
  package var start: Int
  package var end: Int

  package static let absent = ValueToken(kind: .absent, start: 0, end: 0)
  package static let null = ValueToken(kind: .null, start: 0, end: 0)

  package init(kind: Kind, start: Int, end: Int) {
    self.kind = kind
    self.start = start
    self.end = end
  }

  /// Whether two tokens of one text spell the same.
  func isSame(as other: ValueToken, _ bytes: Span<UInt8>) -> Bool {
    kind == other.kind
      && bytes.extracting(start..<end).isEqual(to: bytes.extracting(other.start..<other.end))
  }
}
