import Bytes
import OrderedJSON

/// Gets tokens from a portal, or from a server that stands alone, and new ones when they expire.
struct TokenIssuer: Sendable {
  private let credential: Credential
  /// The portal; nil for a server that stands alone.
  private let portal: WebAddress?
  /// Where to send the name and password of a user.
  private let tokens: String
  /// What tokens are bound to, and each request says.
  private let referer: String

  /// How long a token lasts, in minutes. The shortest that all servers give: a longer fetch gets
  /// another one.
  private static let minutes = "60"

  /// An issuer of a portal.
  init(_ credential: Credential, portal: WebAddress) {
    self.credential = credential
    self.portal = portal
    tokens = portal.portalRoot + "/generateToken"
    referer = portal.server
  }

  /// An issuer for a server that stands alone.
  ///
  /// - Parameter tokens: the address that gives tokens.
  init(_ credential: Credential, server: WebAddress, tokens: String) {
    self.credential = credential
    portal = nil
    self.tokens = tokens
    referer = server.server
  }

  /// Signs in. Nil if nothing is stored for the portal.
  ///
  /// - Parameter client: asks without a token.
  /// - Throws: `ServicesError.signInFailed`, `.signInEnded` and others.
  func token(over client: ServiceClient) async throws -> SignIn.Token? {
    switch credential {
    case .token(let text): return SignIn.Token(text: text)
    case .user(let name, let password):
      let answer = try await client.secretDocument(
        tokens,
        [
          ("username", name), ("password", password), ("client", "referer"),
          ("referer", referer), ("expiration", Self.minutes),
        ])
      return try token(answer["token"], at: tokens, isBound: true)
    case .app(let id, let secret):
      guard let portal else {
        throw ServicesError.signInFailed(
          address: tokens, message: "a server without a portal has no apps")
      }
      let address = OAuth(portal).token
      let answer = try await client.secretDocument(
        address,
        [
          ("client_id", id), ("client_secret", secret), ("grant_type", "client_credentials"),
          ("expiration", Self.minutes),
        ])
      return try token(answer["access_token"], at: address, isBound: false)
    case .stored(let stored):
      guard let portal, let signIn = try stored.read(portal) else { return nil }
      return try await token(of: signIn, in: stored, portal, over: client)
    }
  }

  /// A token for what `sign-in` stored. Some portals replace the stored secret each time.
  private func token(
    of signIn: StoredSignIn, in stored: StoredSignIns, _ portal: WebAddress,
    over client: ServiceClient
  ) async throws -> SignIn.Token? {
    guard let home = WebAddress(signIn.portal) else { return nil }
    let address = OAuth(home).token
    let answer: JSON
    do {
      answer = try await client.secretDocument(
        address,
        [
          ("client_id", signIn.clientID), ("grant_type", "refresh_token"),
          ("refresh_token", signIn.refreshToken),
        ])
    } catch ServicesError.signInFailed {
      throw ServicesError.signInEnded(portal: signIn.portal)
    }
    if let next = answer["refresh_token"]?.string, next != signIn.refreshToken {
      try stored.write(
        StoredSignIn(portal: signIn.portal, clientID: signIn.clientID, refreshToken: next),
        for: portal)
    }
    return try token(answer["access_token"], at: address, isBound: false)
  }

  /// Gets another token for a server that wants one, or rejects the one that it got.
  ///
  /// - Parameter client: asks without a token.
  /// - Returns: false if there is none for this server.
  func renew(
    _ signIn: SignIn, for address: WebAddress, over client: ServiceClient
  ) async throws -> Bool {
    guard let server = try await federatedServer(address, signIn, over: client) else {
      return signIn.isTrusted(address) ? try await renew(signIn, over: client) : false
    }
    if let token = try await exchange(signIn.token, for: server, over: client) {
      signIn.keep(token, forServer: server)
      return true
    }
    // The portal doesn't exchange a token that has expired.
    guard try await renew(signIn, over: client),
      let token = try await exchange(signIn.token, for: server, over: client)
    else { return false }
    signIn.keep(token, forServer: server)
    return true
  }

  private func renew(_ signIn: SignIn, over client: ServiceClient) async throws -> Bool {
    if case .token = credential { return false }
    guard let token = try await token(over: client) else { return false }
    signIn.token = token
    return true
  }

  /// The address of the server before `/rest`, if the portal gives tokens for it.
  private func federatedServer(
    _ address: WebAddress, _ signIn: SignIn, over client: ServiceClient
  ) async throws -> String? {
    guard let portal, !SignIn.isOnline(address.host), address.isPrivate,
      address.root(before: "sharing") == nil, let server = address.root(before: "rest")
    else { return nil }
    if signIn.token(ofServer: server) != nil { return server }
    let owner = try? await ServerInfo.read(server, over: client).owner
    return owner.map { portal.isSamePortal(as: $0) } == true ? server : nil
  }

  /// The portal's token for a server of its own; nil if the portal rejects the token.
  private func exchange(
    _ token: SignIn.Token?, for server: String, over client: ServiceClient
  ) async throws -> SignIn.Token? {
    guard let token else { return nil }
    do {
      let answer = try await client.secretDocument(
        tokens,
        [
          ("token", token.text), ("serverUrl", server), ("client", "referer"),
          ("referer", referer), ("expiration", Self.minutes),
        ])
      return try self.token(answer["token"], at: tokens, isBound: true)
    } catch ServicesError.signInFailed {
      return nil
    }
  }

  private func token(
    _ json: JSON?, at address: String, isBound: Bool
  ) throws(ServicesError) -> SignIn.Token {
    guard let text = json?.string, SignIn.isUsable(text) else {
      throw .answerUnusable(address: address, expected: "a token")
    }
    return SignIn.Token(text: text, referer: isBound ? referer : nil)
  }
}

extension ServiceClient {
  /// Asks for a document with a form that has secrets.
  ///
  /// - Throws: `ServicesError.signInFailed` with the server's words, and others.
  func secretDocument(
    _ address: String, _ parameters: [(name: String, value: String)]
  ) async throws -> JSON {
    guard WebAddress(address)?.isPrivate == true else {
      throw ServicesError.signInFailed(
        address: address, message: "the address isn't encrypted, so others could read the password")
    }
    var question = Question.json(address, parameters, sizeLimit: 1 << 20)
    question.hasSecrets = true
    // A run that is killed later must not leave a token behind.
    defer {
      let path = outputPath(ofQuestion: 0)
      WorkFolder.discard(path)
      WorkFolder.discard(CurlConfiguration.headerPath(ofOutput: path))
    }
    do {
      return try await document(question)
    } catch ServicesError.refused(let address, let code, let message) {
      throw ServicesError.signInFailed(
        address: address, message: message.isEmpty ? "error \(code)" : message)
    }
  }
}
