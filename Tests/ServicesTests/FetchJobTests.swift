import Bytes
import Foundation
import OrderedJSON
import Packages
import Services
import Synchronization
import TestSupport
import Testing

/// What a fetch from the fake service gave.
struct Fetched {
  let folder: TemporaryFolder
  let service: FakeService

  var output: String { folder.path("out") }

  init(_ service: FakeService) throws {
    self.service = service
    folder = try TemporaryFolder()
  }

  /// Fetches the layer of the service, or the map.
  @discardableResult
  func run(
    _ source: String = FakeService.root + "/0", token: String? = nil, overwrite: Bool = false,
    waits: Waits = Waits(), change: (inout FetchRequest) -> Void = { _ in }
  ) async throws -> FetchReport {
    var request = FetchRequest(
      source: try FetchSource(source, portal: "https://gis.example.gov/portal"), output: output)
    request.credential = token.map { .token($0) }
    request.overwrite = overwrite
    change(&request)
    return try await FetchJob(request, over: service) { waits.note($0) }.run()
  }

  /// The rows in the pages, in their order.
  func rows() throws -> [JSON] {
    let pages = try FileManager.default.contentsOfDirectory(atPath: output + "/Trees_0").sorted()
    return try pages.flatMap { page in
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(output)/Trees_0/\(page)")))
      let json = try JSONParser.parse(bytes)
      #expect(json["exceededTransferLimit"]?.bool != true)
      return json["features"]?.array ?? []
    }
  }

  /// All files with their content.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FolderFiles(output).paths() {
      files[path] = [UInt8](try Data(contentsOf: URL(filePath: "\(output)/\(path)")))
    }
    return files
  }
}

/// Notes how long a client would have waited.
final class Waits: Sendable {
  private let seconds = Mutex<[Int]>([])

  var all: [Int] { seconds.withLock { $0 } }
  func note(_ wait: Int) { seconds.withLock { $0.append(wait) } }
}

/// A fetch brings all rows, each once, or says why not.
@Suite struct FetchJobTests {
  static let borne: [[FakeService.Manner]] = [
    [], [.cutsShort(at: 5)], [.cutsShortSilently(at: 3)], [.alwaysSaysMore], [.beginsWithNothing],
    [.shuffles], [.failsAbove(2, status: 500)], [.failsAbove(3, status: 504)],
    [.errorInsideAbove(1)], [.webPageAbove(4)], [.cutsDocumentAbove(5)], [.refusesRanges],
    [.ignoresRanges], [.isBusy(times: 2, status: 429, retryAfter: 7)],
    [.isBusy(times: 3, status: 503, retryAfter: nil)], [.breaks(times: 4)], [.hidesEdits],
    [.changes(afterPages: 2)], [.changes(afterPages: 5), .hidesEdits],
    [.listsDecimals], [.cutsAttachmentsOnce], [.listsAttachmentsByRow],
    [.shuffles, .cutsShort(at: 3), .changes(afterPages: 3), .breaks(times: 2)],
    [.redirects(to: "https://gis.example.gov/moved/query")], [.webPageFirst],
    [.webPageFirst, .listsAttachmentsByRow, .failsAbove(1, status: 500)],
  ]

  @Test(arguments: borne)
  func `the rows are those of the service, whatever its manners`(
    manners: [FakeService.Manner]
  ) async throws {
    for count in [0, 1, 8, 45] {
      let fetched = try Fetched(FakeService(rows: max(count, manners.isEmpty ? 0 : 3), manners))
      let report = try await fetched.run()
      let rows = fetched.service.rows
      #expect(report.tables.map(\.rows) == [rows.count])
      let byID = try fetched.rows().sorted {
        ($0["attributes"]?["OBJECTID"]?.int ?? 0) < ($1["attributes"]?["OBJECTID"]?.int ?? 0)
      }
      #expect(byID == rows.map(FakeService.feature))
      #expect(!FileManager.default.fileExists(atPath: fetched.output + ".fetching"))
    }
  }

