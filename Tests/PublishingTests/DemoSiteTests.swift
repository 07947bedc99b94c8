import Bytes
import Foundation
import OrderedJSON
import Packages
import Packaging
import Publishing
import TestSupport
import Testing

/// The site of the demo map, as files.
@Suite struct DemoSiteTests {
  static let now: Int64 = 1_777_636_800_000

  /// The demo's package and its site, made once for all tests that only read them.
  static let made = Task { () throws -> (folder: TemporaryFolder, report: SiteReport) in
    let folder = try TemporaryFolder()
    var request = BuildRequest(
      map: Fixture.treesOfPortland + "/map.json", data: Fixture.treesOfPortland, now: now)
    request.baseMap = BaseMapOptions()
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("demo.mmpk"), overwrite: false)
    return (folder, try await render(folder, "site"))
  }

  /// Builds the demo map with a changed layer of trees.
  static func packed(_ change: (inout JSONObject) -> Void) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: Fixture.treesOfPortland + "/map.json", encoding: .utf8)
    guard case .object(var map) = try JSONParser.parse(Array(text.utf8)),
      var layers = map["operationalLayers"]?.array, layers.count == 3,
      case .object(var trees) = layers[1]
    else { throw CocoaError(.fileReadCorruptFile) }
    change(&trees)
    layers[1] = .object(trees)
    map["operationalLayers"] = .array(layers)
    try folder.write(JSONWriter.write(.object(map)), to: "map.json")
    let request = BuildRequest(
      map: folder.path("map.json"), data: Fixture.treesOfPortland, now: now)
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("demo.mmpk"), overwrite: false)
    return folder
  }

  static func render(
    _ folder: TemporaryFolder, _ name: String, _ change: (inout SiteRequest) -> Void = { _ in }
  ) async throws -> SiteReport {
    var request = SiteRequest(output: folder.path(name), now: now)
    request.title = "Trees of Portland"
    // The list pages take most of the time, and only some tests need them.
    if !["site", "again", "twice"].contains(name) { request.lists = .none }
    let package = try OpenPackage(path: folder.path("demo.mmpk"))
    request.baseMap = PageBaseMap(try package.baseMap())
    change(&request)
    return try await SiteJob(request) { _ in }.run(package)
  }

  static func files(_ folder: TemporaryFolder, _ name: String) throws -> [String: Data] {
    let root = folder.path(name)
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      files[path] = FileManager.default.contents(atPath: root + "/" + path)
    }
    return files
  }

  /// Returns the argument object of a data file's call.
  static func object(_ data: Data?) throws -> JSON {
    let text = String(decoding: try #require(data), as: UTF8.self)
    let start = try #require(text.firstIndex(of: "{"))
    let end = try #require(text.lastIndex(of: "}"))
    return try JSONParser.parse(Array(text[start...end].utf8))
  }

  @Test func `the site has every layer and table with all records`() async throws {
    let (folder, report) = try await Self.made.value
    #expect(
      report.layers.map { "\($0.id) \($0.records)" } == [
        "neighborhoods 3", "trees 303", "poor-and-dead-trees 42", "species 25", "inspections 420",
      ])
    let meta = try Self.object(Self.files(folder, "site")["data/meta.js"])
    #expect(meta["title"]?.string == "Trees of Portland")
    #expect(meta["layers"]?.array?.compactMap { $0["count"]?.int } == [3, 303, 42, 25, 420])
    let trees = try #require(meta["layers"]?[1])
    #expect(trees["facets"]?[0]?["column"]?.string == "Condition")
    let classes = trees["legend"]?["classes"]?.array ?? []
    #expect(classes.compactMap { $0["count"]?.int }.reduce(0, +) == 303)
    #expect(meta["bookmarks"]?.array?.isEmpty == false)
  }

  @Test func `pages begin with the largest layer of points that the map shows at first`()
    async throws
  {
    let files = try Self.files(try await Self.made.value.folder, "site")
    let page = String(decoding: try #require(files["index.html"]), as: UTF8.self)
    #expect(page.contains(">303 trees\u{A0}· package of "))
    #expect(page.contains("data-first=\"trees\""))
  }

  @Test func `the same package gives the same bytes`() async throws {
    let (folder, _) = try await Self.made.value
    _ = try await Self.render(folder, "again")
    #expect(try Self.files(folder, "again") == Self.files(folder, "site"))
  }

  @Test func `an earlier site is updated only where it differs`() async throws {
    let (folder, _) = try await Self.made.value
    _ = try await Self.render(folder, "twice")
    let same = try await Self.render(folder, "twice")
    #expect(same.written == 0 && same.removed == 0)
    let other = try await Self.render(folder, "twice") { $0.title = "Trees" }
    #expect(other.written > 0 && other.written < other.fileCount)
    let fewer = try await Self.render(folder, "twice") {
      $0.title = "Trees"
      $0.lists = .none
    }
    #expect(fewer.removed > 0)
    #expect(try Self.files(folder, "twice").keys.allSatisfy { !$0.hasPrefix("list") })
  }

  @Test func `other files are never changed`() async throws {
    let (folder, _) = try await Self.made.value
    try folder.write("mine", to: "other/notes.txt")
    await #expect(throws: PublishingError.self) { try await Self.render(folder, "other") }
    #expect(try Self.files(folder, "other").keys.sorted() == ["notes.txt"])
    _ = try await Self.render(folder, "mixed")
    try folder.write("mine", to: "mixed/notes.txt")
    try folder.write("changed", to: "mixed/about.html")
    await #expect(throws: PublishingError.self) { try await Self.render(folder, "mixed") }
    let replaced = try await Self.render(folder, "mixed") { $0.overwrite = true }
    #expect(replaced.written == 1)
    #expect(try Self.files(folder, "mixed")["notes.txt"] == Data("mine".utf8))
  }

  @Test func `scripts contain nothing that ends a script element`() async throws {
    let (folder, _) = try await Self.made.value
    for (path, data) in try Self.files(folder, "site") where path.hasPrefix("data/") {
      guard path.hasSuffix(".js") else { continue }
      #expect(!data.contains(UInt8(ascii: "<")), "\(path)")
    }
  }
}
