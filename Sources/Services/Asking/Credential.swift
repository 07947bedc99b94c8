/// What a person or a script signs in with.
package enum Credential: Sendable {
  /// A token or API key, as it is.
  case token(String)
  /// The name and the password of a user.
  case user(name: String, password: String)
  /// The client ID and the secret of an app.
  case app(clientID: String, secret: String)
  /// What `sign-in` stored for the portal, if anything.
  case stored(StoredSignIns)
}
