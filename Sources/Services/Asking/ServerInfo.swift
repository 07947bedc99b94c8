import OrderedJSON

/// What a server says about signing in: `ROOT/rest/info`.
struct ServerInfo: Sendable {
  /// The portal that the server belongs to; nil if it stands alone.
  let owner: WebAddress?
  /// The address that gives tokens; nil if the server doesn't say.
  let tokens: String?

  /// - Parameters:
  ///   - server: the address before `/rest`.
  ///   - client: asks without a token.
  static func read(_ server: String, over client: ServiceClient) async throws -> ServerInfo {
    let info = try await client.document(.json("\(server)/rest/info"))
    return ServerInfo(
      owner: info["owningSystemUrl"]?.string.flatMap { WebAddress($0) },
      tokens: info["authInfo"]?["tokenServicesUrl"]?.string)
  }
}

/// The addresses of a portal for signing in with an app.
struct OAuth: Sendable {
  private let root: String

  init(_ portal: WebAddress) {
    root = portal.portalRoot + "/oauth2"
  }

  /// Where tokens come from.
  var token: String { root + "/token" }
  /// The page on which people sign in.
  var authorize: String { root + "/authorize" }
}

extension WebAddress {
  /// The address of the interface of the portal that has this address.
  var portalRoot: String {
    (text.hasSuffix("/") ? String(text.dropLast()) : text) + "/sharing/rest"
  }

  /// Whether both are addresses of one portal. Servers write its host and path in any case.
  func isSamePortal(as other: WebAddress) -> Bool {
    if SignIn.isOnline(host), SignIn.isOnline(other.host) { return true }
    func name(_ address: WebAddress) -> String {
      address.host
        + address.path.lowercased().split(separator: "/").map { "/\($0)" }.joined()
    }
    return name(self) == name(other)
  }
}
