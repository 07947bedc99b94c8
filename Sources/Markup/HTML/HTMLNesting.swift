import Bytes

/// Tracks the open elements of the output, and applies each tag to them.
///
/// Browsers repair wrong markup by rules (HTML §13.2.6), some of which have wide effects: a stray
/// `<td>` ends the cell around the pop-up, and a second link ends the first. Here, tags are
/// repaired by the same rules before they are written. Then a browser has nothing to repair, and
/// the surrounding page is not affected. Text that browsers would move out of a table gets its own
/// cell.
struct HTMLNesting {
  private struct Element {
    var tag: HTMLTag
    /// The range of its start tag in the output, for opening it again.
    var source: Range<Int>
  }

  /// Everything written so far.
  var output: [UInt8]
  private let start: Int
  private var blankEnd = -1
  private var open: [Element] = []
  /// Formatting elements that ended with the block around them. They continue with the next text.
  private var pending: [Element] = []
  /// The number of bytes of start tags that may still be repeated, so that small inputs can't
  /// produce unlimited output.
  private var repeatable = 16_384

  /// Elements deeper than this are omitted, but not their content. Browsers stop at 512.
  private static let deepest = 96

  init(output: [UInt8]) {
    self.output = output
    start = output.count
  }

  /// Writes text of the source. References are resolved and written again.
  mutating func text(_ bytes: [UInt8], _ range: Range<Int>) {
    if !bytes[range].allSatisfy(ASCIIText.isSpace) {
      openCell()
      reopen()
    }
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let byte = bytes[index]
      var next = index &+ 1
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        output.append(contentsOf: bytes[start..<index])
        var scalar: UInt32? = UInt32(byte)
        if byte == UInt8(ascii: "&"),
          let found = HTMLEntities.reference(
            bytes, at: index, end: range.upperBound, inAttribute: false)
        {
          scalar = found.value
          next = found.next
        }
        if let scalar { append(scalar) }
        start = next
      default: break
      }
      index = next
    }
    output.append(contentsOf: bytes[start..<range.upperBound])
  }

  private mutating func append(_ scalar: UInt32) {
    switch scalar {
    case 0x26: output.append(literal: "&amp;")
    case 0x3C: output.append(literal: "&lt;")
    case 0x3E: output.append(literal: "&gt;")
    default: HTMLCharacters.append(scalar, to: &output)
    }
  }

  /// Writes a blank for an omitted block, unless there is one already.
  mutating func blank() {
    guard output.count > start, let last = output.last, !ASCIIText.isSpace(last) else { return }
    output.append(0x20)
    blankEnd = output.count
  }

  /// Removes a final blank of `blank()` and closes all open elements.
  mutating func finish() {
    if blankEnd == output.count { output.removeLast() }
    close(downTo: 0)
  }

  /// Closes and opens elements so that this element may follow. Returns false if it isn't allowed
  /// here.
  mutating func prepare(for tag: HTMLTag) -> Bool {
    if tag == .tr || tag == .tbody || HTMLTag.cells.contains(tag) {
      guard prepare(forPart: tag) else { return false }
      pending.removeAll()
      return open.count + Self.room(for: tag) <= Self.deepest
    }
    openCell()
    if tag == .source, !open.contains(where: { $0.tag == .audio || $0.tag == .video }) {
      return false
    }
    if HTMLTag.closingParagraph.contains(tag),
      let paragraph = innermost(HTMLTagSet(.p), within: HTMLTag.boundaries)
    {
      close(downTo: paragraph)
    }
    if HTMLTag.headings.contains(tag), let last = open.last, HTMLTag.headings.contains(last.tag) {
      close(downTo: open.count - 1)
    }
    if tag == .a {
      pending.removeAll { $0.tag == .a }
      if let link = innermost(HTMLTagSet(.a), within: HTMLTag.cells) { close(downTo: link) }
      pending.removeAll { $0.tag == .a }
    }
    if tag == .table { pending.removeAll() }
    let hasList = prepare(forItem: tag)
    if !HTMLTag.blocks.contains(tag) { reopen() }
    guard open.count + Self.room(for: tag) + (hasList ? 0 : 1) <= Self.deepest else { return false }
    if !hasList { push(tag == .li ? .ul : .dl) }
    return true
  }

  /// Returns the least depth that the element needs. A table must have room for a cell.
  private static func room(for tag: HTMLTag) -> Int {
    switch tag {
    case .table: 4
    case .tbody: 3
    case .tr: 2
    default: HTMLTag.void.contains(tag) ? 0 : 1
    }
  }

  /// Records a start tag that was written from `start` on.
  mutating func opened(_ tag: HTMLTag, at start: Int) {
    open.append(Element(tag: tag, source: start..<output.count))
  }

  /// Writes the end tags for an end tag of the source. Writes nothing if no open element matches
  /// it.
  mutating func end(_ tag: HTMLTag) {
    guard !HTMLTag.void.contains(tag) else { return }
    if let index = pending.lastIndex(where: { $0.tag == tag }) {
      pending.remove(at: index)
      return
    }
    let (tags, boundaries): (HTMLTagSet, HTMLTagSet) =
      switch tag {
      case .h1, .h2, .h3, .h4, .h5, .h6: (HTMLTag.headings, HTMLTag.boundaries)
      case .table, .tbody, .tr, .td, .th: (HTMLTagSet(tag), HTMLTagSet(.table))
      case .li: (HTMLTagSet(tag), HTMLTag.boundaries.union(HTMLTagSet(.ul, .ol)))
      case .dd, .dt: (HTMLTagSet(tag), HTMLTag.boundaries.union(HTMLTagSet(.dl)))
      default: (HTMLTagSet(tag), HTMLTag.boundaries)
      }
    guard let index = innermost(tags, within: boundaries) else { return }
    // `</span>` does not end blocks inside the span. `</b>` does; otherwise all following text
    // would be bold.
    if !HTMLTag.blocks.contains(tag), !HTMLTag.formatting.contains(tag),
      open[index...].contains(where: { HTMLTag.blocks.contains($0.tag) })
    {
      return
    }
    close(downTo: index)
  }

  /// Closes elements until `count` are open. Formatting inside the last closed element continues
  /// after it, unless a cell ended.
  mutating func close(downTo count: Int) {
    var cut: [Element] = []
    while open.count > count, let element = open.popLast() {
      output.append(literal: "</")
      output.append(contentsOf: element.tag.name)
      output.append(UInt8(ascii: ">"))
      if HTMLTag.boundaries.contains(element.tag) {
        cut.removeAll()
        pending.removeAll()
      } else if HTMLTag.formatting.contains(element.tag), open.count > count {
        cut.append(element)
      }
    }
    if !cut.isEmpty { pending = (cut.reversed() + pending).suffix(8) }
  }
}

