/// The elements that pop-up texts may contain: those on ArcGIS's "Supported HTML" page. All others
/// are treated as text.
enum HTMLTag: UInt8, CaseIterable, Sendable {
  case a, abbr, article, aside, audio, b, blockquote, br, code, dd, del, details, div, dl, dt, em
  case figcaption, figure, font, footer, h1, h2, h3, h4, h5, h6, header, hr, i, img, li, main, mark
  case nav, ol, p, pre, section, source, span, strong, sub, summary, sup, table, tbody, td, th, time
  case tr, u, ul, video

  /// The element with this name, ignoring case. Nil if it isn't allowed.
  init?(_ bytes: [UInt8], _ name: Range<Int>) {
    guard let key = ASCIIText.key(bytes, name), let tag = Self.byKey.value(of: key) else {
      return nil
    }
    self = tag
  }

  /// The name in lower case.
  var name: [UInt8] { Self.names[Int(rawValue)] }

  private static let names = allCases.map { Array("\($0)".utf8) }
  private static let byKey = KeyTable(allCases) { names[Int($0.rawValue)] }
}

/// A set of elements.
struct HTMLTagSet: Sendable {
  private let bits: UInt64

  init(_ tags: HTMLTag...) {
    bits = tags.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  private init(bits: UInt64) { self.bits = bits }

  func contains(_ tag: HTMLTag) -> Bool { bits >> UInt64(tag.rawValue) & 1 == 1 }

  func union(_ other: HTMLTagSet) -> HTMLTagSet { HTMLTagSet(bits: bits | other.bits) }
}

/// Groups of elements by how browsers treat them (HTML §13.2.6.4).
extension HTMLTag {
  /// Elements that never have content or an end tag.
  static let void = HTMLTagSet(.br, .hr, .img, .source)
  /// Elements that play sound or film. A page without a network can't, so it links to them.
  static let players = HTMLTagSet(.audio, .source, .video)
  static let headings = HTMLTagSet(.h1, .h2, .h3, .h4, .h5, .h6)
  /// Elements that a browser opens again if a block around them was closed too early.
  static let formatting = HTMLTagSet(.a, .b, .code, .em, .font, .i, .strong, .u)
  static let cells = HTMLTagSet(.td, .th)
  /// Elements that may contain only rows or cells.
  static let tableStructure = HTMLTagSet(.table, .tbody, .tr)
  /// Elements that limit the effect of an end tag or paragraph outside them.
  static let boundaries = HTMLTagSet(.table, .td, .th)
  /// Elements whose start tag ends an open paragraph.
  static let closingParagraph = headings.union(
    HTMLTagSet(
      .article, .aside, .blockquote, .dd, .details, .div, .dl, .dt, .figcaption, .figure, .footer,
      .header, .hr, .li, .main, .nav, .ol, .p, .pre, .section, .summary, .table, .ul))
  /// Elements that are not part of a line of text.
  static let blocks = closingParagraph.union(
    HTMLTagSet(.audio, .source, .tbody, .td, .th, .tr, .video))
  /// Elements that separate the words before and after them.
  static let breaking = blocks.union(HTMLTagSet(.br))
}

/// A small table of names, found by their numbers (`ASCIIText.key`).
struct KeyTable<Value: Sendable>: Sendable {
  private let entries: [(key: UInt64, value: Value)]

  init(_ values: [Value], name: (Value) -> [UInt8]) {
    entries = values.compactMap { value in
      let name = name(value)
      return ASCIIText.key(name, name.indices).map { (key: $0, value: value) }
    }.sorted { $0.key < $1.key }
  }

  func value(of key: UInt64) -> Value? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low &+ high) / 2
      if entries[middle].key < key { low = middle &+ 1 } else { high = middle }
    }
    return low < entries.count && entries[low].key == key ? entries[low].value : nil
  }
}
