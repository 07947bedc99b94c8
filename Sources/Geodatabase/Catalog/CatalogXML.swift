package import Markup

/// The XML of the catalog.
package enum CatalogXML {
  /// Reads a definition.
  ///
  /// - Parameter item: the name of the item, for errors.
  /// - Throws: `GeodatabaseError.definition`, `.definitionTooLarge`.
  package static func read(_ text: String, of item: String) throws -> XMLElement {
    do throws(XMLError) {
      return try XMLReader.read(Array(text.utf8))
    } catch {
      switch error {
      case .unexpected(let offset, let expected):
        throw GeodatabaseError.definition(item: item, offset: offset, expected: expected)
      case .tooLarge(let bytes, let limit):
        throw GeodatabaseError.definitionTooLarge(item: item, bytes: bytes, limit: limit)
      }
    }
  }
}
