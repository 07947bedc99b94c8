import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// The commands on Esri's files: a geodatabase, a mobile map, the data of a build.
@Suite struct GeodatabaseVerbsTests {
  private let folder: TemporaryFolder
  private let geodatabase = Fixture.path("Geodatabase/benches.geodatabase")

  init() throws { folder = try TemporaryFolder() }

  private func features(_ session: Session) throws -> [JSON] {
    try #require(session.exit == .done, "\(session.error)")
    return try #require(try session.document()["features"]?.array)
  }

  @Test func `inspect shows layers and tables with their number of records`() async throws {
    let session = await Session.run(["inspect", geodatabase])
    try #require(session.exit == .done, "\(session.error)")
    #expect(
      session.output == """
        \(geodatabase): Esri mobile geodatabase, benches
        benches.geodatabase for ArcGIS, 22.5 kB
          Paths              2 records, multilinestring in EPSG 3857, 3 fields
          City benches       3 records, point in EPSG 4326, 8 fields
          Parks of the city  1 record, multipolygon in EPSG 3857, 2 fields
          Inspections        2 records, 4 fields
        2 attachments, 1 relationship

        """)
    #expect(session.error.contains("the catalog lists Gone, which is not a table of the file."))
  }

  @Test func `export writes the current rows of a replica`() async throws {
    let words = ["export", geodatabase, "--layer", "City benches"]
    let benches = try features(await Session.run(words + ["-o", "-"]))
    #expect(benches.map { $0["properties"]?["OBJECTID"]?.int } == [1, 3, 4])
    #expect(benches[0]["properties"]?["Name"]?.string == "New place")
    #expect(benches[0]["properties"]?["Placed"]?.string == "2026-05-01T12:30:00.000Z")
    #expect(
      benches[0]["geometry"]?["coordinates"]?.array?.compactMap(\.double) == [-122, 45.75, 1])
    #expect(benches[2]["geometry"]?.isNull == true)
    let chosen = words + ["-o", "-", "--where", "Kind = 2"]
    #expect(try features(await Session.run(chosen)).count == 1)
  }

  @Test func `a layer can be named by its feature class`() async throws {
    let words = ["export", geodatabase, "-o", "-", "--layer"]
    #expect(try features(await Session.run(words + ["benches"])).count == 3)
    #expect(try features(await Session.run(words + ["Benches", "--popups"])).count == 3)
    let unknown = await Session.run(words + ["Bench"])
    #expect(unknown.exit == .usage)
    #expect(
      unknown.error.contains("City_benches") && unknown.error.contains("Did you mean Benches?"))
    try await Session.done([
      "site", geodatabase, "--layers", "Benches", "-o", folder.path("site"),
    ])
    #expect(folder.exists("site/layer-city-benches.html"))
    #expect(!folder.exists("site/layer-paths.html"))
  }

  @Test(.needs(.sqlite3))
  func `a delta geodatabase is reported as one`() async throws {
    let delta = try folder.write(
      try Fixture.bytes("Geodatabase/replica.geodatabase"), to: "delta.geodatabase")
    _ = try await Tool.sqlite3?.output([
      delta,
      """
      CREATE TABLE GDB_DataChangesDatasets (ID INTEGER PRIMARY KEY, Name TEXT);
      CREATE TABLE GDB_DataChangesDeltas (ID INTEGER PRIMARY KEY, RecordsetClassID int32,
        ChangeType int16, ChangedDatasetID int32);
      INSERT INTO GDB_DataChangesDatasets VALUES (1, 'benches');
      INSERT INTO GDB_DataChangesDeltas SELECT 1, ObjectID, 1, 1 FROM GDB_Items
        WHERE Name = 'main.Benches';
      """,
    ])
    let shown = await Session.run(["inspect", delta])
    #expect(shown.exit == .done && shown.output.contains("benches Benches"))
    #expect(shown.error.contains("GDB_IS_DELTA"))
    let compared = await Session.run(["diff", delta])
    #expect(compared.exit == .inputRefused && compared.error.contains("GDB_IS_DELTA"))
    let office = Fixture.path("Geodatabase/replica.geodatabase")
    let merged = await Session.run(["merge", delta, "--into", office, "--dry-run"])
    #expect(merged.exit == .inputRefused && merged.error.contains("GDB_IS_DELTA"))
  }

  @Test func `pop-ups have domains, related records and attachments`() async throws {
    let session = await Session.run(
      ["export", geodatabase, "--layer", "City benches", "--popups", "-o", "-"])
    let bench = try #require(try features(session).first)
    let text = String(decoding: JSONWriter.write(bench), as: UTF8.self)
    for word in ["Oak & elm", "wobbles", "front.txt"] {
      #expect(text.contains(word), "\(word) in \(text)")
    }
    #expect(!text.contains("gone.txt"))
  }

  @Test func `a site shows the geodatabase's layers`() async throws {
    let session = await Session.run(["site", geodatabase, "-o", folder.path("look")])
    try #require(session.exit == .done, "\(session.error)")
    #expect(session.output.contains("City benches: 3 records"))
    #expect(folder.exists("look/index.html"))
  }

  /// A mobile map as an offline job writes it: `package.info`, and `p13/` with map and geodatabase.
  private func mobileMap() throws {
    try folder.write("{\"maps\":[\"mobile_map\"]}", to: "offline/package.info")
    try folder.write(
      """
      {"item": {"title": "Benches to mend"}, "map": {"version": "2.0", "operationalLayers": [
        {"id": "a", "title": "Seats", "layerType": "ArcGISFeatureLayer",
         "path": "file:./benches.geodatabase?itemId=5",
         "popupInfo": {"title": "{Name}", "fieldInfos": []}}], "tables": []}}
      """, to: "offline/p13/mobile_map.mmap")
    try folder.write(
      try Fixture.bytes("Geodatabase/benches.geodatabase"),
      to: "offline/p13/benches.geodatabase")
  }

  @Test func `a mobile map has the layer names of its map`() async throws {
    try mobileMap()
    let session = await Session.run(["inspect", folder.path("offline"), "--json"])
    let document = try session.document()
    #expect(document["title"]?.string == "Benches to mend", "\(session.error)")
    #expect(document["form"]?.string == "geodatabase")
    #expect(document["layers"]?.array?.compactMap { $0["title"]?.string } == ["Seats"])
    #expect(document["layers"]?.array?.first?["rows"]?.int == 3)
  }

  @Test(.needs(.python3))
  func `a mobile map is also read from its archive`() async throws {
    try mobileMap()
    let script = "import shutil, sys; shutil.make_archive(sys.argv[1], 'zip', sys.argv[2])"
    let made = try await #require(Tool.python3).run(
      ["-c", script, folder.path("offline"), folder.path("offline")])
    try #require(made.status == 0, "\(made.errorText)")
    let session = await Session.run([
      "export", folder.path("offline.zip"), "-l", "Seats", "-o", "-",
    ])
    #expect(try features(session).count == 3)
  }

  @Test func `a geodatabase can be the data of a build`() async throws {
    try mobileMap()
    let package = folder.path("seats.mmpk")
    let built = await Session.run([
      "build", folder.path("offline/p13/mobile_map.mmap"), "--data", geodatabase, "-o", package,
    ])
    try #require(built.exit == .done, "\(built.error)")
    let benches = try features(await Session.run(["export", package, "-l", "Seats", "-o", "-"]))
    #expect(benches.map { $0["properties"]?["OBJECTID"]?.int } == [1, 3, 4])
    let summary = try await Session.run(["inspect", package, "--json"]).document()
    #expect(summary["attachments"]?.int == 2)
  }

  @Test func `verify checks the structure of a geodatabase`() async throws {
    let session = await Session.run(["verify", geodatabase])
    #expect(session.exit == .done)
    #expect(session.output.hasSuffix("\(geodatabase): no damage\n"))
    var bytes = try Fixture.bytes("Geodatabase/benches.geodatabase")
    // No valid page starts with this byte.
    let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
    bytes[bytes.count - pageSize] = 0xFF
    let damaged = try folder.write(bytes, to: "damaged.geodatabase")
    let found = await Session.run(["verify", damaged])
    #expect([.somethingToSee, .inputRefused].contains(found.exit), "\(found.output)")
  }

  @Test func `commands that need a package say that the file is a geodatabase`() async throws {
    let session = await Session.run(["edit", geodatabase, "--edits", "edits.json"])
    #expect(session.exit == .inputRefused)
    #expect(session.error.contains("is an Esri mobile geodatabase, not a package"))
  }

  @Test func `a file that is not a geodatabase is reported as before`() async throws {
    let text = try folder.write("no database", to: "text.geodatabase")
    let session = await Session.run(["inspect", text])
    #expect(session.exit == .inputRefused, "\(session.error)")
  }
}
