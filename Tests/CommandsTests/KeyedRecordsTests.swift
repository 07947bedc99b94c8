import Console
import OrderedJSON
import TestSupport
import Testing

/// Records without GlobalIDs, identified by the number of their tag: built, edited and merged.
@Suite struct KeyedRecordsTests {
  private let folder: TemporaryFolder

  private static let definition = """
    {"layers": [{"id": 0, "name": "Trees", "type": "Feature Layer",
      "geometryType": "esriGeometryPoint",
      "capabilities": "Query,Editing,Create,Update,Delete,Sync",
      "fields": [{"name": "Tag", "type": "esriFieldTypeInteger"},
        {"name": "Name", "type": "esriFieldTypeString", "length": 40},
        {"name": "Height", "type": "esriFieldTypeInteger"}]}]}
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"version": "2.31", "operationalLayers": [
        {"id": "trees", "title": "Trees", "layerType": "ArcGISFeatureLayer",
         "url": "https://services.example.com/arcgis/rest/services/City/FeatureServer/0"}]}
      """, to: "map.json")
    try folder.write(Self.definition, to: "data/service.json")
    try folder.write(#"{"layers": {"Trees": {"key": "Tag"}}}"#, to: "data/bindings.json")
  }

  /// Packs trees as `tag name height`.
  private func build(_ trees: [(Int, String, Int)], to name: String) async throws -> Session {
    let features = trees.map { tag, name, height in
      """
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-122.\(tag), 45.5]},
       "properties": {"Tag": \(tag), "Name": "\(name)", "Height": \(height)}}
      """
    }
    try folder.write(
      #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#,
      to: "data/trees.geojson")
    return await Session.run([
      "build", folder.path("map.json"), "--data", folder.path("data"), "-o", folder.path(name),
    ])
  }

  private func trees(of name: String) async -> [String] {
    await Session.run([
      "export", folder.path(name), "--layer", "Trees", "--format", "csv", "-o", "-",
    ]).output.split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test func `a crew's edits apply by key, whatever the row numbers`()
    async throws
  {
    let built = try await build([(7, "Oak", 20), (8, "Elm", 9), (9, "Ash", 5)], to: "crew.mmpk")
    #expect(built.exit == .done, "\(built.error)")
    #expect(!built.error.contains("GLOBALID_MISSING"))
    try folder.write(
      """
      [{"id": 0, "updates": [{"attributes": {"Tag": 7, "Height": 21}}],
        "adds": [{"attributes": {"Tag": 12, "Name": "Fir", "Height": 2},
          "geometry": {"x": -122.5, "y": 45.5, "spatialReference": {"wkid": 4326}}}],
        "deletes": []}]
      """, to: "edits.json")
    let edited = await Session.run([
      "edit", folder.path("crew.mmpk"), "--edits", folder.path("edits.json"), "-o",
      folder.path("returned.mmpk"),
    ])
    #expect(edited.exit == .done, "\(edited.error)\(edited.output)")
    // The office deleted a tree and sorted its data.
    _ = try await build([(9, "Ash", 6), (7, "Oak", 20)], to: "office.gpkg")
    let session = await Session.run([
      "merge", "--into", folder.path("office.gpkg"), folder.path("returned.mmpk"), "-o",
      folder.path("merged.gpkg"),
    ])
    #expect(session.exit == .done, "\(session.error)\(session.output)")
    let trees = await trees(of: "merged.gpkg")
    #expect(trees.contains { $0.contains("7,Oak,21") }, "\(trees)")
    #expect(trees.contains { $0.contains("9,Ash,6") })
    #expect(trees.contains { $0.contains("12,Fir,2") })
    #expect(trees.count == 4)
  }

  @Test func `a conflict names its record by the key`() async throws {
    _ = try await build([(7, "Oak", 20), (8, "Elm", 9)], to: "crew.mmpk")
    try folder.write(
      #"[{"id": 0, "updates": [{"attributes": {"Tag": 7, "Height": 21}}]}]"#, to: "edits.json")
    let edited = await Session.run([
      "edit", folder.path("crew.mmpk"), "--edits", folder.path("edits.json"), "-o",
      folder.path("returned.mmpk"),
    ])
    #expect(edited.exit == .done, "\(edited.error)\(edited.output)")
    _ = try await build([(8, "Elm", 9), (7, "Oak", 22)], to: "office.gpkg")
    let session = await Session.run([
      "merge", "--into", folder.path("office.gpkg"), folder.path("returned.mmpk"), "-o",
      folder.path("merged.gpkg"), "--review", folder.path("review"),
    ])
    #expect(session.output.contains("(Tag 7) Height: was 20"), "\(session.output)")
    let report = try JSONParser.parse(Array(folder.read("review/report.json")))
    #expect(report["conflicts"]?[0]?["key"]?.int == 7)
  }

  @Test func `build reports two records with the same key`() async throws {
    let built = try await build([(7, "Oak", 20), (7, "Elm", 9)], to: "crew.mmpk")
    #expect(built.error.contains("TABLE_KEY_UNUSABLE"), "\(built.error)")
  }

  @Test func `build reports a key that is not a field`() async throws {
    try folder.write(#"{"layers": {"Trees": {"key": "Number"}}}"#, to: "data/bindings.json")
    let built = try await build([(7, "Oak", 20)], to: "crew.mmpk")
    #expect(built.error.contains("TABLE_KEY_UNUSABLE"))
  }

  @Test func `merge takes a key for stores that Fieldpack did not build`() async throws {
    try folder.write("{\"layers\": {}}", to: "data/bindings.json")
    try folder.write(
      Self.definition.replacing("Query,Editing,Create,Update,Delete,Sync", with: "Query"),
      to: "data/service.json")
    for (name, trees) in [
      ("base.gpkg", [(7, "Oak", 20), (8, "Elm", 9)]),
      ("crew.gpkg", [(7, "Oak", 21), (8, "Elm", 9)]),
      ("office.gpkg", [(8, "Elm", 9), (7, "Oak", 20)]),
    ] {
      _ = try await build(trees, to: name)
      let path = folder.path(name)
      let merged = try #require(Tool.sqlite3)
      // Like a store of another program, without Fieldpack's metadata.
      _ = try await merged.output([
        path, "DELETE FROM gpkg_metadata_reference; DELETE FROM gpkg_metadata;",
      ])
    }
    let words = [
      "merge", "--into", folder.path("office.gpkg"), folder.path("crew.gpkg"), "--base",
      folder.path("base.gpkg"), "--force", "-o", folder.path("merged.gpkg"),
    ]
    let without = await Session.run(words)
    #expect(without.exit == .somethingToSee)
    #expect(without.output.contains("--key Trees=FIELD"), "\(without.output)")
    #expect(await trees(of: "merged.gpkg").contains { $0.contains("7,Oak,20") })
    let with = await Session.run(words + ["--key", "Trees=Tag"])
    #expect(with.exit == .done, "\(with.error)\(with.output)")
    #expect(await trees(of: "merged.gpkg").contains { $0.contains("7,Oak,21") })
    let wrong = await Session.run(words + ["--key", "Trees=Nothing"])
    #expect(wrong.error.contains("TABLE_KEY_UNUSABLE"))
  }
}
