import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// `merge` into a folder of data, with a folder as the result.
@Suite struct MergedFolderTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  private static let edits = """
    [{"id": 0,
      "adds": [{"attributes": {"GlobalID": "\(SmallCity.id(9))", "Name": "Ash, \\"tall\\""},
        "geometry": {"x": -122.5, "y": 45.6, "spatialReference": {"wkid": 4326}}}],
      "updates": [{"attributes": {"GlobalID": "\(SmallCity.id(1))", "Name": "Old oak"}}],
      "deletes": ["\(SmallCity.id(3))"],
      "attachments": {"adds": [{"parentGlobalId": "\(SmallCity.id(9))",
        "globalId": "\(SmallCity.id(0x901))", "name": "ash.jpg", "contentType": "image/jpeg",
        "data": "YXNo"}]}},
     {"id": 1, "adds": [{"attributes": {"GlobalID": "\(SmallCity.id(0x109))",
        "TreeID": "\(SmallCity.id(9))", "Note": "planted"}}]}]
    """

  init() async throws {
    city = try SmallCity.withPhoto()
    try city.folder.write("read me", to: "data/notes/readme.md")
    try await Session.done(["build", "-o", folder.path("issued.mmpk")] + city.inputs)
    try city.folder.write(Self.edits, to: "edits.json")
    try await Session.done([
      "edit", folder.path("issued.mmpk"), "--edits", folder.path("edits.json"), "-o",
      folder.path("crew.mmpk"),
    ])
  }

  private func merge(_ office: String, to output: String, _ more: [String] = []) async -> Session {
    await Session.run(
      [
        "merge", "--into", folder.path(office), "--map", folder.path("map.json"),
        folder.path("crew.mmpk"), "-o", folder.path(output),
      ] + more)
  }

  private func files(below name: String) throws -> [String] {
    try folder.files().filter { $0.hasPrefix(name + "/") }.map { String($0.dropFirst(name.count)) }
  }

  @Test func `the result has the files of the folder with the merged records and photos`()
    async throws
  {
    let before = try files(below: "data").map { try folder.read("data" + $0) }
    let merged = await merge("data", to: "next/")
    #expect(merged.exit == .done, "\(merged.error)\(merged.output)")
    #expect(try files(below: "data").map { try folder.read("data" + $0) } == before)
    let photo = "/attachments/Trees/00000000-0000-4000-8000-000000000009/ash.jpg"
    #expect(
      try Set(files(below: "next"))
        == Set(files(below: "data")).union([photo, "/fieldpack-merges.json"]))
    #expect(try folder.read("next" + photo) == Array("ash".utf8))
    for name in ["/City.json", "/notes/readme.md"] {
      #expect(try folder.read("next" + name) == folder.read("data" + name))
    }
    for layer in ["Trees", "Visits"] {
      try await Session.done([
        "build", folder.path("map.json"), "--data", folder.path("next"), "-o",
        folder.path("next.gpkg"), "--force",
      ])
      let rows = try await Session.done([
        "export", folder.path("next.gpkg"), "--layer", layer, "--format", "csv", "-o", "-",
      ]).output
      let crew = try await Session.done([
        "export", folder.path("crew.mmpk"), "--layer", layer, "--format", "csv", "-o", "-",
      ]).output
      #expect(rows == crew)
    }
  }

  @Test func `a folder remembers what was merged into it`() async throws {
    #expect(await merge("data", to: "next/").exit == .done)
    let again = await merge("next", to: "same/")
    #expect(again.output.contains("crew.mmpk: already merged, no new changes"))
    #expect(try files(below: "same") == files(below: "next"))
    for name in try files(below: "next") {
      #expect(try folder.read("same" + name) == folder.read("next" + name), "\(name)")
    }
  }

  @Test func `files without changes stay the same, byte for byte`() async throws {
    try folder.write(
      #"[{"id": 0, "updates": [{"attributes": {"GlobalID": "\#(SmallCity.id(1))", "Height": 21}}]}]"#,
      to: "edits.json")
    try await Session.done([
      "edit", folder.path("issued.mmpk"), "--edits", folder.path("edits.json"), "-o",
      folder.path("crew.mmpk"), "--force",
    ])
    #expect(await merge("data", to: "next/").exit == .done)
    let changed = try files(below: "data").filter {
      try folder.read("next" + $0) != folder.read("data" + $0)
    }
    #expect(changed == ["/trees.geojson"])
  }

  @Test func `decisions for a folder apply to it at any time, and to no other`() async throws {
    func inputs(_ time: String) async throws -> String? {
      let merged = await merge("data", to: "unused/", ["--dry-run", "--json", "--now", time])
      return try merged.document()["inputs"]?.string
    }
    let first = try await inputs("2026-06-01")
    let second = try await inputs("2026-06-02")
    #expect(first != nil && first == second)
    try folder.write(SmallCity.visits + "\n", to: "data/visits.csv")
    let other = try await inputs("2026-06-02")
    #expect(other != first)
  }

  @Test func `a folder is written only from plain files, and never over another folder`()
    async throws
  {
    try folder.write("mine", to: "there/mine.txt")
    let taken = await merge("data", to: "there/", ["--force"])
    #expect(taken.exit == .outputFailed)
    #expect(try folder.read("there/mine.txt") == Array("mine".utf8))
    let office = folder.path("office.gpkg")
    try await Session.done(["build", "-o", office] + city.inputs)
    let store = await merge("office.gpkg", to: "next/")
    #expect(store.exit == .usage && store.error.contains("MERGE_OUTPUT_NEEDS_FOLDER"))
    let gzip = try #require(Tool(named: "gzip"))
    _ = try await gzip.run([folder.path("data/trees.geojson")])
    let packed = await merge("data", to: "next/")
    #expect(packed.exit == .usage)
    #expect(packed.error.contains("Trees comes from trees.geojson.gz"))
    #expect(try files(below: "next").isEmpty)
  }

  @Test func `values that text files can't hold are refused, and no file is written`() async throws
  {
    // The columns have the names of another program, and the office's bindings name them.
    try folder.write(
      """
      Lon;Lat;GlobalID;Name;Height
      -122.6;45.5;\(SmallCity.id(1));Oak;20
      """, to: "data/trees.csv")
    try FileManager.default.removeItem(atPath: folder.path("data/trees.geojson"))
    try folder.write(
      """
      {"layers": {"Trees": {"source": "trees.csv", "x": "Lon", "y": "Lat", "delimiter": ";",
        "spatialReference": 4326}}}
      """, to: "data/bindings.json")
    let session = await merge("data", to: "next/", ["--allow-deletes", "*"])
    #expect(session.exit == .usage)
    #expect(session.error.contains("MERGE_OUTPUT_NEEDS_FOLDER"))
    #expect(session.error.contains("read back"))
    #expect(try !folder.files().contains { $0.contains("next") })
  }
}
