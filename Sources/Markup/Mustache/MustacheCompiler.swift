/// Compiles the tags and the text between them into a program.
///
/// White space at line starts follows three rules. The lines of a block inside a parent lose the
/// indent of its first line, because they get the indent of the block they replace. A block that
/// may be replaced keeps its lines and records its indent. The first operation of a line is marked
/// as such, so that an indented partial can insert its indent there.
struct MustacheCompiler {
  private let source: [UInt8]
  private let outline: MustacheOutline
  private var program = MustacheProgram()
  /// Whether the next output is the first of a line of the template.
  private var atLineStart = true
  /// The number of bytes of white space that each line loses.
  private var dedent = 0

  init(_ source: [UInt8], template: String) throws(MarkupError) {
    self.source = source
    outline = try MustacheOutline(source, template: template)
  }

  /// Compiles the whole template.
  mutating func compile() -> MustacheProgram {
    body(tags: 0..<outline.tags.count, text: 0..<source.count)
    return program
  }

  /// Compiles a range of tags and the text around them. The outline limits the depth.
  private mutating func body(tags: Range<Int>, text: Range<Int>) {
    var position = text.lowerBound
    var index = tags.lowerBound
    while index < tags.upperBound {
      let tag = outline.tags[index]
      literal(position..<max(position, tag.textBefore))
      if atLineStart, !tag.standsAlone {
        program.operations.append(.init(kind: .lineStart))
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
    case .value, .rawValue:
      program.operations.append(
        .init(kind: .value, flag: tag.kind == .value, first: path(tag.name)))
    case .section, .inverted:
      let kind: MustacheProgram.Operation.Kind = tag.kind == .section ? .section : .inverted
      let start = open(kind, first: path(tag.name))
      inner(of: tag, at: index)
      close(start)
    case .block:
      block(tag, at: index)
    case .parent:
      let start = open(.parent, first: reference(tag))
      arguments(of: tag, at: index)
      close(start)
    case .partial:
      program.operations.append(.init(kind: .partial, first: reference(tag)))
    case .close, .comment, .delimiters:
      break
    }
  }

  /// Begins an operation with a body.
  private mutating func open(_ kind: MustacheProgram.Operation.Kind, first: Int) -> Int {
    program.operations.append(.init(kind: kind, first: first))
    return program.operations.count - 1
  }

  /// Ends the body of the operation at `start`.
  private mutating func close(_ start: Int) {
    program.operations[start].end = program.operations.count
  }

  private mutating func path(_ name: String) -> Int {
    program.paths.append(MustachePath(name[...]))
    return program.paths.count - 1
  }

  /// Compiles everything between a tag and its closing tag.
  private mutating func inner(of tag: MustacheTag, at index: Int) {
    let end = outline.tags[tag.partner]
    body(tags: index + 1..<tag.partner, text: tag.textBehind..<end.textBefore)
    if atLineStart, !end.standsAlone {
      program.operations.append(.init(kind: .lineStart))
      atLineStart = false
    }
  }

  private mutating func reference(_ tag: MustacheTag) -> Int {
    let indent =
      tag.standsAlone ? store(tag.textBefore..<tag.range.lowerBound) : nil
    let dynamic = tag.isDynamic ? MustachePath(tag.name.dropFirst()) : nil
    program.references.append(
      MustacheReference(name: tag.name, dynamic: dynamic, indent: indent))
    return program.references.count - 1
  }

  private mutating func add(_ block: MustacheBlock) -> Int {
    program.blocks.append(block)
    return program.blocks.count - 1
  }
}

extension MustacheCompiler {
  /// Compiles a block outside a parent: its own content, and its indent for a replacement.
  private mutating func block(_ tag: MustacheTag, at index: Int) {
    let spaces: Range<Int>
    if tag.standsAlone, let own = firstIndent(of: tag) {
      spaces = own
    } else {
      spaces = (outline.lineStart(before: index) ?? tag.range.lowerBound)..<tag.range.lowerBound
    }
    let block = MustacheBlock(
      name: tag.name, indent: store(spaces), standsAlone: tag.standsAlone,
      startsLine: tag.standsAlone)
    let start = open(.block, first: add(block))
    inner(of: tag, at: index)
    close(start)
  }

  /// Compiles the blocks inside a parent. Everything else there is ignored.
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
    let startsLine = tag.textBehind > tag.range.upperBound
    dedent = startsLine ? firstIndent(of: tag)?.count ?? 0 : 0
    atLineStart = startsLine
    let block = MustacheBlock(
      name: tag.name, indent: 0..<0, standsAlone: false, startsLine: startsLine)
    let start = open(.block, first: add(block))
    let end = outline.tags[tag.partner]
    body(tags: index + 1..<tag.partner, text: tag.textBehind..<end.textBefore)
    close(start)
  }

  /// Returns the white space before the first line of a block, if the block contains more than
  /// that.
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

  /// Adds white space of the source to the program's text, minus what its line loses.
  private mutating func store(_ spaces: Range<Int>) -> Range<Int> {
    let start = program.text.count
    program.text += source[min(spaces.lowerBound + dedent, spaces.upperBound)..<spaces.upperBound]
    return start..<program.text.count
  }

  /// Compiles text between two tags.
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
      .init(
        kind: .literal, flag: atLineStart, first: start,
        second: program.text.count))
    atLineStart = program.text.last == 0x0A
  }
}
