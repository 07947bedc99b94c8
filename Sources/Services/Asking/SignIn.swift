/// How requests are signed, and which servers get the signature.
struct SignIn: Sendable {
  /// The token or API key; nil without one.
  private let token: String?
  /// The server that the token is for.
  private let home: WebAddress
  /// Other servers that the portal names as its own, such as `gis.example.gov`.
  private let partners: [String]

  /// No token, or one for a server.
  ///
  /// - Throws: `ServicesError.tokenUnusable`.
  init(
    token: String?, for home: WebAddress, partners: [String] = []
  ) throws(ServicesError) {
    if let token {
      guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw .tokenUnusable("it is empty, or has blanks or other unusual characters")
      }
      guard home.isPrivate else {
        throw .tokenUnusable("\(home.server) isn't encrypted, so others could read it")
      }
    }
    self.token = token
    self.home = home
    self.partners = partners.map { $0.lowercased() }
  }

  /// Whether there is a token.
  var hasToken: Bool { token != nil }

  /// The same token, also for servers that its portal names.
  func trusting(_ hosts: [String]) -> SignIn {
    guard let copy = try? SignIn(token: token, for: home, partners: hosts) else { return self }
    return copy
  }

  /// The lines of a request's header. A server that isn't the token's own gets none.
  ///
  /// A header isn't part of addresses, which servers and proxies write into their logs.
  func headers(for address: WebAddress) -> [WebRequest.Header] {
    guard let token, isTrusted(address) else { return [] }
    return [WebRequest.Header(name: "X-Esri-Authorization", value: "Bearer \(token)")]
  }

  private func isTrusted(_ address: WebAddress) -> Bool {
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
