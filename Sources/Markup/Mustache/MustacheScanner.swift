/// Finds the tags of a template.
///
/// A tag is `{{`, an optional sigil, its content and `}}`:
///
///     {{name}} {{.}}      a value, escaped          {{! … }}        a comment
///     {{{name}}} {{&name}} a value as it is         {{= <% %> =}}   other delimiters from here on
///     {{#name}}…{{/name}} a section                 {{>name}}       a partial; {{>*name}} dynamic
///     {{^name}}…{{/name}} an inverted section       {{<name}}…{{/name}} a parent
///     {{$name}}…{{/name}} a block
struct MustacheScanner {
  private let source: [UInt8]
  private let template: String
  private var opening: [UInt8] = [0x7B, 0x7B]
  private var closing: [UInt8] = [0x7D, 0x7D]
  private var position = 0
  private var line = 1

  init(_ source: [UInt8], template: String) {
    self.source = source
    self.template = template
  }

  /// Returns the next tag, or nil after the last one.
  mutating func next() throws(MarkupError) -> MustacheTag? {
    guard let start = find(opening, from: position) else { return nil }
    countLines(to: start)
    let content = skipSpace(from: start + opening.count)
    let sigil = content < source.count ? source[content] : 0
    let tag: MustacheTag
    switch sigil {
    case 0x21: tag = try plain(.comment, from: start, contentStart: content + 1)
    case 0x3D: tag = try delimiters(from: start, contentStart: content + 1)
    case 0x7B:
      tag = try named(.rawValue, from: start, contentStart: content + 1, end: [0x7D] + closing)
    case 0x26: tag = try named(.rawValue, from: start, contentStart: content + 1, end: closing)
    case 0x23: tag = try named(.section, from: start, contentStart: content + 1, end: closing)
    case 0x5E: tag = try named(.inverted, from: start, contentStart: content + 1, end: closing)
    case 0x2F: tag = try named(.close, from: start, contentStart: content + 1, end: closing)
    case 0x3E: tag = try named(.partial, from: start, contentStart: content + 1, end: closing)
    case 0x3C: tag = try named(.parent, from: start, contentStart: content + 1, end: closing)
    case 0x24: tag = try named(.block, from: start, contentStart: content + 1, end: closing)
    default: tag = try named(.value, from: start, contentStart: content, end: closing)
    }
    countLines(to: tag.range.upperBound)
    return tag
  }

  private mutating func countLines(to end: Int) {
    while position < end {
      if source[position] == 0x0A { line += 1 }
      position += 1
    }
  }

  private func plain(
    _ kind: MustacheTag.Kind, from start: Int, contentStart content: Int
  ) throws(MarkupError) -> MustacheTag {
    let end = try find(closing, behind: content)
    return MustacheTag(kind, start..<end + closing.count, name: "", line: line)
  }

  private func named(
    _ kind: MustacheTag.Kind, from start: Int, contentStart content: Int, end delimiter: [UInt8]
  ) throws(MarkupError) -> MustacheTag {
    let end = try find(delimiter, behind: content)
    var name = trimmed(content..<end)
    var text = String(decoding: source[name], as: UTF8.self)
    if source[name].first == 0x2A, kind == .partial || kind == .parent || kind == .close {
      name = trimmed(name.lowerBound + 1..<name.upperBound)
      text = "*" + String(decoding: source[name], as: UTF8.self)
    }
    guard !name.isEmpty, !source[name].contains(where: Self.isSpace) else {
      throw .badTag(
        template: template, line: line,
        content: String(decoding: source[start..<end], as: UTF8.self),
        expected: "one name without white space")
    }
    return MustacheTag(kind, start..<end + delimiter.count, name: text, line: line)
  }

  private mutating func delimiters(
    from start: Int, contentStart content: Int
  ) throws(MarkupError) -> MustacheTag {
    let end = try find([0x3D] + closing, behind: content)
    let words = source[content..<end].split(whereSeparator: Self.isSpace)
    guard words.count == 2, !words.contains(where: { $0.contains(0x3D) }) else {
      throw .badTag(
        template: template, line: line,
        content: String(decoding: source[start..<end], as: UTF8.self),
        expected: "two delimiters without `=`")
    }
    let tag = MustacheTag(
      .delimiters, start..<end + 1 + closing.count, name: "", line: line)
    opening = Array(words[0])
    closing = Array(words[1])
    return tag
  }

  /// Returns the position of a required delimiter.
  private func find(_ delimiter: [UInt8], behind start: Int) throws(MarkupError) -> Int {
    guard let end = find(delimiter, from: start) else {
      throw .unclosedTag(
        template: template, line: line, expected: String(decoding: delimiter, as: UTF8.self))
    }
    return end
  }

  private func find(_ delimiter: [UInt8], from start: Int) -> Int? {
    guard let first = delimiter.first, start + delimiter.count <= source.count else { return nil }
    for index in start...source.count - delimiter.count
    where source[index] == first && source[index...].starts(with: delimiter) {
      return index
    }
    return nil
  }

  private func skipSpace(from start: Int) -> Int {
    var index = start
    while index < source.count, Self.isSpace(source[index]) { index += 1 }
    return index
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = source[range].first, Self.isSpace(first) {
      range = range.lowerBound + 1..<range.upperBound
    }
    while let last = source[range].last, Self.isSpace(last) {
      range = range.lowerBound..<range.upperBound - 1
    }
    return range
  }

  /// Returns whether a byte is white space in tags: blank, tab, line feed or carriage return.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
