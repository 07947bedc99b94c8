import Bytes
import Foundation
import GeoPackage
import Geometry
import Records
import SQLiteFile
import TestSupport
import Testing

struct GeoPackageRewriterTests {
  let folder: TemporaryFolder
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.path("new.gpkg")
  }

  private func sqlite(_ statements: String...) async throws -> [String] {
    let sqlite = try #require(Tool.sqlite3)
    let result = try await sqlite.run(["-batch", file] + statements)
    return result.error.isEmpty ? Array(result.lines) : [result.errorText]
  }

  private func sample(_ trees: Int) throws -> GeoPackageRewriter {
    try folder.write(try SamplePackage(trees: trees).write().bytes, to: "old.gpkg")
    return GeoPackageRewriter(try GeoPackageReader(path: folder.path("old.gpkg")))
  }

  private func write(_ rewriter: GeoPackageRewriter) async throws -> RewriteAccount {
    var output = MemoryOutput()
    let account = try await rewriter.write(into: &output)
    try folder.write(output.bytes, to: "new.gpkg")
    return account
  }

  /// The bytes of a file rewritten without edits.
  static func rewritten(_ path: String) async throws -> [UInt8] {
    var output = MemoryOutput()
    _ = try await GeoPackageRewriter(try GeoPackageReader(path: path)).write(into: &output)
    return output.bytes
  }

  /// A record of the sample's trees.
  private func tree(_ id: Int, note: String, x: Double) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    var blob: [UInt8] = []
    GeoPackageBlob.append(Geometry(x: x, y: 46), srsID: 4_326, to: &blob)
    encoder.append(blob: blob.span)
    encoder.append(text: SamplePackage.globalID(id))
    encoder.append(text: note)
    encoder.append(text: "G")
    encoder.append(1.5)
    for _ in 0..<2 { encoder.appendNull() }
    encoder.append(Int64(1))
    var record: [UInt8] = []
    encoder.write(to: &record)
    return record
  }

  @Test(arguments: [0, 1, 20, 3_000])
  func `a Fieldpack store without edits is rewritten byte for byte`(_ trees: Int) async throws {
    let rewriter = try sample(trees)
    var output = MemoryOutput()
    let account = try await rewriter.write(into: &output)
    #expect(output.bytes == (try folder.read("old.gpkg")))
    #expect(account.leftOut.isEmpty)
    #expect(account.tables.map(\.rowCount) == [trees, 3, trees * 2, 2])
  }

  @Test(.needs(.sqlite3, .validator))
  func `edits update rows, indexes, boxes, counts, pairs and ids`() async throws {
    var rewriter = try sample(20)
    rewriter.edits["street_trees"] = TableEdits(
      replaced: [(3, tree(3, note: "new", x: -130))], deleted: [20, 1],
      added: [(nil, tree(30, note: "added", x: -90)), (40, tree(31, note: "placed", x: 1))])
    rewriter.relations = SamplePackage.options.relations
    rewriter.lastChange = 1_800_000_000_000
    rewriter.metadata = [
      .init(standard: "https://example.org/package", mimeType: "text/plain", text: "again"),
      .init(standard: "https://example.org/other", mimeType: "text/plain", text: "more"),
    ]
    let account = try await write(rewriter)
    #expect(account.addedRowids == ["street_trees": [41, 40]])
    let answers = try await sqlite(
      "PRAGMA integrity_check", "SELECT rtreecheck('rtree_Street_Trees_geom')",
      "SELECT fid_2 FROM Street_Trees WHERE fid IN (1, 3, 40, 41) ORDER BY fid",
      "SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = 'Street_Trees'",
      "SELECT seq FROM sqlite_sequence WHERE name = 'Street_Trees'",
      "SELECT min_x, max_x, last_change FROM gpkg_contents WHERE table_name = 'Street_Trees'",
      "SELECT last_change FROM gpkg_contents WHERE table_name = 'Areas'",
      "SELECT count(*), min(base_id) FROM Street_Trees_Inspections",
      "SELECT count(*) FROM Street_Trees_Photos_Map",
      "SELECT metadata FROM gpkg_metadata ORDER BY id")
    #expect(
      answers == [
        "ok", "ok", "new", "placed", "added", "20", "41", "-130.0|1.0|2027-01-15T08:00:00.000Z",
        "2023-11-14T22:13:20.123Z", "36|2", "0", "again", "{}", "more",
      ])
    #expect(try await Validator.errors(file) == "")
  }

  @Test(.needs(.sqlite3))
  func `ids of deleted rows are not used again`() async throws {
    var rewriter = try sample(5)
    rewriter.edits["Street_Trees"] = TableEdits(deleted: [4, 5])
    _ = try await write(rewriter)
    var again = GeoPackageRewriter(try GeoPackageReader(path: file))
    again.edits["Street_Trees"] = TableEdits(added: [(nil, tree(9, note: "", x: 0))])
    #expect(try await write(again).addedRowids == ["Street_Trees": [6]])
    #expect(try await sqlite("SELECT max(fid) FROM Street_Trees") == ["6"])
  }

  @Test func `edits of missing rows are rejected`() async throws {
    let table = "Street_Trees"
    let cases: [(edits: TableEdits, error: GeoPackageError)] = [
      (TableEdits(deleted: [6]), .noSuchRow(table: table, rowid: 6)),
      (TableEdits(replaced: [(0, tree(1, note: "", x: 0))]), .noSuchRow(table: table, rowid: 0)),
      (TableEdits(added: [(2, tree(1, note: "", x: 0))]), .rowTaken(table: table, rowid: 2)),
    ]
    for (edits, error) in cases {
      var rewriter = try sample(5)
      rewriter.edits[table] = edits
      await #expect(throws: error) { try await write(rewriter) }
    }
    var rewriter = try sample(5)
    rewriter.edits["Nothing"] = TableEdits()
    await #expect(throws: GeoPackageError.noSuchTable("Nothing")) { try await write(rewriter) }
    // An added row can have the id of a deleted one.
    rewriter = try sample(5)
    rewriter.edits[table] = TableEdits(deleted: [2], added: [(2, tree(9, note: "", x: 0))])
    #expect(try await write(rewriter).addedRowids == [table: [2]])
  }

  @Test(.needs(.sqlite3, .validator))
  func `a new media table is declared and related`() async throws {
    var rewriter = try sample(5)
    let table = GeoPackageTable.attachments(of: "Areas", name: "Areas_media")
    rewriter.addedTables = [
      .init(
        table,
        relation: GeoPackageTable.attachmentRelation(
          parent: "Areas", parentKey: "Name", table: "Areas_media", mappingTable: "rel_Areas"))
    ]
    let row = GeoPackageAttachment(
      parentGlobalID: "Area 2", globalID: SamplePackage.globalID(7), name: "a.txt",
      contentType: "text/plain", size: 2, sha256: String(repeating: "0", count: 64))
    var encoder = RecordEncoder()
    let content = Array("ab".utf8)
    row.encode(content: content.span, into: &encoder)
    var record: [UInt8] = []
    encoder.write(to: &record)
    rewriter.edits["Areas_media"] = TableEdits(added: [(nil, record)])
    _ = try await write(rewriter)
    await #expect(
      try sqlite(
        "PRAGMA integrity_check", "SELECT base_id, related_id FROM rel_Areas",
        "SELECT related_primary_column FROM gpkgext_relations WHERE mapping_table_name = 'rel_Areas'",
        "SELECT data_type FROM gpkg_contents WHERE table_name = 'Areas_media'")
        == ["ok", "2|1", "id", "attributes"])
    #expect(try await Validator.errors(file) == "")
  }
}
