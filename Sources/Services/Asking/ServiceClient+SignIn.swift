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
