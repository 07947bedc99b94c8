package import OrderedJSON

/// Tells a service's answer from a service's error: both come with HTTP status 200.
package enum ServiceAnswer {
  /// The error a document `{"error": {code, message, details}}` reports; nil for any other.
  package static func error(in object: JSONObject) -> MapModelError? {
    guard let error = object["error"], let members = error.object else { return nil }
    let texts = [members["message"]?.string] + (members["details"]?.array ?? []).map(\.string)
    let message = texts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "; ")
    return .serviceError(code: members["code"]?.int, message: message)
  }
}
