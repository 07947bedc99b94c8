/// A template as a flat list of operations; sections, blocks and parents know where they end.
struct MustacheProgram: Sendable {
  /// One operation. `end` is the index behind the last operation of its body.
  enum Operation: Sendable {
    /// Text as it is. With `startsLine` its first byte is the first of a line of the template.
    case literal(Range<Int>, startsLine: Bool)
    /// The first of a line, before a tag that stands in it with other text.
    case lineStart
    /// A value of the view, escaped for HTML or as it is.
    case value(MustachePath, escaped: Bool)
    /// Runs its body for each element, once for another true value.
    case section(MustachePath, end: Int)
    /// Runs its body when the value is false, empty or absent.
    case inverted(MustachePath, end: Int)
    /// Another template; `indent` only when it stands alone on its line.
    case partial(MustacheReference, indent: Range<Int>?)
    /// A template whose blocks may be replaced by those in the body.
    case parent(MustacheReference, indent: Range<Int>?, end: Int)
    /// A part of the template that a parent tag may replace.
    case block(MustacheBlock, end: Int)
  }

  /// The operations in order.
  var operations: [Operation] = []
  /// The bytes of all literals and indents.
  var text: [UInt8] = []
}

/// The keys to follow from the context; none for the context itself (`{{.}}`).
struct MustachePath: Sendable {
  var first: String
  var rest: [String]

  /// Whether this is `.`.
  var isSelf: Bool

  init(_ name: Substring) {
    let keys = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    isSelf = keys.allSatisfy(\.isEmpty) && keys.count == 2
    first = keys.first ?? ""
    rest = Array(keys.dropFirst())
  }
}

/// The name of a partial or parent, or where the view holds it.
enum MustacheReference: Sendable {
  case name(String)
  case dynamic(MustachePath)
}

/// What a block's place says of whatever is put there.
struct MustacheBlock: Sendable {
  var name: String
  /// White space that its lines get when another template replaces them; from its own first line,
  /// else from before its tag.
  var indent: Range<Int>
  /// Whether its tag has its line for itself.
  var standsAlone: Bool
  /// Whether its own content starts with a line of the template.
  var startsLine: Bool
}
