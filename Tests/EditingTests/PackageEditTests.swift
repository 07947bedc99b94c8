import Bytes
import Editing
import Foundation
import GeoPackage
import OrderedJSON
import Packages
import Packaging
import Records
import SQLiteFile
import TestPackages
import TestSupport
import Testing
import ZIPArchive

/// applyEdits on the demo's package.
@Suite struct PackageEditTests {
  private static let built = Task { () throws -> TemporaryFolder in
    let folder = try TemporaryFolder()
    let request = BuildRequest(
      map: Fixture.treesOfPortland + "/map.json", data: Fixture.treesOfPortland, now: MapFolder.now)
    for name in ["a.mmpk", "a.gpkg"] {
      _ = try await OfflineMapJob(request) { _ in }.build(to: folder.path(name), overwrite: false)
    }
    return folder
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A copy of the package in some form, for one test.
  private func package(_ form: OpenPackage.Form = .archive) async throws -> OpenPackage {
    let built = try await Self.built.value
    let name = form == .store ? "a.gpkg" : "a.mmpk"
    try FileManager.default.copyItem(atPath: built.path(name), toPath: folder.path(name))
    guard form == .folder else { return try OpenPackage(path: folder.path(name)) }
    let archive = try OpenPackage(path: folder.path(name))
    for path in try archive.members.paths() {
      let bytes = try #require(try archive.members.content(of: path, limit: 1 << 30))
      try folder.write(bytes, to: "unpacked/" + path)
    }
    return try OpenPackage(path: folder.path("unpacked"))
  }

  private func edit(
    _ package: OpenPackage, _ edits: String, to target: String? = nil
  ) async throws -> PackageEdit.Outcome {
    try folder.write(edits, to: "edits.json")
    var edit = try PackageEdit(
      package, edits: folder.path("edits.json"), now: MapFolder.now + 86_400_000)
    edit.user = "kim"
    return try await edit.write(to: target ?? package.path, overwrite: true)
  }

  private func sqlite(_ package: String, _ statements: String...) async throws -> [String] {
    let store = try OpenPackage(path: package).store.database.region
    try folder.write(try store.read(at: 0, count: store.count), to: "look.gpkg")
    return try await #require(Tool.sqlite3).run(["-batch", folder.path("look.gpkg")] + statements)
      .lines
  }

  private static let tree = "{D0C5E4F0-0000-4000-8000-000000000001}"

  /// The GlobalID of a row.
  private func globalID(_ package: OpenPackage, _ table: String, row: Int = 0) throws -> String {
    try #require(try StoredRows(package.store, table).rows[row]["GlobalID"])
  }

  @Test(arguments: [OpenPackage.Form.archive, .folder, .store])
  func `a package is rewritten in its own form`(_ form: OpenPackage.Form) async throws {
    let package = try await package(form)
    let outcome = try await edit(package, "[]", to: folder.path("again"))
    #expect(outcome.isSound)
    let again = try OpenPackage(path: folder.path("again"))
    #expect(again.form == form)
    #expect(again.packageID == package.packageID)
    #expect(try PackageVerification.run(again) { _ in }.worst.map { $0 < .warning } ?? true)
    let paths = try package.members.paths()
    #expect(try again.members.paths() == paths)
    for path in paths {
      #expect(
        try again.members.content(of: path, limit: 1 << 30)
          == package.members.content(of: path, limit: 1 << 30))
    }
    if form == .archive {
      // The same archive as the build's.
      #expect(try folder.read("again") == folder.read("a.mmpk"))
    }
  }

