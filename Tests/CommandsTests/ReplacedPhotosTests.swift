import Console
import Foundation
import TestSupport
import Testing

/// Photos that a crew replaced, without changes to the rows of the package.
@Suite(.needs(.unzip)) struct ReplacedPhotosTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  /// A JPEG with a text.
  private static func picture(_ text: String, isCut: Bool = false) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0xFF, 0xDA, 0, 2] + Array(text.utf8)
      + (isCut ? [] : [0xFF, 0xD9])
  }

  init() async throws {
    city = try SmallCity()
    for (tree, name) in [(1, "crown"), (3, "bark")] {
      try folder.write(
        Self.picture("the \(name) as issued"),
        to: "data/attachments/Trees/00000000-0000-4000-8000-00000000000\(tree)/\(name).jpg")
    }
    try await Session.done(["build"] + city.inputs + ["-o", folder.path("issued.mmpk")])
    let unzip = try #require(Tool.unzip)
    _ = try await unzip.run(["-q", folder.path("issued.mmpk"), "-d", folder.path("crew")])
  }

  /// The path of a photo in the crew's folder.
  private func path(of name: String) throws -> String {
    let found = try FileManager.default.subpathsOfDirectory(atPath: folder.path("crew"))
      .first { $0.hasSuffix("\(name).jpg") }
    return "crew/" + (try #require(found))
  }

  private func merge(_ package: String = "crew") async -> Session {
    await Session.run([
      "merge", "--into", folder.path("issued.mmpk"), folder.path(package), "-o",
      folder.path("merged.gpkg"), "--force",
    ])
  }

  private func merged(holds text: String) throws -> Bool {
    String(decoding: try folder.read("merged.gpkg"), as: UTF8.self).contains(text)
  }

  @Test(arguments: ["another picture of the same crown", "cropped"])
  func `a replaced picture is merged, even if it is smaller`(
    text: String
  ) async throws {
    try folder.write(Self.picture(text), to: try path(of: "crown"))
    let session = await merge()
    #expect(session.exit == .done, "\(session.error)\(session.output)")
    #expect(session.output.contains("crew: 1 change: 1 applied"))
    #expect(try merged(holds: text))
    #expect(try !merged(holds: "the crown as issued"))
    #expect(try merged(holds: "the bark as issued"))
    #expect(await Session.run(["verify", folder.path("merged.gpkg")]).exit == .done)
  }

  @Test func `a picture in a zipped folder is compared`() async throws {
    try folder.write(Self.picture("drawn upon"), to: try path(of: "crown"))
    let zip = try #require(Tool.zip)
    _ = try await zip.run(["-qr", folder.path("again.zip"), "."], folder: folder.path("crew"))
    let session = await merge("again.zip")
    #expect(session.output.contains("again.zip: 1 change"), "\(session.output)")
    #expect(try merged(holds: "drawn upon"))
  }

  @Test(arguments: [
    (picture("the crown as is", isCut: true), "is truncated"),
    ([], "is empty"),
    (Array("not a picture".utf8), "The old one is kept"),
  ])
  func `a damaged picture is reported, and the old one is kept`(
    content: [UInt8], message: String
  ) async throws {
    try folder.write(content, to: try path(of: "crown"))
    let session = await merge()
    #expect(session.exit == .somethingToSee)
    #expect(session.output.contains("NOTE crew: ") && session.output.contains(message))
    #expect(try merged(holds: "the crown as issued"))
  }

  @Test func `a missing picture is reported, and the old one is kept`() async throws {
    try FileManager.default.removeItem(atPath: folder.path(try path(of: "crown")))
    let session = await merge()
    #expect(session.exit == .somethingToSee)
    #expect(
      session.output.contains(
        "The package does not contain the attachment crown.jpg. The office keeps its own."),
      "\(session.output)")
    #expect(try merged(holds: "the crown as issued"))
  }

  @Test func `a package without any of its pictures is one note`() async throws {
    for name in ["crown", "bark"] {
      try FileManager.default.removeItem(atPath: folder.path(try path(of: name)))
    }
    let session = await merge()
    #expect(session.output.components(separatedBy: "NOTE ").count == 2, "\(session.output)")
    #expect(session.output.contains("The package contains none of its 2 attachments."))
  }

  @Test func `a photo whose record the crew deleted is not new, even if its file exists`()
    async throws
  {
    let sqlite = try #require(Tool.sqlite3)
    _ = try await sqlite.output([
      folder.path("crew/data.gpkg"), "DELETE FROM Trees_attachments WHERE name = 'bark.jpg'",
    ])
    let session = await merge()
    #expect(session.exit == .done, "\(session.output)")
    #expect(session.output.contains("crew: 1 change: 1 applied\n"))
    #expect(try !merged(holds: "the bark as issued"))
  }

  @Test func `unchanged photos are not a change`() async throws {
    let session = await merge()
    #expect(session.exit == .done)
    #expect(session.output.contains("crew: no changes"), "\(session.output)")
  }
}
