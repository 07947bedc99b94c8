import Bytes
import OrderedJSON

/// A call that changes data of a service. Unlike a question, it is never sent twice without looking.
struct EditCall: Sendable {
  /// The name of the file that has the body while it is sent.
  static let bodyName = "body"

  /// The address without a query.
  let address: String
  let body: [UInt8]
  /// The type of the body.
  let contentType: String

  /// A form with names and values. Asks for JSON.
  static func form(
    _ address: String, _ parameters: [(name: String, value: String)]
  ) -> EditCall {
    EditCall(
      address: address, body: Array(FormText.encode([("f", "json")] + parameters).utf8),
      contentType: "application/x-www-form-urlencoded")
  }

  /// A form with names, values and a file. Asks for JSON.
  static func multipart(
    _ address: String, _ parameters: [(name: String, value: String)], file: MultipartForm.File
  ) -> EditCall {
    let form = MultipartForm([("f", "json")] + parameters, file: file)
    return EditCall(
      address: address, body: form.bytes,
      contentType: "multipart/form-data; boundary=\(form.boundary)")
  }
}

extension ServiceClient {
  /// What became of a call.
  enum EditAnswer: Sendable {
    /// The server's own account.
    case document(JSON)
    /// The server did nothing.
    case refused(ServiceRefusal)
    /// Nobody knows whether the server did it. It may want to be left alone for some seconds.
    case unknown(reason: String, refusal: ServiceRefusal?, seconds: Int?)
  }

  /// The largest answer, in bytes.
  private static var largestAnswer: Int { 64 << 20 }

  /// How often a call is sent that the server rejects for its token.
  private static var tries: Int { 3 }

  /// Sends a call once. If the server does nothing because the token has expired, it sends the call
  /// again with a new one.
  ///
  /// - Throws: `ServicesError` if the server redirects, can't be trusted or wants a token.
  func send(_ call: EditCall, in folder: WorkFolder) async throws -> EditAnswer {
    guard let target = WebAddress(call.address) else {
      throw ServicesError.untrusted(address: call.address, reason: "it isn't an address on the web")
    }
    let name = EditCall.bodyName
    try folder.write(call.body, to: name, isSecret: true)
    defer { folder.remove(name) }
    let upload = WebRequest.Upload(path: "\(folder.path)/\(name)", contentType: call.contentType)
    for attempt in 1...Self.tries {
      let answer = try await send(upload, to: target)
      guard case .refused(let refusal) = answer, refusal.isAboutSignIn else { return answer }
      guard refusal.isAboutToken, attempt < Self.tries, try await renewToken(for: target) else {
        break
      }
    }
    throw ServicesError.signInNeeded(
      address: target.server + target.path, hasToken: signIn.hasToken)
  }

  private func send(
    _ upload: WebRequest.Upload, to target: WebAddress
  ) async throws -> EditAnswer {
    let request = WebRequest(
      target, upload: upload, headers: signIn.headers(for: target), output: "\(scratch)/answer",
      sizeLimit: Self.largestAnswer)
    guard let result = try await transport.send([request]).first else {
      return .unknown(reason: "curl brought no answer", refusal: nil, seconds: nil)
    }
    switch result {
    case .failure(.lasting(let reason)):
      throw ServicesError.untrusted(address: target.server, reason: reason)
    case .failure(.proxy(let status)):
      throw ServicesError.proxyRefused(address: target.server, status: status)
    case .failure(.passing(let reason)), .failure(.noAddress(let reason)):
      return .unknown(reason: reason, refusal: nil, seconds: nil)
    case .failure(.tooLarge):
      return .unknown(reason: "its answer is too large", refusal: nil, seconds: nil)
    case .success(let answer): return try take(answer, of: request)
    }
  }

  private func take(_ answer: WebAnswer, of request: WebRequest) throws -> EditAnswer {
    guard !(300...399).contains(answer.status) else {
      throw ServicesError.untrusted(
        address: request.address.server, reason: "it redirects edits to another address")
    }
    let body = WorkFolder.size(of: request.output) == 0 ? [] : try Self.read(request.output)
    guard let refusal = ServiceRefusal(status: answer.status, body: body) else {
      guard let json = try? JSONParser.parse(body) else {
        return .unknown(reason: "its answer is not JSON", refusal: nil, seconds: nil)
      }
      return .document(json)
    }
    guard !refusal.isPassing, !refusal.isOverload else {
      return .unknown(
        reason: "it answers with error \(refusal.code)", refusal: refusal,
        seconds: answer.retryAfter)
    }
    return .refused(refusal)
  }
}
