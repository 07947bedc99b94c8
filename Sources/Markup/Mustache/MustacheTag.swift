/// One tag of a template, as it was written.
struct MustacheTag {
  /// What the character after the opening delimiter makes of the tag.
  enum Kind: Equatable {
    case value, rawValue, section, inverted, block, parent, partial, close, comment, delimiters

    /// Whether a closing tag belongs to it.
    var opens: Bool {
      switch self {
      case .section, .inverted, .block, .parent: true
      default: false
      }
    }

    /// Whether the tag takes its whole line with it when it stands there alone.
    var mayStandAlone: Bool { self != .value && self != .rawValue }
  }

  /// The kind of tag.
  var kind: Kind
  /// From the opening delimiter's first byte to behind the closing one.
  var range: Range<Int>
  /// The content without sigil and white space; of a dynamic name `*` and the name.
  var name: String
  /// The line it starts on, from 1.
  var line: Int
  /// Where the text before it ends: its own start, or its line's when it stands alone there.
  var textBefore = 0
  /// Where the text behind it starts: its own end, or the next line when it stands alone.
  var textBehind = 0
  /// The tag that closes this one, or that this one closes.
  var partner = -1
  /// Whether the tag's line goes with it.
  var standsAlone = false

  /// Whether the name is looked up in the view to give the name of a template.
  var isDynamic: Bool { (kind == .partial || kind == .parent) && name.utf8.first == 0x2A }

  init(_ kind: Kind, _ range: Range<Int>, name: String, line: Int) {
    self.kind = kind
    self.range = range
    self.name = name
    self.line = line
    textBefore = range.lowerBound
    textBehind = range.upperBound
  }
}
