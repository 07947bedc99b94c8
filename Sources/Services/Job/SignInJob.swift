import Bytes
import FoundationEssentials
import OrderedJSON

/// Signs a user in with a browser: the user opens a page of the portal, and pastes the code that it
/// shows. So it works with any way in which people sign in there, and with second factors.
package struct SignInJob: Sendable {
  private let portal: WebAddress
  private let clientID: String
  private let stored: StoredSignIns
  private let transport: any Transport
  private let wait: @Sendable (Int) async throws -> Void
  /// Proves that whoever sends the code is who asked for it (RFC 7636).
  private let verifier: String

  /// The portal shows the code on a page, instead of sending it to another one.
  private static let redirection = "urn:ietf:wg:oauth:2.0:oob"
  /// How long the stored sign-in lasts, in minutes: two weeks.
  private static let minutes = "20160"

  /// - Parameters:
  ///   - clientID: the app of the organization that users sign in with.
  ///   - wait: waits for some seconds.
  package init(
    portal: WebAddress, clientID: String, storing stored: StoredSignIns,
    over transport: any Transport, wait: @escaping @Sendable (Int) async throws -> Void
  ) {
    self.portal = portal
    self.clientID = clientID
    self.stored = stored
    self.transport = transport
    self.wait = wait
    var generator = SystemRandomNumberGenerator()
    verifier = SHA256.hex((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// The page that the user opens in a browser.
  package var page: String {
    let digest = Data(SHA256.of(Array(verifier.utf8).span)).base64EncodedString()
    let challenge = digest.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }.filter { $0 != "=" }
    return OAuth(portal).authorize + "?"
      + FormText.encode([
        ("client_id", clientID), ("response_type", "code"), ("redirect_uri", Self.redirection),
        ("code_challenge", String(challenge)), ("code_challenge_method", "S256"),
        ("expiration", Self.minutes),
      ])
  }

  /// Stores the sign-in that the portal gives for a code.
  ///
  /// - Returns: the name of the user, and the file.
  /// - Throws: `ServicesError.signInFailed` and others, and errors of writing.
  package func finish(code: String) async throws -> (user: String, path: String) {
    let scratch = try ScratchFiles(in: ScratchFolder.path)
    // The answer has the secret.
    let answers = scratch.path + "/answers"
    try OutputFolder.make(answers, isSecret: true)
    let client = ServiceClient(
      transport: transport, signIn: try SignIn(token: nil, for: portal),
      scratch: answers, wait: wait)
    let address = OAuth(portal).token
    let answer = try await client.secretDocument(
      address,
      [
        ("client_id", clientID), ("grant_type", "authorization_code"), ("code", code),
        ("redirect_uri", Self.redirection), ("code_verifier", verifier),
      ])
    guard let token = answer["refresh_token"]?.string, !token.isEmpty else {
      throw ServicesError.answerUnusable(address: address, expected: "a refresh token")
    }
    try stored.write(
      StoredSignIn(portal: portal.text, clientID: clientID, refreshToken: token), for: portal)
    return (answer["username"]?.string ?? "", stored.path(for: portal))
  }
}
