import Foundation
import OrderedJSON
import Packages
import Publishing
import TestSupport
import Testing

/// GeoJSON with pop-ups.
@Suite struct PopupExportTests {
  private static func export(_ layer: String) async throws -> JSON {
    let (folder, _) = try await DemoSiteTests.made.value
    var text: [UInt8] = []
    var export = try PopupExport(
      OpenPackage(path: folder.path("demo.mmpk")), layer: layer, timeZone: "UTC")
    _ = try export.run { text += $0 }
    return try JSONParser.parse(text)
  }

  @Test func `features have raw and formatted values, relations and attachments`() async throws {
    let document = try await Self.export("Trees")
    #expect(document["type"]?.string == "FeatureCollection")
    let features = document["features"]?.array ?? []
    #expect(features.count == 303)
    let feature = try #require(
      features.first { $0["properties"]?["SiteType"]?.string == "cutout" })
    #expect(feature["formatted"]?["SiteType"]?.string == "Cutout in the sidewalk")
    #expect(feature["properties"]?["DBH"]?.double != nil)
    #expect(feature["formatted"]?["DBH"]?.string?.contains(".") == true)
    let related = features.flatMap { $0["related"]?.array ?? [] }
    #expect(Set(related.compactMap { $0["title"]?.string }) == ["Species", "Inspections"])
    #expect(related.contains { $0["records"]?[0]?["Common Name"]?.string != nil })
    #expect(feature["subtitle"]?.string?.contains("; Diameter: ") == true)
    #expect(feature["expressions"]?["girth"]?["title"]?.string == "Girth")
    // Expressions use the time of the package: 2026-05-01.
    let planted = try #require(
      features.first { $0["properties"]?["PlantedDate"]?.string?.hasPrefix("2004-10-06") == true })
    #expect(planted["expressions"]?["age"]?["value"]?.int == 21)
    #expect(planted["formatted"]?["expression/age"]?.string == "21")
    #expect(planted["properties"]?["Years since planting"]?.int == 21)
    #expect(planted["properties"]?["subtitle"] == planted["subtitle"])
    #expect(planted["properties"]?["Color of what to expect"] == nil)
    let photos = features.flatMap { $0["attachments"]?.array ?? [] }
    #expect(photos.count == 6)
    #expect(photos[0]["contentType"]?.string == "image/jpeg")
  }

  @Test func `a table's records are features without a geometry`() async throws {
    let document = try await Self.export("Inspections")
    let features = document["features"]?.array ?? []
    #expect(features.count == 420)
    #expect(features.allSatisfy { $0["geometry"]?.isNull == true })
    #expect(features[0]["related"]?[0]?["title"]?.string == "Trees")
  }
}