extension HTMLNesting {
  /// Whether the next output is inside a link.
  var isInLink: Bool {
    open.contains { $0.tag == .a } || pending.contains { $0.tag == .a }
  }

  /// Returns the innermost open element among `tags`, without searching outside the innermost of
  /// `boundaries`.
  private func innermost(_ tags: HTMLTagSet, within boundaries: HTMLTagSet) -> Int? {
    for index in open.indices.reversed() {
      if tags.contains(open[index].tag) { return index }
      if boundaries.contains(open[index].tag) { return nil }
    }
    return nil
  }

  /// Writes a start tag without attributes.
  private mutating func push(_ tag: HTMLTag) {
    let start = output.count
    output.append(UInt8(ascii: "<"))
    output.append(contentsOf: tag.name)
    output.append(UInt8(ascii: ">"))
    opened(tag, at: start)
  }

  /// Opens a cell if only rows or cells are allowed here.
  private mutating func openCell() {
    guard let last = open.last, HTMLTag.tableStructure.contains(last.tag) else { return }
    if last.tag != .tr { push(.tr) }
    push(.td)
  }

  /// Opens interrupted formatting elements again.
  private mutating func reopen() {
    guard !pending.isEmpty else { return }
    for element in pending where open.count < Self.deepest {
      repeatable -= element.source.count
      guard repeatable >= 0 else { break }
      let start = output.count
      output.append(contentsOf: Array(output[element.source]))
      opened(element.tag, at: start)
    }
    pending.removeAll()
  }

  /// Closes elements up to the table element that may contain this part. Returns false if there is
  /// no table.
  private mutating func prepare(forPart tag: HTMLTag) -> Bool {
    guard let table = innermost(HTMLTagSet(.table), within: HTMLTagSet()) else { return false }
    let body = open[table...].lastIndex { $0.tag == .tbody } ?? table
    let row = open[body...].lastIndex { $0.tag == .tr }
    switch tag {
    case .tbody: close(downTo: table + 1)
    case .tr: close(downTo: body + 1)
    default:
      close(downTo: (row ?? body) + 1)
      if row == nil { push(.tr) }
    }
    return true
  }

  /// Closes the previous item of a list. Returns false if there is no list around it.
  private mutating func prepare(forItem tag: HTMLTag) -> Bool {
    let items: HTMLTagSet
    let lists: HTMLTagSet
    switch tag {
    case .li: (items, lists) = (HTMLTagSet(.li), HTMLTagSet(.ul, .ol))
    case .dd, .dt: (items, lists) = (HTMLTagSet(.dd, .dt), HTMLTagSet(.dl))
    default: return true
    }
    guard let found = innermost(items.union(lists), within: HTMLTag.boundaries) else {
      return false
    }
    if items.contains(open[found].tag) { close(downTo: found) }
    return true
  }
}
