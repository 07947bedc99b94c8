import MapModel
import OrderedJSON
import Testing

@Suite struct EffectiveLayerTests {
  static func layer(_ members: JSONObject, isTable: Bool = false) throws -> OperationalLayer {
    let key = isTable ? "tables" : "operationalLayers"
    let map: JSON = [
      "operationalLayers": [], "tables": [],
      "baseMap": ["baseMapLayers": []],
    ]
    var document = map
    document[key] = [.object(members)]
    return try #require(WebMap(json: document).allFeatureLayers().first)
  }

  static func service(_ capabilities: String? = nil) throws -> LayerDefinition {
    var trees = try #require(Documents.json(ServiceDefinitionTests.text)["layers"]?[0])
    trees["capabilities"] = capabilities.map { .string($0) }
    var notices = MapNotices()
    return try LayerDefinition(json: trees, notices: &notices)
  }

  @Test func `the map overrides the item, and the item overrides the service`() throws {
    let item: JSON = [
      "popupInfo": ["title": "item"],
      "layerDefinition": [
        "definitionExpression": "DBH > 1", "minScale": 5000, "displayField": "DBH",
        "drawingInfo": ["renderer": "item"],
      ],
    ]
    let map = try Self.layer([
      "id": "t", "title": "City trees", "layerType": "ArcGISFeatureLayer",
      "url": "https://h/rest/services/T/FeatureServer/0",
      "layerDefinition": [
        "definitionExpression": "DBH > 2", "drawingInfo": .null, "types": [], "maxScale": 100,
        "fieldConfigurations": [["name": "dbh", "alias": "Diameter"]],
        "fields": [["name": "condition", "alias": "State"], ["name": "Gone", "type": "Integer"]],
      ],
    ])
    let layer = EffectiveLayer(service: try Self.service(), item: item, map: map)
    #expect(layer.title == "City trees" && layer.definition.name == "Trees")
    #expect(layer.definitionExpression == "DBH > 2")
    #expect(layer.definition.drawingInfo?["renderer"] == "item")
    #expect(layer.definition.displayField == "DBH")
    #expect(layer.scaleRange == ScaleRange(minimum: 5_000, maximum: 100))
    #expect(layer.popupInfo?["title"] == "item")
    #expect(layer.fields.count == 6)
    #expect(layer.fields.named("Condition")?.alias == "State")
    #expect(layer.fields.named("Condition")?.domain?.name == "Cond")
    #expect(layer.fields.named("DBH")?.alias == "Diameter")
    #expect(layer.definition.types.count == 2)
    #expect(layer.address?.layerID == 0)
    #expect(layer.hasAttachments)
  }

  private static let texts: JSON = [
    "name": "Names", "type": "Annotation Layer", "geometryType": "esriGeometryPolygon",
    "fields": [
      ["name": "textstring", "type": "esriFieldTypeString"],
      ["name": "Status", "type": "esriFieldTypeSmallInteger"],
    ],
  ]

  @Test func `annotation is drawn as text without its shapes`() throws {
    var notices = MapNotices()
    let map = try Self.layer([
      "id": "t", "title": "T", "layerType": "ArcGISAnnotationLayer", "showLabels": false,
    ])
    #expect(map.kind == .annotation && map.kind.hasRows)
    let service = try LayerDefinition(json: Self.texts, notices: &notices)
    let layer = EffectiveLayer(service: service, item: nil, map: map)
    let drawing = LayerDrawing(layer: layer, operational: map)
    #expect(drawing.labels.map(\.text) == [LabelText(parts: [.field("textstring")])])
    #expect(drawing.labels.map(\.filter) == ["Status = 0 OR Status IS NULL"])
    guard case .fill(let fill) = drawing.renderer.classes.first?.symbol else {
      Issue.record("drawn as \(drawing.renderer)")
      return
    }
    #expect(fill.color == nil && fill.outline == nil)
    #expect(layer.notices.count == 1)
  }

