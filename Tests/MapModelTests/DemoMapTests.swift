import MapModel
import OrderedJSON
import TestSupport
import Testing

@Suite struct DemoMapTests {
  static func json(_ name: String) throws -> JSON {
    try JSONParser.parse(Fixture.bytes("TreesOfPortland/\(name)"))
  }

  @Test func `the demo map and its service bind every layer without a notice`() throws {
    let map = try WebMap(json: Self.json("map.json"))
    let service = try ServiceDefinition(json: Self.json("service.json"))
    #expect(map.notices == [])
    #expect(service.notices == [])
    var names: [String] = []
    for layer in map.allFeatureLayers() {
      let id = try #require(layer.address?.layerID)
      let definition = try #require(service.layer(id: id))
      let effective = EffectiveLayer(service: definition, item: service.item[id], map: layer)
      #expect(effective.notices == [])
      #expect(effective.isPopupEnabled)
      #expect(effective.isEditable != nil)
      #expect(effective.fields.count == definition.fields.count)
      #expect(effective.definition.globalIDField != nil)
      names.append(definition.name)
    }
    #expect(names.sorted() == ["Inspections", "Neighborhoods", "Species", "Trees", "Trees"])
    #expect(map.bookmarks.count == 4 && map.bookmarks.allSatisfy { $0.viewpoint != nil })
    #expect(map.initialViewpoint != nil)
  }
}
