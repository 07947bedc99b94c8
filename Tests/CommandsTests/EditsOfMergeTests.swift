import Console
import Foundation
import GeoPackage
import OrderedJSON
import Packages
import TestSupport
import Testing

/// `edits.json` of a merge, applied to the office data.
@Suite struct EditsOfMergeTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() throws {
    city = try SmallCity.withPhoto()
    try city.folder.write(
      Array("rot".utf8),
      to: "data/attachments/Trees/00000000-0000-4000-8000-000000000003/rot.bin")
  }

  /// The attachments of a package with their bytes, one line each.
  private func attachments(of name: String) throws -> [String] {
    let package = try OpenPackage(path: folder.path(name))
    var lines: [String] = []
    for relation in try package.store.mediaRelations(of: "Trees") {
      try package.store.forEachAttachment(in: relation.relatedTable) { _, item, content in
        let stored = (0..<content.count).map { content[$0] }
        let bytes = stored.isEmpty ? try package.content(of: item) ?? [] : stored
        let text = String(decoding: bytes, as: UTF8.self)
        lines.append(
          "\(item.parentGlobalID) \(item.globalID) \(item.name) \(item.contentType) \(item.size) "
            + "\(item.sha256) \(item.keywords ?? "-") \(text)")
      }
    }
    return lines.sorted()
  }

  /// Issues a package and edits it like a crew.
  private func crew(_ photos: String) async throws {
    try await Session.done(
      ["build"] + city.inputs + ["-o", folder.path("issued.mmpk"), "--photos", photos])
    let crown = try #require(try attachments(of: "issued.mmpk").first { $0.contains("crown.jpg") })
      .split(separator: " ")[1]
    func data(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
    try folder.write(
      """
      [{"id": 0,
        "adds": [{"attributes": {"GlobalID": "\(SmallCity.id(9))", "Name": "Ash"},
          "geometry": {"x": -122.615, "y": 45.515, "spatialReference": {"wkid": 4326}}}],
        "deletes": ["\(SmallCity.id(3))"],
        "attachments": {
          "adds": [
            {"parentGlobalId": "\(SmallCity.id(9))", "globalId": "\(SmallCity.id(0x901))",
             "name": "new ash.jpg", "contentType": "image/jpeg", "data": "\(data("ash"))"},
            {"parentGlobalId": "\(SmallCity.id(2))", "globalId": "\(SmallCity.id(0x902))",
             "name": "Höhe.tx t", "contentType": "text/plain", "data": "\(data("12 m"))"}],
          "updates": [{"parentGlobalId": "\(SmallCity.id(1))", "globalId": "\(crown)",
             "name": "crown.jpg", "contentType": "image/jpeg", "data": "\(data("a much leaner crown"))"}]}}]
      """, to: "crew.json")
    try await Session.done([
      "edit", folder.path("issued.mmpk"), "--edits", folder.path("crew.json"), "-o",
      folder.path("crew.mmpk"),
    ])
  }

  @Test(arguments: ["files", "blobs"])
  func `edits.json of a merge gives the same attachments`(
    _ photos: String
  ) async throws {
    try await crew(photos)
    try await Session.done([
      "merge", "--into", folder.path("issued.mmpk"), folder.path("crew.mmpk"), "-o",
      folder.path("merged.gpkg"), "--review", folder.path("review"),
    ])
    try await Session.done([
      "edit", folder.path("issued.mmpk"), "--edits", folder.path("review/edits.json"), "-o",
      folder.path("applied.mmpk"),
    ])
    let merged = try attachments(of: "merged.gpkg")
    #expect(merged.count == 3)
    let applied = try attachments(of: "applied.mmpk")
    let crew = try attachments(of: "crew.mmpk")
    #expect(applied == merged)
    #expect(applied == crew)
    #expect(await Session.run(["verify", folder.path("applied.mmpk")]).exit == .done)
  }

  @Test func `a photo that arrives later is an update, and a missing one is left out`()
    async throws
  {
    try await crew("files")
    let unzip = try #require(Tool.unzip)
    for (name, files) in [("bare", ["data.gpkg", "base.zip"]), ("whole", [])] {
      _ = try await unzip.run(
        ["-q", folder.path("crew.mmpk")] + files + ["-d", folder.path(name)])
    }
    func merge(_ crew: String, into office: String, to name: String) async throws {
      try await Session.done([
        "merge", "--into", folder.path(office), folder.path(crew), "-o",
        folder.path(name + ".gpkg"), "--review", folder.path(name),
      ])
    }
    try await merge("bare", into: "issued.mmpk", to: "first")
    let first = try JSONParser.parse(try folder.read("first/edits.json"))
    #expect(first[0]?["attachments"]?["adds"]?.array?.isEmpty == true)
    #expect(first[0]?["adds"]?.array?.count == 1)
    try await merge("whole", into: "first.gpkg", to: "second")
    let edits = try JSONParser.parse(try folder.read("second/edits.json"))
    let updates = edits[0]?["attachments"]?["updates"]?.array ?? []
    #expect(updates.count == 3)
    try await Session.done([
      "edit", folder.path("first.gpkg"), "--edits", folder.path("second/edits.json"), "-o",
      folder.path("applied.gpkg"),
    ])
    let applied = try attachments(of: "applied.gpkg")
    let second = try attachments(of: "second.gpkg")
    #expect(applied == second)
  }
}
