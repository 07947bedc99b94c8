/// Splits HTML into text and tags, as browsers do (HTML §13.2.5). Two rules are more tolerant, for
/// data that was never meant as markup. `<` is text unless a letter, `/`, `!` or `?` follows it. A
/// tag or comment that never ends is text too.
///
/// Reads each byte once or twice, whatever the input is.
struct HTMLTokenizer {
  enum Token {
    /// The text of `range`. It may contain references, and `<` that begin no tag.
    case text
    /// A start tag: `tag`, `attributes`, `range` for the whole.
    case start
    /// An end tag: `tag`, `range` for the whole.
    case end
    /// Something that is never shown: a comment, a doctype, a script, a style sheet. Comments are
    /// dropped because they are only for programs.
    case dropped
  }

  /// An attribute: the ranges of its name and value. An empty value has an empty range.
  struct Attribute {
    var name: Range<Int>
    var value: Range<Int>
  }

  let bytes: [UInt8]
  /// The range of the token.
  private(set) var range = 0..<0
  /// The element of a tag, or nil if the sanitizer doesn't allow it.
  private(set) var tag: HTMLTag?
  /// The attributes of a start tag, up to `mostAttributes`.
  private(set) var attributes: [Attribute] = []
  private var name = 0..<0
  private var position = 0
  /// Whether there is no more markup after this point.
  private var isTextToTheEnd = false

  /// Further attributes of a tag are ignored.
  private static let mostAttributes = 64

  /// Creates a tokenizer. The bytes must be `HTMLCharacters.repaired`.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next token, or nil at the end.
  mutating func next() -> Token? {
    guard position < bytes.count else { return nil }
    let start = position
    if !isTextToTheEnd, bytes[start] == UInt8(ascii: "<"), let token = markup() {
      range = start..<position
      return token
    }
    position = start
    repeat {
      position &+= 1
    } while position < bytes.count && (isTextToTheEnd || bytes[position] != UInt8(ascii: "<"))
    range = start..<position
    return .text
  }

  /// Returns the byte at an index, or 0 past the end.
  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Returns the markup at `position`, or nil if there is no markup or it has no end.
  private mutating func markup() -> Token? {
    let first = byte(position &+ 1)
    if ASCIIText.isLetter(first) {
      guard readTag(at: position &+ 1) else { return nil }
      guard isCode else { return .start }
      skipCode()
      return .dropped
    }
    switch first {
    case UInt8(ascii: "/"):
      if ASCIIText.isLetter(byte(position &+ 2)) {
        guard readTag(at: position &+ 2) else { return nil }
        return isCode ? .dropped : .end
      }
      return skip(to: UInt8(ascii: ">"))
    case UInt8(ascii: "?"): return skip(to: UInt8(ascii: ">"))
    case UInt8(ascii: "!"):
      return byte(position &+ 2) == UInt8(ascii: "-") && byte(position &+ 3) == UInt8(ascii: "-")
        ? skipComment() : skip(to: UInt8(ascii: ">"))
    default: return nil
    }
  }

  /// Moves past the next occurrence of the byte.
  private mutating func skip(to end: UInt8) -> Token? {
    var index = position
    while index < bytes.count, bytes[index] != end { index &+= 1 }
    guard index < bytes.count else {
      isTextToTheEnd = true
      return nil
    }
    position = index &+ 1
    return .dropped
  }

  /// Moves past a comment, up to `-->` or `--!>`. `<!-->` and `<!--->` are complete comments.
  private mutating func skipComment() -> Token? {
    var index = position &+ 4
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ">"), bytes[index &- 1] == UInt8(ascii: "-"),
        bytes[index &- 2] == UInt8(ascii: "-")
      {
        position = index &+ 1
        return .dropped
      }
      if bytes[index] == UInt8(ascii: ">"), bytes[index &- 1] == UInt8(ascii: "!"),
        bytes[index &- 2] == UInt8(ascii: "-"), bytes[index &- 3] == UInt8(ascii: "-"),
        index >= position &+ 7
      {
        position = index &+ 1
        return .dropped
      }
      index &+= 1
    }
    isTextToTheEnd = true
    return nil
  }

  /// Reads a tag whose name begins at `start`. Returns false if it has no end.
  private mutating func readTag(at start: Int) -> Bool {
    attributes.removeAll(keepingCapacity: true)
    var index = start
    while index < bytes.count, !endsName(bytes[index]) { index &+= 1 }
    name = start..<index
    tag = HTMLTag(bytes, name)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") {
        position = index &+ 1
        return true
      }
      if ASCIIText.isSpace(byte) || byte == UInt8(ascii: "/") {
        index &+= 1
      } else {
        index = readAttribute(at: index)
      }
    }
    isTextToTheEnd = true
    return false
  }

  private func endsName(_ byte: UInt8) -> Bool {
    ASCIIText.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  /// Reads one attribute and returns the offset where the tag continues.
  private mutating func readAttribute(at start: Int) -> Int {
    // An equals sign at the start belongs to the name.
    var index = start &+ 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "="), !endsName(bytes[index]) {
      index &+= 1
    }
    let name = start..<index
    var value = index..<index
    var next = index
    while ASCIIText.isSpace(byte(next)) { next &+= 1 }
    if byte(next) == UInt8(ascii: "=") {
      next &+= 1
      while ASCIIText.isSpace(byte(next)) { next &+= 1 }
      let quote = byte(next)
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      if isQuoted { next &+= 1 }
      let first = next
      while next < bytes.count,
        isQuoted
          ? bytes[next] != quote
          : !ASCIIText.isSpace(bytes[next]) && bytes[next] != UInt8(ascii: ">")
      {
        next &+= 1
      }
      value = first..<next
      if isQuoted, next < bytes.count { next &+= 1 }
      index = next
    }
    if attributes.count < Self.mostAttributes {
      attributes.append(Attribute(name: name, value: value))
    }
    return index
  }
}

/// Scripts and style sheets are dropped with their content, which is never meant for reading.
extension HTMLTokenizer {
  private static let script = ASCIIText.key(Array("script".utf8), 0..<6)
  private static let style = ASCIIText.key(Array("style".utf8), 0..<5)

  /// Whether the tag just read is a script or style sheet.
  private var isCode: Bool {
    guard tag == nil, name.count == 5 || name.count == 6 else { return false }
    let key = ASCIIText.key(bytes, name)
    return key == Self.script || key == Self.style
  }

  /// After the start tag of a script or style sheet, moves past its end tag or to the end of the
  /// text.
  private mutating func skipCode() {
    let length = name.count
    let key = ASCIIText.key(bytes, name)
    var index = position
    while index < bytes.count {
      let first = index &+ 2
      if bytes[index] == UInt8(ascii: "<"), byte(index &+ 1) == UInt8(ascii: "/"),
        first &+ length < bytes.count, endsName(bytes[first &+ length]),
        ASCIIText.key(bytes, first..<(first &+ length)) == key
      {
        if !readTag(at: first) { position = bytes.count }
        return
      }
      index &+= 1
    }
    position = bytes.count
  }
}
