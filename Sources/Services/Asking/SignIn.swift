import Synchronization

/// How requests are signed, and which servers get the signature.
final class SignIn: Sendable {
  /// A token, and what it is bound to.
  struct Token: Sendable, Equatable {
    let text: String
    /// The `Referer` that must go with each request; nil if the token isn't bound to one.
    var referer: String?
  }

  private struct State {
    /// The token for the server and its partners.
    var token: Token?
    /// Tokens that the portal gave for other servers of its own, by their address in lower case.
    var servers: [String: Token] = [:]
  }

  /// The server that the token is for.
  private let home: WebAddress
  /// Other servers that the portal names as its own, such as `gis.example.gov`.
  private let partners: [String]
  private let state: Mutex<State>
  /// Gives new tokens; nil if there is only this one.
  let issuer: TokenIssuer?

  /// No token, or one for a server.
  ///
  /// - Throws: `ServicesError.tokenUnusable`.
  init(
    token: Token?, for home: WebAddress, partners: [String] = [], issuer: TokenIssuer? = nil
  ) throws(ServicesError) {
    if let token {
      guard Self.isUsable(token.text) else {
        throw .tokenUnusable("it is empty, or has blanks or other unusual characters")
      }
      guard home.isPrivate else {
        throw .tokenUnusable("\(home.server) isn't encrypted, so others could read it")
      }
    }
    state = Mutex(State(token: token))
    self.home = home
    self.partners = partners.map { $0.lowercased() }
    self.issuer = issuer
  }

  /// Whether a token fits into the header of a request.
  static func isUsable(_ token: String) -> Bool {
    !token.isEmpty && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// The token for the server and its partners; nil without one.
  var token: Token? {
    get { state.withLock { $0.token } }
    set { state.withLock { $0.token = newValue } }
  }

  /// Whether there is a token.
  var hasToken: Bool { token != nil }

  /// The same token, also for servers that its portal names.
  func trusting(_ hosts: [String]) -> SignIn {
    let copy = try? SignIn(token: token, for: home, partners: hosts, issuer: issuer)
    return copy ?? self
  }

  /// The token that the portal gave for another server; nil without one.
  ///
  /// - Parameter server: the address before `/rest`.
  func token(ofServer server: String) -> Token? {
    state.withLock { $0.servers[server.lowercased()] }
  }

  /// Keeps the token that the portal gave for another server.
  func keep(_ token: Token, forServer server: String) {
    state.withLock { $0.servers[server.lowercased()] = token }
  }

  /// The lines of a request's header. A server that isn't the token's own gets none.
  ///
  /// A header isn't part of addresses, which servers and proxies write into their logs.
  func headers(for address: WebAddress) -> [WebRequest.Header] {
    let own = address.isPrivate ? address.root(before: "rest").flatMap(token(ofServer:)) : nil
    guard let token = own ?? (isTrusted(address) ? token : nil) else { return [] }
    let header = WebRequest.Header(name: "X-Esri-Authorization", value: "Bearer \(token.text)")
    return [header] + (token.referer.map { [WebRequest.Header(name: "Referer", value: $0)] } ?? [])
  }

  /// Whether a server may get the token.
  func isTrusted(_ address: WebAddress) -> Bool {
    if address.isSameServer(as: home) { return true }
    guard address.isEncrypted else { return false }
    if Self.isOnline(address.host), Self.isOnline(home.host) { return true }
    return address.host == home.host || partners.contains(address.host)
  }

  /// Whether a host belongs to ArcGIS Online, whose portal and services have many names.
  static func isOnline(_ host: String) -> Bool {
    host == "arcgis.com" || host.hasSuffix(".arcgis.com")
  }
}
