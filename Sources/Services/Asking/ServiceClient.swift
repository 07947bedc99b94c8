import Bytes
import OrderedJSON

/// Asks servers, and is patient with them: it waits if they are busy, follows redirections, and
/// gives the token only to servers that it is for.
struct ServiceClient: Sendable {
  /// An answer to a question.
  enum Reply: Sendable {
    /// The body, in a file that the caller may rename. An empty body has no file.
    case body(path: String, size: Int)
    case refused(ServiceRefusal)
    case tooLarge(limit: Int)
  }

  let transport: any Transport
  var signIn: SignIn
  /// A folder for the bodies of answers.
  let scratch: String
  /// What the names of these files begin with.
  var prefix = ""
  /// Waits for some seconds.
  let wait: @Sendable (Int) async throws -> Void

  /// How often a server can reject a new token.
  private static let renewals = 2
  /// The longest wait that a server can ask for, in seconds.
  private static let longestWait = 300
  private static let mostRedirections = 5

  /// A client without a token, or with one.
  init(
    transport: any Transport, signIn: SignIn, scratch: String,
    wait: @escaping @Sendable (Int) async throws -> Void
  ) {
    (self.transport, self.signIn, self.scratch, self.wait) = (transport, signIn, scratch, wait)
  }

  /// Asks several questions. Returns a reply for each, in order. The files of their bodies stay until
  /// the next call.
  ///
  /// - Throws: `ServicesError` if a server stays unreachable, can't be trusted or wants a token.
  func ask(_ questions: [Question]) async throws -> [Reply] {
    var replies = [Reply?](repeating: nil, count: questions.count)
    var open = Array(questions.indices)
    var (attempt, renewals) = (0, 0)
    while !open.isEmpty {
      let round = try await send(open, of: questions, into: &replies)
      if !round.rejected.isEmpty {
        renewals = round.rejected.count < open.count ? 1 : renewals + 1
        try await renewTokens(for: round.rejected.map(\.address), isLast: renewals > Self.renewals)
      }
      if let first = round.delayed.first {
        attempt += 1
        let pause = max(1 << (attempt - 1), round.delayed.compactMap(\.seconds).max() ?? 0)
        let tries = round.delayed.map { $0.cause.tries }.min() ?? 0
        guard attempt < tries, pause <= Self.longestWait else {
          throw first.error(of: questions[first.index])
        }
        try await wait(pause)
      }
      open = (round.delayed.map(\.index) + round.rejected.map(\.index)).sorted()
    }
    return replies.compactMap(\.self)
  }

  /// Gets new tokens for servers.
  ///
  /// - Throws: `ServicesError.signInNeeded` if there are none.
  private func renewTokens(for addresses: [WebAddress], isLast: Bool) async throws {
    var servers: [String] = []
    for address in addresses {
      let server = address.root(before: "rest") ?? address.server
      guard !servers.contains(server) else { continue }
      servers.append(server)
      guard !isLast, try await renewToken(for: address) else {
        throw ServicesError.signInNeeded(
          address: address.server + address.path, hasToken: signIn.hasToken)
      }
    }
  }

  /// A question that the server may answer later.
  private struct Delayed {
    /// Why the answer isn't here.
    enum Cause {
      case passing(String)
      /// Nobody knows the name of the host.
      case noAddress(String)
      /// The answer can't be read, such as a page for people.
      case unreadable

      /// How often a question is asked before its server counts as unreachable.
      var tries: Int {
        switch self {
        case .passing: 6
        case .noAddress: 2
        case .unreadable: 4
        }
      }
    }

    let index: Int
    let cause: Cause
    /// How long the server wants to be left alone; nil if it doesn't say.
    var seconds: Int?

    /// The error that ends the fetch.
    func error(of question: Question) -> ServicesError {
      switch cause {
      case .passing(let reason), .noAddress(let reason):
        .unreachable(address: question.address, reason: reason)
      case .unreadable: .answerUnusable(address: question.address, expected: "JSON")
      }
    }
  }

