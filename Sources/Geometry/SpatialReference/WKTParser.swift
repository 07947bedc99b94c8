/// One `KEYWORD[…]` of a well-known text.
struct WKTNode: Sendable {
  /// The keyword in capitals.
  var keyword: String
  /// Texts and numbers directly inside, in their order.
  var values: [String] = []
  /// Indexes of the nodes directly inside, in their order.
  var children: [Int] = []
}

/// Parses well-known text of reference systems: WKT 1 (OGC 01-009), Esri's, and WKT 2 (ISO 19162).
/// It consists of nested keywords with brackets or parentheses, quoted texts, numbers and words.
///
/// Parses with its own stack, limited in length, depth and number of nodes.
struct WKTParser {
  /// The longest text in bytes.
  static let sizeLimit = 1 << 16
  /// The deepest nesting.
  static let depthLimit = 32
  /// The largest number of nodes and of values.
  static let nodeLimit = 5_000

  /// The nodes in the order of their keywords. The root is the first.
  private(set) var nodes: [WKTNode] = []
  private let bytes: [UInt8]
  private var position = 0
  private var valueCount = 0

  /// Parses a text. Anything after the first whole node (Esri's `,VERTCS[…]`) is ignored.
  init(_ text: String) throws(GeometryError) {
    bytes = Array(text.utf8)
    guard bytes.count <= Self.sizeLimit else {
      throw .badWKT(offset: Self.sizeLimit, expected: "at most \(Self.sizeLimit) bytes")
    }
    try parse()
  }

  private mutating func parse() throws(GeometryError) {
    var open: [Int] = []
    while true {
      skipSpace()
      guard position < bytes.count else {
        throw .badWKT(offset: position, expected: nodes.isEmpty ? "a keyword" : "]")
      }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "]"), UInt8(ascii: ")"):
        guard open.popLast() != nil else { throw .badWKT(offset: position, expected: "a keyword") }
        position += 1
        if open.isEmpty { return }
      case UInt8(ascii: ","):
        guard !open.isEmpty else { throw .badWKT(offset: position, expected: "a keyword") }
        position += 1
      case UInt8(ascii: "\""):
        let text = try quoted()
        try addValue(text, to: open.last)
      default:
        try readWord(open: &open)
      }
    }
  }

  /// Reads a keyword with its bracket, or a number or bare word.
  private mutating func readWord(open: inout [Int]) throws(GeometryError) {
    let start = position
    let word = bareWord()
    guard !word.isEmpty else { throw .badWKT(offset: start, expected: "a keyword or value") }
    skipSpace()
    let opens =
      position < bytes.count
      && (bytes[position] == UInt8(ascii: "[") || bytes[position] == UInt8(ascii: "("))
    guard opens else { return try addValue(word, to: open.last) }
    position += 1
    guard open.count < Self.depthLimit else {
      throw .tooDeep(offset: start, limit: Self.depthLimit)
    }
    guard nodes.count < Self.nodeLimit else {
      throw .badWKT(offset: start, expected: "at most \(Self.nodeLimit) keywords")
    }
    if let parent = open.last { nodes[parent].children.append(nodes.count) }
    open.append(nodes.count)
    nodes.append(WKTNode(keyword: word.uppercased()))
  }

  private mutating func addValue(_ value: String, to node: Int?) throws(GeometryError) {
    guard let node, valueCount < Self.nodeLimit else {
      throw .badWKT(offset: position, expected: "a keyword")
    }
    valueCount += 1
    nodes[node].values.append(value)
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  private mutating func bareWord() -> String {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case 0...0x20, UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: ","), UInt8(ascii: "\""):
        return String(decoding: bytes[start..<position], as: UTF8.self)
      default: position += 1
      }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads the text between quotes. A doubled quote is one quote.
  private mutating func quoted() throws(GeometryError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard position < bytes.count, bytes[position] == byte else {
          return String(decoding: text, as: UTF8.self)
        }
        position += 1
      }
      text.append(byte)
    }
    throw .badWKT(offset: start, expected: "a closing quote")
  }
}

extension WKTParser {
  /// Returns the first direct child with one of the keywords.
  func child(_ node: Int, _ keywords: String...) -> Int? {
    nodes[node].children.first { keywords.contains(nodes[$0].keyword) }
  }

  /// Returns all direct children with the keyword.
  func children(_ node: Int, _ keyword: String) -> [Int] {
    nodes[node].children.filter { nodes[$0].keyword == keyword }
  }

  /// Returns a value of a node as text. Empty if there is no such value.
  func text(_ node: Int, _ index: Int = 0) -> String {
    nodes[node].values.indices.contains(index) ? nodes[node].values[index] : ""
  }

  /// Returns a value of a node as a finite number.
  func number(_ node: Int, at index: Int) -> Double? {
    guard nodes[node].values.indices.contains(index),
      let value = Double(nodes[node].values[index]), value.isFinite
    else { return nil }
    return value
  }
}
