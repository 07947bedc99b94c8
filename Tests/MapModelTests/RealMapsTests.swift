import MapModel
import OrderedJSON
import TestSupport
import Testing

@Suite(.needs(.sharedData("webmaps")))
struct RealMapsTests {
  @Test(arguments: [
    ("esri-solution--adopt-a-stop.webmap", ["Stops"], 1),
    (
      "esri-solutionjs--row-permits-public-comment.webmap", ["ROW Permits", "ROW Permit Comment"], 1
    ),
    ("storymap-tour--featurecollection-layer-template", ["Map Tour layer"], 1),
    (
      "wsdot-layer-list-demo.webmap", ["TribalReservationLands - TribalReservationLands"], 15
    ),
  ])
  func `every layer with rows is found and named`(
    file: String, titles: [String], layers: Int
  ) throws {
    let map = try WebMap(json: Documents.shared("webmaps/\(file).json"))
    #expect(map.allFeatureLayers().map(\.title) == titles)
    #expect(map.layers.count == layers)
    #expect(map.allLayers().allSatisfy { !$0.title.isEmpty && !$0.id.isEmpty })
  }

  @Test func `a map full of placeholders is read with a notice for each`() throws {
    let map = try WebMap(json: Documents.shared("webmaps/esri-solutionjs--wabappmap.webmap.json"))
    #expect(map.layers.count == 12)
    #expect(map.tables.count == 5)
    #expect(map.allFeatureLayers().count == 17)
    #expect(map.allFeatureLayers().allSatisfy { !$0.title.contains("{{") && $0.address == nil })
    let templates = map.notices.filter {
      if case .placeholder = $0.problem { true } else { false }
    }
    #expect(templates.count == 34)
    #expect(map.version == WebMapVersion(major: 2, minor: 15))
  }

  @Test func `the permits map and its service give one layer with a composite relationship`() throws
  {
    let map = try WebMap(
      json: Documents.shared("webmaps/esri-solutionjs--row-permits-public-comment.webmap.json"))
    let service = try ServiceDefinition(
      json: Documents.shared("webmaps/solutionjs-rowpermits.featureservice-mocks.json"))
    #expect(service.layers.map(\.name) == ["ROW Permits", "ROW Permit Comment"])
    #expect(service.layers.map(\.kind) == [.layer, .table])
    #expect(service.layers.allSatisfy { $0.isWhole })
    #expect(service.item.parts.map(\.id) == [0, 1])
    #expect(service.url?.hasSuffix("ROWPermits_publiccomment/FeatureServer") == true)
    let layer = try #require(map.allFeatureLayers().first)
    let address = try #require(layer.address)
    let id = try #require(address.layerID)
    let root = try #require(ServiceAddress(parsing: service.url ?? ""))
    #expect(address.isSameService(as: root))
    let effective = EffectiveLayer(
      service: service.layer(id: id), item: service.item[id], map: layer)
    #expect(effective.definition.relationships.first?.isComposite == true)
    #expect(effective.definition.relationships.first?.keyField == "globalid")
    #expect(effective.definition.relationships.first?.role == .origin)
    #expect(effective.isEditable == false)  // the map says Query alone
    #expect(effective.isPopupEnabled)
    #expect(effective.hasAttachments)
    #expect(effective.definition.typeIDField == "status")
    #expect(effective.definition.globalIDField == "globalid")
    #expect(
      effective.definition.domain(ofField: "appstate", typeValue: "Submitted")?.name == "state")
    #expect(effective.fields.count == 37)
    #expect(effective.definition.editFieldsInfo?.editorField == "Editor")
  }

  @Test func `a solution template's service gives its layer the default name`() throws {
    let service = try ServiceDefinition(
      json: Documents.shared("webmaps/AdoptAStops.featureservice.json"))
    #expect(service.layers.map(\.name) == ["AdoptAStops"])
    #expect(service.layers.first?.fields.count == 9)
    #expect(service.capabilities?.allowsDelete == true)
    #expect(service.isSyncEnabled == false)
  }

  @Test func `a response that only names layers gives names without fields`() throws {
    let service = try ServiceDefinition(
      json: Documents.shared("esrijson/restjs/allLayersAndTablesResponse.json"))
    #expect(!service.layers.isEmpty)
    #expect(service.layers.allSatisfy { !$0.name.isEmpty })
  }
}
