import Bytes
import Foundation
import OrderedJSON
import Services
import TestSupport
import Testing

/// A fetch signs in, goes on when a token expires, and tells nobody the secrets.
@Suite struct SignInTests {
  static let user = Credential.user(name: "anna", password: "S3CRET-PASSWORD")
  static let app = Credential.app(clientID: "K8fYw2", secret: "S3CRET-OF-APP")

  /// Fetches from a service behind a portal.
  @discardableResult
  private func fetch(
    _ portal: FakePortal, _ service: FakeService, _ credential: Credential?,
    item: Bool = false, named: String? = FakePortal.portal, into fetched: Fetched? = nil
  ) async throws -> Fetched {
    let fetched = try fetched ?? Fetched(service)
    var request = FetchRequest(
      source: try FetchSource(
        item ? FakeService.item : FakeService.root + "/0", portal: FakePortal.portal),
      output: fetched.output)
    request.credential = credential
    request.portal = try named.map { try FetchSource.portal($0) }
    _ = try await FetchJob(request, over: portal) { _ in }.run()
    return fetched
  }

  static let settings: [(FakePortal.Setting, Int)] = [
    (.oneServer, 1_000), (.oneServer, 5), (.federated, 1_000), (.federated, 5), (.oneServer, 1),
    (.federated, 2),
  ]

  @Test(arguments: settings, [false, true])
  func `a user and an app get all rows, though tokens expire`(
    setting: (FakePortal.Setting, Int), item: Bool
  ) async throws {
    for credential in [Self.user, Self.app] {
      let service = FakeService(rows: 60, photos: 3)
      let portal = FakePortal(service, setting.0, uses: setting.1)
      // With a token for the other host, which the portal names, or without.
      let fetched = try await fetch(portal, service, credential, item: item)
      #expect(try fetched.rows() == service.rows.map(FakeService.feature))
      #expect(portal.made >= 60 / 8 / max(1, setting.1))
      try expectNoSecrets(fetched, portal)
    }
  }

  /// No secret is in an address or a file.
  private func expectNoSecrets(_ fetched: Fetched, _ portal: FakePortal) throws {
    #expect(portal.exposed == [])
    for secret in FakePortal.secrets {
      #expect(portal.log.allSatisfy { !$0.address.text.contains(secret) })
      for (path, bytes) in try fetched.files() {
        #expect(!String(decoding: bytes, as: UTF8.self).contains(secret), "\(path)")
      }
    }
  }

