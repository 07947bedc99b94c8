/// Turns the tags and the text between them into a program.
///
/// White space at line starts follows three rules. The lines of a block inside a parent lose the
/// indent of its first line, because they get that of the place where they will stand. A block
/// that may be replaced keeps its lines and notes its indent. An operation that is the first of
/// its line says so, so that an indented partial can put its indent there.
struct MustacheCompiler {
  private let source: [UInt8]
  private let outline: MustacheOutline
  private var program = MustacheProgram()
  /// Whether the next output is the first of a line of the template.
  private var atLineStart = true
  /// White space that each line loses, in bytes.
  private var dedent = 0

  init(_ source: [UInt8], template: String) throws(MarkupError) {
    self.source = source
    outline = try MustacheOutline(source, template: template)
  }

  /// The program of the whole template.
  mutating func compile() -> MustacheProgram {
    body(tags: 0..<outline.tags.count, text: 0..<source.count)
    return program
  }

  /// Compiles those tags and the text around them. The depth is bounded by the outline.
  private mutating func body(tags: Range<Int>, text: Range<Int>) {
    var position = text.lowerBound
    var index = tags.lowerBound
    while index < tags.upperBound {
      let tag = outline.tags[index]
      literal(position..<max(position, tag.textBefore))
      if atLineStart, !tag.standsAlone {
        program.operations.append(.lineStart)
        atLineStart = false
      }
      let last = tag.kind.opens ? tag.partner : index
      operation(tag, at: index)
      position = outline.tags[last].textBehind
      index = last + 1
    }
    literal(position..<max(position, text.upperBound))
  }

  private mutating func operation(_ tag: MustacheTag, at index: Int) {
    switch tag.kind {
    case .value:
      program.operations.append(.value(MustachePath(tag.name[...]), escaped: true))
    case .rawValue:
      program.operations.append(.value(MustachePath(tag.name[...]), escaped: false))
    case .section, .inverted:
      let start = placeholder()
      inner(of: tag, at: index)
      let path = MustachePath(tag.name[...])
      let end = program.operations.count
      program.operations[start] =
        tag.kind == .section ? .section(path, end: end) : .inverted(path, end: end)
    case .block:
      block(tag, at: index)
    case .parent:
      let start = placeholder()
      let indent = tag.standsAlone ? self.indent(before: tag) : nil
      arguments(of: tag, at: index)
      program.operations[start] = .parent(
        reference(tag), indent: indent, end: program.operations.count)
    case .partial:
      program.operations.append(
        .partial(reference(tag), indent: tag.standsAlone ? indent(before: tag) : nil))
    case .close, .comment, .delimiters:
      break
    }
  }

  /// An operation whose end is not known yet.
  private mutating func placeholder() -> Int {
    program.operations.append(.lineStart)
    return program.operations.count - 1
  }

  /// Everything between a tag and the one that closes it.
  private mutating func inner(of tag: MustacheTag, at index: Int) {
    let close = outline.tags[tag.partner]
    body(tags: index + 1..<tag.partner, text: tag.textBehind..<close.textBefore)
    if atLineStart, !close.standsAlone {
      program.operations.append(.lineStart)
      atLineStart = false
    }
  }

  private func reference(_ tag: MustacheTag) -> MustacheReference {
    tag.isDynamic ? .dynamic(MustachePath(tag.name.dropFirst())) : .name(tag.name)
  }
}

extension MustacheCompiler {
  /// A block in the open: its own content, and what else may stand there.
  private mutating func block(_ tag: MustacheTag, at index: Int) {
    let start = placeholder()
    let spaces: Range<Int>
    if tag.standsAlone, let own = firstIndent(of: tag) {
      spaces = own
    } else {
      spaces = (outline.lineStart(before: index) ?? tag.range.lowerBound)..<tag.range.lowerBound
    }
    let block = MustacheBlock(
      name: tag.name, indent: store(spaces), standsAlone: tag.standsAlone,
      startsLine: tag.standsAlone)
    inner(of: tag, at: index)
    program.operations[start] = .block(block, end: program.operations.count)
  }

  /// The blocks inside a parent; nothing else there counts.
  private mutating func arguments(of parent: MustacheTag, at index: Int) {
    let outside = (dedent, atLineStart)
    var child = index + 1
    while child < parent.partner {
      let tag = outline.tags[child]
      if tag.kind == .block { argument(tag, at: child) }
      child = tag.kind.opens ? tag.partner + 1 : child + 1
    }
    (dedent, atLineStart) = outside
  }

  private mutating func argument(_ tag: MustacheTag, at index: Int) {
    let start = placeholder()
    let startsLine = tag.textBehind > tag.range.upperBound
    dedent = startsLine ? firstIndent(of: tag)?.count ?? 0 : 0
    atLineStart = startsLine
    let close = outline.tags[tag.partner]
    body(tags: index + 1..<tag.partner, text: tag.textBehind..<close.textBefore)
    let block = MustacheBlock(
      name: tag.name, indent: 0..<0, standsAlone: false, startsLine: startsLine)
    program.operations[start] = .block(block, end: program.operations.count)
  }

  /// The white space before the first line of a block that holds more than that.
  private func firstIndent(of tag: MustacheTag) -> Range<Int>? {
    let end = outline.tags[tag.partner].textBefore
    var start = tag.textBehind
    var position = start
    while position < end {
      let byte = source[position]
      position += 1
      if byte == 0x0A {
        start = position
      } else if !MustacheOutline.isBlank(byte), byte != 0x0D {
        return start..<position - 1
      }
    }
    return nil
  }

  /// The white space that a tag alone on its line hands to the lines of its template.
  private mutating func indent(before tag: MustacheTag) -> Range<Int> {
    store(tag.textBefore..<tag.range.lowerBound)
  }

  /// Puts white space of the source, less what its line loses, among the program's text.
  private mutating func store(_ spaces: Range<Int>) -> Range<Int> {
    let start = program.text.count
    program.text += source[min(spaces.lowerBound + dedent, spaces.upperBound)..<spaces.upperBound]
    return start..<program.text.count
  }

  /// Text between two tags.
  private mutating func literal(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let start = program.text.count
    if dedent == 0 {
      program.text += source[range]
    } else {
      var position = range.lowerBound
      while position < range.upperBound {
        if position == 0 || source[position - 1] == 0x0A {
          let most = min(position + dedent, range.upperBound)
          while position < most, MustacheOutline.isBlank(source[position]) { position += 1 }
          guard position < range.upperBound else { break }
        }
        program.text.append(source[position])
        position += 1
      }
    }
    guard program.text.count > start else { return }
    program.operations.append(
      .literal(start..<program.text.count, startsLine: atLineStart))
    atLineStart = program.text.last == 0x0A
  }
}