  @Test func `annotation with a drawing, or without texts, keeps its drawing`() throws {
    var notices = MapNotices()
    let map = try Self.layer([
      "id": "t", "title": "T", "layerType": "ArcGISAnnotationLayer",
    ])
    var drawn = Self.texts
    drawn["drawingInfo"] = ["renderer": "own"]
    let own = EffectiveLayer(
      service: try LayerDefinition(json: drawn, notices: &notices), item: nil, map: map)
    #expect(own.definition.drawingInfo?["renderer"] == "own" && own.notices.isEmpty)
    var blank = Self.texts
    blank["fields"] = [["name": "OBJECTID", "type": "esriFieldTypeOID"]]
    let bare = EffectiveLayer(
      service: try LayerDefinition(json: blank, notices: &notices), item: nil, map: map)
    #expect(bare.definition.drawingInfo == nil)
    #expect(bare.notices.count == 1)
  }

  @Test func `a blank filter counts as no filter`() throws {
    let map = try Self.layer([
      "id": "t", "title": "T", "layerType": "ArcGISFeatureLayer",
      "layerDefinition": ["definitionExpression": " "],
    ])
    #expect(EffectiveLayer(service: nil, item: nil, map: map).definitionExpression == nil)
  }

  @Test(
    arguments: [
      ("Query", nil, false), ("Create,Query", nil, true), ("Editing", "Query,Editing", true),
      ("Create,Delete,Query,Update,Editing", "Query", false), (nil, "Query", false),
      (nil, "Query,Editing", nil), (nil, nil, nil), ("Query", "Editing", false),
      (" query , UPDATE ", nil, true),
    ] as [(String?, String?, Bool?)])
  func `editing must be allowed by the service and the map`(
    service: String?, map: String?, expected: Bool?
  ) throws {
    var members: JSONObject = ["id": "t", "title": "T", "layerType": "ArcGISFeatureLayer"]
    members["capabilities"] = map.map { .string($0) }
    let definition = try Self.service(service)
    let layer = EffectiveLayer(service: definition, item: nil, map: try Self.layer(members))
    #expect(layer.isEditable == expected)
    #expect(layer.allowsCreate == nil || expected != nil)
  }

  @Test func `the definition's capabilities replace the layer's`() throws {
    let map = try Self.layer([
      "id": "t", "title": "T", "layerType": "ArcGISFeatureLayer", "capabilities": "Query",
      "layerDefinition": ["capabilities": "Query,Editing"],
    ])
    let layer = EffectiveLayer(service: try Self.service("Create,Editing"), item: nil, map: map)
    #expect(layer.isEditable == true)
    #expect(layer.allowsCreate == true && layer.allowsUpdate == false)
    #expect(layer.allowsDelete == false)
  }

  @Test func `a pop-up is enabled unless it is missing or switched off`() throws {
    let plain: JSONObject = ["id": "t", "title": "T", "layerType": "ArcGISFeatureLayer"]
    var with = plain
    with["popupInfo"] = ["title": ""]
    var off = with
    off["disablePopup"] = true
    for (members, expected) in [(plain, false), (with, true), (off, false)] {
      let layer = EffectiveLayer(service: nil, item: nil, map: try Self.layer(members))
      #expect(layer.isPopupEnabled == expected)
    }
  }

  @Test func `without a service, the map's own fields are used`() throws {
    let map = try Self.layer(
      [
        "id": "t", "title": "Rows",
        "layerDefinition": ["fields": [["name": "A", "type": "esriFieldTypeInteger"]]],
      ], isTable: true)
    let layer = EffectiveLayer(service: nil, item: nil, map: map)
    #expect(layer.fields.map(\.name) == ["A"])
    #expect(layer.definition.kind == .table && layer.definition.name == "Rows")
  }

  @Test func `fields that the service maintains can't be edited`() throws {
    let layer = EffectiveLayer(
      service: try Self.service("Editing"), item: nil,
      map: try Self.layer(["id": "t", "title": "T", "layerType": "ArcGISFeatureLayer"]))
    let editable = layer.fields.filter { layer.allowsEditing(of: $0) }.map(\.name)
    #expect(editable == ["Condition", "DBH", "Kind", "Odd"])
    #expect(!layer.allowsEditing(of: Field(name: "editor", type: .string)))
    #expect(!layer.allowsEditing(of: Field(name: "Shape__Area", type: .double)))
    #expect(!layer.allowsEditing(of: Field(name: "x", type: .string, isEditable: false)))
  }
}
