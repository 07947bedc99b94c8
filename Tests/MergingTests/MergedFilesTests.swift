import Bytes
import FeatureData
import Foundation
import Merging
import Packages
import Packaging
import TestSupport
import Testing

/// Properties of every merge from files to a file, checked with random data. Serialized because
/// each test keeps files open.
@Suite struct MergedFilesTests {
  private static let seeds: Range<UInt64> =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == nil ? 0..<8 : 0..<2_000

  /// The stores of a random city in files.
  private struct Stores {
    let folder: TemporaryFolder
    let base: String
    let returned: [String]
    let current: String

    init(_ triple: RandomTriple) throws {
      let folder = try TemporaryFolder()
      func write(_ city: RandomCity, _ name: String) throws -> String {
        try folder.write(try CityText(city.text).bytes(), to: name)
      }
      base = try write(triple.base, "base.gpkg")
      returned = try triple.returned.enumerated().map { try write($1, "\($0).gpkg") }
      current = try write(triple.current, "office.gpkg")
      self.folder = folder
    }

    /// Makes the change file of a package.
    func changeFile(of package: String, as name: String) async throws -> String {
      let opened = try OpenPackage(path: package)
      let issued = try OpenPackage(path: base)
      let schema = try MergeSchema(reading: issued.store, map: nil)
      let joint = JointCommit()
      try await ChangeFileJob(
        of: opened, base: issued.store, schema: schema,
        name: package.split(separator: "/").last.map(String.init) ?? ""
      ).write(to: folder.path(name), overwrite: false, with: joint)
      try joint.run()
      return folder.path(name)
    }

    /// Merges packages and returns the bytes of the result.
    @discardableResult
    func merge(
      _ packages: [String], into current: String, to name: String, changes: String? = nil
    ) async throws -> (bytes: [UInt8], result: MergeJob.Result) {
      var request = MergeRequest(
        current: current, packages: packages, opener: .building, now: 1_800_000_000_000)
      request.bases.common = base
      request.allowedDeletes = [.init()]
      request.output = folder.path(name)
      request.changes = changes.map { folder.path($0) }
      let result = try await MergeJob(request) { _ in }.run()
      try #require(result.isWritten)
      return (try folder.read(name), result)
    }
  }

  @Test(arguments: seeds) func `undoing a merge restores the bytes`(
    seed: UInt64
  ) async throws {
    let stores = try Stores(RandomTriple(seed: seed))
    let before = try stores.folder.read("office.gpkg")
    let (merged, result) = try await stores.merge(
      stores.returned, into: stores.current, to: "merged.gpkg")
    #expect(try stores.folder.read("office.gpkg") == before)
    if result.outcome.changes.contains(where: { !$0.rows.isEmpty }) { #expect(merged != before) }
    try UndoFile.undo(stores.folder.path("merged.gpkg"))
    #expect(try stores.folder.read("merged.gpkg") == before)
    #expect(
      try stores.folder.files() == ["0.gpkg", "1.gpkg", "base.gpkg", "merged.gpkg", "office.gpkg"])
  }

  @Test(arguments: seeds) func `merging an unchanged package gives the same bytes`(
    seed: UInt64
  ) async throws {
    let stores = try Stores(RandomTriple(seed: seed))
    let (merged, _) = try await stores.merge([stores.base], into: stores.current, to: "same.gpkg")
    #expect(try merged == stores.folder.read("office.gpkg"))
  }

