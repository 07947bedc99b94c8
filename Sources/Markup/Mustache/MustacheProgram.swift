/// A template as a flat list of operations; sections, blocks and parents know where they end.
///
/// Operations are plain numbers, so that running them copies no text: what they speak of lies in the
/// tables beside them.
struct MustacheProgram: Sendable {
  /// One operation. What the numbers mean depends on the kind.
  struct Operation: Sendable {
    /// What is done.
    enum Kind: Sendable {
      /// Text as it is: `first..<second` of `text`. With `flag` it starts a line of the template.
      case literal
      /// The first of a line, before a tag that stands in it with other text.
      case lineStart
      /// The value at path `first`; with `flag` escaped for HTML.
      case value
      /// Runs its body for each element of the value at path `first`, once for another true value.
      case section
      /// Runs its body when the value at path `first` is false, empty or absent.
      case inverted
      /// The template of reference `first`.
      case partial
      /// The template of reference `first`, whose blocks may be replaced by those in the body.
      case parent
      /// Block `first`: a part of the template that a parent tag may replace.
      case block
    }

    var kind: Kind
    var flag = false
    var first: Int = 0
    var second: Int = 0
    /// Behind the last operation of its body.
    var end: Int = 0
  }

  /// The operations in order.
  var operations: [Operation] = []
  /// The bytes of all literals and indents.
  var text: [UInt8] = []
  /// Where values are looked up.
  var paths: [MustachePath] = []
  /// The templates that partials and parents name.
  var references: [MustacheReference] = []
  /// The blocks.
  var blocks: [MustacheBlock] = []
}

/// The keys to follow from the context; none for the context itself (`{{.}}`).
struct MustachePath: Sendable {
  /// The key looked up in the context; nil for `.`.
  var first: String?
  /// The keys followed from there; nil for none.
  var rest: [String]?

  init(_ name: Substring) {
    guard name.utf8.count > 1 || name.utf8.first != 0x2E else { return }
    let keys = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    first = keys.first
    rest = keys.count > 1 ? Array(keys.dropFirst()) : nil
  }
}

/// The template a partial or parent includes.
struct MustacheReference: Sendable {
  /// Its name, when the template says it.
  var name: String
  /// Where the view holds its name, when it does.
  var dynamic: MustachePath?
  /// White space that each of its lines gets; nil when it does not stand alone on its line.
  var indent: Range<Int>?
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
