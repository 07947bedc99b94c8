import Bytes
import Console
import Foundation
import OrderedJSON
import Packages
import TestSupport
import Testing
import Tiles
import ZIPArchive

/// Base maps in packages: which tiles a package has, for which programs, and how they are named.
@Suite struct BaseMapTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  /// Tiles of levels 8 to 14 from 122.7° to 122.5° west and from 45.4° to 45.6° north.
  init() throws {
    city = try SmallCity()
    try tiles("streets", name: "City streets", attribution: "© City")
  }

  private func tiles(
    _ name: String, name title: String, attribution: String?, image: [UInt8] = CityTiles.png
  ) throws {
    try CityTiles(name: title, attribution: attribution, image: image).write(to: name, in: folder)
  }

  private func build(_ output: String, _ words: String...) async throws -> JSON {
    let session = try await Session.done(
      ["build", "-o", folder.path(output), "--base-map", folder.path("streets"), "--json"]
        + words + city.inputs)
    return try session.document()
  }

  private func archive(_ package: String) throws -> ArchiveReader {
    try ArchiveReader(region: FileRegion(InputFile(path: folder.path(package))))
  }

  private func files(in package: String) throws -> [String] {
    try archive(package).entries.map(\.name).filter { $0.contains("basemap") }.sorted()
  }

  private func content(_ path: String, of package: String) throws -> [UInt8] {
    let archive = try archive(package)
    let entry = try #require(archive.entry(named: path))
    return try archive.read(entry, limit: 1 << 24)
  }

  /// The names and bytes of the tiles in a file of a package.
  private func lines(_ path: String, of package: String) throws -> [String] {
    let name = "taken-" + LocalPath.lastPart(path)
    try folder.write(content(path, of: package), to: name)
    return try lines(folder.path(name))
  }

  private func lines(_ path: String) throws -> [String] {
    var tiles = try TileSet([TileSource(path: path)])
    return try tiles.entries.map { entry in
      let bytes = try tiles.read(entry)?.bytes ?? []
      return "\(entry.tile) \(SHA256.hex(SHA256.of(bytes.span)))"
    }.sorted()
  }

  // MARK: Which programs

  @Test(arguments: [
    ("a.mmpk", [], ["p13/basemap.tpkx"]),
    ("a.zip", [], ["basemap.mbtiles"]),
    ("a.mmpk", ["--for", "qgis"], ["basemap.mbtiles"]),
    ("a.mmpk", ["--for", "arcgis"], ["p13/basemap.tpkx"]),
    ("a.mmpk", ["--for", "arcgis,qgis"], ["basemap.mbtiles", "p13/basemap.tpkx"]),
    ("a.zip", ["--for", "arcgis,qgis"], ["basemap.mbtiles", "p13/basemap.tpkx"]),
  ])
  func `tiles are packed once, or once for each program that is named`(
    _ package: String, options: [String], expected: [String]
  ) async throws {
    let session = try await Session.done(
      ["build", "-o", folder.path(package), "--base-map", folder.path("streets"), "--json"]
        + options + city.inputs)
    #expect(try files(in: package) == expected)
    let document = try session.document()
    let sizes = try expected.map { try content($0, of: package).count }
    #expect(document["parts"]?["tiles"]?.int == sizes.reduce(0, +))
    #expect(await Session.run(["verify", folder.path(package)]).exit == .done)
    let inside = try await Session.done(["inspect", folder.path(package), "--json"]).document()
    #expect(inside["baseMaps"]?.array?.compactMap { $0["path"]?.string } == expected)
    #expect(inside["baseMaps"]?.array?.compactMap { $0["size"]?.int } == sizes)
  }

  @Test(arguments: ["a.gpkg", "a.geodatabase"])
  func `a store alone has no base map, and a finding says so`(_ store: String) async throws {
    let document = try await build(store)
    let finding = document["findings"]?.array?.first { $0["id"]?.string == "TILES_NOT_PACKED" }
    #expect(finding?["subject"]?.string == "streets")
    #expect(document["baseMap"]?.array == [])
  }

  @Test func `ArcGIS gets no WebP, because tile packages can't have it`() async throws {
    try tiles("webp", name: "Photo", attribution: "© City", image: CityTiles.webp)
    let built = try await Session.done(
      [
        "build", "-o", folder.path("a.mmpk"), "--for", "arcgis,qgis", "--base-map",
        folder.path("webp"),
      ] + city.inputs)
    #expect(try files(in: "a.mmpk") == ["basemap.mbtiles"])
    #expect(built.error.contains("warning[TILES_NOT_PACKED]: webp: ArcGIS shows no base map"))
  }

  // MARK: Which tiles

  /// The area, the scales, and the levels with one coarser.
  @Test(arguments: [
    ("-122.63,45.49,-122.6,45.51", "150000:50000", 11...13),
    ("-122.65,45.45,-122.55,45.55", "40000:30000", 13...14),
  ])
  func `a package has the tiles of its area and scales, and of one coarser level`(
    _ area: String, scale: String, levels: ClosedRange<Int>
  ) async throws {
    let chosen = ["--area", area, "--scale", scale]
    try await Session.done(
      ["tiles", folder.path("streets"), "-o", folder.path("clip.mbtiles")] + chosen)
    try await Session.done(
      ["build", "-o", folder.path("a.zip"), "--base-map", folder.path("streets")] + chosen
        + city.inputs)
    let packed = try lines("basemap.mbtiles", of: "a.zip")
    #expect(try packed == lines(folder.path("clip.mbtiles")))
    #expect(Set(packed.compactMap { Int($0.prefix { $0 != "/" }) }) == Set(levels))
  }

  @Test func `without an area it has the tiles around the records`() async throws {
    try await Session.done(
      [
        "tiles", folder.path("streets"), "-o", folder.path("clip.mbtiles"),
        // A tenth more than the records on each side.
        "--area", "-122.6224,45.4974,-122.5976,45.5226",
      ])
    _ = try await build("a.zip")
    let expected = try lines(folder.path("clip.mbtiles")).filter { $0.hasPrefix("14/") }
    #expect(
      try lines("basemap.mbtiles", of: "a.zip").filter { $0.hasPrefix("14/") } == expected)
  }

  @Test func `the finest levels are left out until the tiles fit, and check says which`()
    async throws
  {
    let words = ["--base-map", folder.path("streets"), "--max-tiles-size", "300B", "--json"]
    let checked = try await Session.done(["check"] + words + city.inputs).document()
    let built = try await Session.done(
      ["build", "-o", folder.path("a.zip")] + words + city.inputs
    ).document()
    let layer = try #require(built["baseMap"]?[0])
    #expect(checked["baseMap"] == built["baseMap"])
    let sizes = layer["levels"]?.array?.compactMap { $0["bytes"]?.int } ?? []
    let leftOut = layer["leftOut"]?.array ?? []
    #expect(!sizes.isEmpty && sizes.reduce(0, +) <= 300)
    #expect(sizes.reduce(0, +) + (leftOut.last?["bytes"]?.int ?? 0) > 300)
    #expect(leftOut.first?["level"]?.int == 14)
    let tiles = try lines("basemap.mbtiles", of: "a.zip").count
    #expect(layer["levels"]?.array?.compactMap { $0["tiles"]?.int }.reduce(0, +) == tiles)
    let finding = built["findings"]?.array?.first {
      $0["id"]?.string == "TILES_LEVELS_LEFT_OUT"
    }
    #expect(finding?["count"]?.int == leftOut.count)
  }

  @Test func `a base map elsewhere is no base map, and a finding says so`() async throws {
    let session = try await Session.done(
      [
        "build", "-o", folder.path("a.zip"), "--base-map", folder.path("streets"), "--scale",
        "200:100",
      ] + city.inputs)
    #expect(try files(in: "a.zip") == [])
    #expect(session.error.contains("warning[TILES_OUTSIDE_AREA]: streets:"))
  }

  // MARK: Which files

  @Test func `the base map beside the data is taken, and is no layer`() async throws {
    try await Session.done([
      "tiles", folder.path("streets"), "-o", folder.path("data/basemap.mbtiles"),
    ])
    try await Session.done(["build", "-o", folder.path("a.zip")] + city.inputs)
    #expect(try files(in: "a.zip") == ["basemap.mbtiles"])
    try tiles("data/basemap", name: "Twice", attribution: nil)
    let check = try await Session.done(["check"] + city.inputs)
    #expect(!check.output.contains("DATA_NOT_BOUND"))
  }

  @Test func `bindings name tiles below and above the layers`() async throws {
    try tiles("data/names", name: "Street names", attribution: nil)
    try folder.write(
      #"{"baseMap": {"tiles": "../streets", "reference": ["names"], "attribution": "© Office"}}"#,
      to: "data/bindings.json")
    try folder.write(
      SmallCity.map().replacing(
        #""baseMapLayers": []"#,
        with: #""baseMapLayers": [{"id": "w", "title": "World", "opacity": 0.5}, "#
          + #"{"id": "n", "title": "Names", "isReference": true}]"#), to: "map.json")
    let built = try await Session.done(
      ["build", "-o", folder.path("a.mmpk"), "--for", "arcgis,qgis", "--json"] + city.inputs)
    #expect(try built.document()["baseMap"]?.array?.map { $0["reference"]?.bool } == [true, false])
    #expect(
      try files(in: "a.mmpk") == [
        "basemap.mbtiles", "basemap_reference.mbtiles", "p13/basemap.tpkx",
        "p13/basemap_reference.tpkx",
      ])
    let map = try JSONParser.parse(content("p13/mobile_map.mmap", of: "a.mmpk"))["map"]
    #expect(
      map?["baseMap"]?["baseMapLayers"]?.array?.map {
        [$0["title"]?.string, $0["path"]?.string, $0["opacity"]?.double.map { "\($0)" }]
      } == [
        ["City streets", "file:./basemap.tpkx", "0.5"],
        ["Street names", "file:./basemap_reference.tpkx", "1.0"],
      ])
    #expect(map?["baseMap"]?["baseMapLayers"]?[1]?["isReference"]?.bool == true)
    let project = String(decoding: try content("map.qgs", of: "a.mmpk"), as: UTF8.self)
    let order = project.split(separator: "<layer-tree-layer ").dropFirst().map {
      $0.split(separator: "\"")[3]
    }
    #expect(order.first == "Street names")
    #expect(order.last == "City streets")
    #expect(project.contains("<rights>© Office</rights>"))
  }

  @Test func `layers of the base map without tiles stay online, in their order`() async throws {
    try folder.write(
      SmallCity.map().replacing(
        #""baseMapLayers": []"#,
        with: #""baseMapLayers": [{"id": "w", "title": "World"}, {"id": "h", "title": "Hills"}, "#
          + #"{"id": "n", "title": "Names", "isReference": true}]"#), to: "map.json")
    _ = try await build("a.mmpk")
    let map = try JSONParser.parse(content("p13/mobile_map.mmap", of: "a.mmpk"))["map"]
    #expect(
      map?["baseMap"]?["baseMapLayers"]?.array?.map { $0["title"]?.string } == [
        "City streets", "Names",
      ])
  }

  @Test func `a base map that is on the devices once is named, and not packed`() async throws {
    for name in ["depot.mbtiles", "depot.tpkx"] {
      try await Session.done(["tiles", folder.path("streets"), "-o", folder.path(name)])
    }
    let words = [
      "build", "-o", folder.path("a.mmpk"), "--base-map-once", "--base-map",
      folder.path("depot.mbtiles"),
    ]
    let one = try await Session.done(words + city.inputs)
    #expect(try files(in: "a.mmpk") == [])
    #expect(one.error.contains("ArcGIS can't show these tiles from the device."))
    try await Session.done(words + ["-f", "--base-map", folder.path("depot.tpkx")] + city.inputs)
    let project = String(decoding: try content("map.qgs", of: "a.mmpk"), as: UTF8.self)
    #expect(project.contains("<datasource>localized:depot.mbtiles</datasource>"))
    let map = try JSONParser.parse(content("p13/mobile_map.mmap", of: "a.mmpk"))["map"]
    #expect(
      map?["applicationProperties"]?["offline"]?["offlinebasemap"]?["referenceBasemapName"]?
        .string == "depot.tpkx")
    #expect(map?["baseMap"]?["baseMapLayers"]?.array == [])
  }

  // MARK: Later

  @Test func `a package that is issued again keeps its base map`() async throws {
    _ = try await build("issued.mmpk", "--for", "arcgis,qgis", "--now", "2026-05-01T00:00:00Z")
    try folder.write(
      """
      [{"id": 0, "updates": [{"attributes": {"GlobalID": "\(SmallCity.id(1))", "Name": "Ash"}}]}]
      """, to: "edits.json")
    try await Session.done([
      "edit", folder.path("issued.mmpk"), "--edits", folder.path("edits.json"), "-o",
      folder.path("crew.mmpk"), "--now", "2026-05-02T00:00:00Z",
    ])
    try await Session.done([
      "merge", folder.path("crew.mmpk"), "--into", folder.path("issued.mmpk"), "-o",
      folder.path("next.mmpk"),
    ])
    #expect(try files(in: "next.mmpk") == ["basemap.mbtiles", "p13/basemap.tpkx"])
    for path in try files(in: "next.mmpk") {
      #expect(try content(path, of: "next.mmpk") == content(path, of: "issued.mmpk"))
    }
    #expect(await Session.run(["verify", folder.path("next.mmpk")]).exit == .done)
    let map = try JSONParser.parse(content("p13/mobile_map.mmap", of: "next.mmpk"))["map"]
    #expect(map?["baseMap"]?["baseMapLayers"]?[0]?["path"]?.string == "file:./basemap.tpkx")
  }

  @Test func `packages of a plan have the tiles of their areas, and the plan knows their size`()
    async throws
  {
    let areas = [("a", "-122.63,45.49,-122.615,45.525"), ("b", "-122.615,45.49,-122.58,45.53")]
    let features = areas.map { name, box in
      let sides = box.split(separator: ",")
      let ring = [(0, 1), (2, 1), (2, 3), (0, 3), (0, 1)].map { "[\(sides[$0]),\(sides[$1])]" }
      return """
        {"type": "Feature", "properties": {"NAME": "\(name)"}, "geometry":
         {"type": "Polygon", "coordinates": [[\(ring.joined(separator: ","))]]}}
        """
    }
    try folder.write(
      #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#,
      to: "areas.geojson")
    let words = ["--base-map", folder.path("streets"), "--for", "arcgis,qgis"]
    try await Session.done(
      [
        "plan", "--areas", folder.path("areas.geojson"), "--name", "NAME", "-o",
        folder.path("plan.jsonl"),
      ] + words + city.inputs)
    try await Session.done(
      ["build", "--plan", folder.path("plan.jsonl"), "-o", folder.path("packages")])
    let lines = try folder.read("plan.jsonl").split(separator: UInt8(ascii: "\n")).dropFirst()
    for ((name, box), line) in zip(areas, lines) {
      let package = "packages/\(name).mmpk"
      let planned = try JSONParser.parse(Array(line))["parts"]?["tiles"]?.int
      let sizes = try files(in: package).map { try content($0, of: package).count }
      #expect(sizes.count == 2)
      #expect(planned == sizes.reduce(0, +))
      try await Session.done(
        ["build", "-o", folder.path("alone.mmpk"), "-f", "--area", box] + words + city.inputs)
      for path in try files(in: package) {
        #expect(try content(path, of: package) == content(path, of: "alone.mmpk"))
      }
    }
    // With other tiles the plan doesn't hold.
    try FileManager.default.removeItem(atPath: folder.path("packages/a.mmpk"))
    try folder.write(
      CityTiles.png + Array("new".utf8),
      to: "streets/8/\(CityTiles.tile(-122.6, 45.5, 8).0)/\(CityTiles.tile(-122.6, 45.5, 8).1).png")
    let again = await Session.run(
      ["build", "--plan", folder.path("plan.jsonl"), "-o", folder.path("packages")])
    #expect(again.error.contains("error[PLAN_OUTDATED]"))
  }

  // MARK: Refusals

  @Test(arguments: [
    (#"{"baseMap": {}}"#, "DATA_BINDINGS_INVALID"),
    (#"{"baseMap": {"tiles": [1]}}"#, "DATA_BINDINGS_INVALID"),
    (#"{"baseMap": {"tiles": "trees.geojson"}}"#, "TILES_NOT_RECOGNIZED"),
    (#"{"baseMap": {"tiles": "no.mbtiles"}}"#, "FILE_NOT_FOUND"),
  ])
  func `what can't be a base map stops the build`(_ bindings: String, code: String) async throws {
    try folder.write(bindings, to: "data/bindings.json")
    let session = await Session.run(["build", "-o", folder.path("a.zip")] + city.inputs)
    #expect(session.error.contains("error[\(code)]"), "\(session.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.zip")))
  }

  @Test func `tiles that don't say whose they are get a finding`() async throws {
    try folder.write(#"{"name": "City streets"}"#, to: "streets/metadata.json")
    let session = try await Session.done(
      ["build", "-o", folder.path("a.zip"), "--base-map", folder.path("streets")] + city.inputs)
    #expect(session.error.contains("warning[TILES_ATTRIBUTION_MISSING]: streets:"))
    // As the finding says.
    try folder.write(#"{"baseMap": {"attribution": "© Office"}}"#, to: "data/bindings.json")
    let mended = try await build("a.zip", "-f")
    #expect(mended["baseMap"]?[0]?["attribution"]?.string == "© Office")
    // Tiles from elsewhere that thank someone are not the office's.
    try folder.write(
      #"{"name": "City streets", "attribution": "© City"}"#, to: "streets/metadata.json")
    let other = try await build("a.zip", "-f")
    #expect(other["baseMap"]?[0]?["attribution"]?.string == "© City")
    #expect(
      mended["findings"]?.array?.contains { $0["id"]?.string == "TILES_ATTRIBUTION_MISSING" }
        == false)
  }
}
