/// Something a text got wrong that was read all the same.
package struct JSONLeniency: Sendable, Equatable {
  /// What was let through, and how it was read.
  package enum Kind: String, Sendable {
    /// A byte order mark before the text; skipped.
    case byteOrderMark = "byte order mark"
    /// A comma before `}` or `]`; skipped.
    case trailingComma = "trailing comma"
    /// `NaN`, `Infinity` or `-Infinity`; read as null.
    case notFinite = "not a finite number"
    /// Half of a surrogate pair in a `\u` escape; read as U+FFFD.
    case loneSurrogate = "lone surrogate"
    /// A key that stood in its object before; the last one wins.
    case duplicateKey = "duplicate key"
  }

  /// What was let through.
  package var kind: Kind
  /// Bytes before it.
  package var offset: Int

  /// A leniency at an offset.
  package init(_ kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// A text can hold millions of faults; only so many of them are listed.
  package static let listLimit = 1_000
}

/// How much of a text is accepted before it is refused.
package struct JSONLimits: Sendable, Equatable {
  /// Largest text, in bytes.
  package var size: Int
  /// Deepest nesting of arrays and objects.
  package var depth: Int
  /// Longest string, in bytes as written.
  package var stringLength: Int

  /// Limits from their parts.
  package init(size: Int, depth: Int, stringLength: Int) {
    self.size = size
    self.depth = depth
    self.stringLength = stringLength
  }

  /// 512 MB of text, 512 levels, strings of 64 MB.
  package static let standard = JSONLimits(
    size: 512 << 20, depth: 512, stringLength: 64 << 20)
}
