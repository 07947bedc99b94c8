import Bytes
import Foundation
import OrderedJSON
import Packages
import Services
import Synchronization
import TestSupport
import Testing

/// Answers and files that are damaged give an error or the data, never a crash or an endless run.
@Suite struct DamagedAnswersTests {
  /// What is damaged, by a word that only such answers have.
  static let fetched = [
    "\"objectIds\"", "\"features\"", "\"advancedQueryCapabilities\"", "\"attachmentGroups\"",
    "\"layers\"", "\"operationalLayers\"",
  ]

  @Test(arguments: fetched)
  func `a fetch from damaged answers of one kind gives all rows or an error`(
    word: String
  ) async throws {
    let good = FakeService(rows: 20, photos: 2)
    for source in [FakeService.item, FakeService.root] {
      try await Fetched(good).run(source)
    }
    let others = good.answers
    try await Fuzz.run(iterations: 40) { seed in
      let service = FakeService(rows: 20, photos: 2)
      let network = DamagingTransport(service, seed: seed, others: others) { request, bytes in
        String(decoding: bytes.prefix(4_000), as: UTF8.self).contains(word)
      }
      let fetched = try Fetched(service)
      let source = word.contains("layers") ? FakeService.root : FakeService.item
      var request = FetchRequest(
        source: try FetchSource(source, portal: "https://gis.example.gov/portal"),
        output: fetched.output)
      request.layers = []
      do {
        let report = try await FetchJob(request, over: network) { _ in }.run()
        #expect(report.tables.allSatisfy { $0.rows == 20 }, "seed \(seed)")
      } catch {
        #expect(!FileManager.default.fileExists(atPath: fetched.output), "seed \(seed)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `a push over damaged answers ends, and the next one completes it`(
    ofEdits: Bool
  ) async throws {
    try await Fuzz.run(iterations: 60) { seed in
      let service = EditedService()
      let pushed = try Pushed(service)
      let network = DamagingTransport(service, seed: seed, others: []) { request, _ in
        (request.upload != nil) == ofEdits
      }
      let request = try PushRequest(edits: pushed.folder.path("review"), target: EditedService.root)
      _ = try? await PushJob(request, over: network) { _ in }.run()
      _ = try? await pushed.run()
      // Whatever was damaged, no edit is there twice, and no other record has changed.
      let other = EditedService.id(1)
      #expect(
        service.content.filter { $0.contains(other) }
          == EditedService().content.filter { $0.contains(other) }, "seed \(seed)")
      let copies = service.content.reduce(0) {
        $0 + $1.components(separatedBy: "a new photo").count - 1
      }
      #expect(copies <= 1, "seed \(seed)")
      if !ofEdits { #expect(service.content == Pushed.wanted, "seed \(seed)") }
    }
  }

  @Test func `an update of a folder with a damaged file gives the folder of a fresh fetch`()
    async throws
  {
    let sample = try Fetched(FakeService(rows: 20, photos: 2))
    try await sample.run()
    let files = try sample.files()
    let names = [".fetch.jsonl", "Trees_0/0001.json", "Trees.layer.json", "map.json"]
    try await Fuzz.run(iterations: 100) { seed in
      var mutator = Mutator(seed: seed)
      let fetched = try Fetched(FakeService(rows: 20, photos: 2))
      let damaged = names[mutator.generator.integer(in: 0...names.count - 1)]
      for (name, bytes) in files {
        let content = name == damaged ? mutator.mutated(bytes, others: [bytes]) : bytes
        try fetched.folder.write(content, to: "out/" + name)
      }
      do {
        try await fetched.run(overwrite: true)
        #expect(try fetched.files() == files, "seed \(seed), \(damaged)")
      } catch {
        #expect(damaged == ".fetch.jsonl", "seed \(seed): \(error)")
      }
    }
  }

  @Test func `a fetch goes on after a cut though a file of it is damaged`() async throws {
    let whole = try Fetched(FakeService(rows: 45, photos: 2))
    try await whole.run()
    let files = try whole.files()
    try await Fuzz.run(iterations: 60) { seed in
      var mutator = Mutator(seed: seed)
      let fetched = try Fetched(FakeService(rows: 45, photos: 2))
      let request = FetchRequest(
        source: try FetchSource(FakeService.root + "/0", portal: nil), output: fetched.output)
      let broken = BreakingTransport(fetched.service, after: 5)
      _ = try? await FetchJob(request, over: broken) { _ in }.run()
      let work = fetched.output + ".fetching"
      let names = try FolderFiles(work).paths() + [".fetch.jsonl"]
      let name = names[mutator.generator.integer(in: 0...names.count - 1)]
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(work)/\(name)")))
      try fetched.folder.write(mutator.mutated(bytes, others: [bytes]), to: "out.fetching/" + name)
      do {
        try await fetched.run()
        #expect(try fetched.files() == files, "seed \(seed), \(name)")
      } catch {
        #expect(name == ".fetch.jsonl", "seed \(seed): \(error)")
      }
    }
  }

  @Test func `a push goes on with a damaged ledger, or refuses it`() async throws {
    try await Fuzz.run(iterations: 60) { seed in
      var mutator = Mutator(seed: seed)
      let pushed = try Pushed(EditedService())
      let request = try PushRequest(edits: pushed.folder.path("review"), target: EditedService.root)
      let cut = CutTransport(pushed.service, after: mutator.generator.integer(in: 1...6))
      _ = try? await PushJob(request, over: cut) { _ in }.run()
      let name = "review/edits.push/ledger.jsonl"
      let bytes = try pushed.folder.read(name)
      try pushed.folder.write(mutator.mutated(bytes, others: [bytes]), to: name)
      do {
        let report = try await pushed.run()
        #expect(
          pushed.service.content == Pushed.wanted
            || report.conflicts.contains { $0.kind == .reversed }, "seed \(seed)")
      } catch {
        #expect(error is PushError, "seed \(seed): \(error)")
      }
    }
  }
}

/// A network that damages some answers, each with a chance of one half.
private final class DamagingTransport: Transport {
  private let inner: any Transport
  private let isChosen: @Sendable (WebRequest, [UInt8]) -> Bool
  private let others: [[UInt8]]
  private let mutator: Mutex<Mutator>

  init(
    _ inner: any Transport, seed: UInt64, others: [[UInt8]],
    _ isChosen: @escaping @Sendable (WebRequest, [UInt8]) -> Bool
  ) {
    (self.inner, self.others, self.isChosen) = (inner, others, isChosen)
    mutator = Mutex(Mutator(seed: seed))
  }

  func send(_ requests: [WebRequest]) async throws -> [Result<WebAnswer, WebFailure>] {
    let results = try await inner.send(requests)
    for request in requests {
      let place = URL(filePath: request.output)
      guard let data = try? Data(contentsOf: place), isChosen(request, [UInt8](data)) else {
        continue
      }
      let bytes = mutator.withLock { mutator in
        mutator.generator.integer(in: 0...1) == 0
          ? mutator.mutated([UInt8](data), others: others) : [UInt8](data)
      }
      try Data(bytes).write(to: place)
      if bytes.isEmpty { try FileManager.default.removeItem(at: place) }
    }
    return results
  }
}