  @Test(.needs(.sqlite3), arguments: [OpenPackage.Form.archive, .folder, .store])
  func `records are added, updated, moved, related and deleted, and get attachments`(
    _ form: OpenPackage.Form
  ) async throws {
    let package = try await package(form)
    let (first, second) = (
      try globalID(package, "Trees"), try globalID(package, "Trees", row: 1)
    )
    let new = Self.tree
    try folder.write("tall", to: "photos/note.txt")
    let outcome = try await edit(
      package,
      """
      [{"id": 0,
        "adds": [{"attributes": {"GlobalID": "\(new)", "Address": "1 Main St"},
                  "geometry": {"x": -13655000, "y": 5703000, "spatialReference": {"wkid": 102100}}}],
        "updates": [{"attributes": {"GlobalID": "\(first)", "Address": "2 Main St"},
                     "geometry": {"x": -122.65, "y": 45.52}}],
        "deletes": ["\(second)"],
        "attachments": {"adds": [
          {"parentGlobalId": "\(new)", "name": "a/b.txt", "data": "aGVsbG8="},
          {"parentGlobalId": "\(first)", "name": "note.txt", "file": "photos/note.txt"}]}},
       {"id": "Inspections",
        "adds": [{"attributes": {"TreeGlobalID": "\(new)"}}]}]
      """)
    #expect(outcome.layers.flatMap { $0.all.flatMap(\.result.errors) } == [])
    #expect(outcome.json[0]?["addResults"]?[0]?["globalId"]?.string == new)
    let edited = try OpenPackage(path: package.path)
    #expect(edited.form == form)
    let findings = try PackageVerification.run(edited) { _ in }
    #expect(findings.worst.map { $0 < .warning } ?? true, "\(findings)")
    let trees = try await sqlite(
      package.path, "PRAGMA integrity_check", "SELECT count(*), max(fid) FROM Trees",
      "SELECT Address, Creator, CreationDate, OBJECTID IS NULL FROM Trees WHERE GlobalID = '\(new)'",
      "SELECT count(*) FROM Trees WHERE GlobalID = '\(second)'",
      "SELECT Address, Editor FROM Trees WHERE GlobalID = '\(first)'",
      "SELECT count(*) FROM Inspections WHERE upper(TreeGlobalID) = upper('\(second)')",
      "SELECT count(*) FROM Inspections i JOIN rel_Trees_Inspections_1 r ON r.related_id = i.fid "
        + "JOIN Trees t ON t.fid = r.base_id WHERE t.GlobalID = '\(new)'",
      "SELECT name, size, content_type, length(data) FROM Trees_attachments WHERE "
        + "parent_globalid = '\(new)'")
    #expect(
      trees == [
        "ok", "303|304", "1 Main St|kim|2026-05-02T12:00:00.000Z|1", "0", "2 Main St|kim", "0", "1",
        "a/b.txt|5|text/plain|\(form == .store ? 5 : 0)",
      ])
    guard form != .store else { return }
    let paths = try edited.members.paths().filter { $0.hasSuffix(".txt") }
    #expect(Set(paths.map { $0.split(separator: "/").last }) == ["a_b.txt", "note.txt"])
  }

  @Test(.needs(.sqlite3), arguments: [OpenPackage.Form.archive, .store])
  func `attachments are replaced, deleted, and deleted with their records`(
    _ form: OpenPackage.Form
  ) async throws {
    let package = try await package(form)
    let photos = try StoredRows(package.store, "Trees_attachments").rows
    let ids = try photos.map { try #require($0["globalid"]) }
    let parents = try photos.map { try #require($0["parent_globalid"]) }
    let gone = parents[2]
    let outcome = try await edit(
      package,
      """
      [{"id": 0, "deletes": ["\(gone)"], "attachments": {
        "updates": [{"globalId": "\(ids[0])", "data": "aGVsbG8=", "name": "new.txt"}],
        "deletes": ["\(ids[1])"]}}]
      """)
    #expect(outcome.layers.flatMap { $0.all.flatMap(\.result.errors) } == [])
    let edited = try OpenPackage(path: package.path)
    let rows = try StoredRows(edited.store, "Trees_attachments").rows
    #expect(rows.count == photos.indices.count { $0 != 1 && parents[$0] != gone })
    #expect(rows.first { $0["globalid"] == ids[0] }?["size"] == "5")
    let findings = try PackageVerification.run(edited) { _ in }.filter { $0.severity == .error }
    #expect(findings.isEmpty, "\(findings)")
    guard form == .archive else { return }
    let files = try edited.members.paths().filter { $0.hasPrefix("attachments/") }
    #expect(files.count == 8 - (photos.count - rows.count))
    #expect(files.contains { $0.hasSuffix("/new.txt") })
  }

  @Test func `an inspection can't be moved to another tree`() async throws {
    let package = try await package()
    let tree = try globalID(package, "Trees", row: 200)
    let outcome = try await edit(
      package,
      """
      [{"id": 3, "updates": [{"attributes": {"OBJECTID": 1, "TreeGlobalID": "\(tree)"}},
                             {"attributes": {"OBJECTID": 2, "TreeGlobalID": null}}]}]
      """)
    #expect(
      outcome.layers[0].updates.map { $0.errors.map(\.message) } == [
        ["The required relationship named \"Inspections of the tree\" cannot be changed."],
        ["Missing required relationship named \"Inspections of the tree\"."],
      ])
  }

  @Test func `an archive with other content is not overwritten`() async throws {
    let package = try await package()
    var archive = ArchiveWriter(
      try AtomicFile(replacing: folder.path("mail.zip"), overwrite: false))
    for path in try package.members.paths() {
      let bytes = try #require(try package.members.content(of: path, limit: 1 << 30))
      try archive.appendStored("crew/" + path, bytes.span)
    }
    try archive.appendStored("letter.txt", Array("Dear office".utf8).span)
    try archive.finish()
    let mail = try OpenPackage(path: folder.path("mail.zip"))
    await #expect(throws: PackagingError.self) { try await edit(mail, "[]") }
    #expect(try await edit(mail, "[]", to: folder.path("b.mmpk")).isSound)
    #expect(try OpenPackage(path: folder.path("b.mmpk")).packageID == package.packageID)
  }

  /// Edits with their expected errors.
  private static let refused: [(edits: String, errors: [String])] = [
    (#"[{"id": 77, "deletes": [1]}]"#, ["2001 Layer not found."]),
    (
      #"[{"id": 0, "deletes": ["{00000000-0000-4000-8000-00000000FFFF}", 999999]}]"#,
      [
        "1011 Object is missing.", "1011 Object is missing.",
      ]
    ),
    (#"[{"id": 0, "updates": [{"attributes": {"Address": "x"}}]}]"#, ["1020 Missing GlobalID."]),
    (
      #"[{"id": 0, "updates": [{"attributes": {"OBJECTID": 1, "Creator": "me"}}]}]"#,
      [
        "1023 Field: Creator is not editable."
      ]
    ),
    (
      #"[{"id": 0, "updates": [{"attributes": {"OBJECTID": 1, "Color": "me"}}]}]"#,
      [
        "1000 There is no field Color."
      ]
    ),
    (
      #"[{"id": 3, "updates": [{"attributes": {"OBJECTID": 1, "Condition": "Gone"}}]}]"#,
      [
        "11007 Condition: Value must be within domain"
      ]
    ),
    (
      #"[{"id": 0, "updates": [{"attributes": {"OBJECTID": 1, "SpeciesCode": "12345678🌳"}}]}]"#,
      [
        "11003 SpeciesCode: Value exceeds maximum field length of 8"
      ]
    ),
    (
      #"[{"id": 3, "updates": [{"attributes": {"OBJECTID": 1, "DBH": "wide"}}]}]"#,
      [
        "11000 DBH: Value must be a number"
      ]
    ),
    (
      #"[{"id": 3, "updates": [{"attributes": {"OBJECTID": 1, "DBH": 10000}}]}]"#,
      [
        "11002 DBH: Enter a number between 0 and 200"
      ]
    ),
    (
      #"[{"id": 0, "adds": [{"attributes": {}}]}]"#,
      [
        "11000 Feature isn't valid. A feature of a layer needs a geometry."
      ]
    ),
    (
      #"[{"id": 0, "adds": [{"geometry": {"rings": [[[0,0],[0,1],[1,1],[0,0]]]}}]}]"#,
      [
        "11000 Feature isn't valid. The layer takes POINT, not MULTIPOLYGON."
      ]
    ),
    (
      #"[{"id": "Inspections", "adds": [{"attributes": {}}]}]"#,
      [
        "11000 Missing required relationship named \"Inspections of the tree\"."
      ]
    ),
    (
      #"[{"id": 0, "attachments": {"adds": [{"parentGlobalId": "x", "name": "a", "data": ""}]}}]"#,
      ["1008 Adding an attachment failed. The parent is missing."]
    ),
    (
      #"[{"id": 0, "attachments": {"deletes": ["x"]}}]"#,
      [
        "1010 Deleting an attachment failed. Object is missing."
      ]
    ),
    (
      #"[{"id": "Neighborhoods", "deletes": [1]}]"#,
      ["1000 Neighborhoods is read-only in the package."]
    ),
  ]

  @Test func `edits that the field app refuses are refused`() async throws {
    let package = try await package()
    let before = try folder.read("a.mmpk")
    for (edits, expected) in Self.refused {
      let outcome = try await edit(package, edits)
      let errors = outcome.layers.flatMap { $0.all.flatMap(\.result.errors) }
      #expect(errors.map { "\($0.code) \($0.message)" } == expected)
    }
    #expect(try folder.read("a.mmpk") == before)
  }

  @Test func `one refused edit rolls back all edits`() async throws {
    let package = try await package()
    let before = try folder.read("a.mmpk")
    let outcome = try await edit(
      package,
      #"""
      [{"id": 0, "updates": [{"attributes": {"OBJECTID": 1, "Address": "1 Main St"}},
                             {"attributes": {"OBJECTID": 2, "SiteType": "Gone"}}]}]
      """#)
    #expect(!outcome.isSound)
    let results = outcome.json[0]?["updateResults"]
    #expect(results?[0]?["error"]?["code"]?.int == 1_003)
    #expect(results?[1]?["error"]?["code"]?.int == 11_007)
    #expect(try folder.read("a.mmpk") == before)
  }

  @Test func `the same edits give the same bytes`() async throws {
    let package = try await package()
    let edits = #"[{"id": 0, "adds": [{"geometry": {"x": -122.6, "y": 45.5}}]}]"#
    for name in ["b.mmpk", "c.mmpk"] {
      #expect(try await edit(package, edits, to: folder.path(name)).isSound)
    }
    #expect(try folder.read("b.mmpk") == folder.read("c.mmpk"))
    // Applying them again makes another record.
    #expect(try await edit(OpenPackage(path: folder.path("b.mmpk")), edits).isSound)
    #expect(
      try StoredRows(OpenPackage(path: folder.path("b.mmpk")).store, "Trees").rows.count == 305)
  }

  @Test(arguments: ["../a.mmpk", "/etc/passwd", "link.txt", "missing.txt"])
  func `files outside the folder of the edits are not read`(_ path: String) async throws {
    let package = try await package()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.txt"), withDestinationPath: "/etc/passwd")
    let id = try globalID(package, "Trees")
    let outcome = try await edit(
      package,
      """
      [{"id": 0, "attachments": {"adds": [
        {"parentGlobalId": "\(id)", "name": "a.txt", "file": "\(path)"}]}}]
      """)
    #expect(outcome.layers[0].attachmentAdds[0].errors.map(\.code) == [1_008])
  }
}
