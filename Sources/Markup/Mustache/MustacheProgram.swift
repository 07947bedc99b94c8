/// A template as a flat list of operations. Sections, blocks and parents store where they end.
///
/// Operations are plain numbers, so that running them copies no text. The data they refer to is in
/// tables beside them.
struct MustacheProgram: Sendable {
  /// One operation. The meaning of the numbers depends on the kind.
  struct Operation: Sendable {
    /// The kinds of operations.
    enum Kind: Sendable {
      /// Literal text: `first..<second` of `text`. With `flag`, it starts a line of the template.
      case literal
      /// The start of a line, before a tag that shares the line with other text.
      case lineStart
      /// The value at path `first`. With `flag`, it is escaped for HTML.
      case value
      /// Runs its body for each element of the value at path `first`, or once for any other true
      /// value.
      case section
      /// Runs its body if the value at path `first` is false, empty or missing.
      case inverted
      /// Includes the template of reference `first`.
      case partial
      /// Includes the template of reference `first`. Blocks in the body may replace its blocks.
      case parent
      /// Block `first`: a part of the template that a parent tag may replace.
      case block
    }

    var kind: Kind
    var flag = false
    var first: Int = 0
    var second: Int = 0
    /// The index after the last operation of its body.
    var end: Int = 0
  }

  /// The operations in order.
  var operations: [Operation] = []
  /// The bytes of all literals and indents.
  var text: [UInt8] = []
  /// The paths of values.
  var paths: [MustachePath] = []
  /// The templates that partials and parents refer to.
  var references: [MustacheReference] = []
  /// The blocks.
  var blocks: [MustacheBlock] = []
}

/// The keys to follow from the context. Empty for the context itself (`{{.}}`).
struct MustachePath: Sendable {
  /// The key to look up in the context, or nil for `.`.
  var first: String?
  /// The keys to follow from there, or nil.
  var rest: [String]?

  init(_ name: Substring) {
    guard name.utf8.count > 1 || name.utf8.first != 0x2E else { return }
    let keys = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    first = keys.first
    rest = keys.count > 1 ? Array(keys.dropFirst()) : nil
  }
}

/// The template that a partial or parent includes.
struct MustacheReference: Sendable {
  /// Its name, if the template states it.
  var name: String
  /// The path of its name in the view, if the name is dynamic.
  var dynamic: MustachePath?
  /// White space before each of its lines. Nil if the tag isn't alone on its line.
  var indent: Range<Int>?
}

/// A block in a template, as a target for replacements.
struct MustacheBlock: Sendable {
  var name: String
  /// White space for the lines of a replacement: that of the block's own first line, or else that
  /// before its tag.
  var indent: Range<Int>
  /// Whether its tag is alone on its line.
  var standsAlone: Bool
  /// Whether its own content starts with a line of the template.
  var startsLine: Bool
}
