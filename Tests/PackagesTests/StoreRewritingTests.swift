import Bytes
import Foundation
import GeoPackage
import Packages
import Packaging
import Records
import SQLiteFile
import TestPackages
import TestSupport
import Testing

/// Stores of a build, rewritten.
@Suite struct StoreRewritingTests {
  private static func store(_ photos: AttachmentStorage, in folder: TemporaryFolder) async throws
    -> String
  {
    var request = BuildRequest(
      map: Fixture.treesOfPortland + "/map.json", data: Fixture.treesOfPortland, now: MapFolder.now)
    request.attachmentStorage = photos
    if photos == .blobs {
      let target = folder.path("data.gpkg")
      _ = try await OfflineMapJob(request) { _ in }.build(to: target, overwrite: false)
      return target
    }
    let target = folder.path("a.mmpk")
    _ = try await OfflineMapJob(request) { _ in }.build(to: target, overwrite: false)
    let region = try OpenPackage(path: target).store.database.region
    try folder.write(try region.read(at: 0, count: region.count), to: "data.gpkg")
    return folder.path("data.gpkg")
  }

  private static func rewrite(
    _ rewriter: GeoPackageRewriter, to path: String
  ) async throws -> RewriteAccount {
    var file = try AtomicFile(replacing: path, overwrite: true)
    let account = try await rewriter.write(into: &file)
    try file.commit()
    return account
  }

  @Test(arguments: [AttachmentStorage.files, .blobs])
  func `without edits the bytes are the same`(_ photos: AttachmentStorage) async throws {
    let folder = try TemporaryFolder()
    let path = try await Self.store(photos, in: folder)
    let package = try OpenPackage(path: path)
    var rewriter = GeoPackageRewriter(package.store)
    rewriter.relations = try #require(try package.storedMap()).relations(in: package.store)
    #expect(
      rewriter.relations.map { "\($0.baseTable).\($0.baseKey) \($0.relatedTable).\($0.relatedKey)" }
        == [
          "Trees.GlobalID Inspections.TreeGlobalID", "Species.SpeciesCode Trees.SpeciesCode",
          "Trees.GlobalID Trees_attachments.parent_globalid",
          "Inspections.GlobalID Inspections_attachments.parent_globalid",
        ])
    let account = try await Self.rewrite(rewriter, to: folder.path("again.gpkg"))
    #expect(account.leftOut.isEmpty)
    #expect(try folder.read("again.gpkg") == folder.read("data.gpkg"))
  }

  @Test(.needs(.sqlite3))
  func `mapping tables are filled from keys like in a build`() async throws {
    let folder = try TemporaryFolder()
    let package = try OpenPackage(path: try await Self.store(.files, in: folder))
    var rewriter = GeoPackageRewriter(package.store)
    rewriter.relations = try #require(try package.storedMap()).relations(in: package.store)
    let rows = try StoredRows(package.store, "Trees")
    #expect(rows.rows.count == 303)
    // An edit without a change updates the mapping tables.
    var cursor = try package.store.rows(of: "Trees")
    _ = try cursor.next()
    let record = Array(cursor.bytes[cursor.record])
    rewriter.edits["Trees"] = TableEdits(replaced: [(cursor.rowid, record)])
    _ = try await Self.rewrite(rewriter, to: folder.path("again.gpkg"))
    #expect(try folder.read("again.gpkg") == folder.read("data.gpkg"))
    // Without the first tree, its pairs are removed.
    rewriter.edits["Trees"] = TableEdits(deleted: [cursor.rowid])
    _ = try await Self.rewrite(rewriter, to: folder.path("again.gpkg"))
    let answers = try await #require(Tool.sqlite3).run([
      folder.path("again.gpkg"), "PRAGMA integrity_check",
      "SELECT count(*) FROM gpkgext_relations r JOIN sqlite_schema s "
        + "ON s.name = r.mapping_table_name",
      "SELECT count(*) FROM rel_Trees_Inspections_1 WHERE base_id = 1",
    ]).lines
    #expect(answers.first == "ok")
    #expect(answers.last == "0")
  }
}
