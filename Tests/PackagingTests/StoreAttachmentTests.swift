import Bytes
import Foundation
import GeoPackage
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// The attachments in a source GeoPackage: packed, or counted as missing.
@Suite struct StoreAttachmentTests {
  private typealias Photo = [String]

  /// The rows of a store's attachment tables, without the location of the content.
  private static func photos(in path: String) throws -> [Photo] {
    let store = try OpenPackage(path: path).store
    var photos: [Photo] = []
    for relation in try store.relations() where relation.relationName == "media" {
      try store.forEachAttachment(in: relation.relatedTable) { _, photo, content in
        if photo.path == nil { #expect(SHA256.hex(SHA256.of(content)) == photo.sha256) }
        photos.append([
          relation.relatedTable, photo.parentGlobalID, photo.globalID, photo.name,
          photo.contentType, "\(photo.size)", photo.sha256, photo.keywords ?? "",
        ])
      }
    }
    return photos
  }

  /// Builds the demo map from some data.
  private static func build(
    from data: String, to target: String, _ photos: AttachmentStorage
  ) async throws -> BuildReport {
    var request = BuildRequest(
      map: Fixture.treesOfPortland + "/map.json", data: data, now: MapFolder.now)
    request.attachmentStorage = photos
    return try await OfflineMapJob(request) { _ in }.build(to: target, overwrite: false)
  }

  @Test func `a package has the attachments of its source store, by name and content`()
    async throws
  {
    let folder = try TemporaryFolder()
    _ = try await Self.build(
      from: Fixture.treesOfPortland, to: folder.path("first.gpkg"), .blobs)
    let first = try Self.photos(in: folder.path("first.gpkg"))
    #expect(first.count == 8)
    for (name, storage) in [("b.mmpk", AttachmentStorage.blobs), ("f.mmpk", .files)] {
      let target = folder.path(name)
      let report = try await Self.build(from: folder.path("first.gpkg"), to: target, storage)
      #expect(report.attachmentCount == 8)
      #expect(report.findings(.attachmentOrphan).isEmpty)
      #expect(try Self.photos(in: target) == first)
      // Every attachment row has its content, in the row or as a member.
      let package = try OpenPackage(path: target)
      #expect(try PackageVerification.run(package) { _ in } == [])
    }
  }

  @Test(.needs(.unzip))
  func `attachment files of an unpacked package are packed, missing ones are counted`() async throws
  {
    let folder = try TemporaryFolder()
    let package = folder.path("a.mmpk")
    _ = try await Self.build(from: Fixture.treesOfPortland, to: package, .files)
    _ = try await #require(Tool.unzip).run([
      "-q", package, "data.gpkg", "attachments/*", "-d", folder.path("a"),
    ])
    let whole = try await Self.build(from: folder.path("a"), to: folder.path("b.mmpk"), .files)
    #expect(whole.attachmentCount == 8)
    #expect(whole.findings(.attachmentOrphan).isEmpty)
    #expect(try Self.photos(in: folder.path("b.mmpk")) == Self.photos(in: package))

