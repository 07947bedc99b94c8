import Bytes
import FeatureData
import Foundation
import GeoPackage
import Merging
import SQLiteFile
import TestSupport
import Testing

/// Relations that only a table of pairs of row numbers tells: trees and the people who look after
/// them, many of each.
@Suite struct RelatedPairTests {
  /// Stores as text: `trees 1 2, people 5 6, 1-5 2-6`; the order of rows gives their row ids.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var base: String
    var returned: [String]
    var office: String?
    var result: String
    var issues = 0

    var testDescription: String { name }

    static let all = [
      Case(
        name: "pairs come and go",
        base: "trees 1 2, people 5 6, 1-5 2-6", returned: ["trees 1 2, people 5 6, 1-5 1-6"],
        result: "1-5 1-6"),
      Case(
        name: "the office numbers its rows otherwise",
        base: "trees 1 2, people 5 6, 1-5", returned: ["trees 1 2, people 5 6, 1-5 2-6"],
        office: "trees 9 2 1, people 6 5, 1-5", result: "1-5 2-6"),
      Case(
        name: "the package numbers its rows otherwise and changed nothing",
        base: "trees 1 2, people 5 6, 1-5 2-6", returned: ["trees 2 1, people 6 5, 1-5 2-6"],
        result: "1-5 2-6"),
      Case(
        name: "new records of two crews, under one row id",
        base: "trees 1, people 5, 1-5",
        returned: ["trees 1 3, people 5, 1-5 3-5", "trees 1 2, people 5 6, 1-5 2-6"],
        result: "1-5 2-6 3-5"),
      Case(
        name: "pairs of a deleted record go with it",
        base: "trees 1 2, people 5, 1-5 2-5", returned: ["trees 1, people 5, 1-5"],
        result: "1-5"),
      Case(
        name: "a new pair of a record that the office deleted is left out, and told",
        base: "trees 1 2, people 5", returned: ["trees 1 2, people 5, 1-5 2-5"],
        office: "trees 1, people 5", result: "1-5", issues: 1),
      Case(
        name: "what the office paired and unpaired stays so",
        base: "trees 1 2, people 5 6, 1-5", returned: ["trees 1 2, people 5 6, 1-5 2-6"],
        office: "trees 1 2, people 5 6, 1-6", result: "1-6 2-6"),
      Case(
        name: "two crews make one pair",
        base: "trees 1, people 5", returned: ["trees 1, people 5, 1-5", "trees 1, people 5, 1-5"],
        result: "1-5"),
      Case(
        name: "pairs that name nothing are passed over",
        base: "trees 1, people 5, 1-5", returned: ["trees 1, people 5, 1-5 1-77"], result: "1-5"),
    ]
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to name: String) async throws {
    let relation = GeoPackageRelation(
      mappingTable: "care", relationName: "attributes", baseTable: "trees", baseKey: "none",
      relatedTable: "people", relatedKey: "none")
    var rows: [String: [Int]] = [:]
    var pairs: [(Int, Int)] = []
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ").map(String.init)
      if words[0].contains("-") {
        pairs = words.map { word in
          let ends = word.split(separator: "-").compactMap { Int($0) }
          return (ends[0], ends[1])
        }
      } else {
        rows[words[0]] = words.dropFirst().compactMap { Int($0) }
      }
    }
    var writer = GeoPackageWriter(
      output: ByteOutput(),
      options: GeoPackageOptions(lastChange: 0, relations: [relation], pageSize: 512))
    for table in ["trees", "people"] {
      try writer.begin(
        GeoPackageTable(
          name: table,
          columns: [
            .init(name: "globalid", type: .text(length: 38)),
            .init(name: "none", type: .text(length: nil)),
          ]))
      for id in rows[table] ?? [] {
        var encoder = RecordEncoder()
        encoder.appendNull()
        encoder.append(text: CityText.id(id).text)
        encoder.appendNull()
        var record: [UInt8] = []
        encoder.write(to: &record)
        try writer.append(record.span)
      }
      _ = try writer.endTable()
    }
    let empty = try folder.write(try writer.finish().bytes, to: "empty-" + name)
    func rowid(_ table: String, _ id: Int) -> Int64 {
      Int64(rows[table]?.firstIndex(of: id).map { $0 + 1 } ?? id)
    }
    var rewriter = GeoPackageRewriter(try GeoPackageReader(path: empty))
    rewriter.pairEdits["CARE"] = PairEdits(
      added: pairs.map { .init(base: rowid("trees", $0.0), related: rowid("people", $0.1)) })
    var output = try OutputFile(path: folder.path(name))
    _ = try await rewriter.write(into: &output)
    try output.close()
  }

  /// The pairs of a store by the records' numbers.
  private func pairs(of name: String) throws -> String {
    let store = try GeoPackageReader(path: folder.path(name))
    let schema = try MergeSchema(reading: store, map: nil)
    let rows = try StoreRows(store, schema: schema)
    let relation = try #require(store.relations().first)
    var found: [String] = []
    try store.forEachPair(of: relation) { base, related in
      let ends = try [("trees", base), ("people", related)].map { name, rowid in
        let table = try #require(schema.table(named: name))
        return try rows.identity(table, rowid: rowid).map { "\($0.low & 0xFF)" } ?? "nothing"
      }
      found.append(ends.joined(separator: "-"))
    }
    return found.sorted().joined(separator: " ")
  }

  private func merge(
    _ packages: [String], into office: String, to output: String
  ) async throws -> MergeJob.Result {
    var request = MergeRequest(
      current: folder.path(office), packages: packages.map { folder.path($0) }, now: 0)
    request.bases.common = folder.path("base.gpkg")
    request.output = folder.path(output)
    request.allowedDeletes = [.init()]
    return try await MergeJob(request) { _ in }.run()
  }

  /// Merges the packages of a case forwards and backwards, and compares what comes of it.
  private func judge(
    _ given: Case, changing: (_ names: [String]) throws -> Void = { _ in }
  ) async throws {
    try await write(given.base, to: "base.gpkg")
    try await write(given.office ?? given.base, to: "office.gpkg")
    var names: [String] = []
    for (place, text) in given.returned.enumerated() {
      names.append("crew-\(place).gpkg")
      try await write(text, to: names[place])
    }
    try changing(names + ["base.gpkg", "office.gpkg"])
    let result = try await merge(names, into: "office.gpkg", to: "merged.gpkg")
    #expect(try pairs(of: "merged.gpkg") == given.result)
    #expect(result.report.issues.filter { $0.kind == .pairsChanged }.count == given.issues)
    _ = try await merge(names.reversed(), into: "office.gpkg", to: "other.gpkg")
    #expect(try folder.read("other.gpkg") == folder.read("merged.gpkg"))
  }

  @Test(arguments: Case.all) func `what becomes of pairs`(_ given: Case) async throws {
    try await judge(given)
  }

  /// Changes stores by SQLite's shell.
  private func run(_ sql: String, on names: [String]) async throws {
    let tool = try #require(Tool.sqlite3)
    for name in names {
      let done = try await tool.run([folder.path(name), sql])
      try #require(done.status == 0, "\(done.errorText)")
    }
  }

  /// QGIS shows only tables that are listed.
  private static let list =
    "INSERT INTO gpkg_contents(table_name, data_type, identifier)"
    + " VALUES ('care', 'attributes', 'care');"

  @Test(.needs(.sqlite3), arguments: Case.all)
  func `what becomes of pairs in a table that is listed as a layer`(_ given: Case) async throws {
    try await judge(given) { try run(Self.list, on: $0) }
    let check = try await #require(Tool.sqlite3).run([
      folder.path("merged.gpkg"), "PRAGMA integrity_check",
    ])
    #expect(check.text == "ok")
  }

  @Test(
    .needs(.sqlite3),
    arguments: [
      ("", [String]()), ("UPDATE care SET role = 'friend' WHERE base_id = 1", ["1 pair of care"]),
      ("INSERT INTO care(base_id, related_id) VALUES (2, 1)", []),
      ("INSERT INTO care(base_id, related_id, role) VALUES (2, 1, 'friend')", ["1 pair of care"]),
      (
        "UPDATE care SET role = 'friend'; INSERT INTO care(base_id, related_id, role)"
          + " VALUES (2, 1, 'friend')", ["2 pairs of care"]
      ),
    ])
  func `values beside pairs stay the office's, and new ones are told`(
    _ edit: String, _ told: [String]
  ) async throws {
    try await write("trees 1 2, people 5, 1-5", to: "base.gpkg")
    let column = "ALTER TABLE care ADD COLUMN role TEXT; UPDATE care SET role = 'owner';"
    try await run(Self.list + column, on: ["base.gpkg"])
    for name in ["office.gpkg", "crew.gpkg"] {
      try FileManager.default.copyItem(
        atPath: folder.path("base.gpkg"), toPath: folder.path(name))
    }
    try await run(edit, on: ["crew.gpkg"])
    let result = try await merge(["crew.gpkg"], into: "office.gpkg", to: "merged.gpkg")
    let issues = result.report.issues.filter { $0.kind == .pairsChanged }.map(\.message)
    #expect(issues.map { $0.components(separatedBy: " came")[0] } == told)
    #expect(issues.allSatisfy { $0.contains("new values of role") })
    #expect(try pairs(of: "merged.gpkg") == (edit.contains("INSERT") ? "1-5 2-5" : "1-5"))
    let roles = try await #require(Tool.sqlite3).run([
      folder.path("merged.gpkg"), "SELECT role FROM care WHERE base_id = 1",
    ])
    #expect(roles.text == "owner")
  }

  @Test(.needs(.sqlite3))
  func `pairs of a table that needs more than pairs are told, and not merged`() async throws {
    try await write("trees 1 2, people 5, 1-5", to: "base.gpkg")
    let column = "ALTER TABLE care ADD COLUMN role TEXT NOT NULL DEFAULT 'owner';"
    try await run(column, on: ["base.gpkg"])
    for name in ["office.gpkg", "crew.gpkg"] {
      try FileManager.default.copyItem(
        atPath: folder.path("base.gpkg"), toPath: folder.path(name))
    }
    try await run("INSERT INTO care(base_id, related_id) VALUES (2, 1)", on: ["crew.gpkg"])
    let result = try await merge(["crew.gpkg"], into: "office.gpkg", to: "merged.gpkg")
    #expect(result.report.issues.filter { $0.kind == .pairsChanged }.count == 2)
    #expect(try pairs(of: "merged.gpkg") == "1-5")
  }

  /// What a crew's return comes to on the data as issued, after what was merged before.
  private func outcome(
    _ returned: String, merged: Set<UInt64> = []
  ) async throws -> MergeOutcome {
    try await write(returned, to: "crew.gpkg")
    let base = try GeoPackageReader(path: folder.path("base.gpkg"))
    let crew = try GeoPackageReader(path: folder.path("crew.gpkg"))
    let schema = try MergeSchema(reading: base, map: nil)
    let diff = try await PackageDiff(
      base: base, returned: crew, schema: schema, packageID: "p", place: 0)
    var package = ReturnedPackage(
      identity: "p", changes: diff.tables, base: try StoreRows(base, schema: schema),
      returned: try StoreRows(crew, schema: schema), continues: true)
    package.pairs = diff.pairs
    return try MergeResolution.merge(
      [package], into: try StoreRows(base, schema: schema), schema: schema, merged: merged)
  }

  @Test func `a pair that the office took back does not come again with the same crew`()
    async throws
  {
    try await write("trees 1 2, people 5", to: "base.gpkg")
    let first = try await outcome("trees 1 2, people 5, 1-5")
    #expect(first.pairs[0]?.added == [.init(base: 1, related: 1)])
    let second = try await outcome(
      "trees 1 2, people 5, 1-5 2-5", merged: first.fingerprints)
    #expect(second.pairs[0]?.added == [.init(base: 2, related: 1)])
  }
}
