import Bytes

/// Why a text can't be read as an XML document.
package enum XMLError: Error, Equatable, Sendable {
  /// The text at a byte offset is not what was expected.
  case unexpected(offset: Int, expected: String)
  /// The text exceeds the size limit.
  case tooLarge(bytes: Int, limit: Int)
}

/// Reads small XML documents, such as the definitions of a geodatabase (XML 1.0 without a DTD).
///
/// Time and memory are proportional to the length of the text. Elements can be nested at most 64
/// deep. Only the five predefined entities of XML are known, and nothing is fetched.
package struct XMLReader {
  /// The longest document, in bytes.
  package static let sizeLimit = 16 << 20
  package static let depthLimit = 64
  static let elementLimit = 1_000_000

  private let bytes: [UInt8]
  private var position = 0
  private var elementCount = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads a document in UTF-8.
  ///
  /// - Throws: `XMLError`.
  package static func read(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
    guard bytes.count <= sizeLimit else {
      throw .tooLarge(bytes: bytes.count, limit: sizeLimit)
    }
    var reader = XMLReader(bytes)
    return try reader.document()
  }

  /// Reads the document. As open elements end, they become one tree.
  private mutating func document() throws(XMLError) -> XMLElement {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    var open: [XMLElement] = []
    var root: XMLElement?
    while position < bytes.count {
      if byte != UInt8(ascii: "<") {
        let text = try characterData()
        guard !open.isEmpty else {
          guard text.utf8.allSatisfy(Self.isSpace) else { throw unexpected("an element") }
          continue
        }
        open[open.count - 1].text += text
      } else if skip("<!--") {
        try skipPast("-->")
      } else if skip("<?") {
        try skipPast("?>")
      } else if open.isEmpty, root == nil, skip("<!DOCTYPE") {
        try skipDoctype()
      } else if skip("<![CDATA[") {
        let start = position
        try skipPast("]]>")
        guard !open.isEmpty else { throw unexpected("an element") }
        open[open.count - 1].text += string(start..<position - 3)
      } else if skip("</") {
        try end(&open, root: &root)
      } else {
        guard root == nil else { throw unexpected("the end of the document") }
        try begin(&open, root: &root)
      }
    }
    guard open.isEmpty, let root else { throw unexpected("the end of an element") }
    return root
  }

  /// Skips a DOCTYPE. It may name a DTD, which is not fetched, but it may not declare anything
  /// itself.
  private mutating func skipDoctype() throws(XMLError) {
    while let byte, byte != UInt8(ascii: ">") {
      guard byte != UInt8(ascii: "[") else { throw unexpected("the end of the DOCTYPE") }
      position += 1
    }
    guard skip(">") else { throw unexpected("the end of the DOCTYPE") }
  }

  private mutating func begin(
    _ open: inout [XMLElement], root: inout XMLElement?
  ) throws(XMLError) {
    elementCount += 1
    guard open.count < Self.depthLimit else {
      throw unexpected("elements at most \(Self.depthLimit) deep")
    }
    guard elementCount <= Self.elementLimit else {
      throw unexpected("at most \(Self.elementLimit) elements")
    }
    position += 1
    var element = XMLElement(name: try name())
    while true {
      skipSpace()
      if skip(">") {
        open.append(element)
        return
      }
      if skip("/>") {
        close(element, &open, root: &root)
        return
      }
      element.attributes.append(try attribute())
    }
  }

  private mutating func end(
    _ open: inout [XMLElement], root: inout XMLElement?
  ) throws(XMLError) {
    let name = try name()
    skipSpace()
    guard let element = open.last, element.name == name, skip(">") else {
      throw unexpected("the end of \(open.last?.name ?? "nothing")")
    }
    open.removeLast()
    close(element, &open, root: &root)
  }

  private func close(
    _ element: XMLElement, _ open: inout [XMLElement], root: inout XMLElement?
  ) {
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  private mutating func attribute() throws(XMLError) -> XMLElement.Attribute {
    let name = try name()
    skipSpace()
    guard skip("=") else { throw unexpected("=") }
    skipSpace()
    guard let quote = byte, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      throw unexpected("a value in quotes")
    }
    position += 1
    return .init(name: name, value: try characterData(until: quote))
  }

  private mutating func name() throws(XMLError) -> String {
    let start = position
    while let byte, !Self.isSpace(byte), !Self.endsNames.contains(byte) { position += 1 }
    guard position > start else { throw unexpected("a name") }
    return string(start..<position)
  }

  private static let endsNames: [UInt8] = Array("<>/='\"&!?".utf8)
}

extension XMLReader {
  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private func string(_ range: Range<Int>) -> String {
    bytes.span.extracting(range).repairedString()
  }

  private func unexpected(_ expected: String) -> XMLError {
    .unexpected(offset: position, expected: expected)
  }

  private mutating func skipSpace() {
    while let byte, Self.isSpace(byte) { position += 1 }
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    guard bytes.span.matches(word, at: position) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  private mutating func skipPast(_ word: StaticString) throws(XMLError) {
    while position < bytes.count {
      if skip(word) { return }
      position += 1
    }
    throw unexpected("\(word)")
  }

  /// Reads text up to the next tag, or past the quote that ends a value.
  private mutating func characterData(
    until quote: UInt8? = nil
  ) throws(XMLError) -> String {
    var text: [UInt8] = []
    while let byte {
      if let quote, byte == quote {
        position += 1
        return text.span.repairedString()
      }
      if byte == UInt8(ascii: "<") {
        guard quote == nil else { throw unexpected("the end of a value") }
        break
      }
      if byte == UInt8(ascii: "&") {
        try appendReference(to: &text)
      } else {
        text.append(byte)
        position += 1
      }
    }
    guard quote == nil else { throw unexpected("the end of a value") }
    return text.span.repairedString()
  }

  /// Reads one of the five entities of XML or a character by its number.
  private mutating func appendReference(to text: inout [UInt8]) throws(XMLError) {
    for (name, character) in Self.entities where skip(name) {
      text.append(character)
      return
    }
    guard skip("&#") else { throw unexpected("one of the entities of XML") }
    let radix = skip("x") ? 16 : 10
    var number: UInt32 = 0
    let start = position
    while let byte, byte != UInt8(ascii: ";") {
      guard let digit = Self.digit(byte, radix), position - start < 8 else {
        throw unexpected("the number of a character")
      }
      number = number &* UInt32(radix) &+ digit
      position += 1
    }
    guard position > start, let scalar = Unicode.Scalar(number), number > 0, skip(";") else {
      throw unexpected("the number of a character")
    }
    text.append(contentsOf: Array(String(Character(scalar)).utf8))
  }

  private static let entities: [(StaticString, UInt8)] = [
    ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
    ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
  ]

  private static func digit(_ byte: UInt8, _ radix: Int) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f") where radix == 16: UInt32(byte - 87)
    case UInt8(ascii: "A")...UInt8(ascii: "F") where radix == 16: UInt32(byte - 55)
    default: nil
    }
  }
}
