import Foundation
import Geodatabase
import MapModel
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// Row identities that a geodatabase can't have, and those that it needs.
@Suite struct GeodatabaseIdentityTests {
  private static func feature(_ properties: String) -> String {
    "{\"type\":\"Feature\",\"properties\":{\(properties)},"
      + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}"
  }

  private static func collection(_ properties: [String]) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":["
      + properties.map(feature).joined(separator: ",") + "]}"
  }

  @Test func `a layer without GlobalIDs is packed read-only`() async throws {
    let city = try MapFolder(
      layers: ["\"title\":\"Trees\""],
      files: ["trees.geojson": Self.collection(["\"Name\":\"Oak\"", "\"Name\":\"Ash\""])])
    let path = city.folder.path("a.geodatabase")
    _ = try await city.job().build(to: path, overwrite: false)
    let trees = try #require(try GeodatabaseReader(path: path).dataset(named: "Trees"))
    #expect(trees.definition.globalIDField == nil && !trees.definition.hasAttachments)
    #expect(trees.definition.capabilities?.allowsEditing == false)
    let (package, _) = try await OpenPackage.open(path: path, now: MapFolder.now) { _ in }
    #expect(try StoredRows(package.store, "Trees").values("Name") == ["Ash", "Oak"])
    #expect(try PackageVerification.run(package) { _ in }.map(\.id) == [.packageManifestMissing])
  }

  @Test(.needs(.sqlite3))
  func `row IDs that can't be object IDs are renumbered`() async throws {
    let city = try MapFolder(
      layers: [], tables: ["\"title\":\"Visits\""], files: ["visits.csv": "Note\na\nb\nc\n"])
    let store = city.folder.path("visits.gpkg")
    _ = try await city.job().build(to: store, overwrite: false)
    _ = try await #require(Tool.sqlite3).output([
      store, "UPDATE Visits SET fid = 12345678901 WHERE Note = 'b'",
    ])
    var request = city.request
    request.data = store
    let path = city.folder.path("a.geodatabase")
    _ = try await OfflineMapJob(request) { _ in }.build(to: path, overwrite: false)
    let (package, _) = try await OpenPackage.open(path: path, now: MapFolder.now) { _ in }
    let rows = try StoredRows(package.store, "Visits").rows
    #expect(rows.map { $0["fid"] } == ["1", "2", "3"])
    #expect(rows.map { $0["Note"] } == ["a", "c", "b"])
  }
}
