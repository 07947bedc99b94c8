import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

private enum Canyonlands {
  static let source = SharedData.path("mobile-map-package/canyonlands")
}

/// A real replica, edited through its triggers like an ArcGIS client does. Exactly those edits are
/// shown and merged.
@Suite(.needs(.python3, .sharedData("mobile-map-package/canyonlands")))
struct CanyonlandsReplicaTests {
  private static let file = "3b1fef0d-2cb0-4b6f-b526-9fe0a1ca3f69.geodatabase"

  private let folder: TemporaryFolder
  /// The folder of the offline map, as downloaded.
  private let issued: String
  private var issuedReplica: String { "\(issued)/p13/\(Self.file)" }
  /// The folder, as returned.
  private let returned: String
  private var replica: String { "\(returned)/p13/\(Self.file)" }

  init() async throws {
    folder = try TemporaryFolder()
    (issued, returned) = (folder.path("issued"), folder.path("returned"))
    let source = try #require(Canyonlands.source)
    try FileManager.default.createDirectory(
      atPath: issued + "/p13", withIntermediateDirectories: true)
    // The service and its map are read-only. These are editable.
    let own = "\"capabilities\":\"Query"
    let ours = "\"capabilities\":\"Create,Update,Delete,Editing,Query"
    for name in ["package.info", "p13/mobile_map.mmap", "p13/" + Self.file] {
      var content = try Data(contentsOf: URL(filePath: "\(source)/\(name)"))
      if name.hasSuffix(".mmap") {
        content = Data(String(decoding: content, as: UTF8.self).replacing(own, with: ours).utf8)
      }
      try content.write(to: URL(filePath: "\(issued)/\(name)"))
    }
    try await ReplicaClient.edit(
      issuedReplica,
      ["UPDATE GDB_ServiceItems SET ItemInfo = replace(ItemInfo, '\(own)', '\(ours)')"])
    try FileManager.default.copyItem(atPath: issued, toPath: returned)
  }

  @Test func `a map of the service binds a replica by layer number, whatever the titles`()
    async throws
  {
    let service =
      "http://services2.arcgis.com/ZQgQTuoyBrtmoGdP/ArcGIS/rest/services/canyonlands_roads_trails/"
      + "FeatureServer"
    let layers = [("CNP_Roads", 1), ("Ways to drive", 0)].map { title, number in
      """
      {"id": "l\(number)", "title": "\(title)", "layerType": "ArcGISFeatureLayer",
       "url": "\(service)/\(number)"}
      """
    }
    try folder.write(
      #"{"version": "2.31", "operationalLayers": [\#(layers.joined(separator: ","))]}"#,
      to: "map.json")
    let package = folder.path("crew.gpkg")
    try await Session.done([
      "build", folder.path("map.json"), "--data", issued + "/p13", "-o", package,
    ])
    // The map gives the trails the title of the roads, so only the layer number identifies them.
    let trails = await Session.run(["export", package, "-l", "CNP_Roads", "-o", "-"])
    #expect(trails.output.contains("\"TRLNAME\"") && !trails.output.contains("\"RDNAME\""))
    let roads = await Session.run(["export", package, "-l", "Ways to drive", "-o", "-"])
    #expect(roads.output.contains("\"RDNAME\"") && !roads.output.contains("\"TRLNAME\""))
  }

  private static let road = "{11111111-0000-4000-8000-000000000001}"
  private static let trail = "{22222222-0000-4000-8000-000000000001}"

  /// The edits of a client: a value, geometry, a deleted and an added row, a value changed and changed
  /// back, a row added and deleted, and several values of one row.
  private func edit() async throws {
    let shape = "(SELECT SHAPE FROM CNP_Roads WHERE FID = 5)"
    let gone = "{33333333-0000-4000-8000-000000000001}"
    try await ReplicaClient.edit(
      replica,
      [
        "UPDATE CNP_Roads_evw SET RDNAME = 'New name' WHERE FID = 1",
        "UPDATE CNP_Roads_evw SET SHAPE = \(shape) WHERE FID = 2",
        "DELETE FROM CNP_Roads_evw WHERE FID = 3",
        "INSERT INTO CNP_Roads_evw (RDNAME, GlobalID_2, SHAPE) VALUES ('Added', '\(Self.road)', "
          + "\(shape))",
        "UPDATE CNP_Roads_evw SET RDNAME = 'x' WHERE FID = 4",
        "UPDATE CNP_Roads_evw SET RDNAME = (SELECT RDNAME FROM CNP_Roads WHERE FID = 4 AND "
          + "gdb_from_date < 2440588) WHERE FID = 4",
        "INSERT INTO CNP_Trails_evw (TRLNAME, GlobalID_2) VALUES ('Gone', '\(gone)')",
        "DELETE FROM CNP_Trails_evw WHERE TRLNAME = 'Gone'",
        "UPDATE CNP_Trails_evw SET TRLNAME = 'one' WHERE FID = 7",
        "UPDATE CNP_Trails_evw SET TRLNAME = 'two', NOTES = 'steep' WHERE FID = 7",
        "UPDATE CNP_Trails_evw SET TRLNAME = 'three' WHERE FID = 7",
      ])
    // A row that was added and deleted in one transaction leaves no trace.
    try await ReplicaClient.edit(
      replica,
      [
        .init(
          "INSERT INTO CNP_Trails_evw (TRLNAME, GlobalID_2) VALUES ('A', '\(gone)')", minute: 20),
        .init("DELETE FROM CNP_Trails_evw WHERE TRLNAME = 'A'", minute: 20),
        .init(
          "INSERT INTO CNP_Trails_evw (TRLNAME, GlobalID_2) VALUES ('B', '\(Self.trail)')",
          minute: 20),
        .init("DELETE FROM CNP_Trails_evw WHERE FID = 9", minute: 21),
      ])
  }

