import Bytes

/// An element of an XML document to be written (XML 1.0). Attributes and content keep their order.
package struct XMLNode: Sendable, Equatable {
  /// The content between the tags of an element.
  package enum Content: Sendable, Equatable {
    case element(XMLNode)
    case text(String)
  }

  /// The name of the tag. It must be a constant of the program, never external text.
  package var name: String
  /// The attributes, in the order they are written.
  package private(set) var attributes: [(name: String, value: String)]
  /// The content.
  package private(set) var content: [Content]

  /// Creates an element with child elements.
  package init(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [XMLNode] = []
  ) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
    content = children.map { .element($0) }
  }

  /// Creates an element with text.
  package init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
    self.init(name, attributes)
    content = text.isEmpty ? [] : [.text(text)]
  }

  /// Adds an attribute after the others.
  package mutating func set(_ name: String, _ value: String) {
    attributes.append((name, value))
  }

  /// Adds an element after the existing content.
  package mutating func append(_ child: XMLNode) {
    content.append(.element(child))
  }

  package static func == (one: XMLNode, other: XMLNode) -> Bool {
    one.name == other.name && one.content == other.content
      && one.attributes.elementsEqual(other.attributes, by: ==)
  }
}

extension XMLNode {
  /// Returns the document in UTF-8, with one element per line. Text is written unchanged.
  package func document() -> [UInt8] {
    var output = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    write(to: &output, indent: 0)
    return output
  }

  private func write(to output: inout [UInt8], indent: Int) {
    output.append(contentsOf: repeatElement(0x20, count: indent))
    output.append(UInt8(ascii: "<"))
    output += name.utf8
    for attribute in attributes {
      output.append(0x20)
      output += attribute.name.utf8
      output += "=\"".utf8
      Self.escape(attribute.value, inAttribute: true, to: &output)
      output.append(UInt8(ascii: "\""))
    }
    guard !content.isEmpty else {
      output += "/>\n".utf8
      return
    }
    output.append(UInt8(ascii: ">"))
    var endsLine = false
    for part in content {
      switch part {
      case .text(let text): Self.escape(text, inAttribute: false, to: &output)
      case .element(let child):
        if !endsLine { output.append(0x0A) }
        child.write(to: &output, indent: indent + 1)
        endsLine = true
      }
    }
    if endsLine { output.append(contentsOf: repeatElement(0x20, count: indent)) }
    output += "</".utf8
    output += name.utf8
    output += ">\n".utf8
  }

  /// Escapes special characters, and in attributes also line ends, which XML 1.0 §3.3.3 would turn
  /// into blanks. Drops characters that XML 1.0 §2.2 does not allow.
  package static func escape(_ text: String, inAttribute: Bool, to output: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;".utf8
      case "<": output += "&lt;".utf8
      case ">": output += "&gt;".utf8
      case "\"" where inAttribute: output += "&quot;".utf8
      case "\n" where inAttribute: output += "&#10;".utf8
      case "\t" where inAttribute: output += "&#9;".utf8
      case "\r": output += "&#13;".utf8
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
      default: output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}