    try FileManager.default.removeItem(atPath: folder.path("a/attachments"))
    let bare = try await Self.build(from: folder.path("a"), to: folder.path("c.mmpk"), .files)
    #expect(bare.attachmentCount == 0)
    let missing = bare.findings(.attachmentFileMissing)
    #expect(missing.map(\.subject) == ["Trees", "Inspections"])
    #expect(missing.map(\.count) == [6, 2])
    #expect(missing.allSatisfy { $0.severity == .warning })
  }

  /// A GeoPackage with two trees at (1, 2) and (5, 6), and a media table in the form of the
  /// standard and of other programs.
  private static func foreignCity(_ pairs: String) async throws -> MapFolder {
    let points = MapFolder.points([(1, 2, ""), (5, 6, "")])
    let city = try MapFolder(layers: [#""title":"Trees""#], files: ["trees.geojson": points])
    let store = city.folder.path("data/trees.gpkg")
    _ = try await city.job().build(to: store, overwrite: false)
    try FileManager.default.removeItem(atPath: city.folder.path("data/trees.geojson"))
    let said = try await #require(Tool.sqlite3).run([
      store,
      """
      CREATE TABLE media(id INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB NOT NULL,
        content_type TEXT NOT NULL, filename TEXT);
      INSERT INTO media VALUES (1, x'FFD8AA', 'image/jpeg', 'oak.jpg'),
        (2, x'FFD8BB', 'image/jpeg', NULL), (9, zeroblob(9000), 'text/x-notes', 'notes');
      CREATE TABLE trees_media(base_id INTEGER NOT NULL, related_id INTEGER NOT NULL);
      INSERT INTO trees_media VALUES \(pairs);
      CREATE TABLE gpkgext_relations(id INTEGER PRIMARY KEY, base_table_name TEXT NOT NULL,
        base_primary_column TEXT NOT NULL DEFAULT 'id', related_table_name TEXT NOT NULL,
        related_primary_column TEXT NOT NULL DEFAULT 'id', relation_name TEXT NOT NULL,
        mapping_table_name TEXT NOT NULL UNIQUE);
      INSERT INTO gpkgext_relations VALUES
        (1, 'trees', 'fid', 'media', 'id', 'media', 'trees_media');
      """,
    ])
    #expect(said.status == 0, "\(said.errorText)")
    return city
  }

  @Test(.needs(.sqlite3))
  func `attachments of other programs find their records through the mapping table`() async throws {
    let city = try await Self.foreignCity("(1, 1), (2, 1), (2, 2)")
    let target = city.folder.path("out.gpkg")
    let report = try await city.job().build(to: target, overwrite: false)
    let photos = try Self.photos(in: target)
    #expect(
      photos.map { [$0[1], $0[3], $0[4], $0[5]] } == [
        [MapFolder.id(1), "oak.jpg", "image/jpeg", "3"],
        [MapFolder.id(2), "oak.jpg", "image/jpeg", "3"],
        [MapFolder.id(2), "media row 2.jpg", "image/jpeg", "3"],
      ])
    #expect(Set(photos.map { $0[2] }).count == 3)
    let orphans = report.findings(.attachmentOrphan)
    #expect(orphans.map(\.count) == [1])
    #expect(orphans.first?.samples == ["notes"])
    #expect(orphans.first?.subject == "Trees")
  }

  @Test(.needs(.sqlite3))
  func `attachments of records outside the area are left out and counted`() async throws {
    let city = try await Self.foreignCity("(1, 1), (2, 2), (2, 9)")
    let report = try await city.check { $0.area = "0,1,2,3" }
    #expect(report.attachmentCount == 1)
    #expect(report.findings(.attachmentOrphan).map(\.severity) == [.information])
    #expect(report.findings(.attachmentOrphan).map(\.count) == [2])
  }

  @Test(.needs(.sqlite3))
  func `an attachment in a row and in the data folder is packed once`() async throws {
    let city = try await Self.foreignCity("(1, 1)")
    let path = "data/attachments/Trees/\(MapFolder.id(1))/oak.jpg"
    try city.folder.write([0xFF, 0xD8, 0xAA], to: path)
    #expect(try await city.check().attachmentCount == 1)
    try city.folder.write([0xFF, 0xD8, 0xAB], to: path)
    #expect(try await city.check().attachmentCount == 2)
  }

  @Test(.needs(.sqlite3))
  func `an unreadable attachment table stops the build`() async throws {
    let city = try await Self.foreignCity("(1, 1)")
    let store = city.folder.path("data/trees.gpkg")
    _ = try await #require(Tool.sqlite3).run([store, "DROP TABLE trees_media"])
    let found = try await city.check().findings(.attachmentNotReadable)
    #expect(found.map(\.severity) == [.error])
    #expect(found.map(\.subject) == ["Trees"])
  }
}
