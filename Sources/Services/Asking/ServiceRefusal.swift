import Bytes
import MapModel
import OrderedJSON

/// An error that a server answered, by its HTTP status or inside a document with status 200.
struct ServiceRefusal: Error, Sendable, Equatable {
  /// The code of the document, or else the HTTP status.
  let code: Int
  /// The server's own words, shortened; empty if it has none.
  let message: String

  /// Whether the server may answer a smaller question.
  var isOverload: Bool { (500...504).contains(code) && code != 503 }
  /// Whether the server may answer later.
  var isPassing: Bool { [408, 429, 503].contains(code) }
  /// Whether the server wants a token, or another one, or doesn't let this user in.
  var isAboutSignIn: Bool { isAboutToken || code == 403 }
  /// Whether the server wants a token, or another one.
  var isAboutToken: Bool { [401, 498, 499].contains(code) }

  /// Documents above this size are data. Errors are short.
  private static let longestError = 1 << 16
  private static let longestMessage = 300

  /// The error of an answer; nil if it isn't one.
  init?(status: Int, body: [UInt8]) {
    let document = Self.document(body)
    if let error = document?["error"], !error.isNull {
      code = error["code"]?.int ?? (status >= 400 ? status : 500)
      message = Self.words(of: error)
    } else if document?["status"]?.string == "error" || document?["status"]?.string == "failed",
      let document
    {
      code = document["code"]?.int ?? 500
      message = Self.words(of: document)
    } else if let number = document?["code"]?.int, number >= 400, document?["message"] != nil,
      let document
    {
      code = number
      message = Self.words(of: document)
    } else {
      guard !(200...299).contains(status) else { return nil }
      code = status
      message = ""
    }
  }

  private static func document(_ body: [UInt8]) -> JSON? {
    guard body.count <= longestError else { return nil }
    return try? JSONParser.parse(body)
  }

  /// `message`, or `messages`, and the details: a list, a text, or missing.
  private static func words(of error: JSON) -> String {
    let details = error["details"]?.array?.compactMap(\.string) ?? [error["details"]?.string ?? ""]
    let heads = [error["message"]?.string ?? error["messages"]?[0]?.string ?? error.string ?? ""]
    var words = (heads + details).filter { !$0.isEmpty }.joined(separator: "; ")
    while words.utf8.count > longestMessage { words.removeLast() }
    return words
  }
}