  /// The GlobalIDs of rows by object ID.
  private func ids(_ table: String, _ numbers: [Int]) async throws -> [String] {
    let script = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      for n in sys.argv[3:]:
          print(c.execute(f"SELECT GlobalID_2 FROM {sys.argv[2]} WHERE FID = ?", [n]).fetchone()[0])
      """
    return try await #require(Tool.python3)
      .run(["-c", script, issuedReplica, table] + numbers.map { "\($0)" }).lines
  }

  private func expected(_ roads: String, _ trails: String) async throws -> Set<String> {
    let road = try await ids("CNP_Roads", [1, 2, 3])
    let trail = try await ids("CNP_Trails", [7, 9])
    return [
      "\(roads) update \(road[0]) RDNAME", "\(roads) update \(road[1]) geometry",
      "\(roads) delete \(road[2])", "\(roads) insert \(Self.road)",
      "\(trails) update \(trail[0]) TRLNAME,NOTES", "\(trails) delete \(trail[1])",
      "\(trails) insert \(Self.trail)",
    ]
  }

  private func diff(_ words: [String]) async throws -> DiffAnswer {
    let session = await Session.run(["diff", "--json"] + words)
    try #require(
      session.exit == .done || session.exit == .somethingToSee, "\(session.error)")
    return DiffAnswer(try session.document())
  }

  @Test func `a replica without edits has no changes`() async throws {
    for path in [issuedReplica, issued] {
      let answer = try await diff([path])
      #expect(answer.changes == [] && answer.issues == [])
    }
  }

  @Test func `diff shows exactly the edits of a client, in each form of the replica`()
    async throws
  {
    try await edit()
    let alone = try await diff([replica])
    await #expect(Set(alone.changes) == (try expected("CNP_Roads", "CNP_Trails")))
    #expect(alone.changes.count == 7 && alone.issues == [])
    let service = "canyonlands_roads_trails - "
    let titled = try await expected(service + "CNP_Roads", service + "CNP_Trails")
    try await zip()
    for path in [returned, returned + "/p13", returned + ".zip"] {
      let answer = try await diff([path])
      #expect(Set(answer.changes) == titled, "\(path)")
    }
  }

  private func zip() async throws {
    let script = "import shutil, sys; shutil.make_archive(sys.argv[1], 'zip', sys.argv[1])"
    let made = try await #require(Tool.python3).run(["-c", script, returned])
    try #require(made.status == 0, "\(made.errorText)")
  }

  @Test func `the edits merge into a GeoPackage of the replica as issued`() async throws {
    try await edit()
    let office = folder.path("office.gpkg")
    try await Session.done([
      "build", issued + "/p13/mobile_map.mmap", "--data", issuedReplica, "-o", office,
    ])
    let merged = folder.path("merged.gpkg")
    let session = try await Session.done(
      ["merge", "--into", office, replica, "-o", merged, "--json"])
    #expect(session.exit == .done, "\(session.output)")
    // The rows are the current rows of the replica.
    let service = "canyonlands_roads_trails - "
    for (table, name, id) in [
      ("CNP_Roads", "RDNAME", "GlobalID_2"), ("CNP_Trails", "TRLNAME", "GlobalID_2"),
    ] {
      let current = try await rows(of: replica, table, [id, name, "NOTES"])
      let results = try await rows(of: merged, service + table, [id, name, "NOTES"])
      #expect(results == current && results.count > 50)
    }
    let again = await Session.run([
      "merge", "--into", merged, returned, "-o", folder.path("again.gpkg"), "--json",
    ])
    #expect(again.exit == .done)
    let outcome = try again.document()["packages"]?.array?.first?["outcome"]?.string
    #expect(outcome == "alreadyMerged")
  }

  /// Some fields of all rows, with geometry, sorted.
  private func rows(
    of path: String, _ layer: String, _ fields: [String]
  ) async throws -> [String] {
    let session = await Session.run(["export", path, "-l", layer, "-o", "-"])
    return (try session.document()["features"]?.array ?? []).map { feature in
      let values = fields.map { feature["properties"]?[$0]?.string ?? "" }
      let shape = feature["geometry"].map { String(decoding: JSONWriter.write($0), as: UTF8.self) }
      return (values + [shape ?? ""]).joined(separator: "|")
    }.sorted()
  }
}