  /// What is to be asked again.
  private struct Round {
    var delayed: [Delayed] = []
    /// The questions for which the server wants another token.
    var rejected: [(index: Int, address: WebAddress)] = []
  }

  /// Where the body of an answer is.
  ///
  /// - Parameter index: the position of its question among those that are asked together.
  func outputPath(ofQuestion index: Int) -> String { "\(scratch)/\(prefix)\(index)" }

  /// Sends questions once, and follows redirections. Returns those to ask again.
  private func send(
    _ indices: [Int], of questions: [Question], into replies: inout [Reply?]
  ) async throws -> Round {
    var open = try indices.map { index in
      (
        index,
        try questions[index].request(output: outputPath(ofQuestion: index), signIn: signIn)
      )
    }
    var round = Round()
    for _ in 0...Self.mostRedirections where !open.isEmpty {
      let results = try await transport.send(open.map(\.1))
      var redirected: [(Int, WebRequest)] = []
      for ((index, request), result) in zip(open, results) {
        switch try outcome(of: request, questions[index], result) {
        case .reply(let reply): replies[index] = reply
        case .redirected(let next): redirected.append((index, next))
        case .later(let cause, let seconds):
          round.delayed.append(Delayed(index: index, cause: cause, seconds: seconds))
        case .rejected: round.rejected.append((index, request.address))
        }
      }
      open = redirected
    }
    if let (_, request) = open.first {
      throw ServicesError.untrusted(
        address: request.address.server, reason: "it redirects in a circle")
    }
    return round
  }

  /// Asks for a document.
  ///
  /// - Throws: `ServicesError`, also if the answer is an error or no JSON.
  func document(_ question: Question) async throws -> JSON {
    try await documents([question])[0]
  }

  /// Asks for several documents.
  ///
  /// - Throws: `ServicesError`, also if an answer is an error or no JSON.
  func documents(_ questions: [Question]) async throws -> [JSON] {
    let replies = try await ask(questions)
    return try zip(questions, replies).map { question, reply in
      switch reply {
      case .body(let path, let size):
        try Self.document(size == 0 ? [] : Self.read(path), of: question)
      case .refused(let refusal): throw refusal.error(of: question)
      case .tooLarge(let limit):
        throw ServicesError.answerTooLarge(address: question.address, limit: limit)
      }
    }
  }

  /// Reads a body.
  static func read(_ path: String) throws(BytesError) -> [UInt8] {
    let file = try InputFile(path: path)
    return try file.read(at: 0, count: file.size)
  }

  private static func document(
    _ body: [UInt8], of question: Question
  ) throws(ServicesError) -> JSON {
    guard let json = try? JSONParser.parse(body) else {
      throw .answerUnusable(address: question.address, expected: "JSON")
    }
    return json
  }

  private enum Outcome {
    case reply(Reply)
    case redirected(WebRequest)
    case later(Delayed.Cause, seconds: Int?)
    /// The server wants another token.
    case rejected
  }

