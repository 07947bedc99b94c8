import Foundation
import FoundationXML

/// Reads the text of a small XML document's elements.
final class XMLDocument: NSObject, XMLParserDelegate {
  private var texts: [String: String] = [:]
  private var open = ""

  /// The text by element name; for several elements with a name, the last one's.
  ///
  /// - Throws: the parser's error if the document is not well-formed.
  static func elements(of bytes: [UInt8]) throws -> [String: String] {
    let reader = XMLDocument()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = reader
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    return reader.texts
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open = name
    texts[name] = ""
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    texts[open, default: ""] += text
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open = ""
  }
}
