/// The tags of a template with their pairs, and the parts of the text between them that count.
///
/// A tag that is alone on its line removes the whole line, except for a value tag. The line
/// includes the white space before the tag and the line end after it. The same applies to a parent
/// with its closing tag on the same line. Inside a parent only blocks count, so there a block
/// starts after the line end that follows its tag.
struct MustacheOutline {
  /// How deep sections may be nested.
  static let deepest = 64

  /// All tags, in order.
  private(set) var tags: [MustacheTag] = []
  private let source: [UInt8]
  private let template: String

  init(_ source: [UInt8], template: String) throws(MarkupError) {
    self.source = source
    self.template = template
    var scanner = MustacheScanner(source, template: template)
    while let tag = try scanner.next() { tags.append(tag) }
    try pair()
    for index in tags.indices { settleLine(of: index) }
    for index in tags.indices where tags[index].kind == .parent { settleParent(index) }
  }

  private mutating func pair() throws(MarkupError) {
    var open: [Int] = []
    for index in tags.indices {
      let tag = tags[index]
      if tag.kind.opens {
        guard open.count < Self.deepest else {
          throw .nestedTooDeep(template: template, line: tag.line, limit: Self.deepest)
        }
        open.append(index)
      } else if tag.kind == .close {
        guard let start = open.popLast() else {
          throw .strayClosingTag(template: template, line: tag.line, name: tag.name)
        }
        guard tags[start].name.utf8.elementsEqual(tag.name.utf8) else {
          throw .crossedSections(
            template: template, line: tag.line, name: tag.name, expected: tags[start].name,
            openedOnLine: tags[start].line)
        }
        tags[start].partner = index
        tags[index].partner = start
      }
    }
    if let start = open.last {
      throw .unclosedSection(
        template: template, line: tags[start].line, name: tags[start].name)
    }
  }

  private mutating func settleLine(of index: Int) {
    let tag = tags[index]
    guard tag.kind.mayStandAlone, let before = lineStart(before: index),
      let behind = nextLine(behind: index)
    else { return }
    tags[index].standsAlone = true
    tags[index].textBefore = before
    tags[index].textBehind = behind
  }

  /// Removes the lines of a parent and its closing tag, both or neither. Its blocks lose the line
  /// end after their opening tags and the white space before their closing tags.
  private mutating func settleParent(_ index: Int) {
    let end = tags[index].partner
    let before = lineStart(before: index)
    let behind = nextLine(behind: end)
    tags[index].standsAlone = before != nil && behind != nil
    tags[end].standsAlone = tags[index].standsAlone
    if tags[index].standsAlone, let before, let behind {
      tags[index].textBefore = before
      tags[end].textBehind = behind
    } else {
      tags[index].textBefore = tags[index].range.lowerBound
      tags[end].textBehind = tags[end].range.upperBound
    }
    var child = index + 1
    while child < end {
      let tag = tags[child]
      if tag.kind == .block {
        tags[child].textBehind = nextLine(behind: child) ?? tag.range.upperBound
        tags[tag.partner].textBefore =
          lineStart(before: tag.partner) ?? tags[tag.partner].range.lowerBound
      }
      child = tag.kind.opens ? tag.partner + 1 : child + 1
    }
  }

  /// Returns the start of the tag's line if only blanks precede the tag.
  func lineStart(before index: Int) -> Int? {
    let floor = index > 0 ? tags[index - 1].range.upperBound : 0
    var start = tags[index].range.lowerBound
    while start > floor, Self.isBlank(source[start - 1]) { start -= 1 }
    return start == 0 || (start > floor && source[start - 1] == 0x0A) ? start : nil
  }

  /// Returns the start of the next line if only blanks follow the tag.
  private func nextLine(behind index: Int) -> Int? {
    var end = tags[index].range.upperBound
    while end < source.count, Self.isBlank(source[end]) { end += 1 }
    if end == source.count { return end }
    if source[end] == 0x0D, end + 1 < source.count, source[end + 1] == 0x0A { end += 1 }
    return source[end] == 0x0A ? end + 1 : nil
  }

  /// Returns whether the byte is a blank or a tab.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