  private func outcome(
    of request: WebRequest, _ question: Question, _ result: Result<WebAnswer, WebFailure>
  ) throws -> Outcome {
    switch result {
    case .failure(.passing(let reason)): return .later(.passing(reason), seconds: nil)
    case .failure(.noAddress(let reason)): return .later(.noAddress(reason), seconds: nil)
    case .failure(.lasting(let reason)):
      throw ServicesError.untrusted(address: request.address.server, reason: reason)
    case .failure(.proxy(let status)):
      throw ServicesError.proxyRefused(address: request.address.server, status: status)
    case .failure(.tooLarge(let limit)): return .reply(.tooLarge(limit: limit))
    case .success(let answer):
      if (300...399).contains(answer.status) {
        return .redirected(try redirect(request, question, answer))
      }
      let size = WorkFolder.size(of: request.output)
      if size == question.fileSize, (200...299).contains(answer.status) {
        return .reply(.body(path: request.output, size: size))
      }
      guard let refusal = try refusal(of: request, answer, size: size) else {
        guard try question.mayRead(request.output, size: size) else {
          return .later(.unreadable, seconds: answer.retryAfter)
        }
        return .reply(.body(path: request.output, size: size))
      }
      let isDivisible = question.isDivisible || question.hasSecrets
      if refusal.isPassing || refusal.isOverload && !isDivisible {
        return .later(.passing(refusal.reason), seconds: answer.retryAfter)
      }
      // A wrong password isn't tried again: that could lock the account.
      if question.hasSecrets { return .reply(.refused(refusal)) }
      if refusal.isAboutToken { return .rejected }
      guard !refusal.isAboutSignIn else {
        throw ServicesError.signInNeeded(
          address: request.address.server + request.address.path, hasToken: signIn.hasToken)
      }
      return .reply(.refused(refusal))
    }
  }

  /// The largest body that can be an error.
  private static let longestError = 1 << 16

  private func refusal(
    of request: WebRequest, _ answer: WebAnswer, size: Int
  ) throws -> ServiceRefusal? {
    var body: [UInt8] = []
    if size > 0, size <= Self.longestError {
      body = try InputFile(path: request.output).read(at: 0, count: size)
    }
    return ServiceRefusal(status: answer.status, body: body)
  }

  /// The request to the address that a redirection names, without secrets of another server.
  private func redirect(
    _ request: WebRequest, _ question: Question, _ answer: WebAnswer
  ) throws(ServicesError) -> WebRequest {
    guard let target = answer.redirection.flatMap({ WebAddress($0) }) else {
      throw .untrusted(
        address: request.address.server, reason: "it redirects to an address that can't be used")
    }
    guard !question.hasSecrets || target.isSameServer(as: request.address) else {
      throw .untrusted(
        address: request.address.server, reason: "it redirects a sign-in to \(target.server)")
    }
    return WebRequest(
      target, form: answer.status == 303 ? nil : request.form,
      headers: signIn.headers(for: target), output: request.output, sizeLimit: request.sizeLimit)
  }
}

extension Question {
  /// Whether an answer may be what was asked for. Whoever can ask for less finds out alone, and a
  /// password isn't sent again.
  fileprivate func mayRead(_ path: String, size: Int) throws(BytesError) -> Bool {
    guard size > 0, fileSize == nil, !isDivisible, !hasSecrets else { return true }
    let blanks = Array(" \n\r\t".utf8)
    let file = try InputFile(path: path)
    let length = min(size, 64)
    let first = try file.read(at: 0, count: length).first { !blanks.contains($0) }
    let last = try file.read(at: size - length, count: length).last { !blanks.contains($0) }
    // A web page, or a document that was cut.
    return first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
  }
}

extension ServiceRefusal {
  /// Why the answer must come later.
  fileprivate var reason: String {
    isOverload
      ? "the server answers with error \(code)\(message.isEmpty ? "" : ": \(message)")"
      : "the server is busy (error \(code))"
  }

  /// The error that ends the fetch.
  func error(of question: Question) -> ServicesError {
    .refused(address: question.address, code: code, message: message)
  }
}

extension ServiceClient {
  /// The same client without a token. Its answers don't replace those of the other.
  var unsigned: ServiceClient {
    var client = self
    client.prefix = "sign-in-"
    if let address = WebAddress("https://localhost"),
      let none = try? SignIn(token: nil, for: address)
    {
      client.signIn = none
    }
    return client
  }

  /// Gets another token for a server that wants one, or rejects the one that it got.
  ///
  /// - Returns: false if there is none.
  func renewToken(for address: WebAddress) async throws -> Bool {
    guard let issuer = signIn.issuer else { return false }
    return try await issuer.renew(signIn, for: address, over: unsigned)
  }
}
