import Bytes
import Console
import Foundation
import GeoPackage
import OrderedJSON
import Packages
import TestSupport
import Testing
import ZIPArchive

/// `merge` with a package as the result.
@Suite struct MergedPackageTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() throws {
    city = try SmallCity.withPhoto()
    try city.folder.write(
      Array("rot".utf8),
      to: "data/attachments/Trees/00000000-0000-4000-8000-000000000003/rot.bin")
  }

  private static let photo = Data("ash".utf8).base64EncodedString()

  /// Adds a tree with a photo, renames a tree, and deletes a tree with its photo.
  private static let edits = """
    [{"id": 0,
      "adds": [{"attributes": {"GlobalID": "\(SmallCity.id(9))", "Name": "Ash"},
        "geometry": {"x": -122.5, "y": 45.6, "spatialReference": {"wkid": 4326}}}],
      "updates": [{"attributes": {"GlobalID": "\(SmallCity.id(1))", "Name": "Old oak"}}],
      "deletes": ["\(SmallCity.id(3))"],
      "attachments": {"adds": [{"parentGlobalId": "\(SmallCity.id(9))",
        "globalId": "\(SmallCity.id(0x901))", "name": "crown.jpg", "contentType": "image/jpeg",
        "data": "\(photo)"}]}}]
    """

  private func issue(_ photos: String = "files") async throws {
    try await Session.done(
      [
        "build", "--photos", photos, "-o", folder.path("issued.mmpk"), "--now",
        "2026-05-01T00:00:00Z",
      ] + city.inputs)
  }

  private func crew(
    _ edits: String, _ name: String = "crew.mmpk", of package: String = "issued.mmpk"
  ) async throws {
    try folder.write(edits, to: "edits.json")
    try await Session.done([
      "edit", folder.path(package), "--edits", folder.path("edits.json"), "-o", folder.path(name),
      "--now", "2026-05-02T00:00:00Z",
    ])
  }

  @discardableResult
  private func merge(
    _ crews: [String], into office: String = "issued.mmpk", to output: String = "next.mmpk"
  ) async throws -> Session {
    try await Session.done(
      ["merge", "--into", folder.path(office)] + crews.map { folder.path($0) }
        + ["-o", folder.path(output), "--now", "2026-05-03T00:00:00Z"])
  }

  private func rows(_ layer: String, of name: String) async throws -> String {
    try await Session.done([
      "export", folder.path(name), "--layer", layer, "--format", "csv", "-o", "-",
    ]).output
  }

  @Test(arguments: ["files", "blobs"])
  func `the result for QField has the same files, with the store deflated`(
    _ photos: String
  ) async throws {
    try await issue(photos)
    try await crew(Self.edits)
    try await merge(["crew.mmpk"])
    try await merge(["crew.mmpk"], to: "next.zip")
    #expect(await Session.run(["verify", folder.path("next.zip")]).exit == .done)
    let stored = try OpenPackage(path: folder.path("next.mmpk"))
    let deflated = try OpenPackage(path: folder.path("next.zip"))
    let paths = try stored.members.paths()
    #expect(try deflated.members.paths() == paths)
    for path in paths {
      let content = try deflated.members.content(of: path, limit: 1 << 24)
      #expect(try content == stored.members.content(of: path, limit: 1 << 24), "\(path)")
    }
    let archive = try ArchiveReader(
      region: FileRegion(try InputFile(path: folder.path("next.zip"))))
    for entry in archive.entries where entry.name.hasPrefix("attachments/") {
      #expect(entry.method == .stored)
    }
    let store = try #require(archive.entries.first { $0.name == "data.gpkg" })
    #expect(store.method == .deflated)
  }

  @Test(arguments: ["files", "blobs"])
  func `the result is an undamaged package with the merged data and no edits`(
    _ photos: String
  ) async throws {
    try await issue(photos)
    try await crew(Self.edits)
    let before = try folder.read("issued.mmpk")
    try await merge(["crew.mmpk"])
    try await merge(["crew.mmpk"], to: "next.gpkg")
    #expect(try folder.read("issued.mmpk") == before)
    let verified = await Session.run(["verify", folder.path("next.mmpk")])
    #expect(verified.exit == .done && verified.output.contains("no damage"))
    #expect(await Session.run(["diff", folder.path("next.mmpk")]).exit == .done)
    for layer in ["Trees", "Visits"] {
      #expect(try await rows(layer, of: "next.mmpk") == rows(layer, of: "next.gpkg"))
    }
    let old = try OpenPackage(path: folder.path("issued.mmpk"))
    let new = try OpenPackage(path: folder.path("next.mmpk"))
    #expect(new.packageID != nil && new.packageID != old.packageID)
    #expect(new.created == "2026-05-03T00:00:00.000Z")
    var inRows = 0
    for relation in try new.store.mediaRelations(of: "Trees") {
      try new.store.forEachAttachment(in: relation.relatedTable) { inRows += $2.isEmpty ? 0 : 1 }
    }
    #expect(inRows == (photos == "files" ? 0 : 2), "photos are where the build put them")
    let paths = try new.members.paths()
    let photo = "attachments/00000000-0000-4000-8000-000000000009/crown.jpg"
    #expect(paths.contains(photo) == (photos == "files"))
    #expect(!paths.contains { $0.hasSuffix("rot.bin") })
    #expect(paths.contains("review/index.html") && paths.contains("package.info"))
    #expect(new.manifest?["extent"]?.array?.map(\.double) == [-122.62, 45.5, -122.5, 45.6])
    #expect(new.manifest?["layers"]?[0]?["attachments"]?.int == 2)
    let geodatabase = try #require(try new.geodatabasePaths().first)
    #expect(try old.geodatabasePaths() != [geodatabase])
    #expect(paths.filter { $0.hasPrefix("p13/") }.count == 2)
    let region = try #require(try new.members.region(of: geodatabase))
    try folder.write(try region.readAll(limit: 1 << 26), to: "next.geodatabase")
    let trees = try await rows("Trees", of: "next.geodatabase")
    #expect(trees.contains("Ash") && trees.contains("Old oak"))
    let base = try #require(try new.base())
    var held = 0
    for relation in try base.mediaRelations(of: "Trees") {
      try base.forEachAttachment(in: relation.relatedTable) { held += $2.count }
    }
    #expect(held == 0, "the base goes without photos")
  }

  @Test func `packages of the result and of the first package can be merged into it`() async throws
  {
    try await issue()
    try await crew(Self.edits)
    let late =
      #"[{"id": 0, "updates": [{"attributes": {"GlobalID": "\#(SmallCity.id(1))","#
      + #" "Name": "Oak of the crew"}}]}]"#
    try await crew(late, "late.mmpk")
    try await merge(["crew.mmpk"])
    let again = try await merge(["crew.mmpk"], into: "next.mmpk", to: "same.mmpk")
    #expect(again.output.contains("already merged, no new changes"))
    #expect(try folder.read("same.mmpk") == folder.read("next.mmpk"))
    let note =
      #"[{"id": 1, "adds": [{"attributes": {"GlobalID": "\#(SmallCity.id(0x109))","#
      + #" "TreeID": "\#(SmallCity.id(9))", "Note": "watered"}}]}]"#
    try await crew(note, "second.mmpk", of: "next.mmpk")
    let merged = try await merge(
      ["second.mmpk", "late.mmpk"], into: "next.mmpk", to: "third.mmpk")
    #expect(merged.output.contains("second.mmpk: 1 change: 1 applied"))
    #expect(merged.output.contains("CONFLICT"))
    #expect(try await rows("Visits", of: "third.mmpk").contains("watered"))
    #expect(try await rows("Trees", of: "third.mmpk").contains("Oak of the crew"))
    #expect(await Session.run(["verify", folder.path("third.mmpk")]).exit == .done)
  }

  @Test func `the order of packages changes no byte, and undo restores the old package`()
    async throws
  {
    try await issue()
    try await crew(Self.edits, "a.mmpk")
    let update =
      #"[{"id": 0, "updates": [{"attributes": {"GlobalID": "\#(SmallCity.id(2))", "Height": 13}}]}]"#
    try await crew(update, "b.mmpk")
    try await merge(["a.mmpk", "b.mmpk"])
    try await merge(["b.mmpk", "a.mmpk"], to: "other.mmpk")
    #expect(try folder.read("next.mmpk") == folder.read("other.mmpk"))
    try await Session.done(["undo", folder.path("next.mmpk")])
    #expect(try folder.read("next.mmpk") == folder.read("issued.mmpk"))
    #expect(await Session.run(["undo", folder.path("next.mmpk")]).exit == .inputMissing)
  }

  @Test func `a package is written only from a package`() async throws {
    try await issue()
    try await crew(Self.edits)
    try await merge(["crew.mmpk"], to: "next.gpkg")
    let unzip = try #require(Tool.unzip)
    _ = try await unzip.run(["-q", folder.path("issued.mmpk"), "-d", folder.path("unpacked")])
    for office in ["next.gpkg", "unpacked"] {
      let refused = await Session.run([
        "merge", "--into", folder.path(office), folder.path("crew.mmpk"), "-o",
        folder.path("next.mmpk"),
      ])
      #expect(refused.exit == .usage)
      #expect(refused.error.contains("MERGE_OUTPUT_NEEDS_PACKAGE"))
      #expect(refused.error.contains("fieldpack build MAP --data NAME.gpkg"))
    }
    #expect(try !folder.files().contains { $0.contains("next.mmpk") })
  }

  @Test func `a damaged photo of the office isn't copied, even if nothing changes`() async throws {
    try folder.write(
      Array("a photo that is damaged later".utf8),
      to: "data/attachments/Trees/00000000-0000-4000-8000-000000000003/rot.bin")
    try await issue()
    try folder.write(try folder.read("issued.mmpk"), to: "crew.mmpk")
    var bytes = try folder.read("issued.mmpk")
    let photo = try #require(bytes.firstRange(of: Array("that is damaged".utf8)))
    bytes[photo.lowerBound] ^= 1
    try folder.write(bytes, to: "issued.mmpk")
    let session = await Session.run([
      "merge", "--into", folder.path("issued.mmpk"), folder.path("crew.mmpk"), "-o",
      folder.path("next.mmpk"), "--now", "2026-05-03T00:00:00Z",
    ])
    #expect(session.exit == .inputRefused, "\(session.output)\(session.error)")
    #expect(session.error.contains("issued.mmpk: the package is damaged"), "\(session.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("next.mmpk")))
  }

}
