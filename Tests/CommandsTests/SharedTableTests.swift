import Bytes
import Console
import Foundation
import GeoPackage
import MapModel
import OrderedJSON
import Packages
import TestSupport
import Testing

/// A map that shows one layer of a service several times has one table of its records.
@Suite struct SharedTableTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() throws {
    city = try SmallCity.withPhoto()
    try write(tall: "Height > 10", all: nil)
  }

  /// Shows the trees twice: with a filter below, and above it with another one, or without.
  private func write(tall: String, all: String?, rights: String? = nil) throws {
    let map = try JSONParser.parse(Array(SmallCity.map().utf8))
    var members = try #require(map.object)
    func layer(_ id: String, _ title: String, filter: String?, rights: String?) -> JSON {
      var layer: JSONObject = [
        "id": .string(id), "title": .string(title), "layerType": "ArcGISFeatureLayer",
        "url": .string("\(SmallCity.service)/0"),
        "popupInfo": ["title": "{Name}", "fieldInfos": [["fieldName": "Name"]]],
      ]
      if let rights { layer.append("capabilities", .string(rights)) }
      if let filter {
        layer.append("layerDefinition", ["definitionExpression": .string(filter)])
      }
      return .object(layer)
    }
    members["operationalLayers"] = [
      layer("tall", "Tall trees", filter: tall, rights: rights),
      layer("all", "All trees", filter: all, rights: nil),
    ]
    try folder.write(JSONWriter.write(.object(members)), to: "map.json")
  }

  private func rename(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path(other))
  }

  @discardableResult
  private func build(_ name: String = "issued.mmpk") async throws -> Session {
    try await Session.done(
      ["build", "-o", folder.path(name), "--now", "2026-05-01T00:00:00Z"] + city.inputs)
  }

  private func crew(_ edits: String, _ name: String) async throws -> Session {
    try folder.write(edits, to: "edits.json")
    return await Session.run([
      "edit", folder.path("issued.mmpk"), "--edits", folder.path("edits.json"), "-o",
      folder.path(name), "--now", "2026-05-02T00:00:00Z",
    ])
  }

  private func rows(_ layer: String, of name: String) async throws -> [String] {
    let text = try await Session.done([
      "export", folder.path(name), "--layer", layer, "--format", "csv", "-o", "-",
    ]).output
    return text.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
      line.split(separator: ",", omittingEmptySubsequences: false).dropFirst().first.map(
        String.init)
    }
  }

  @Test func `the package has one table, and each program a layer for each of the map's`()
    async throws
  {
    let built = try await build()
    #expect(built.output.contains("All trees   3 records, 1 attachment, one table with Tall trees"))
    #expect(
      built.output.contains("Tall trees  some of the 3 records in one table with All trees"))
    let package = try OpenPackage(path: folder.path("issued.mmpk"))
    #expect(
      package.store.userTables.map(\.tableName) == ["All_trees", "Visits", "All_trees_attachments"])
    let map = try #require(try package.storedMap())
    #expect(map.tables.map(\.layer.title) == ["Tall trees", "All trees", "Visits"])
    #expect(map.tables.map(\.filter) == ["Height > 10", nil, nil])
    let qgis = try package.members.content(of: "map.qgs", limit: 1 << 24)
    let project = String(decoding: qgis ?? [], as: UTF8.self)
    #expect(
      project.contains(
        #"<datasource>./data.gpkg|layername=All_trees|subset="Height" &gt; 10</datasource>"#))
    #expect(project.contains("<datasource>./data.gpkg|layername=All_trees</datasource>"))
    let mobile = try package.members.content(of: "p13/mobile_map.mmap", limit: 1 << 24)
    let document = try JSONParser.parse(mobile ?? [])
    let layers = try #require(document["map"]?["operationalLayers"]?.array)
    #expect(layers.map { $0["title"]?.string } == ["Tall trees", "All trees"])
    #expect(layers[0]["path"] == layers[1]["path"])
    #expect(layers[0]["layerDefinition"]?["definitionExpression"]?.string == "Height > 10")
  }

  @Test func `edits of two crews through both layers are edits of one record`() async throws {
    try await build()
    let first = try await crew(
      """
      [{"id": "Tall trees", "deletes": ["\(SmallCity.id(2))"],
        "updates": [{"attributes": {"GlobalID": "\(SmallCity.id(1))", "Height": 21}}]},
       {"id": "All trees",
        "updates": [{"attributes": {"GlobalID": "\(SmallCity.id(3))", "Height": 11}}]}]
      """, "one.mmpk")
    let second = try await crew(
      """
      [{"id": "All trees",
        "updates": [{"attributes": {"GlobalID": "\(SmallCity.id(1))", "Name": "Old oak"}}]}]
      """, "two.mmpk")
    #expect(first.exit == .done && second.exit == .done)
    try await Session.done([
      "merge", "--into", folder.path("issued.mmpk"), folder.path("one.mmpk"),
      folder.path("two.mmpk"), "-o", folder.path("next.mmpk"), "--review", folder.path("review"),
      "--now", "2026-05-03T00:00:00Z",
    ])
    #expect(try await rows("All trees", of: "next.mmpk") == ["Old oak", "Elm"])
    #expect(try await rows("Tall trees", of: "next.mmpk") == ["Old oak", "Elm"])
    #expect(try await rows("Visits", of: "next.mmpk").count == 3)
    let edits = try JSONParser.parse(Array(try folder.read("review/edits.json")))
    #expect(edits.array?.map { $0["id"]?.int } == [0])
    #expect(edits[0]?["updates"]?.array?.count == 2)
    #expect(edits[0]?["deletes"]?.array?.count == 1)
  }

  @Test func `each layer has its own records in the site and in exports`() async throws {
    try await build()
    #expect(try await rows("Tall trees", of: "issued.mmpk") == ["Oak", "Ahorn"])
    #expect(try await rows("All trees", of: "issued.mmpk") == ["Oak", "Ahorn", "Elm"])
    let site = try await Session.done([
      "site", folder.path("issued.mmpk"), "-o", folder.path("site"), "--json",
    ]).document()
    #expect(
      site["layers"]?.array?.map { $0["title"]?.string } == ["Tall trees", "All trees", "Visits"])
    #expect(site["layers"]?.array?.map { $0["records"]?.int } == [2, 3, 3])
  }

  @Test func `a site without a record has no photo of it`() async throws {
    try await build()
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: folder.path("data/attachments"))
    #expect(names.contains { $0.contains("000000000001/") }, "the photo is of tree 1")
    for (filter, count) in [("Height > 10", 1), ("Height < 10", 0)] {
      try write(tall: filter, all: nil)
      try await Session.done(
        ["build", "-f", "-o", folder.path("issued.mmpk"), "--now", "2026-05-01T00:00:00Z"]
          + city.inputs)
      try await Session.done([
        "site", folder.path("issued.mmpk"), "-o", folder.path("site-\(count)"), "--layers",
        "Tall trees",
      ])
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path("site-\(count)"))
      #expect(files.count { $0.hasSuffix(".jpg") } == count, "\(filter)")
    }
  }

  @Test func `a layer has its own rights`() async throws {
    try write(tall: "Height > 10", all: nil, rights: "Query")
    let built = try await build()
    #expect(built.output.contains("packed read-only  Tall trees"))
    let edit = """
      "updates": [{"attributes": {"GlobalID": "\(SmallCity.id(1))", "Name": "Old oak"}}]
      """
    let refused = try await crew(#"[{"id": "Tall trees", \#(edit)}]"#, "refused.mmpk")
    #expect(refused.exit == .inputRefused)
    #expect((refused.output + refused.error).contains("Tall trees is read-only in the package."))
    #expect(try await crew(#"[{"id": "All trees", \#(edit)}]"#, "taken.mmpk").exit == .done)
  }

  @Test func `only records that a layer shows are packed, under the service's name`() async throws {
    try write(tall: "Height > 15", all: "Name = 'Elm'")
    try await build()
    let package = try OpenPackage(path: folder.path("issued.mmpk"))
    #expect(package.store.userTables.map(\.tableName).first == "Trees")
    #expect(try await rows("Trees", of: "issued.mmpk") == ["Oak", "Elm"])
    #expect(try await rows("Tall trees", of: "issued.mmpk") == ["Oak"])
    #expect(try await rows("All trees", of: "issued.mmpk") == ["Elm"])
  }

  @Test func `a filter that can't be applied leaves out only its layer`() async throws {
    try write(tall: "Height > ", all: nil)
    let check = await Session.run(["check"] + city.inputs)
    #expect(check.output.contains("error[LAYER_FILTER_UNSUPPORTED]: Tall trees"))
    #expect(check.output.contains("  left out          Tall trees  its filter can't be applied"))
    #expect(check.output.contains("  packed            All trees   3 records, 1 attachment\n"))
  }

  @Test func `a layer without data shows the records of the other, if that has them all`()
    async throws
  {
    try rename("data/trees.geojson", to: "data/All trees.geojson")
    try await build()
    #expect(try await rows("Tall trees", of: "issued.mmpk") == ["Oak", "Ahorn"])
    try rename("data/All trees.geojson", to: "data/Tall trees.geojson")
    let check = await Session.run(["check"] + city.inputs)
    #expect(check.output.contains("error[LAYER_NOT_PACKABLE]: All trees"))
  }

  @Test func `records from different files are told, and only one table is editable`() async throws
  {
    try folder.write(SmallCity.trees(), to: "data/All trees.geojson")
    try rename("data/trees.geojson", to: "data/Tall trees.geojson")
    let check = await Session.run(["check"] + city.inputs)
    #expect(check.output.contains("warning[LAYER_REPEATED]: All trees: Tall trees shows the same"))
    #expect(check.output.contains("packed read-only  All trees"))
  }
}
