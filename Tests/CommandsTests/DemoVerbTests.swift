import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

@Suite struct DemoVerbTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("demo") }

  /// A demo for the tests that only read it.
  static let made = Task { () throws -> (folder: TemporaryFolder, session: Session) in
    let folder = try TemporaryFolder()
    return (folder, await Session.run(["demo", folder.path("demo")]))
  }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A copy of the demo in the test's folder, to change.
  private func copyDemo() async throws {
    let (made, session) = try await Self.made.value
    try #require(session.exit == .done)
    try FileManager.default.copyItem(atPath: made.path("demo"), toPath: path)
  }

  @Test func `the demo makes a map, its package, returned packages and merged data`()
    async throws
  {
    let (folder, session) = try await Self.made.value
    let path = folder.path("demo")
    #expect(session.exit == .done)
    for name in [
      "TreesOfPortland/map.json", "trees-of-portland.mmpk", "data.gpkg", ".fieldpack-demo",
      "Trees_of_Portland.qgs",
      "site/index.html", "review/index.html", "office.gpkg", "merged.gpkg",
      "returned/crew-07.mmpk", "returned/crew-08.mmpk", "edits/crew-07.json", "edits/office.json",
    ] {
      #expect(folder.exists("demo/" + name), "\(name)")
    }
    let shown = try #require(session.output.split(separator: "Open next\n").last)
    let opened = shown.split(separator: "\n").prefix { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    let expected = [
      "site/index.html", "review/index.html", "Trees_of_Portland.qgs", "merged.gpkg",
    ]
    #expect(opened.prefix(4) == expected.map { "\(path)/\($0)" }[...])
    #expect(!folder.exists("demo/TreesOfPortland/edits"))
    #expect(session.output.hasPrefix("Trees of Portland: everything"))
    #expect(session.output.contains("  ogrinfo -al -so \(path)/data.gpkg\n"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left == ["demo"])
  }

  @Test func `the commands that the demo suggests work`() async throws {
    let session = try await Self.made.value.session
    let shown = session.output.split(separator: "\n").filter { $0.hasPrefix("  fieldpack ") }
    #expect(shown.count >= 4)
    for line in shown {
      var words = line.split(separator: " ").dropFirst().map(String.init)
      for option in ["-o", "--review", "--html"] {
        guard let index = words.firstIndex(of: option) else { continue }
        words[index + 1] = folder.path(words[index + 1])
      }
      let result = await Session.run(words)
      let expected: ExitCode = ["diff", "merge"].contains(words[0]) ? .somethingToSee : .done
      #expect(result.exit == expected, "\(line) \(result.error)")
    }
  }

  @Test func `a second demo replaces the first one, even with its GeoPackage open in QGIS`()
    async throws
  {
    try await copyDemo()
    let first = try folder.files()
    try folder.write("", to: "demo/data.gpkg-wal")
    try folder.write("changed", to: "demo/TreesOfPortland/map.json")
    let session = await Session.run(["demo", path, "--json"])
    #expect(session.exit == .done)
    #expect(try folder.files() == first)
    let made = try await Self.made.value.folder
    for file in first { #expect(try folder.read(file) == made.read(file), "\(file)") }
    let document = try session.document()
    #expect(document["schema"]?.string == "fieldpack.demo/1")
    #expect(document["store"]?.string == path + "/data.gpkg")
    #expect(document["layers"]?.array?.count == 5)
    #expect(document["merged"]?.string == path + "/merged.gpkg")
    #expect(document["review"]?.string == path + "/review/index.html")
    #expect(document["returned"]?.array?.count == 2)
    #expect(document["conflicts"]?.int == 2)
  }

  @Test func `a folder that is not from the demo is not touched`() async throws {
    try folder.write("thesis", to: "demo/thesis.txt")
    let session = await Session.run(["demo", path])
    #expect(session.exit == .outputFailed)
    #expect(session.error.contains("has thesis.txt, which is not from the demo"))
    #expect(try folder.files() == ["demo/thesis.txt"])
  }

  @Test func `a folder of the demo with another file is not replaced`() async throws {
    try await copyDemo()
    try folder.write("my project", to: "demo/trees.qgz")
    let before = try folder.files()
    #expect(await Session.run(["demo", path]).exit == .outputFailed)
    #expect(try folder.files() == before)
  }

  @Test func `a file with the name of the folder is not touched`() async throws {
    try folder.write("a file", to: "demo")
    #expect(await Session.run(["demo", path]).exit == .outputFailed)
    #expect(try folder.read("demo") == Array("a file".utf8))
  }

  @Test(.needs(.ogrinfo)) func `GDAL opens the GeoPackage of the demo`()
    async throws
  {
    let store = try await Self.made.value.folder.path("demo/data.gpkg")
    let text = try await #require(Tool.ogrinfo).output(["-al", "-so", store])
    for layer in ["Trees", "Species", "Inspections", "Neighborhoods"] {
      #expect(text.contains("Layer name: \(layer)\n"))
    }
  }

  private func report(_ demo: TemporaryFolder) throws -> JSON {
    try JSONParser.parse(demo.read("demo/review/report.json"))
  }

  @Test func `two crews conflict on one tree, and one of them with the office`() async throws {
    let report = try report(try await Self.made.value.folder)
    let conflicts = try #require(report["conflicts"]?.array)
    #expect(conflicts.map { $0["field"]?.string } == ["Wires", "SiteWidth"])
    #expect(conflicts.map { $0["returned"]?.string ?? "" } == ["High voltage", ""])
    let text = String(
      decoding: try await Self.made.value.folder.read("demo/review/receipts.txt"), as: UTF8.self)
    #expect(
      text == """
        crew-07.mmpk: 12 changes: 11 applied, 1 overruled by crew-08.mmpk; 2 attachments, \
        2 received, 2 linked
        crew-08.mmpk: 7 changes: 4 applied, 1 merged with other changes, 2 won conflicts

        """)
  }

  @Test func `the review shows each crew's changes beside the office's`() async throws {
    let script = String(
      decoding: try await Self.made.value.folder.read("demo/review/data/review.js"), as: UTF8.self)
    let start = try #require(script.firstIndex(of: "{"))
    let end = try #require(script.lastIndex(of: "}"))
    let review = try JSONParser.parse(Array(script[start...end].utf8))
    #expect(review["packages"]?.array?.compactMap { $0["name"]?.string } == ["crew-07", "crew-08"])
    #expect(review["packages"]?[0]?["built"]?.string == "1 May 2026")
    let changes = try #require(review["changes"]?.array)
    func change(_ word: String) throws -> JSON {
      try #require(changes.first { $0["title"]?.string?.contains(word) == true })
    }
    func value(_ name: String, of change: JSON) -> JSON? {
      let fields = review["layers"]?[change["layer"]?.int ?? 0]?["fields"]
      return change["detail"]?["fields"]?.array?.first {
        fields?[$0["field"]?.int ?? -1]?["name"]?.string == name
      }
    }
    // Two crews edited this tree. The note is from the first one, although the other is last.
    let both = try change("1950 NE 19TH AVE")
    #expect(value("Notes", of: both)?["returnedBy"]?.string?.hasPrefix("crew-07") == true)
    #expect(value("Wires", of: both)?["state"]?.string == "conflict")
    let kept = try #require(value("Wires", of: try change("1669 NE BRAZEE ST")))
    #expect(kept["state"]?.string == "kept" && kept["current"]?.string == "No wires")
    #expect(kept["currentBy"]?.string?.hasPrefix("office") == true)
    let visits = changes.filter { $0["title"]?.string?.hasPrefix("Inspection of 3/20") == true }
    #expect(visits.count == 5)
    #expect(visits.allSatisfy { $0["subtitle"]?.string?.hasPrefix("Trees ") == true })
    // The codes of a look-up table come with their names.
    let species = value("SpeciesCode", of: try change("1620 NE TILLAMOOK ST"))
    #expect(species?["returned"]?.string == "oak, Oregon white (QUGA)")
  }

  @Test(.needs(.sqlite3))
  func `the rules of the map fill in the new tree and copy from the newest inspections`()
    async throws
  {
    let store = try await Self.made.value.folder.path("demo/merged.gpkg")
    func rows(_ columns: String, _ condition: String) async throws -> String {
      let sql = "SELECT \(columns) FROM Trees WHERE \(condition) ORDER BY Address"
      return try await #require(Tool.sqlite3).output(["-readonly", store, sql])
    }
    await #expect(
      try rows(
        "Address, Neighborhood, SpeciesCode, Condition, DBH", "Notes = 'planted today, staked'")
        == "1620 NE TILLAMOOK ST|IRVINGTON|QUGA|Good|1.5")
    await #expect(
      try rows("Address, Condition, DBH", "Address LIKE '1950 NE 19TH%' OR DBH IN (21.9, 18.1)")
        == "1597 NE TILLAMOOK ST|Fair|21.9\n1641 NE BRAZEE ST|Fair|18.1\n"
        + "1950 NE 19TH AVE|Poor|12.8")
    // The office's edit of the same tree is kept.
    await #expect(
      try rows("Wires, SiteWidth, Notes", "Address LIKE '1669 NE BRAZEE%'")
        == "None|5.5|measured above the burl")
    #expect(try await rows("count(*)", "Address LIKE '1713 NE TILLAMOOK%'") == "0")
    // The crews edited this tree in different layers of the map.
    await #expect(
      try rows("Wires, Notes", "Address LIKE '1741 NE TILLAMOOK%'") == "No HV|hollow at the base")
  }
}
