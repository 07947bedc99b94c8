import Bytes

// Texts with tokens, as in titles, descriptions, text elements and addresses of pop-ups.
//
//   {FIELD}                     a field, in upper or lower case
//   {expression/NAME}           an Arcade expression
//   {relationships/ID/FIELD}    a field of related records
//
// How a value is written depends on the token's context in the markup: between tags, in an
// attribute's value, or in an `href`, which takes values as data. `{}` is not a token. A brace
// without its partner is text.

/// A text split into literal pieces and values.
struct PopupTemplate: Sendable, Equatable {
  /// How a value is written in its context.
  enum Context: Sendable, Equatable {
    /// Plain text: on one line.
    case plain
    /// Between tags: a line break is `<br>`.
    case content
    /// In an attribute's value without quotes, or between attributes: on one line.
    case tag
    /// In an attribute's value: on one line, with the closing quote as a character reference.
    case attribute(quote: UInt8)
    /// The whole `href`: the value as data, with quotes percent-encoded.
    case wholeLink
    /// Part of an `href` that begins with other text: the value as data, percent-encoded as part of
    /// an address.
    case linkPart
  }

  /// A piece of the text; ranges refer to `bytes`.
  enum Piece: Sendable, Equatable {
    case literal(Range<Int>)
    /// The value of a name; `name` is an index in `names`.
    case value(name: Int, Context)
    /// `href="`; removed together with its end if the address is empty.
    case linkStart(Range<Int>)
    /// The quote that ends an `href`.
    case linkEnd(UInt8)
  }

  /// The text as written.
  let bytes: [UInt8]
  /// The pieces of the text, in order.
  private(set) var pieces: [Piece] = []
  /// The names in tokens, each once, as first written.
  private(set) var names: [String] = []

  /// Splits a text.
  ///
  /// - Parameter isMarkup: Whether to recognize tags and attributes.
  init(_ text: String, isMarkup: Bool) {
    bytes = Array(text.utf8)
    var parser = Parser(isMarkup: isMarkup)
    parser.run(bytes.span)
    pieces = parser.pieces
    names = parser.names
  }

  /// Returns whether a text contains a tag or a character reference.
  static func isMarkup(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
  }
}

extension PopupTemplate {
  /// Goes through the bytes of a text once.
  private struct Parser {
    /// The part of the markup being read.
    private enum Region: Equatable {
      case content
      case tag
      case attribute(quote: UInt8, isLink: Bool)
    }

    let isMarkup: Bool
    private(set) var pieces: [Piece] = []
    private(set) var names: [String] = []
    private var nameIndexes: [[UInt8]: Int] = [:]
    private var region = Region.content
    /// The start of the literal that is not yet a piece.
    private var start = 0
    private var attribute = AttributeName()
    /// Whether the link's value begins with a token.
    private var linkIsWhole = false

    init(isMarkup: Bool) { self.isMarkup = isMarkup }

    mutating func run(_ bytes: Span<UInt8>) {
      var position = 0
      while position < bytes.count {
        let byte = bytes[position]
        if byte == UInt8(ascii: "{"), let end = Self.tokenEnd(bytes, from: position) {
          takeToken(bytes, position..<end)
          position = end
          continue
        }
        if isMarkup { follow(byte, at: position, bytes) }
        position += 1
      }
      takeLiteral(upTo: bytes.count)
    }

    /// Returns the end of the token that begins here; nil if the brace is text.
    private static func tokenEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
      var position = start + 1
      while position < bytes.count, bytes[position] != UInt8(ascii: "{") {
        if bytes[position] == UInt8(ascii: "}") {
          return position > start + 1 ? position + 1 : nil
        }
        position += 1
      }
      return nil
    }

    private mutating func takeToken(_ bytes: Span<UInt8>, _ range: Range<Int>) {
      takeLiteral(upTo: range.lowerBound)
      start = range.upperBound
      let name = bytes.trimmed(range.lowerBound + 1..<range.upperBound - 1)
      let index = index(of: bytes.extracting(name).copied())
      attribute.end()
      pieces.append(.value(name: index, context))
    }

    private mutating func index(of name: [UInt8]) -> Int {
      if let known = nameIndexes[name] { return known }
      nameIndexes[name] = names.count
      names.append(name.span.repairedString())
      return names.count - 1
    }

    private var context: Context {
      guard isMarkup else { return .plain }
      return switch region {
      case .content: .content
      case .tag: .tag
      case .attribute(_, isLink: true): linkIsWhole ? .wholeLink : .linkPart
      case .attribute(let quote, isLink: false): .attribute(quote: quote)
      }
    }

    private mutating func takeLiteral(upTo end: Int) {
      if end > start { pieces.append(.literal(start..<end)) }
      start = max(start, end)
    }

    private mutating func follow(_ byte: UInt8, at position: Int, _ bytes: Span<UInt8>) {
      switch region {
      case .content:
        guard byte == UInt8(ascii: "<"), position + 1 < bytes.count else { return }
        let next = bytes[position + 1]
        guard next == UInt8(ascii: "/") || (next | 0x20) &- 0x61 < 26 else { return }
        region = .tag
        attribute = AttributeName()
      case .tag:
        if byte == UInt8(ascii: ">") {
          region = .content
        } else if attribute.opensValue(byte) {
          open(quote: byte, at: position, bytes)
        } else {
          attribute.follow(byte, at: position)
        }
      case .attribute(let quote, let isLink):
        guard byte == quote else { return }
        if isLink {
          takeLiteral(upTo: position)
          pieces.append(.linkEnd(quote))
          start = position + 1
        }
        region = .tag
        attribute = AttributeName()
      }
    }

    private mutating func open(quote: UInt8, at position: Int, _ bytes: Span<UInt8>) {
      let isLink = attribute.isHref(bytes)
      if isLink {
        takeLiteral(upTo: attribute.start)
        pieces.append(.linkStart(attribute.start..<position + 1))
        start = position + 1
        var first = start
        while first < bytes.count, bytes[first] <= 0x20 { first += 1 }
        linkIsWhole = first < bytes.count && bytes[first] == UInt8(ascii: "{")
      }
      region = .attribute(quote: quote, isLink: isLink)
    }
  }

  /// The name of the attribute that is being read inside a tag.
  private struct AttributeName {
    var start = 0
    private var count = 0
    private var isOpen = false
    private var sawEquals = false

    /// Returns whether a byte is the quote that opens the attribute's value.
    func opensValue(_ byte: UInt8) -> Bool {
      sawEquals && (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"))
    }

    /// Resets the name, because a token ends it.
    mutating func end() { self = AttributeName() }

    mutating func follow(_ byte: UInt8, at position: Int) {
      switch byte {
      case UInt8(ascii: "="):
        sawEquals = true
        isOpen = false
      case 0...0x20, UInt8(ascii: "/"):
        isOpen = false
      default:
        if isOpen {
          count += 1
        } else {
          self = AttributeName()
          start = position
          count = 1
          isOpen = true
        }
      }
    }

    func isHref(_ bytes: Span<UInt8>) -> Bool {
      guard count == 4 else { return false }
      let lower = (0..<4).map { bytes[start + $0] | 0x20 }
      return lower == [0x68, 0x72, 0x65, 0x66]
    }
  }
}

extension Span<UInt8> {
  /// Returns a range without blanks at both ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, self[low] <= 0x20 { low += 1 }
    while low < high, self[high - 1] <= 0x20 { high -= 1 }
    return low..<high
  }
}
