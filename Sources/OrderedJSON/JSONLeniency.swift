/// An error in a text that was tolerated.
package struct JSONLeniency: Sendable, Equatable {
  /// What was wrong, and how it was read.
  package enum Kind: String, Sendable {
    /// A byte order mark before the text. It is skipped.
    case byteOrderMark = "byte order mark"
    /// A comma before `}` or `]`. It is skipped.
    case trailingComma = "trailing comma"
    /// `NaN`, `Infinity` or `-Infinity`. It is read as null.
    case notFinite = "not a finite number"
    /// Half of a surrogate pair in a `\u` escape. It is read as U+FFFD.
    case loneSurrogate = "lone surrogate"
    /// A key that occurs twice in its object. The last one is used.
    case duplicateKey = "duplicate key"
  }

  /// What was wrong.
  package var kind: Kind
  /// The number of bytes before it.
  package var offset: Int

  /// Creates a leniency at an offset.
  package init(_ kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// The largest number of leniencies in a list. A text can have millions.
  package static let listLimit = 1_000
}

/// Limits on the size of a text.
package struct JSONLimits: Sendable, Equatable {
  /// Largest text, in bytes.
  package var size: Int
  /// Deepest nesting of arrays and objects.
  package var depth: Int
  /// Longest string in bytes, as written.
  package var stringLength: Int

  /// Creates limits.
  package init(size: Int, depth: Int, stringLength: Int) {
    self.size = size
    self.depth = depth
    self.stringLength = stringLength
  }

  /// 512 MB of text, 512 levels, strings of 64 MB.
  package static let standard = JSONLimits(
    size: 512 << 20, depth: 512, stringLength: 64 << 20)
}
