import MapModel

extension ServiceClient {
  /// A client that signs its requests.
  ///
  /// - Parameters:
  ///   - source: what will be asked for. Its server, or the portal of that server, gets the
  ///     credential.
  ///   - portal: the portal that the user named; nil if there is none.
  ///   - scratch: a folder for the bodies of answers.
  ///   - wait: waits for some seconds.
  /// - Throws: `ServicesError`, also if the server rejects the credential.
  static func signedIn(
    _ credential: Credential?, for source: FetchSource, portal: WebAddress?,
    over transport: any Transport, scratch: String,
    wait: @escaping @Sendable (Int) async throws -> Void
  ) async throws -> ServiceClient {
    guard let home = source.home else { throw ServicesError.sourceUnknown("\(source)") }
    var client = ServiceClient(
      transport: transport, signIn: try SignIn(token: nil, for: home), scratch: scratch, wait: wait)
    guard let credential,
      let (issuer, home) = try await client.issuer(credential, for: source, portal: portal)
    else { return client }
    guard let token = try await issuer.token(over: client.unsigned) else { return client }
    client.signIn = try SignIn(token: token, for: home, issuer: issuer)
    if case .item(_, let portal) = source, !SignIn.isOnline(portal.host) {
      let hosts = try await Portal(client: client, address: portal).ownHosts()
      client.signIn = client.signIn.trusting(hosts)
    }
    return client
  }

  /// Who gives tokens for a source, and the server that they are for. Nil if nobody does.
  private func issuer(
    _ credential: Credential, for source: FetchSource, portal: WebAddress?
  ) async throws -> (TokenIssuer, WebAddress)? {
    switch (source, credential) {
    case (.item(_, let portal), _): return (TokenIssuer(credential, portal: portal), portal)
    case (.service(let service), .token):
      guard let server = WebAddress(service.root) else { return nil }
      return (TokenIssuer(credential, portal: portal ?? server), server)
    case (_, .stored(let stored)) where try stored.isEmpty(): return nil
    case (.service(let service), _):
      guard let address = WebAddress(service.root), let root = address.root(before: "rest") else {
        return nil
      }
      let info = try await ServerInfo.read(root, over: unsigned)
      if let owner = portal ?? info.owner {
        try check(owner, isNamedBy: portal, for: address, credential)
        return (TokenIssuer(credential, portal: owner), owner)
      }
      guard let tokens = info.tokens.flatMap({ WebAddress($0) }) else { return nil }
      guard tokens.host == address.host else {
        throw ServicesError.signInElsewhere(server: address.server, portal: tokens.server)
      }
      return (TokenIssuer(credential, server: address, tokens: tokens.text), address)
    }
  }

  /// A server can name any portal as its own. The user's secrets go to another host than the user's
  /// only if the user names that, or has stored them for it.
  private func check(
    _ owner: WebAddress, isNamedBy portal: WebAddress?, for address: WebAddress,
    _ credential: Credential
  ) throws(ServicesError) {
    if case .stored = credential { return }
    guard portal == nil, owner.host != address.host,
      !(SignIn.isOnline(owner.host) && SignIn.isOnline(address.host))
    else { return }
    throw .signInElsewhere(server: address.server, portal: owner.text)
  }
}
