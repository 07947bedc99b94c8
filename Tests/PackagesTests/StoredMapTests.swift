import Bytes
import GeoPackage
import MapModel
import OrderedJSON
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// The map that a package has in its store.
@Suite struct StoredMapTests {
  private static func demo(_ name: String, in folder: TemporaryFolder) async throws -> OpenPackage {
    let request = BuildRequest(
      map: Fixture.treesOfPortland + "/map.json", data: Fixture.treesOfPortland, now: MapFolder.now)
    _ = try await OfflineMapJob(request) { _ in }.build(to: folder.path(name), overwrite: false)
    return try OpenPackage(path: folder.path(name))
  }

  @Test(arguments: ["a.gpkg", "a.mmpk"])
  func `a package contains its map with every definition`(name: String) async throws {
    let folder = try TemporaryFolder()
    let stored = try #require(try await Self.demo(name, in: folder).storedMap())
    #expect(
      stored.tables.map(\.name) == ["Neighborhoods", "Trees", "Trees", "Species", "Inspections"])
    #expect(stored.tables.map(\.operational.title) == stored.tables.map(\.layer.title))
    let trees = stored.tables[1]
    #expect(trees.isEditable)
    #expect(trees.layer.popupInfo?["title"]?.string == "Trees")
    #expect(trees.layer.definition.editFieldsInfo?.editorField == "Editor")
    #expect(trees.layer.definition.drawingInfo?["renderer"]?["type"]?.string == "uniqueValue")
    #expect(trees.layer.definition.hasAttachments)
    #expect(trees.layer.definition.globalIDField == "GlobalID")
    #expect(trees.layer.definition.relationships.map(\.id) == [0, 1])
    guard case .codedValues = trees.layer.definition.domain(ofField: "Condition") else {
      Issue.record("Condition has no coded values")
      return
    }
    #expect(stored.tables[3].layer.definition.kind == .table)
    #expect(stored.map.bookmarks.isEmpty == false)
  }

  @Test func `relationships name both ends by table and field, with the service's ID`()
    async throws
  {
    let folder = try TemporaryFolder()
    let stored = try #require(try await Self.demo("a.gpkg", in: folder).storedMap())
    #expect(
      stored.relationships.map { "\($0.id ?? -1) \($0.origin).\($0.originField)" } == [
        "1 Trees.GlobalID", "0 Species.SpeciesCode",
      ])
    #expect(
      stored.relationships.map { "\($0.destination).\($0.destinationField)" } == [
        "Inspections.TreeGlobalID", "Trees.SpeciesCode",
      ])
    #expect(stored.relationships.map(\.isComposite) == [true, false])
  }

  @Test func `fields that no service declares come from the rows`() async throws {
    let map = try MapFolder(
      layers: ["\"title\":\"Wells\""],
      files: ["Wells.geojson": MapFolder.points([(1, 2, "\"Depth\":4")])])
    _ = try await map.job().build(to: map.folder.path("a.gpkg"), overwrite: false)
    let stored = try #require(try OpenPackage(path: map.folder.path("a.gpkg")).storedMap())
    let fields = stored.tables[0].layer.fields
    #expect(fields.map(\.name) == ["GlobalID", "Depth"])
    #expect(fields.map(\.type.isNumeric) == [false, true])
    #expect(stored.title == "map")
  }

  @Test func `the rows of feature collections are not in the stored map`() async throws {
    let layer = """
      "title":"Notes","featureCollection":{"layers":[{"layerDefinition":{"name":"Notes",\
      "geometryType":"esriGeometryPoint","fields":[{"name":"T","type":"esriFieldTypeString"}]},\
      "featureSet":{"spatialReference":{"wkid":4326},"features":[{"geometry":{"x":1,"y":2},\
      "attributes":{"T":"secret"}}],"geometryType":"esriGeometryPoint"}}]}
      """
    let map = try MapFolder(layers: [layer], files: [:])
    _ = try await map.job().build(to: map.folder.path("a.gpkg"), overwrite: false)
    let package = try OpenPackage(path: map.folder.path("a.gpkg"))
    let text = try #require(
      try package.store.metadata().first { $0.standard == StoredMap.standard }?.text)
    #expect(!text.contains("secret"))
    #expect(try package.storedMap()?.tables.map(\.name) == ["Notes"])
  }

  @Test func `a store without the text has no map`() throws {
    let folder = try TemporaryFolder()
    let writer = GeoPackageWriter(
      output: try AtomicFile(replacing: folder.path("bare.gpkg"), overwrite: false),
      options: GeoPackageOptions(lastChange: MapFolder.now))
    try writer.finish().commit()
    #expect(try OpenPackage(path: folder.path("bare.gpkg")).storedMap() == nil)
  }
}
