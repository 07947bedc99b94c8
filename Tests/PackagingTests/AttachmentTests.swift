import Bytes
import Foundation
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// How attachment files find their records, and their problems.
@Suite struct AttachmentTests {
  private static let one = MapFolder.id(1).filter { $0 != "{" && $0 != "}" }

  /// Two trees at (1, 2) and (5, 6), with files in `attachments`.
  private static func city(_ files: [String: String]) throws -> MapFolder {
    var all = ["street_trees.geojson": MapFolder.points([(1, 2, ""), (5, 6, "")])]
    for (path, text) in files { all["attachments/" + path] = text }
    return try MapFolder(layers: [#""title":"Street Trees""#], files: all)
  }

  private static func photos(
    _ city: MapFolder, _ change: (inout BuildRequest) -> Void = { _ in }
  ) async throws -> (report: BuildReport, rows: StoredRows) {
    let target = city.folder.path("out.gpkg")
    let report = try await city.job(change).build(to: target, overwrite: true)
    let store = try OpenPackage(path: target).store
    guard report.attachmentCount > 0 else { return (report, StoredRows()) }
    return (report, try StoredRows(store, "Street_Trees_attachments"))
  }

  @Test func `a file belongs to the record with the GlobalID of its folder`() async throws {
    let city = try Self.city([
      "street_trees/\(Self.one)/note.txt": "tall", "street_trees/.hidden": "x",
      "street_trees/\(Self.one)/.DS_Store": "x",
    ])
    let (report, photos) = try await Self.photos(city)
    #expect(report.attachmentCount == 1)
    let photo = try #require(photos.rows.first)
    #expect(photo["name"] == "note.txt")
    #expect(photo["content_type"] == "text/plain")
    #expect(photo["size"] == "4")
    #expect(photo["sha256"] == SHA256.hex(SHA256.of(Array("tall".utf8).span)))
    #expect(photos.rows.first?.values.contains(MapFolder.id(1)) == true)
    #expect(report.findings(.attachmentOrphan).isEmpty)
  }

  @Test func `records of two layers may have the same GlobalID and the same file names`()
    async throws
  {
    let points = MapFolder.points([(1, 2, "")])
    let city = try MapFolder(
      layers: [#""title":"Trees""#, #""title":"Parks""#],
      files: [
        "trees.geojson": points, "parks.geojson": points,
        "attachments/Trees/\(Self.one)/a.txt": "oak", "attachments/Parks/\(Self.one)/a.txt": "lawn",
      ])
    let target = city.folder.path("out.mmpk")
    let report = try await city.job().build(to: target, overwrite: false)
    #expect(report.attachmentCount == 2)
    let package = try OpenPackage(path: target)
    for (title, content) in [("Trees", "oak"), ("Parks", "lawn")] {
      let path = try #require(
        try StoredRows(package.store, title + "_attachments").values("path").first)
      #expect(try package.members.content(of: path, limit: 9) == Array(content.utf8))
    }
  }

  @Test func `a record's files may be in folders with different spellings`() async throws {
    let city = try Self.city([
      "Street Trees/\(Self.one)/a.txt": "1", "Street Trees/\(MapFolder.id(1))/a.txt": "2",
      "StreetTrees/\(Self.one.lowercased())/b.txt": "3",
    ])
    let (report, photos) = try await Self.photos(city)
    #expect(report.attachmentCount == 3)
    #expect(photos.values("name") == ["a.txt", "a.txt", "b.txt"])
  }

  @Test func `a file without a record is reported and left out`() async throws {
    let city = try Self.city([
      "Hydrants/\(Self.one)/a.txt": "x", "Street Trees/oak/a.txt": "x", "readme.txt": "x",
      "Street Trees/\(MapFolder.id(9))/a.txt": "x", "Street Trees/loose.txt": "x",
    ])
    let report = try await city.check()
    #expect(report.attachmentCount == 0)
    let orphans = report.findings(.attachmentOrphan)
    #expect(orphans.allSatisfy { $0.severity == .warning })
    #expect(
      Set(orphans.map(\.subject)) == [
        "attachments/Hydrants", "attachments/Street Trees/oak", "attachments/readme.txt",
        "attachments/Street Trees/loose.txt", "Street Trees",
      ])
    #expect(orphans.first { $0.subject == "Street Trees" }?.samples == ["\(MapFolder.id(9))/a.txt"])
  }

  @Test func `a file of another type than its name says is reported and packed`() async throws {
    let city = try Self.city([
      "Street Trees/\(Self.one)/a.jpg": "no picture", "Street Trees/\(Self.one)/b.xyz": "what",
    ])
    let report = try await city.check()
    #expect(report.findings(.attachmentCorrupt).map(\.subject) == ["\(MapFolder.id(1))/a.jpg"])
    #expect(report.attachmentCount == 2)
  }

  @Test func `an attachment that is not a file is an error with its name`() async throws {
    let city = try Self.city(["Street Trees/\(Self.one)/folder/a.jpg": "x"])
    let report = try await city.check()
    #expect(report.findings(.attachmentNotReadable).map(\.severity) == [.error])
    #expect(report.findings(.attachmentNotReadable).map(\.subject) == ["\(MapFolder.id(1))/folder"])
  }

  @Test func `files of records outside the area are left out without a warning`() async throws {
    let two = MapFolder.id(2)
    let city = try Self.city([
      "Street Trees/\(Self.one)/a.txt": "1", "Street Trees/\(two)/b.txt": "2",
    ])
    let (report, photos) = try await Self.photos(city) { $0.area = "4,5,6,7" }
    #expect(photos.values("name") == ["b.txt"])
    #expect(report.findings(.attachmentOrphan).map(\.severity) == [.information])
  }

  @Test(.needs(.unzip))
  func `unsafe file names are changed, and the row keeps the original name`() async throws {
    let city = try Self.city([
      "Street Trees/\(Self.one)/what?.txt": "1", "Street Trees/\(Self.one)/What_.txt": "2",
    ])
    let target = city.folder.path("out.mmpk")
    _ = try await city.job().build(to: target, overwrite: false)
    let names = try await #require(Tool.unzip).run(["-Z1", target]).lines
      .filter { $0.hasPrefix("attachments/") }
    let folder = "attachments/" + Self.one.lowercased()
    #expect(names.sorted() == ["\(folder)/What_.txt", "\(folder)/what_ (2).txt"])
    let rows = try StoredRows(OpenPackage(path: target).store, "Street_Trees_attachments")
    #expect(rows.values("name") == ["What_.txt", "what?.txt"])
    #expect(rows.values("path").sorted() == names.sorted())
  }
}
