import Bytes
import GeoPackage
import Merging
import SQLiteFile
import TestSupport
import Testing

/// Relations that only a table of pairs of row numbers tells.
struct ChangedPairsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Two trees and two visits; each visit is of the tree with that code.
  private func store(_ name: String, visits: [String]) throws -> GeoPackageReader {
    let path = folder.path(name)
    let relation = GeoPackageRelation(
      mappingTable: "pairs", relationName: "attributes", baseTable: "trees", baseKey: "code",
      relatedTable: "visits", relatedKey: "tree")
    var writer = GeoPackageWriter(
      output: try OutputFile(path: path),
      options: GeoPackageOptions(lastChange: 0, relations: [relation]))
    for (table, column, values) in [("trees", "code", ["a", "b"]), ("visits", "tree", visits)] {
      try writer.begin(
        GeoPackageTable(name: table, columns: [.init(name: column, type: .text(length: nil))]))
      for value in values {
        var encoder = RecordEncoder()
        encoder.appendNull()
        encoder.append(text: value)
        var record: [UInt8] = []
        encoder.write(to: &record)
        try writer.append(record.span)
      }
      _ = try writer.endTable()
    }
    try writer.finish().close()
    return try GeoPackageReader(path: path)
  }

  private func diff(returned visits: [String]) async throws -> PackageDiff {
    let base = try store("base.gpkg", visits: ["a", "b"])
    return try await PackageDiff(
      base: base, returned: try store("returned.gpkg", visits: visits),
      schema: try MergeSchema(reading: base, map: nil), packageID: "p", place: 0)
  }

  @Test func `changed pairs are told, since they are not merged`() async throws {
    let issues = try await diff(returned: ["a", "a"]).issues.filter { $0.kind == .pairsChanged }
    #expect(issues.count == 1)
    #expect(
      issues.first?.message.hasPrefix("2 pairs of rows in pairs were added or removed") == true)
  }

  @Test func `pairs that are as they were are not told`() async throws {
    #expect(try await !diff(returned: ["a", "b"]).issues.contains { $0.kind == .pairsChanged })
  }
}
