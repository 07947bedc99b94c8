import Bytes
import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing
import Tiles

/// Base maps of pages: which tiles the scripts have, and what the pages say about them.
@Suite struct PageBaseMapTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() throws {
    city = try SmallCity()
    try CityTiles().write(to: "streets", in: folder)
  }

  /// The argument of the call in a script.
  private func argument(_ path: String) throws -> JSON {
    let text = String(decoding: try folder.read(path), as: UTF8.self)
    let start = try #require(text.firstIndex(of: "{"))
    let end = try #require(text.lastIndex(of: "}"))
    return try JSONParser.parse(Array(text[start...end].utf8))
  }

  /// The images in the scripts of a folder, by tile.
  private func images(_ path: String) throws -> [String: [UInt8]] {
    var images: [String: [UInt8]] = [:]
    for script in try FileManager.default.subpathsOfDirectory(atPath: folder.path(path))
    where script.hasSuffix(".js") {
      let numbers = script.split { "/-.".contains($0) }.compactMap { Int($0) }
      try #require(numbers.count == 3)
      let block = try argument("\(path)/\(script)")
      let bytes = Array(try #require(Data(base64Encoded: block["images"]?.string ?? "")))
      let sizes = (block["sizes"]?.array ?? []).compactMap(\.int)
      #expect(sizes.reduce(0, +) == bytes.count)
      for (place, number) in (block["at"]?.array ?? []).compactMap(\.int).enumerated()
      where number > 0 {
        let start = sizes.prefix(number - 1).reduce(0, +)
        let (column, row) = (numbers[1] * 8 + place % 8, numbers[2] * 8 + place / 8)
        images["\(numbers[0])/\(column)/\(row)"] = Array(bytes[start..<start + sizes[number - 1]])
      }
    }
    return images
  }

  /// The scripts that `meta.js` names.
  private func named(_ base: JSON?) -> Set<String> {
    var names: Set<String> = []
    for layer in base?["layers"]?.array ?? [] {
      for level in layer["levels"]?.array ?? [] {
        for runs in (level["rows"]?.array ?? []).map({ ($0.array ?? []).compactMap(\.int) }) {
          for run in stride(from: 1, to: runs.count, by: 2) {
            for column in runs[run]...runs[run + 1] {
              names.insert("\(level["level"]?.int ?? -1)/\(column)-\(runs[0]).js")
            }
          }
        }
      }
    }
    return names
  }

  private func scripts(_ path: String) throws -> Set<String> {
    Set(
      try FileManager.default.subpathsOfDirectory(atPath: folder.path(path))
        .filter { $0.hasSuffix(".js") })
  }

  private func site(_ words: String...) async throws -> JSON {
    try await Session.done(
      ["site", "-o", folder.path("site"), "--json", "--force"] + words + city.inputs
    ).document()
  }

  // MARK: Which tiles

  @Test func `a site has the tiles of its package as they are, each in the script of its block`()
    async throws
  {
    try await Session.done(
      ["build", "-o", folder.path("a.zip"), "--base-map", folder.path("streets")] + city.inputs)
    try await Session.done(["site", folder.path("a.zip"), "-o", folder.path("site")])
    var tiles = try TileSet([TileSource(path: folder.path("streets"))])
    let found = try images("site/data/basemap")
    #expect(found.count > 10)
    for entry in tiles.entries {
      guard let image = found["\(entry.tile)"] else { continue }
      let read = try tiles.read(entry)?.bytes
      #expect(image == read, "\(entry.tile)")
    }
    let base = try argument("site/data/meta.js")["base"]
    #expect(named(base) == (try scripts("site/data/basemap")))
    #expect(base?["credits"]?.array?.compactMap(\.string) == ["© City"])
    let about = String(decoding: try folder.read("site/about.html"), as: UTF8.self)
    #expect(about.contains("Base map: © City"))
  }

  @Test func `of other tiles a site takes those that are seen near its records`() async throws {
    let answer = try await site("--base-map", folder.path("streets"))
    let found = try images("site/data/basemap")
    #expect(
      answer["baseMap"]?.array?.compactMap { $0["tiles"]?.int }.reduce(0, +) == found.count)
    for level in 8...14 {
      let records = [(-122.6, 45.5), (-122.61, 45.51), (-122.62, 45.52)]
        .map { CityTiles.tile($0.0, $0.1, level) }
      let (west, north) = CityTiles.tile(-122.7, 45.6, level)
      let (east, south) = CityTiles.tile(-122.5, 45.4, level)
      for column in west...east {
        for row in north...south {
          let isNear = records.contains { abs($0.0 - column) <= 2 && abs($0.1 - row) <= 2 }
          #expect((found["\(level)/\(column)/\(row)"] != nil) == isNear)
        }
      }
    }
  }

  @Test func `the finest levels are left out until the images fit, or all of them`() async throws {
    let all = try await site("--base-map", folder.path("streets"))
    let levels = all["baseMap"]?.array ?? []
    let most = levels.dropLast().compactMap { $0["bytes"]?.int }.reduce(0, +)
    let some = try await site(
      "--base-map", folder.path("streets"), "--base-map-budget", "\(most)B")
    #expect(some["baseMap"]?.array == levels.dropLast())
    let finding = some["findings"]?.array?.first { $0["id"]?.string == "TILES_LEVELS_LEFT_OUT" }
    #expect(finding?["count"]?.int == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path("site/data/basemap/14")))
    let none = try await site("--base-map", folder.path("streets"), "--base-map-budget", "none")
    #expect(none["baseMap"]?.array == [])
    #expect(try argument("site/data/meta.js")["base"]?.isNull == true)
  }

  @Test func `a tile that is no image is left out, and a finding says so`() async throws {
    let (column, row) = CityTiles.tile(-122.6, 45.5, 14)
    try folder.write("<html>", to: "streets/14/\(column)/\(row).png")
    let answer = try await site("--base-map", folder.path("streets"))
    let finding = answer["findings"]?.array?.first { $0["id"]?.string == "TILES_NO_IMAGES" }
    #expect(finding?["samples"]?.array?.compactMap(\.string) == ["14/\(column)/\(row)"])
    #expect(try images("site/data/basemap")["14/\(column)/\(row)"] == nil)
  }

  @Test func `the base map that the web map loads from the web is named, with and without tiles`()
    async throws
  {
    try folder.write(
      SmallCity.map().replacing(
        #""baseMapLayers": []"#, with: #""baseMapLayers": [{"id": "w", "title": "World"}]"#),
      to: "map.json")
    for words in [[], ["--base-map", folder.path("streets")]] {
      try await Session.done(
        ["site", "-o", folder.path("site"), "--force"] + words + city.inputs)
      let about = String(decoding: try folder.read("site/about.html"), as: UTF8.self)
      #expect(about.contains("<dd>Streets (online"))
    }
  }

  @Test func `a layer called like the folder of tiles gets another folder`() async throws {
    try folder.write(
      SmallCity.map().replacing("\"title\": \"Trees\"", with: "\"title\": \"Basemap\""),
      to: "map.json")
    _ = try await site("--base-map", folder.path("streets"))
    #expect(FileManager.default.fileExists(atPath: folder.path("site/data/basemap-2/points.js")))
    #expect(try images("site/data/basemap").isEmpty == false)
  }

  // MARK: Reviews

  @Test func `the page of a returned package has the tiles around its changes`() async throws {
    try await Session.done(
      ["build", "-o", folder.path("a.zip"), "--base-map", folder.path("streets")] + city.inputs)
    try folder.write(
      """
      [{"id": "Trees", "updates": [
        {"attributes": {"GlobalID": "\(SmallCity.id(1))", "Height": 21}}]}]
      """, to: "edits.json")
    try await Session.done([
      "edit", folder.path("a.zip"), "--edits", folder.path("edits.json"), "--user", "crew", "-o",
      folder.path("b.zip"),
    ])
    try await Session.done(["diff", folder.path("b.zip"), "--html", folder.path("page")])
    let review = try argument("page/data/review.js")
    #expect(named(review["base"]) == (try scripts("page/data/basemap")))
    #expect(review["base"]?["credits"]?.array?.compactMap(\.string) == ["© City"])
    let (column, row) = CityTiles.tile(-122.6, 45.5, 14)
    let found = try images("page/data/basemap")
    #expect(found["14/\(column)/\(row)"] != nil)
    #expect(found["14/\(column - 3)/\(row)"] == nil)
  }

  @Test(.needs(.unzip))
  func `tiles that can't be read don't stop a review, and the page says so`() async throws {
    try await Session.done(
      ["build", "-o", folder.path("a.zip"), "--base-map", folder.path("streets")] + city.inputs)
    let unzip = try #require(Tool.unzip)
    _ = try await unzip.output(["-q", folder.path("a.zip"), "-d", folder.path("a")])
    try folder.write("no tiles", to: "a/basemap.mbtiles")
    try await Session.done(["diff", folder.path("a"), "--html", folder.path("page")])
    let review = try argument("page/data/review.js")
    #expect(review["base"]?.isNull == true)
    #expect(review["notes"]?.array?.count == 1)
  }
}
