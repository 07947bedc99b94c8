import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// A returned replica. It has its base, so `diff` shows its edits and `merge` merges them.
@Suite struct ReturnedReplicaTests {
  private let folder: TemporaryFolder
  private let replica: String
  private let issued = Fixture.path("Geodatabase/replica.geodatabase")

  init() throws {
    folder = try TemporaryFolder()
    replica = try folder.write(
      try Fixture.bytes("Geodatabase/replica.geodatabase"), to: "crew-07.geodatabase")
  }

  private func content(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: folder.path(name))))
  }

  private static func bench(_ number: Int) -> String {
    "{00000000-0000-4000-8000-00000000000\(number)}"
  }

  private static let newInspection = "{00000000-0000-4000-8000-000000000A01}"
  private static let newPhoto = "{00000000-0000-4000-8000-000000000A02}"

  /// A bench is renamed, one removed, one inspected and photographed.
  private func edit() async throws {
    try await ReplicaClient.edit(
      replica,
      [
        "UPDATE Benches_evw SET Name = 'By the lake' WHERE OBJECTID = 3",
        "DELETE FROM Benches_evw WHERE OBJECTID = 2",
        "INSERT INTO Inspections_evw (Note, BenchID, GlobalID) VALUES ('painted', "
          + "'\(Self.bench(3))', '\(Self.newInspection)')",
        "INSERT INTO Benches__ATTACH_evw (GLOBALID, REL_GLOBALID, CONTENT_TYPE, ATT_NAME, "
          + "DATA_SIZE, DATA) VALUES ('\(Self.newPhoto)', '\(Self.bench(3))', 'image/jpeg', "
          + "'new.jpg', 4, x'FFD8FFD9')",
      ])
  }

  private static let edits = [
    "City benches delete \(bench(2))", "City benches update \(bench(3)) Name",
    "Inspections insert \(newInspection)", "City benches, attachments insert \(newPhoto)",
  ]

  private func diff(_ words: [String]) async throws -> DiffAnswer {
    let session = await Session.run(["diff", "--json"] + words)
    try #require(
      session.exit == .done || session.exit == .somethingToSee, "\(session.error)")
    return DiffAnswer(try session.document())
  }

  /// A GeoPackage of the replica as issued, with the layers of a mobile map.
  private func office(
    _ name: String = "office.gpkg",
    tables: String = """
    {"id": "c", "title": "Inspections", "layerType": "ArcGISFeatureLayer",
     "path": "file:./replica.geodatabase?itemId=6"}
    """
  ) async throws -> String {
    let layers = [("a", "Benches to mend", 5), ("b", "Parks of the city", 4)]
      .map { id, title, number in
        """
        {"id": "\(id)", "title": "\(title)", "layerType": "ArcGISFeatureLayer",
         "path": "file:./replica.geodatabase?itemId=\(number)"}
        """
      }
    try folder.write(
      """
      {"item": {"title": "Benches"}, "map": {"version": "2.0",
        "operationalLayers": [\(layers.joined(separator: ","))],
        "tables": [\(tables)]}}
      """, to: "map.mmap")
    try await Session.done([
      "build", folder.path("map.mmap"), "--data", issued, "-o", folder.path(name),
    ])
    return folder.path(name)
  }

  @Test func `a replica without edits has no differences`() async throws {
    let session = await Session.run(["diff", replica])
    #expect(session.exit == .done, "\(session.error)")
    #expect(session.output == "\(replica): no changes since it was issued\n")
  }

  @Test(.needs(.python3))
  func `diff shows the edits of a client`() async throws {
    try await edit()
    let answer = try await diff([replica])
    #expect(answer.changes == Self.edits)
    #expect(answer.issues == [])
    #expect(answer.values(of: "Name", Self.bench(3)).old == "By the pond")
    #expect(answer.document["packageId"]?.string?.count == 32)
    let text = await Session.run(["diff", replica])
    #expect(
      text.output.contains("What people call it: By the pond -> By the lake"), "\(text.output)")
  }

  @Test(.needs(.python3))
  func `an unreadable table is reported, and the others are compared`() async throws {
    try await edit()
    try await ReplicaClient.edit(
      replica,
      [
        "UPDATE GDB_Items SET Definition = replace(Definition, '</AliasName>', '</AliasNamee>') "
          + "WHERE Name = 'main.Parks'",
        "UPDATE GDB_Items SET Definition = '<Name' WHERE Name = 'main.Inspections'",
      ])
    let answer = try await diff([replica])
    #expect(answer.issues == ["layerUnread"])
    #expect(answer.changes == Self.edits.filter { !$0.hasPrefix("Inspections") })
    let text = await Session.run(["diff", replica])
    #expect(text.output.contains("the definition of main.Inspections is invalid"))
  }

  @Test(.needs(.python3))
  func `the page of the edits shows the new photo`() async throws {
    try await edit()
    try await Session.done(["diff", replica, "--html", folder.path("page")])
    #expect(folder.exists("page/index.html"))
    let data = String(decoding: try content("page/data/review.js"), as: UTF8.self)
    #expect(data.contains("30 Apr 2026") && !data.contains("1970"))
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path("page"))
    #expect(files.contains { $0.hasSuffix(".jpg") }, "\(files)")
  }

  @Test(.needs(.python3))
  func `edits that cancel each other are not changes`() async throws {
    try await ReplicaClient.edit(
      replica,
      [
        "UPDATE Benches_evw SET Name = 'x', Seats = 2 WHERE OBJECTID = 1",
        "UPDATE Benches_evw SET Name = 'Old place', Seats = 4 WHERE OBJECTID = 1",
        "INSERT INTO Inspections_evw (Note, GlobalID) VALUES ('oops', '\(Self.newInspection)')",
        "DELETE FROM Inspections_evw WHERE Note = 'oops'",
      ])
    #expect(try await diff([replica]).changes == [])
  }

  @Test(.needs(.python3))
  func `a replica merges, and merging it again changes nothing`() async throws {
    try await edit()
    let office = try await office()
    let merged = folder.path("merged.gpkg")
    let session = try await Session.done([
      "merge", "--into", office, replica, "-o", merged, "--json", "--review", folder.path("r"),
    ])
    let answer = try session.document()
    #expect(session.exit == .done, "\(session.output)")
    #expect(answer["packages"]?.array?.first?["outcome"]?.string == "merged")
    let benches = try await export(merged, "Benches to mend")
    #expect(benches["Name"] == ["Old place", "By the lake"])
    #expect(try await export(merged, "Inspections")["Note"] == ["wobbles", "fine", "painted"])
    let summary = try await Session.run(["inspect", merged, "--json"]).document()
    #expect(summary["attachments"]?.int == 3)
    let receipt = String(decoding: try content("r/receipts.txt"), as: UTF8.self)
    #expect(receipt.contains("1 attachment, "), "\(receipt)")
    // Under another name, and with the -wal file written back into the database.
    let again = folder.path("again.gpkg")
    try folder.write(try content("crew-07.geodatabase"), to: "renamed.geodatabase")
    let second = await Session.run(
      ["merge", "--into", merged, folder.path("renamed.geodatabase"), "-o", again])
    #expect(second.exit == .done && second.output.contains("already merged"), "\(second.output)")
    #expect(try content("again.gpkg") == content("merged.gpkg"))
  }

  private func export(_ path: String, _ layer: String) async throws -> [String: [String?]] {
    let session = await Session.run(["export", path, "-l", layer, "-o", "-"])
    var values: [String: [String?]] = [:]
    for feature in try session.document()["features"]?.array ?? [] {
      for member in feature["properties"]?.object?.members ?? [] {
        values[member.key, default: []].append(member.value.string)
      }
    }
    return values
  }

  @Test(.needs(.python3))
  func `edits of tables that the office lacks are counted`() async throws {
    try await edit()
    let office = try await office(tables: "")
    let session = try await Session.done([
      "merge", "--into", office, replica, "--dry-run", "--json",
    ])
    let issues = try session.document()["issues"]?.array ?? []
    let reported = issues.filter { $0["kind"]?.string == "extraTable" }
    #expect(reported.map { $0["value"]?.string } == ["Inspections"])
    #expect(reported.first?["message"]?.string?.contains("1 edit") == true, "\(reported)")
  }

  @Test(.needs(.python3))
  func `a -wal file beside a replica is read`() async throws {
    let script = """
      import sqlite3, sys, os
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("PRAGMA journal_mode=wal"); c.execute("PRAGMA wal_autocheckpoint=0")
      c.execute("UPDATE Benches SET Seats = 3 WHERE OBJECTID = 3")
      os._exit(0)
      """
    let made = try await #require(Tool.python3).run(["-c", script, replica])
    try #require(made.status == 0, "\(made.errorText)")
    try #require(folder.exists("crew-07.geodatabase-wal"))
    // No client changes a row itself, so the base changed with it.
    #expect(try await diff([replica]).changes == [])
    let answer = try await diff([replica, "--base", issued])
    #expect(answer.changes == ["City benches update \(Self.bench(3)) Seats"])
  }

  @Test(.needs(.python3))
  func `a named base replaces the history`() async throws {
    try await edit()
    let office = try await office()
    #expect(try await diff([replica, "--base", issued]).changes == Self.edits)
    let answer = try await diff([replica, "--base", office])
    #expect(
      answer.changes
        == Self.edits.map { $0.replacing("City benches", with: "Benches to mend") })
  }

  @Test(.needs(.python3))
  func `a geodatabase can be the office data`() async throws {
    try await edit()
    let merged = folder.path("merged.gpkg")
    let session = try await Session.done(["merge", "--into", issued, replica, "-o", merged])
    #expect(session.exit == .done, "\(session.output)")
    #expect(try await export(merged, "City benches")["Name"] == ["Old place", "By the lake"])
    let other = await Session.run(
      ["merge", "--into", issued, replica, "-o", folder.path("merged.geodatabase")])
    #expect(other.exit == .usage)
  }

  @Test(.needs(.python3), .disabled(if: ThroughChangeFiles.isWanted))
  func `several geodatabases in a folder are one package for diff and several for merge`()
    async throws
  {
    try await edit()
    for (name, path) in [("a", replica), ("b", issued)] {
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      try folder.write(bytes, to: "all/\(name).geodatabase")
    }
    let answer = try await diff([folder.path("all")])
    #expect(Set(answer.changes) == Set(Self.edits))
    let office = try await office()
    let session = try await Session.done([
      "merge", "--into", office, folder.path("all"), "--dry-run", "--json",
    ])
    let packages = try session.document()["packages"]?.array ?? []
    #expect(packages.map { $0["name"]?.string } == ["a.geodatabase", "b.geodatabase"])
    #expect(packages.map { $0["updated"]?.int } == [1, 0])
    try folder.write([], to: "more/x/a.txt")
    for name in ["x", "y"] {
      try folder.write(
        try Fixture.bytes("Geodatabase/replica.geodatabase"), to: "more/\(name)/c.geodatabase")
    }
    let several = await Session.run(["diff", folder.path("more")])
    #expect(several.exit == .inputRefused && several.error.contains("not x, y"), "\(several.error)")
  }

  // MARK: Unknown or damaged data

  @Test func `a geodatabase that is not a replica needs a base`() async throws {
    let plain = Fixture.path("Geodatabase/benches.geodatabase")
    let session = await Session.run(["diff", plain])
    #expect(session.exit == .inputMissing)
    #expect(session.error.contains("a geodatabase without a history"), "\(session.error)")
    #expect(session.error.contains("--base"))
    #expect(try await diff([plain, "--base", plain]).changes == [])
    let office = try await office()
    let refused = await Session.run([
      "merge", "--into", office, plain, "-o", folder.path("no.gpkg"),
    ])
    #expect(refused.error.contains("PKG_BASE_MISSING") || refused.output.contains("--base"))
    #expect(!folder.exists("no.gpkg"))
    let merged = try await Session.done([
      "merge", "--into", office, plain, "--base", issued, "-o", folder.path("yes.gpkg"),
    ])
    #expect(merged.output.contains("1 added"), "\(merged.output)")
  }

  @Test func `a replica of other data is refused`() async throws {
    let city = try SmallCity()
    try await Session.done(["build"] + city.inputs + ["-o", folder.path("city.gpkg")])
    let session = await Session.run([
      "merge", "--into", folder.path("city.gpkg"), replica, "-o", folder.path("no.gpkg"),
    ])
    #expect(session.exit == .inputRefused, "\(session.error)")
    #expect(session.error.contains("PKG_OTHER_MAP"), "\(session.error)")
    #expect(!folder.exists("no.gpkg"))
  }

  @Test(.needs(.python3))
  func `diff and merge report what the app no longer keeps`() async throws {
    try await ReplicaClient.edit(
      replica,
      [
        "UPDATE Benches_evw SET Name = 'New name' WHERE OBJECTID = 1",
        "DELETE FROM Benches WHERE OBJECTID = 1 AND gdb_to_date < 5000000",
      ])
    let answer = try await diff([replica])
    #expect(answer.issues == ["historyGap"])
    #expect(answer.changes.first == "City benches insert \(Self.bench(1))")
    let office = try await office()
    let merged = try await Session.done([
      "merge", "--into", office, replica, "-o", folder.path("merged.gpkg"),
    ])
    #expect(merged.output.contains("no longer keeps"), "\(merged.output)")
  }

  @Test(.needs(.python3))
  func `a damaged replica is refused by name`() async throws {
    for (damage, word) in [
      ("UPDATE GDB_Items SET Definition = '<a' WHERE Definition LIKE '<GPSyncReplica>%'", "Crew 7"),
      (
        "UPDATE GDB_Items SET Definition = replace(Definition, '>1000<', '>later<') WHERE "
          + "Definition LIKE '<GPSyncReplica>%'", "later"
      ),
      ("UPDATE Benches SET gdb_from_date = 1e300 WHERE OBJECTID = 1", "Benches"),
    ] {
      let path = try folder.write(
        try Fixture.bytes("Geodatabase/replica.geodatabase"), to: "damaged.geodatabase")
      try await ReplicaClient.edit(path, [damage])
      let session = await Session.run(["diff", path])
      #expect(session.exit == .inputRefused, "\(session.error)")
      #expect(session.error.contains(word), "\(session.error)")
      let office = try await office("office-\(word.prefix(4).filter(\.isLetter)).gpkg")
      let merged = await Session.run(["merge", "--into", office, path, "--dry-run"])
      #expect(merged.exit == .inputRefused && merged.error.contains(word), "\(merged.error)")
    }
  }
}
