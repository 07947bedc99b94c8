import Bytes

/// Builds a definition: one line of XML, as in the format.
struct XMLText: Sendable {
  private(set) var text = ""

  /// Adds an element with text; an empty text gives an empty element.
  mutating func add(_ name: String, _ value: String, type: String? = nil) {
    text += "<\(name)\(Self.attribute(type))>\(Self.escaped(value))</\(name)>"
  }

  mutating func add(_ name: String, _ value: Bool) { add(name, value ? "true" : "false") }

  mutating func add(_ name: String, _ value: Int) { add(name, String(value)) }

  mutating func add(_ name: String, _ value: Double) { add(name, XMLNumber.text(value)) }

  /// Adds an element with child elements.
  mutating func add(_ name: String, type: String? = nil, _ content: (inout XMLText) -> Void) {
    text += "<\(name)\(Self.attribute(type))>"
    content(&self)
    text += "</\(name)>"
  }

  /// Adds finished XML.
  mutating func add(raw: String) { text += raw }

  /// A document in the form of servers.
  static func document(_ name: String, _ content: (inout XMLText) -> Void) -> String {
    document(
      name, type: name, content,
      attributes: "xsi:type='typens:\(name)' "
        + "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
        + "xmlns:xs='http://www.w3.org/2001/XMLSchema' "
        + "xmlns:typens='http://www.esri.com/schemas/ArcGIS/10.7'")
  }

  /// A document in the form of clients, which write the items of replicas.
  static func clientDocument(_ name: String, _ content: (inout XMLText) -> Void) -> String {
    document(
      "typens:\(name)", type: name, content,
      attributes: "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
        + "xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "
        + "xmlns:typens=\"http://www.esri.com/schemas/ArcGIS/10.1\" "
        + "xsi:type=\"typens:\(name)\"")
  }

  private static func document(
    _ name: String, type: String, _ content: (inout XMLText) -> Void, attributes: String
  ) -> String {
    var xml = XMLText()
    xml.text = "<\(name) \(attributes)>"
    content(&xml)
    return xml.text + "</\(name)>"
  }

  /// The type attribute of an element. A type that begins with `xs:` is from XML Schema.
  private static func attribute(_ type: String?) -> String {
    guard let type else { return "" }
    return " xsi:type='\(type.hasPrefix("xs:") ? type : "typens:" + type)'"
  }

  /// The text of an element, escaped. Characters that XML can't contain are left out.
  static func escaped(_ value: String) -> String {
    var bytes: [UInt8] = []
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes.append(literal: "&amp;")
      case UInt8(ascii: "<"): bytes.append(literal: "&lt;")
      case UInt8(ascii: ">"): bytes.append(literal: "&gt;")
      case UInt8(ascii: "\""): bytes.append(literal: "&quot;")
      case UInt8(ascii: "'"): bytes.append(literal: "&apos;")
      case 0x09, 0x0A, 0x0D, 0x20...: bytes.append(byte)
      default: continue
      }
    }
    return bytes.span.repairedString()
  }
}
