import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// XML in tests.
enum XMLText {
  /// Whether a text is one well-formed element.
  static func isWellFormed(_ text: String) throws -> Bool {
    XMLParser(data: Data(text.utf8)).parse()
  }
}