  @Test(arguments: seeds) func `change files give the bytes and the report of their packages`(
    seed: UInt64
  ) async throws {
    let stores = try Stores(RandomTriple(seed: seed))
    var changeFiles: [String] = []
    for (index, path) in stores.returned.enumerated() {
      changeFiles.append(try await stores.changeFile(of: path, as: "\(index).changes"))
    }
    let packages = try await stores.merge(
      stores.returned, into: stores.current, to: "packages.gpkg")
    let changes = try await stores.merge(changeFiles, into: stores.current, to: "changes.gpkg")
    #expect(changes.bytes == packages.bytes)
    #expect(changes.result.report.json == packages.result.report.json)
    #expect(changes.result.inputs == packages.result.inputs)
    // Some as packages, some as change files.
    let mixed = zip(stores.returned, changeFiles).enumerated().map {
      $0.offset % 2 == 0 ? $0.element.0 : $0.element.1
    }
    #expect(
      try await stores.merge(mixed, into: stores.current, to: "mixed.gpkg").bytes
        == packages.bytes)
  }

  @Test(arguments: seeds) func `merging packages again gives the same bytes`(
    seed: UInt64
  ) async throws {
    let stores = try Stores(RandomTriple(seed: seed))
    let (once, _) = try await stores.merge(
      stores.returned, into: stores.current, to: "once.gpkg")
    let (twice, _) = try await stores.merge(
      stores.returned, into: stores.folder.path("once.gpkg"), to: "twice.gpkg")
    #expect(once == twice)
  }

  @Test(arguments: seeds) func `packages without conflicts give the same bytes in any order`(
    seed: UInt64
  ) async throws {
    let stores = try Stores(RandomTriple(seed: seed))
    let (one, result) = try await stores.merge(
      stores.returned, into: stores.current, to: "one.gpkg")
    guard result.outcome.conflicts.isEmpty else { return }
    let (other, _) = try await stores.merge(
      stores.returned.reversed(), into: stores.current, to: "other.gpkg")
    #expect(one == other)
  }

  @Test(.needs(.sqlite3), arguments: seeds)
  func `the SQL changes turn the office's file into the merged one`(seed: UInt64) async throws {
    let stores = try Stores(RandomTriple(seed: seed))
    try await stores.merge(
      stores.returned, into: stores.current, to: "merged.gpkg", changes: "changes.sql")
    let sqlite = try #require(Tool.sqlite3)
    let done = try await sqlite.run(
      ["-bail", stores.current], stdin: try stores.folder.read("changes.sql"))
    #expect(done.status == 0, "\(done.errorText)")
    let merged = stores.folder.path("merged.gpkg")
    for table in try await Self.tables(of: merged) {
      #expect(try await Self.rows(stores.current, table) == Self.rows(merged, table), "\(table)")
    }
    #expect(try await sqlite.output([stores.current, "PRAGMA integrity_check"]) == "ok")
  }

  /// Returns the tables of a store, without R-trees.
  private static func tables(of path: String) async throws -> [String] {
    try await #require(Tool.sqlite3).output([
      path,
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'rtree_%' "
        + "AND name <> 'sqlite_sequence'",
    ]).split(separator: "\n").map(String.init)
  }

  private static func rows(_ path: String, _ table: String) async throws -> [Substring] {
    // The numbers of pairs have no meaning.
    let columns = table.hasPrefix("rel_") ? "base_id, related_id" : "*"
    return try await #require(Tool.sqlite3).output([path, "SELECT \(columns) FROM \"\(table)\""])
      .split(separator: "\n").sorted()
  }

  @Test(.needs(.sqlite3), arguments: seeds)
  func `undoing two merges, the first one first, restores the office's rows`(
    seed: UInt64
  ) async throws {
    let stores = try Stores(RandomTriple(seed: seed))
    let first = stores.folder.path("first.gpkg")
    let second = stores.folder.path("second.gpkg")
    try await stores.merge([stores.returned[0]], into: stores.current, to: "first.gpkg")
    let last = try #require(stores.returned.last)
    let (merged, result) = try await stores.merge([last], into: first, to: "second.gpkg")
    // A package without changes leaves no merge to undo.
    guard try MergeLedger(of: result.current).merges.count == 1,
      merged != (try stores.folder.read("first.gpkg"))
    else { return }
    let undo = MergeUndo(path: second)
    let outcome: MergeUndo.Outcome
    do {
      outcome = try await undo.run(number: 2, now: 1_800_000_000_000)
    } catch MergingError.attachmentsNotKept {
      return
    }
    guard case .reversed = outcome else {
      #expect(try stores.folder.read("second.gpkg") == merged)
      return
    }
    guard case .reversed = try await undo.run(number: 1, now: 1_800_000_000_000) else {
      Issue.record("the last merge is refused")
      return
    }
    for table in try await Self.tables(of: stores.current) where !table.hasPrefix("gpkg_") {
      #expect(try await Self.rows(second, table) == Self.rows(stores.current, table), "\(table)")
    }
    let sqlite = try #require(Tool.sqlite3)
    #expect(try await sqlite.output([second, "PRAGMA integrity_check"]) == "ok")
  }
}
