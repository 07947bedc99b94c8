import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// A returned package with a GeoPackage and a geodatabase. Each edited store is a return.
@Suite(.needs(.python3))
struct TwoStoresTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() async throws {
    city = try SmallCity()
    try await Session.done(["build"] + city.inputs + ["-o", folder.path("issued.mmpk")])
  }

  /// A crew's unpacked package, with other tree names in the GeoPackage and the geodatabase.
  private func crew(geoPackage: [Int: String], geodatabase: [Int: String]) async throws -> String {
    var package = folder.path("issued.mmpk")
    if !geoPackage.isEmpty {
      let updates = geoPackage.sorted { $0.key < $1.key }.map { tree, name in
        #"{"attributes": {"GlobalID": "\#(SmallCity.id(tree))", "Name": "\#(name)"}}"#
      }
      try folder.write(
        "[{\"id\": 0, \"updates\": [\(updates.joined(separator: ","))]}]", to: "edits.json")
      package = folder.path("edited.mmpk")
      try await Session.done([
        "edit", folder.path("issued.mmpk"), "--edits", folder.path("edits.json"), "-o", package,
      ])
    }
    let unpacked = folder.path("crew-07")
    let script = "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])"
    let made = try await #require(Tool.python3).run(["-c", script, package, unpacked])
    try #require(made.status == 0, "\(made.errorText)")
    guard !geodatabase.isEmpty else { return unpacked }
    let names = try FileManager.default.contentsOfDirectory(atPath: unpacked + "/p13")
    let store = try #require(names.first { $0.hasSuffix(".geodatabase") })
    try await ReplicaClient.edit(
      "\(unpacked)/p13/\(store)",
      geodatabase.sorted { $0.key < $1.key }.map { tree, name in
        "UPDATE Trees_evw SET Name = '\(name)' WHERE GlobalID = '\(SmallCity.id(tree).uppercased())'"
      })
    return unpacked
  }

  /// The package, zipped again.
  private func archive(_ unpacked: String) async throws -> String {
    let script = "import shutil, sys; shutil.make_archive(sys.argv[1], 'zip', sys.argv[1])"
    let made = try await #require(Tool.python3).run(["-c", script, unpacked])
    try #require(made.status == 0, "\(made.errorText)")
    return unpacked + ".zip"
  }

  private func update(_ tree: Int) -> String { "Trees update \(SmallCity.id(tree)) Name" }

  private func merged(_ path: String) async throws -> JSON {
    let session = try await Session.done([
      "merge", "--into", folder.path("issued.mmpk"), path, "-o", folder.path("merged.gpkg"), "-f",
      "--json",
    ])
    return try session.document()
  }

  private func names(_ answer: JSON) -> [String?] {
    (answer["packages"]?.array ?? []).map { $0["name"]?.string }
  }

  @Test func `a package without edits is one return`() async throws {
    let crew = try await crew(geoPackage: [:], geodatabase: [:])
    for path in [crew, folder.path("issued.mmpk")] {
      let session = await Session.run(["diff", path])
      #expect(session.output == "\(path): no changes since it was issued\n")
    }
    #expect(names(try await merged(crew)) == ["crew-07"])
  }

  @Test func `if one store was edited, it is the return`() async throws {
    let crew = try await crew(geoPackage: [:], geodatabase: [2: "Elm"])
    let answer = DiffAnswer(try await Session.done(["diff", crew, "--json"]).document())
    #expect(answer.changes == [update(2)])
    #expect(answer.issues == [])
    #expect(names(try await merged(crew)) == ["crew-07"])
    let trees = try await Session.done([
      "export", folder.path("merged.gpkg"), "-l", "Trees", "-o", "-",
    ])
    #expect(trees.output.contains("\"Elm\""))
  }

  @Test func `if both stores were edited, each is shown and merged`() async throws {
    let crew = try await crew(geoPackage: [1: "Ash"], geodatabase: [2: "Elm"])
    for path in await [crew, try archive(crew)] {
      let document = try await Session.done(["diff", path, "--json"]).document()
      let returns = document["returns"]?.array ?? []
      #expect(returns.map { $0["store"]?.string } == ["GeoPackage", "geodatabase"])
      #expect(returns.map { DiffAnswer($0).changes } == [[update(1)], [update(2)]])
      let text = try await Session.done(["diff", path]).output
      #expect(text.contains("\(path) (GeoPackage): 1 updated"), "\(text)")
      #expect(text.contains("\(path) (geodatabase): 1 updated"), "\(text)")
    }
    try await Session.done([
      "diff", crew, "--geojson", folder.path("changes.geojson"), "--html", folder.path("page"),
    ])
    for name in [
      "changes-geopackage.geojson", "changes-geodatabase.geojson", "page-geopackage/index.html",
      "page-geodatabase/index.html",
    ] { #expect(folder.exists(name), "\(name)") }
    let answer = try await merged(crew)
    #expect(names(answer) == ["crew-07 (GeoPackage)", "crew-07 (geodatabase)"])
    #expect(answer["conflicts"]?.array?.count == 0)
    let again = try await Session.done([
      "merge", "--into", folder.path("merged.gpkg"), try archive(crew), "-o",
      folder.path("again.gpkg"), "--json",
    ]).document()
    let outcomes = again["packages"]?.array?.map { $0["outcome"]?.string }
    #expect(outcomes == ["alreadyMerged", "alreadyMerged"])
  }

  @Test(arguments: [[UInt8](repeating: 0, count: 4_096), [], Array("a text".utf8)])
  func `a geodatabase that is none is named, and the other store is read`(
    content: [UInt8]
  ) async throws {
    let crew = try await crew(geoPackage: [1: "Ash"], geodatabase: [:])
    let names = try FileManager.default.contentsOfDirectory(atPath: crew + "/p13")
    let name = try #require(names.first { $0.hasSuffix(".geodatabase") })
    try Data(content).write(to: URL(filePath: "\(crew)/p13/\(name)"))
    for path in await [crew, try archive(crew)] {
      let session = await Session.run(["diff", path])
      #expect(session.exit == .somethingToSee, "\(session.error)")
      #expect(session.output.contains("1 updated"), "\(session.output)")
      #expect(session.error.contains("\(path), \(name)"), "\(session.error)")
      let merged = await Session.run([
        "merge", "--into", folder.path("issued.mmpk"), path, "-o", folder.path("merged.gpkg"), "-f",
        "--json",
      ])
      #expect(merged.exit == .somethingToSee, "\(merged.error)")
      let packages = try merged.document()["packages"]?.array ?? []
      #expect(packages.map { $0["outcome"]?.string } == ["merged", "refused"])
      let trees = try await Session.done([
        "export", folder.path("merged.gpkg"), "-l", "Trees", "-o", "-",
      ])
      #expect(trees.output.contains("\"Ash\""))
    }
  }

  @Test func `different values in both stores are a conflict that the geodatabase wins`()
    async throws
  {
    let crew = try await crew(
      geoPackage: [1: "Ash", 2: "Elm"], geodatabase: [1: "Ash", 2: "Oak"])
    let answer = try await merged(crew)
    let conflicts = answer["conflicts"]?.array ?? []
    #expect(conflicts.map { $0["globalid"]?.string } == [SmallCity.id(2)])
    #expect(conflicts.first?["returned"]?.string == "Oak")
    #expect(conflicts.first?["current"]?.string == "Elm")
  }

  @Test func `the package's geodatabase alone is a return, and its GeoPackage another`()
    async throws
  {
    let crew = try await crew(geoPackage: [1: "Ash"], geodatabase: [2: "Elm"])
    let answer = DiffAnswer(try await Session.done(["diff", crew + "/p13", "--json"]).document())
    #expect(answer.changes.map { $0.hasSuffix(" update \(SmallCity.id(2)) Name") } == [true])
    let session = try await Session.done([
      "merge", "--into", folder.path("issued.mmpk"), crew + "/p13", crew + "/data.gpkg", "--base",
      folder.path("issued.mmpk"), "-o", folder.path("merged.gpkg"), "--json",
    ])
    let packages = try session.document()["packages"]?.array ?? []
    #expect(packages.map { $0["updated"]?.int } == [1, 1], "\(session.output)")
  }
}