  static let refused: [([FakeService.Manner], String)] = [
    ([.failsFor(row: 13)], "row 13"), ([.sendsOthers], "rowsWrong"), ([.repeatsRow], "rowsWrong"),
    ([.hidesRow(10)], "rowsMissing"), ([.listsNoIDs], "noIDs"),
    ([.isBusy(times: 99, status: 503, retryAfter: nil)], "unreachable"),
    ([.isBusy(times: 1, status: 429, retryAfter: 9_999)], "unreachable"),
    ([.breaks(times: 99)], "unreachable"), ([.wantsToken("abc")], "signInNeeded"),
    ([.webPageAbove(0)], "answerUnusable"), ([.cutsDocumentAbove(0)], "answerUnusable"),
    ([.changesAlways], "changedWhileReading"),
    ([.liesAboutSize(by: 1)], "attachmentWrong"), ([.liesAboutSize(by: -1)], "attachmentWrong"),
    ([.liesAboutSize(by: -100)], "attachmentWrong"),
    ([.webPageForAttachments(times: 99)], "attachmentWrong"),
    ([.errorForAttachments(times: 99, code: 400)], "refused"),
    ([.errorForAttachments(times: 99, code: 500)], "unreachable"),
    ([.redirects(to: "ftp://gis.example.gov/query")], "untrusted"),
  ]