  @Test func `a server that stands alone has its own tokens, and no apps`() async throws {
    let service = FakeService(rows: 20)
    let portal = FakePortal(service, .alone, uses: 4)
    let fetched = try await fetch(portal, service, Self.user, named: nil)
    #expect(try fetched.rows().count == 20)
    await #expect(throws: ServicesError.self) {
      try await fetch(FakePortal(service, .alone), service, Self.app, named: nil)
    }
  }

  @Test func `a wrong password is sent once, and the server's words are shown`() async throws {
    let service = FakeService(rows: 3)
    let portal = FakePortal(service, .oneServer)
    do {
      try await fetch(portal, service, .user(name: "anna", password: "no"), item: true)
      Issue.record("nothing was refused")
    } catch ServicesError.signInFailed(_, let message) {
      #expect(message == "Unable to generate token.; Invalid username or password.")
    }
    #expect(portal.log.count == 1)
  }

  @Test func `a password goes to no host that the user didn't name`() async throws {
    let service = FakeService(rows: 3)
    let portal = FakePortal(service, .federated)
    await #expect(
      throws: ServicesError.signInElsewhere(
        server: "https://gis.example.gov", portal: "https://PORTAL.example.gov/portal/")
    ) {
      try await fetch(portal, service, Self.user, named: nil)
    }
    #expect(portal.log.allSatisfy { $0.form == nil })
  }

  @Test func `a redirection doesn't get a password`() async throws {
    let service = FakeService(rows: 3)
    let redirecting = RedirectingTransport(service)
    var request = FetchRequest(
      source: try FetchSource(FakeService.item, portal: FakePortal.portal), output: "/nowhere/a")
    request.credential = Self.user
    let folder = try TemporaryFolder()
    request.output = folder.path("out")
    let job = FetchJob(request, over: redirecting) { _ in }
    await #expect(throws: ServicesError.self) { try await job.run() }
    #expect(service.log.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a pasted code is stored for the user alone, and gives tokens`(rotates: Bool) async throws {
    let folder = try TemporaryFolder()
    let stored = StoredSignIns(folder: folder.path("config/fieldpack"))
    let service = FakeService(rows: 40)
    let portal = FakePortal(service, .federated, uses: 3, rotates: rotates)
    let address = try FetchSource.portal(FakePortal.portal + "/home/")
    let job = SignInJob(portal: address, clientID: "K8fYw2", storing: stored, over: portal) { _ in }
    #expect(job.page.hasPrefix(FakePortal.portal + "/sharing/rest/oauth2/authorize?"))
    let (user, path) = try await job.finish(code: portal.open(job.page))
    #expect(user == "anna")
    #expect(try rights(path) == 0o600)
    #expect(try rights(folder.path("config/fieldpack")) == 0o700)
    // The portal of a service is that which the server names.
    for item in [true, false] {
      let fetched = try await fetch(portal, service, .stored(stored), item: item, named: nil)
      #expect(try fetched.rows().count == 40)
      try expectNoSecrets(fetched, portal)
      #expect(try rights(path) == 0o600)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    await #expect(throws: ServicesError.signInShared(path: path)) {
      try await fetch(portal, service, .stored(stored), item: true)
    }
  }

  private func rights(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `a wrong code stores nothing, and an ended sign-in says so`() async throws {
    let folder = try TemporaryFolder()
    let stored = StoredSignIns(folder: folder.path("fieldpack"))
    let service = FakeService(rows: 3)
    let portal = FakePortal(service, .oneServer)
    let address = try FetchSource.portal(FakePortal.portal)
    let job = SignInJob(portal: address, clientID: "K8fYw2", storing: stored, over: portal) { _ in }
    _ = portal.open(job.page)
    await #expect(throws: ServicesError.self) { try await job.finish(code: "WRONG") }
    #expect(!FileManager.default.fileExists(atPath: stored.path(for: address)))
    // Another job has another verifier.
    let other = SignInJob(portal: address, clientID: "K8fYw2", storing: stored, over: portal) { _ in
    }
    await #expect(throws: ServicesError.self) { try await other.finish(code: FakePortal.code) }
    _ = try await job.finish(code: FakePortal.code)
    await #expect(throws: ServicesError.signInEnded(portal: FakePortal.portal)) {
      try await fetch(
        FakePortal(service, .oneServer, rotates: true).ended(), service, .stored(stored), item: true
      )
    }
  }

  @Test func `without a stored sign-in, a public service is read as before`() async throws {
    let folder = try TemporaryFolder()
    let fetched = try Fetched(FakeService(rows: 9))
    let stored = StoredSignIns(folder: folder.path("none"))
    for source in [FakeService.item, FakeService.root + "/0"] {
      try await fetched.run(source, overwrite: true) { $0.credential = .stored(stored) }
      #expect(try fetched.rows().count == 9)
    }
    #expect(fetched.service.log.allSatisfy { $0.headers.isEmpty })
  }

  @Test func `names of portals that differ have files that differ`() throws {
    let stored = StoredSignIns(folder: "/c")
    func path(_ portal: String) throws -> String {
      stored.path(for: try FetchSource.portal(portal))
    }
    #expect(try path("https://www.arcgis.com") == path("https://city.maps.arcgis.com/home"))
    #expect(try path("https://a.gov/portal") == "/c/sign-in-a.gov_portal.json")
    #expect(try path("https://a.gov:7443/portal") != path("https://a.gov/portal"))
    #expect(try !path("https://a.gov/..%2F..").dropFirst("/c/".count).contains("/"))
  }
}

extension FakePortal {
  /// The same portal after the stored sign-in has ended.
  fileprivate func ended() async throws -> FakePortal {
    let folder = try TemporaryFolder()
    let request = WebRequest(
      try FetchSource.portal(FakePortal.portal + "/sharing/rest/oauth2/token"),
      form: "grant_type=refresh_token&refresh_token=FIRST-REFRESH",
      output: folder.path("ended"), sizeLimit: 100)
    _ = try await send([request])
    return self
  }
}

/// A server that redirects everything to another one.
private struct RedirectingTransport: Transport {
  let other: FakeService

  init(_ other: FakeService) { self.other = other }

  func send(_ requests: [WebRequest]) async throws -> [Result<WebAnswer, WebFailure>] {
    if requests.contains(where: { $0.address.host == "gis.example.gov" }) {
      return try await other.send(requests)
    }
    return requests.map { _ in
      .success(WebAnswer(status: 307, redirection: "https://gis.example.gov/stolen"))
    }
  }
}
