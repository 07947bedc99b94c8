/// A question to a server: an address and parameters.
struct Question: Sendable {
  /// The address without a query.
  let address: String
  /// The parameters, in order.
  var parameters: [(name: String, value: String)]
  /// The largest answer, in bytes.
  var sizeLimit = 64 << 20
  /// Whether smaller questions can replace it if it is too much for the server.
  var isDivisible = false
  /// The size of a file that the answer is; nil for documents.
  var fileSize: Int?
  /// Whether a parameter is secret, such as a password. Then all are sent as a form and never appear
  /// in an address, and no other server gets them.
  var hasSecrets = false

  /// Longer addresses are sent as a form, because servers refuse them. It is the limit of Esri's own
  /// clients.
  private static let longestAddress = 2_000

  /// Asks for JSON.
  static func json(
    _ address: String, _ parameters: [(name: String, value: String)] = [],
    sizeLimit: Int = 64 << 20
  ) -> Question {
    Question(
      address: address, parameters: [("f", "json")] + parameters, sizeLimit: sizeLimit)
  }

  /// The request to send.
  ///
  /// - Throws: `ServicesError.untrusted` for an address that can't be used.
  func request(output: String, signIn: SignIn) throws(ServicesError) -> WebRequest {
    let query = FormText.encode(parameters)
    let isForm = hasSecrets || address.utf8.count + query.utf8.count > Self.longestAddress
    let text = query.isEmpty || isForm ? address : "\(address)?\(query)"
    guard let target = WebAddress(text) else {
      throw .untrusted(address: address, reason: "it isn't an address on the web")
    }
    return WebRequest(
      target, form: isForm ? query : nil, headers: signIn.headers(for: target), output: output,
      sizeLimit: sizeLimit)
  }
}
