import Bytes
import FeatureData
import Foundation
import GeoPackage
import Merging
import Packaging
import Records
import SQLiteFile
import TestSupport
import Testing

/// Relations stored only as a table of row id pairs: trees and the people who look after them, many
/// to many.
@Suite struct RelatedPairTests {
  /// Stores as text: `trees 1 2, people 5 6, 1-5 2-6`. Row ids follow the order of rows.
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
        name: "pairs are added and removed",
        base: "trees 1 2, people 5 6, 1-5 2-6", returned: ["trees 1 2, people 5 6, 1-5 1-6"],
        result: "1-5 1-6"),
      Case(
        name: "the office has other row ids",
        base: "trees 1 2, people 5 6, 1-5", returned: ["trees 1 2, people 5 6, 1-5 2-6"],
        office: "trees 9 2 1, people 6 5, 1-5", result: "1-5 2-6"),
      Case(
        name: "the package has other row ids and no changes",
        base: "trees 1 2, people 5 6, 1-5 2-6", returned: ["trees 2 1, people 6 5, 1-5 2-6"],
        result: "1-5 2-6"),
      Case(
        name: "new records of two crews with the same row id",
        base: "trees 1, people 5, 1-5",
        returned: ["trees 1 3, people 5, 1-5 3-5", "trees 1 2, people 5 6, 1-5 2-6"],
        result: "1-5 2-6 3-5"),
      Case(
        name: "the pairs of a deleted record are removed",
        base: "trees 1 2, people 5, 1-5 2-5", returned: ["trees 1, people 5, 1-5"],
        result: "1-5"),
      Case(
        name: "a new pair of a record that the office deleted is reported, not added",
        base: "trees 1 2, people 5", returned: ["trees 1 2, people 5, 1-5 2-5"],
        office: "trees 1, people 5", result: "1-5", issues: 1),
      Case(
        name: "pairs that the office added and removed stay so",
        base: "trees 1 2, people 5 6, 1-5", returned: ["trees 1 2, people 5 6, 1-5 2-6"],
        office: "trees 1 2, people 5 6, 1-6", result: "1-6 2-6"),
      Case(
        name: "two crews add the same pair",
        base: "trees 1, people 5", returned: ["trees 1, people 5, 1-5", "trees 1, people 5, 1-5"],
        result: "1-5"),
      Case(
        name: "pairs that refer to missing records are ignored",
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

  /// Returns the pairs of a store, by the numbers of the records.
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
      current: folder.path(office), packages: packages.map { folder.path($0) }, opener: .building,
      now: 0)
    request.bases.common = folder.path("base.gpkg")
    request.output = folder.path(output)
    request.allowedDeletes = [.init()]
    return try await MergeJob(request) { _ in }.run()
  }

  /// Merges the packages of a case in both orders and compares the results.
  private func judge(
    _ given: Case, changing: (_ names: [String]) async throws -> Void = { _ in }
  ) async throws {
    try await write(given.base, to: "base.gpkg")
    try await write(given.office ?? given.base, to: "office.gpkg")
    var names: [String] = []
    for (index, text) in given.returned.enumerated() {
      names.append("crew-\(index).gpkg")
      try await write(text, to: names[index])
    }
    try await changing(names + ["base.gpkg", "office.gpkg"])
    let result = try await merge(names, into: "office.gpkg", to: "merged.gpkg")
    #expect(try pairs(of: "merged.gpkg") == given.result)
    #expect(result.report.issues.filter { $0.kind == .pairsChanged }.count == given.issues)
    _ = try await merge(names.reversed(), into: "office.gpkg", to: "other.gpkg")
    #expect(try folder.read("other.gpkg") == folder.read("merged.gpkg"))
  }

  @Test(arguments: Case.all) func `pairs are merged`(_ given: Case) async throws {
    try await judge(given)
  }

  /// Changes stores with the SQLite shell.
  private func run(_ sql: String, on names: [String]) async throws {
    let tool = try #require(Tool.sqlite3)
    for name in names {
      let done = try await tool.run([folder.path(name), sql])
      try #require(done.status == 0, "\(done.errorText)")
    }
  }

  /// Lists the table of pairs as a layer, because QGIS shows only such tables.
  private static let list =
    "INSERT INTO gpkg_contents(table_name, data_type, identifier)"
    + " VALUES ('care', 'attributes', 'care');"

  @Test(.needs(.sqlite3), arguments: Case.all)
  func `pairs in a table that is listed as a layer are merged`(_ given: Case) async throws {
    try await judge(given) { try await run(Self.list, on: $0) }
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
  func `other values of pairs are kept, and changes to them are reported`(
    _ edit: String, _ reported: [String]
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
    #expect(issues.map { $0.components(separatedBy: " got")[0] } == reported)
    #expect(issues.allSatisfy { $0.contains("new values in role") })
    #expect(try pairs(of: "merged.gpkg") == (edit.contains("INSERT") ? "1-5 2-5" : "1-5"))
    let roles = try await #require(Tool.sqlite3).run([
      folder.path("merged.gpkg"), "SELECT role FROM care WHERE base_id = 1",
    ])
    #expect(roles.text == "owner")
  }

  @Test(.needs(.sqlite3))
  func `changed pairs of a table with other required columns are reported, not merged`()
    async throws
  {
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

  /// Merges a crew's return into the data as issued, after earlier merges.
  private func outcome(
    _ returned: String, merged: Set<UInt64> = []
  ) async throws -> MergeOutcome {
    try await write(returned, to: "crew.gpkg")
    let base = try GeoPackageReader(path: folder.path("base.gpkg"))
    let crew = try GeoPackageReader(path: folder.path("crew.gpkg"))
    let schema = try MergeSchema(reading: base, map: nil)
    let diff = try await PackageDiff(
      base: base, returned: crew, schema: schema, packageID: "p", packageIndex: 0)
    var package = ReturnedPackage(
      identity: "p", changes: diff.tables, base: try StoreRows(base, schema: schema),
      returned: try StoreRows(crew, schema: schema), continues: true)
    package.pairs = diff.pairs
    return try MergeResolution.merge(
      [package], into: try StoreRows(base, schema: schema), schema: schema, mergedBefore: merged)
  }

  @Test func `a pair that the office removed is not added again by the same crew`()
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
