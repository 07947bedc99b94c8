import Foundation
import OrderedJSON
import TestSupport
import Testing

/// JSON documents for tests.
enum Documents {
  /// Parses a text.
  static func json(_ text: String) throws -> JSON {
    try JSONParser.parse(Array(text.utf8))
  }

  /// Parses a file of the shared data.
  static func shared(_ relative: String) throws -> JSON {
    let path = try #require(SharedData.path(relative))
    return try JSONParser.parse([UInt8](Data(contentsOf: URL(filePath: path))))
  }
}
