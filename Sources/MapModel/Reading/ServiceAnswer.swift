package import OrderedJSON

/// Distinguishes a service's data from its errors. Both have HTTP status 200.
package enum ServiceAnswer {
  /// Returns the error in a document `{"error": {code, message, details}}`, or nil for any other.
  package static func error(in object: JSONObject) -> MapModelError? {
    guard let error = object["error"], let members = error.object else { return nil }
    let texts = [members["message"]?.string] + (members["details"]?.array ?? []).map(\.string)
    let message = texts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "; ")
    return .serviceError(code: members["code"]?.int, message: message)
  }
}
