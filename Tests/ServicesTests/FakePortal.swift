import Bytes
import Foundation
import OrderedJSON
import Services
import Synchronization

/// A portal that gives tokens, in front of a fake service that wants them. Tokens end after some
/// requests.
final class FakePortal: Transport {
  /// Where the service is, and who gives tokens for it.
  enum Setting: Sendable {
    /// The portal and the service have the same tokens.
    case oneServer
    /// The service is on a server of the portal, which wants its own tokens.
    case federated
    /// There is no portal.
    case alone
  }

  private struct State {
    var made = 0
    /// How often each token may still be used.
    var uses: [String: Int] = [:]
    var refreshToken = "FIRST-REFRESH"
    var log: [WebRequest] = []
    /// The files with a secret that were there when a later request came, and the folders of answers
    /// that other users may look into.
    var exposed: Set<String> = []
    /// The challenge of the page that the user has opened.
    var challenge = ""
  }

  static let portal = "https://portal.example.gov/portal"
  static let code = "PASTED-CODE"
  /// All that may be in no address, file or message.
  static let secrets = ["S3CRET-PASSWORD", "S3CRET-OF-APP", "REFRESH", "TOKEN-", code]

  private let service: any Transport
  private let setting: Setting
  private let uses: Int
  private let rotates: Bool
  private let state = Mutex(State())

  init(_ service: any Transport, _ setting: Setting, uses: Int = 1_000, rotates: Bool = false) {
    (self.service, self.setting, self.uses, self.rotates) = (service, setting, uses, rotates)
  }

  var log: [WebRequest] { state.withLock { $0.log } }
  var exposed: Set<String> { state.withLock { $0.exposed } }
  var made: Int { state.withLock { $0.made } }

  /// A user opens a page and signs in.
  func open(_ page: String) -> String {
    let query = URLComponents(string: page)?.queryItems ?? []
    state.withLock { state in
      state.challenge = query.first { $0.name == "code_challenge" }?.value ?? ""
    }
    return Self.code
  }

  func send(_ requests: [WebRequest]) async throws -> [Result<WebAnswer, WebFailure>] {
    var results: [Result<WebAnswer, WebFailure>] = []
    for request in requests {
      try noteExposed(beside: request.output)
      if let json = state.withLock({ answer(request, &$0) }) {
        try Data(JSONWriter.write(json)).write(to: URL(fileURLWithPath: request.output))
        results.append(.success(WebAnswer(status: 200)))
      } else {
        results += try await service.send([request])
      }
    }
    return results
  }

  private func noteExposed(beside output: String) throws {
    let folder = URL(fileURLWithPath: output).deletingLastPathComponent()
    let files = FileManager.default
    let rights = try files.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
    if rights != 0o700 { state.withLock { _ = $0.exposed.insert(folder.path) } }
    for name in try files.contentsOfDirectory(atPath: folder.path) {
      let data = try Data(contentsOf: folder.appending(path: name))
      let text = String(decoding: data, as: UTF8.self)
      guard Self.secrets.contains(where: text.contains) else { continue }
      state.withLock { _ = $0.exposed.insert(name) }
    }
  }

  private func answer(_ request: WebRequest, _ state: inout State) -> JSON? {
    state.log.append(request)
    let path = request.address.path
    let form = self.form(request)
    if path.hasSuffix("/generateToken") || path.hasSuffix("/tokens") {
      return generate(form, &state)
    }
    if path.hasSuffix("/oauth2/token") { return oauth(form, &state) }
    if path.hasSuffix("/rest/info") {
      guard setting != .alone else {
        return ["authInfo": ["tokenServicesUrl": "https://gis.example.gov/arcgis/tokens"]]
      }
      return ["owningSystemUrl": "https://PORTAL.example.gov/portal/"]
    }
    return refusal(request, &state)
  }

  /// What a request without the right token gets; nil if it has it.
  private func refusal(_ request: WebRequest, _ state: inout State) -> JSON? {
    func header(_ name: String) -> String? {
      request.headers.first { $0.name == name }?.value
    }
    let isPortal = request.address.path.contains("/sharing/")
    guard let value = header("X-Esri-Authorization") else { return Self.error(499) }
    let token = String(value.dropFirst("Bearer ".count))
    let kind = isPortal ? "PORTAL" : setting == .federated ? "SERVER" : "TOKEN"
    guard token.contains(kind), let left = state.uses[token], left > 0 else {
      return Self.error(498)
    }
    if token.contains("BOUND"), header("Referer")?.hasPrefix("https://") != true {
      return Self.error(403)
    }
    state.uses[token] = left - 1
    return nil
  }

  private static func error(_ code: Int) -> JSON {
    ["error": ["code": .number(code), "message": "Invalid token.", "details": []]]
  }

  private func make(_ kind: String, _ state: inout State) -> JSON {
    state.made += 1
    let token = "TOKEN-\(kind)-\(state.made)"
    state.uses[token] = uses
    return .string(token)
  }

  private func generate(_ form: [String: String], _ state: inout State) -> JSON {
    guard form["client"] == "referer", form["referer"] != nil else { return Self.error(400) }
    if let token = form["token"] {
      guard state.uses[token] ?? 0 > 0, form["serverUrl"] == "https://gis.example.gov/arcgis" else {
        return Self.error(498)
      }
      return ["token": make("SERVER-BOUND", &state), "expires": 1]
    }
    guard form["username"] == "anna", form["password"] == "S3CRET-PASSWORD" else {
      return [
        "error": [
          "code": 400, "message": "Unable to generate token.",
          "details": ["Invalid username or password."],
        ]
      ]
    }
    return ["token": make("PORTAL-BOUND", &state), "expires": 1, "ssl": true]
  }

  private func oauth(_ form: [String: String], _ state: inout State) -> JSON {
    switch form["grant_type"] {
    case "client_credentials" where form["client_secret"] == "S3CRET-OF-APP":
      return ["access_token": make("PORTAL", &state), "expires_in": 3_600]
    case "authorization_code" where form["code"] == Self.code:
      guard Self.challenge(of: form["code_verifier"] ?? "") == state.challenge else {
        return Self.error(400)
      }
      return [
        "access_token": make("PORTAL", &state), "refresh_token": .string(state.refreshToken),
        "username": "anna",
      ]
    case "refresh_token" where form["refresh_token"] == state.refreshToken:
      var answer: JSONObject = ["access_token": make("PORTAL", &state), "expires_in": 1_800]
      if rotates {
        state.refreshToken = "REFRESH-\(state.made)"
        answer.append("refresh_token", .string(state.refreshToken))
      }
      return .object(answer)
    default: return Self.error(400)
    }
  }

  /// As RFC 7636 §4.2 defines it.
  private static func challenge(of verifier: String) -> String {
    let digest = SHA256.of(Array(verifier.utf8).span)
    return Data(digest).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  private func form(_ request: WebRequest) -> [String: String] {
    var values: [String: String] = [:]
    for pair in (request.form ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      values[parts[0]] = parts.count > 1 ? parts[1].removingPercentEncoding ?? "" : ""
    }
    return values
  }
}
