/// One tag of a template, as it was written.
struct MustacheTag {
  /// The kind of tag, from the character after the opening delimiter.
  enum Kind: Equatable {
    case value, rawValue, section, inverted, block, parent, partial, close, comment, delimiters

    /// Whether the tag has a closing tag.
    var opens: Bool {
      switch self {
      case .section, .inverted, .block, .parent: true
      case .value, .rawValue, .partial, .close, .comment, .delimiters: false
      }
    }

    /// Whether the tag removes its whole line if it is alone on it.
    var mayStandAlone: Bool { self != .value && self != .rawValue }
  }

  /// The kind of tag.
  var kind: Kind
  /// The range from the first byte of the opening delimiter to the end of the closing one.
  var range: Range<Int>
  /// The content without sigil and white space. For a dynamic name, `*` and the name.
  var name: String
  /// The line it starts on, from 1.
  var line: Int
  /// Where the text before the tag ends: at the tag, or at the start of its line if the tag is
  /// alone.
  var textBefore = 0
  /// Where the text after the tag starts: after the tag, or at the next line if the tag is alone.
  var textBehind = 0
  /// The index of the tag that closes this one, or that this one closes.
  var partner = -1
  /// Whether the tag's whole line is removed.
  var standsAlone = false

  /// Whether the name is looked up in the view to get the name of a template.
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