  @Test(arguments: refused)
  func `what isn't complete is refused by name, and leaves no folder`(
    manners: [FakeService.Manner], name: String
  ) async throws {
    let fetched = try Fetched(FakeService(rows: 20, photos: 2, manners))
    do {
      try await fetched.run()
      Issue.record("nothing was refused")
    } catch {
      #expect("\(error)".contains(name), "\(error)")
    }
    #expect(!FileManager.default.fileExists(atPath: fetched.output))
    // What was received before is there for the next run.
    let hasReceived = ["row 13", "rowsMissing", "changedWhileReading", "attachmentWrong"]
    let isAboutAttachments = manners.contains { "\($0)".contains("Attachments") }
    #expect(
      FileManager.default.fileExists(atPath: fetched.output + ".fetching")
        == (hasReceived.contains(name) || isAboutAttachments))
  }

  @Test func `waits grow, and the server says how long`() async throws {
    let waits = Waits()
    let busy = try Fetched(
      FakeService(rows: 3, [.isBusy(times: 2, status: 429, retryAfter: 7)]))
    try await busy.run(waits: waits)
    #expect(waits.all == [7, 7])
    let broken = Waits()
    await #expect(throws: ServicesError.self) {
      try await Fetched(FakeService(rows: 3, [.breaks(times: 99)])).run(waits: broken)
    }
    #expect(broken.all == [1, 2, 4, 8, 16])
  }

  @Test(arguments: [false, true])
  func `attachments lie in folders of their records`(byRow: Bool) async throws {
    let fetched = try Fetched(
      FakeService(rows: 12, photos: 3, byRow ? [.listsAttachmentsByRow] : []))
    let report = try await fetched.run()
    #expect(report.tables.map(\.attachments) == [6])
    let files = try fetched.files()
    let folder = "attachments/Trees/00000000-0000-4000-8000-000000000004"
    #expect(files["\(folder)/photo.jpg"] == Array("bytes 0 of 4".utf8))
    #expect(files["\(folder)/photo (2).jpg"] == Array("bytes 1 of 4".utf8))
    let without = try Fetched(fetched.service)
    try await without.run { $0.withPhotos = false }
    #expect(try without.files().keys.allSatisfy { !$0.hasPrefix("attachments") })
  }

  static let attachmentManners: [[FakeService.Manner]] = [
    [.webPageForAttachments(times: 2)], [.errorForAttachments(times: 5, code: 500)],
    [.losesAttachments], [.losesAttachments, .hidesEdits],
    [.losesAttachments, .hidesEdits, .listsAttachmentsByRow],
  ]

  @Test(arguments: attachmentManners)
  func `attachments are those of the service, also if some go meanwhile`(
    manners: [FakeService.Manner]
  ) async throws {
    let fetched = try Fetched(FakeService(rows: 12, photos: 3, manners))
    let waits = Waits()
    let report = try await fetched.run(waits: waits)
    let photos = fetched.service.rows.flatMap(\.photos).map { $0.bytes }
    let files = try fetched.files().filter { $0.key.hasPrefix("attachments/") }
    #expect(Set(files.values) == Set(photos) && files.count == photos.count)
    #expect(report.tables[0].attachments == photos.count)
    #expect(photos.count == (manners.contains(.losesAttachments) ? 4 : 6))
    #expect(waits.all.isEmpty == manners.contains(.losesAttachments), "\(waits.all)")
  }

  @Test func `an empty attachment is a file without bytes`() async throws {
    let fetched = try Fetched(FakeService(rows: 2, photos: 1))
    fetched.service.emptyPhotos()
    try await fetched.run()
    let files = try fetched.files().filter { $0.key.hasPrefix("attachments/") }
    #expect(files.count == 2 && files.values.allSatisfy(\.isEmpty))
  }

  @Test func `a single row that fails is asked for again after a while`() async throws {
    let waits = Waits()
    let fetched = try Fetched(FakeService(rows: 20, [.failsFor(row: 13)]))
    await #expect(throws: LocatedError.self) { try await fetched.run(waits: waits) }
    #expect(waits.all == [1, 2, 4])
  }

  @Test func `a map is written with its item, bindings and definitions`() async throws {
    let fetched = try Fetched(FakeService(rows: 3))
    let report = try await fetched.run(FakeService.item)
    #expect(report.title == "Trees of Test")
    let files = try fetched.files()
    #expect(
      files.keys.sorted() == [
        ".fetch.jsonl", "Trees.layer.json", "Trees_0/0001.json", "bindings.json", "map.json",
      ])
    let bindings = try JSONParser.parse(files["bindings.json"] ?? [])
    #expect(bindings["layers"]?["trees"]?["source"]?.string == "Trees_0")
    let map = String(decoding: files["map.json"] ?? [], as: UTF8.self)
    #expect(map.contains("Trees of Test") && !map.contains("SAVEDTOKEN"))
  }

  @Test func `a token goes to its own server only, and into no file`() async throws {
    let token = "S3CRET-TOKEN"
    let thief = "https://thief.example.com/query"
    let fetched = try Fetched(
      FakeService(rows: 10, [.redirects(to: thief), .changes(afterPages: 1)]))
    try await fetched.run(FakeService.item, token: token)
    let log = fetched.service.log
    let (own, others) = (
      log.filter { $0.address.host == "gis.example.gov" },
      log.filter { $0.address.host != "gis.example.gov" }
    )
    #expect(own.allSatisfy { $0.headers.map(\.value) == ["Bearer \(token)"] })
    #expect(!others.isEmpty && others.allSatisfy { $0.headers.isEmpty })
    #expect(log.allSatisfy { !$0.address.text.contains(token) && $0.form?.contains(token) != true })
    for (path, bytes) in try fetched.files() {
      #expect(!String(decoding: bytes, as: UTF8.self).contains(token), "\(path)")
    }
  }

  @Test func `a server that wants a token gets it`() async throws {
    let fetched = try Fetched(FakeService(rows: 10, [.wantsToken("abc")]))
    try await fetched.run(token: "abc")
    #expect(try fetched.rows().count == 10)
    await #expect(throws: ServicesError.self) {
      try await Fetched(fetched.service).run("http://gis.example.gov/a/FeatureServer/0", token: "a")
    }
  }

  @Test func `a second run asks only for pages with changes, and says what changed`() async throws {
    let fetched = try Fetched(FakeService(rows: 80, photos: 4))
    try await fetched.run()
    fetched.service.edit()
    let before = fetched.service.log.count
    let report = try await fetched.run(overwrite: true)
    let change = report.tables[0].change
    #expect(change?.came == 1 && change?.went == 1 && change?.changed == 1)
    let log = fetched.service.log[before...]
    // The changed row and the new one.
    #expect(log.count { $0.address.text.contains("outFields") } == 1)
    #expect(log.count { $0.address.path.contains("/attachments/") } == 0)
    let rows = try fetched.rows()
    #expect(rows == fetched.service.rows.map(FakeService.feature))
  }

  @Test func `a second run without edit dates reads all rows again`() async throws {
    let fetched = try Fetched(FakeService(rows: 20, [.hidesEdits]))
    try await fetched.run()
    fetched.service.edit()
    let report = try await fetched.run(overwrite: true)
    #expect(report.tables[0].change?.changed == nil)
    #expect(try fetched.rows() == fetched.service.rows.map(FakeService.feature))
  }

  @Test func `a folder that isn't from fetch stays as it is`() async throws {
    let fetched = try Fetched(FakeService(rows: 3))
    try fetched.folder.write("mine", to: "out/notes.txt")
    await #expect(throws: BytesError.outputExists(path: fetched.output)) {
      try await fetched.run()
    }
    await #expect(throws: ServicesError.folderInUse(path: fetched.output)) {
      try await fetched.run(overwrite: true)
    }
    #expect(try fetched.files() == ["notes.txt": Array("mine".utf8)])
  }

  @Test func `a fetch that was cut goes on, and gives the same folder`() async throws {
    let whole = try Fetched(FakeService(rows: 45, photos: 5))
    try await whole.run()
    for cut in 3...9 {
      let fetched = try Fetched(FakeService(rows: 45, photos: 5))
      let broken = BreakingTransport(fetched.service, after: cut)
      let request = FetchRequest(
        source: try FetchSource(FakeService.root + "/0", portal: nil), output: fetched.output)
      await #expect(throws: ServicesError.self) {
        try await FetchJob(request, over: broken) { _ in }.run()
      }
      #expect(!FileManager.default.fileExists(atPath: fetched.output))
      try await fetched.run()
      #expect(try fetched.files() == whole.files(), "cut after \(cut)")
    }
  }

  @Test func `damaged answers give the rows of the service or an error`() async throws {
    let good = FakeService(rows: 30, photos: 2)
    let sample = try Fetched(good)
    try await sample.run()
    for seed in UInt64(0)..<150 {
      let mutator = Mutex(Mutator(seed: seed))
      let service = FakeService(rows: 30, photos: 2) { bytes in
        mutator.withLock { mutator in
          mutator.generator.integer(in: 0...4) == 0
            ? mutator.mutated(bytes, others: good.answers) : bytes
        }
      }
      let fetched = try Fetched(service)
      do {
        let report = try await fetched.run()
        #expect(report.tables[0].rows == (try fetched.rows()).count)
      } catch {
        #expect(!(error is CancellationError))
        #expect(!FileManager.default.fileExists(atPath: fetched.output))
      }
      let outside = try FileManager.default.contentsOfDirectory(atPath: fetched.folder.path)
      #expect(outside.allSatisfy { $0 == "out" || $0 == "out.fetching" }, "\(outside)")
    }
  }
}

/// A network that breaks for good after some calls.
final class BreakingTransport: Transport {
  private let inner: FakeService
  private let left: Mutex<Int>

  init(_ inner: FakeService, after calls: Int) {
    self.inner = inner
    left = Mutex(calls)
  }

  func send(_ requests: [WebRequest]) async throws -> [Result<WebAnswer, WebFailure>] {
    let isBroken = left.withLock { left in
      left -= 1
      return left < 0
    }
    guard isBroken else { return try await inner.send(requests) }
    // Of several, the first arrived before the cut.
    let arrived = try await inner.send(Array(requests.dropLast().prefix(1)))
    return arrived
      + requests.dropFirst(arrived.count).map { _ in .failure(.passing("the connection broke")) }
  }
}
