import Foundation
import Merging
import Packaging
import TestSupport
import Testing

/// Changes each byte of a small returned store and its log, and truncates them at each page. A
/// merge must refuse the store with a reason, or read it as libsqlite3 does without errors.
@Suite(.needs(.python3)) struct DamagedStoresTests {
  private static let isExhaustive =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] != nil
  private static let pageSize = 512

  private static let issued = """
    Trees 1 name=oak dbh=5 cond=G x=1 y=2
    Trees 2 name=elm dbh=12.5 x=3 y=4
    Inspections 3 tree=1 score=4 note=\(String(repeating: "a_long_note_", count: 90))
    Inspections 4 tree=2 note=a
    Branches 5 treefid=1 note=a
    Photos 6 tree=1 name=a.jpg sha=A size=9
    Species 7 code=Q latin=Quercus
    """
  private static let returned =
    issued.replacing("name=oak", with: "name=ash").replacing("score=4", with: "score=5")
    + "\nTrees 8 name=fir x=5 y=6\nInspections 9 tree=8 score=1"

  private let folder: TemporaryFolder
  private let office: String

  init() throws {
    folder = try TemporaryFolder()
    office = try folder.write(try CityText(Self.issued).bytes(), to: "office.gpkg")
  }

  /// The result of merging a store: why it was refused, or how many rows changed.
  private enum Outcome: Equatable {
    case refused(String)
    case merged(changes: Int)
  }

  private func merge(_ path: String) async throws -> Outcome {
    var request = MergeRequest(current: office, packages: [path], opener: .building, now: 0)
    request.bases.common = office
    request.allowedDeletes = [.init()]
    let result = try await MergeJob(request) { _ in }.run()
    let changes = result.outcome.changes.reduce(0) { $0 + $1.rows.count }
    let report = try #require(result.report.packages.first)
    guard report.outcome == .refused else { return .merged(changes: changes) }
    #expect(changes == 0 && result.outcome.conflicts.isEmpty)
    #expect(report.refusal != nil)
    return .refused(report.message)
  }

  /// Calls `body` with one byte changed at a time: each byte, or a sample of them.
  private func forEachFlip(
    of bytes: [UInt8], from seed: UInt64,
    _ body: (_ flipped: [UInt8], _ change: String) async throws
      -> Void
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    var flipped = bytes
    for at in bytes.indices {
      guard Self.isExhaustive || generator.integer(in: 0...(bytes.count / 25)) == 0 else {
        continue
      }
      flipped[at] ^= UInt8(generator.integer(in: 1...255))
      try await body(flipped, "byte \(at) is \(flipped[at]), not \(bytes[at])")
      flipped[at] = bytes[at]
    }
  }

  @Test func `a store with one byte changed`() async throws {
    let sound = try CityText(Self.returned).bytes()
    let path = try folder.write(sound, to: "crew.gpkg")
    #expect(try await merge(path) == .merged(changes: 4))
    var judge = try StoreJudge(sound: path)
    var refused = 0
    try await forEachFlip(of: sound, from: 31) { bytes, change in
      try folder.write(bytes, to: "crew.gpkg")
      switch try await merge(path) {
      case .refused(let message):
        refused += 1
        #expect(!message.isEmpty, "\(change)")
      case .merged: try await judge.take(path, change)
      }
    }
    #expect(refused > 0 && judge.count > 0)
    try await judge.judge()
    if Self.isExhaustive { print("store: refused \(refused), accepted \(judge.count)") }
  }

  @Test func `a truncated store is refused`() async throws {
    let sound = try CityText(Self.returned).bytes()
    for end in stride(from: 0, to: sound.count, by: Self.isExhaustive ? Self.pageSize : 4_096) {
      for more in Self.isExhaustive ? [0, 1, 100] : [0] {
        let path = try folder.write(Array(sound.prefix(end + more)), to: "crew.gpkg")
        let outcome = try await merge(path)
        guard case .refused(let message) = outcome, !message.isEmpty else {
          Issue.record("truncated after \(end + more) bytes: \(outcome)")
          continue
        }
      }
    }
  }

  /// Returns a log with three edits that a killed program left beside the issued store.
  private func log() async throws -> [UInt8] {
    let path = try folder.write(try CityText(Self.issued).bytes(), to: "crew.gpkg")
    let script = """
      import os, sqlite3
      db = sqlite3.connect('crew.gpkg', isolation_level=None)
      db.execute('PRAGMA journal_mode=WAL')
      db.execute('PRAGMA wal_autocheckpoint=0')
      db.execute("UPDATE Inspections SET score = 7 WHERE score = 4")
      db.execute("UPDATE Branches SET note = 'b'")
      db.execute("UPDATE Species SET latin = 'Ulmus'")
      os._exit(0)
      """
    let ended = try await #require(Tool.python3).run(["-c", script], folder: folder.path)
    try #require(ended.status == 0, "\(ended.errorText)")
    #expect(path == folder.path("crew.gpkg"))
    return try folder.read("crew.gpkg-wal")
  }

  @Test func `a log with one byte changed`() async throws {
    let log = try await log()
    let path = folder.path("crew.gpkg")
    #expect(try await merge(path) == .merged(changes: 3))
    var judge = try StoreJudge(sound: path)
    var refused = 0
    try await forEachFlip(of: log, from: 32) { bytes, change in
      try folder.write(bytes, to: "crew.gpkg-wal")
      switch try await merge(path) {
      case .refused(let message):
        refused += 1
        #expect(!message.isEmpty, "\(change)")
      case .merged(let changes):
        try await judge.take(path, change)
        #expect(changes == 3, "\(change)")
      }
    }
    try await judge.judge()
    #expect(refused > 0)
    if Self.isExhaustive { print("log: refused \(refused), accepted \(judge.count)") }
  }

  @Test func `a truncated log has fewer edits, as libsqlite3 reads it`()
    async throws
  {
    let log = try await log()
    let path = folder.path("crew.gpkg")
    var judge = try StoreJudge(sound: path)
    let frame = Self.pageSize + 24
    for end in stride(from: 0, through: log.count, by: Self.isExhaustive ? 8 : frame) {
      try folder.write(Array(log.prefix(end)), to: "crew.gpkg-wal")
      let outcome = try await merge(path)
      guard case .merged(let changes) = outcome else {
        Issue.record("truncated after \(end) bytes: \(outcome)")
        continue
      }
      #expect((0...3).contains(changes))
      try await judge.take(path, "truncated after \(end) bytes")
    }
    try await judge.judge()
  }
}
