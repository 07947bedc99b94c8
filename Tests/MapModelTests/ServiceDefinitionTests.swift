import Geometry
import MapModel
import OrderedJSON
import Testing

@Suite struct ServiceDefinitionTests {
  static let text = """
    {"currentVersion": 11.2, "serviceItemId": "abc", "capabilities": "Create,Query,Update",
     "syncEnabled": true, "spatialReference": {"wkid": 102100, "latestWkid": 3857},
     "tables": [{"id": 3, "name": "Inspections", "type": "Table", "fields": [
       {"name": "OBJECTID", "type": "esriFieldTypeOID", "nullable": false, "editable": false},
       {"name": "TreeID", "type": "esriFieldTypeGUID"}],
       "relationships": [{"id": 5, "name": "trees", "relatedTableId": 0, "keyField": "TreeID",
         "cardinality": "esriRelCardinalityOneToMany", "role": "esriRelRoleDestination"},
        {"id": 6, "relatedTableId": 9, "keyField": "x", "cardinality": "many"}]}],
     "layers": [{"id": 0, "name": "Trees", "type": "Feature Layer", "displayField": "condition",
       "geometryType": "esriGeometryPoint", "hasZ": false, "hasAttachments": true,
       "objectIdField": "", "globalIdField": "globalid", "typeIdField": "KIND",
       "extent": {"xmin": -1, "ymin": "NaN", "xmax": 3, "ymax": 4},
       "editFieldsInfo": {"editorField": "Editor", "editDateField": "EditDate"},
       "minScale": 100000, "maxScale": 0, "capabilities": "Query",
       "fields": [
         {"name": "OBJECTID", "type": "esriFieldTypeOID", "alias": "", "nullable": false},
         {"name": "GlobalID", "type": "esriFieldTypeGlobalID", "length": 38},
         {"name": "Condition", "type": "esriFieldTypeString", "length": 20, "alias": "Health",
          "domain": {"type": "codedValue", "name": "Cond", "codedValues": [
            {"name": "Good", "code": "G"}, {"name": "Poor", "code": "P"}]}},
         {"name": "DBH", "type": "esriFieldTypeDouble", "defaultValue": 1.0,
          "domain": {"type": "range", "name": "Size", "range": [0, 120]}},
         {"name": "Kind", "type": "smallinteger"},
         {"name": "Odd", "type": "esriFieldTypeFuture"}, {"type": "esriFieldTypeString"}],
       "types": [{"id": 1, "name": "Street", "domains": {
            "Condition": {"type": "codedValue", "name": "S", "codedValues": [
              {"name": "Fine", "code": "F"}]}, "DBH": {"type": "inherited"}},
          "templates": [{"name": "New street tree", "prototype": {"attributes": {"Kind": 1}}}]},
         {"id": "2", "name": "Park", "domains": null}]}]}
    """

  @Test func `reads layers and tables in the order of their numbers`() throws {
    let service = try ServiceDefinition(json: Documents.json(Self.text))
    #expect(service.layers.map(\.name) == ["Trees", "Inspections"])
    #expect(service.layers.map(\.kind) == [.layer, .table])
    #expect(service.itemID == "abc" && service.isSyncEnabled == true)
    #expect(service.layer(id: 3)?.name == "Inspections")
    #expect(service.layer(named: "trees")?.id == 0)
    #expect(service.layer(id: 0)?.capabilities?.names == ["Query"])
    #expect(service.layer(id: 3)?.capabilities?.allowsUpdate == true)
    #expect(service.layer(id: 3)?.capabilities?.allowsDelete == false)
    #expect(
      service.notices.map(\.path) == [
        "layers[0].fields[5].type", "layers[0].fields[6].name",
        "tables[0].relationships[1].cardinality", "tables[0].relationships[1].role",
      ])
  }

  @Test func `reads fields, with special fields spelled as in the list`() throws {
    let service = try ServiceDefinition(json: Documents.json(Self.text))
    let trees = try #require(service.layer(id: 0))
    #expect(
      trees.fields.map(\.name) == ["OBJECTID", "GlobalID", "Condition", "DBH", "Kind", "Odd"])
    #expect(trees.objectIDField == "OBJECTID")
    #expect(trees.globalIDField == "GlobalID")
    #expect(trees.typeIDField == "Kind")
    #expect(trees.displayField == "Condition")
    #expect(trees.fields[0].label == "OBJECTID" && trees.fields[2].label == "Health")
    #expect(trees.fields[4].type == .smallInteger && trees.fields[5].type == .string)
    #expect(trees.fields[3].defaultValue == .number(try #require(JSONNumber(text: "1.0"))))
    #expect(!trees.fields[0].isNullable && trees.fields[1].length == 38)
    #expect(trees.extent == nil)
    #expect(trees.geometryType == .point && trees.hasAttachments)
    #expect(trees.editFieldsInfo?.contains("editdate") == true)
    #expect(trees.templates.isEmpty && trees.types[0].templates[0].attributes["Kind"] == 1)
  }

  @Test func `reads the ends of relationships`() throws {
    let service = try ServiceDefinition(json: Documents.json(Self.text))
    #expect(
      service.layer(id: 3)?.relationships == [
        Relationship(
          id: 5, name: "trees", relatedTableID: 0, cardinality: .oneToMany, role: .destination,
          keyField: "TreeID")
      ])
  }

  @Test func `a type's domain overrides the field's, unless it is inherited`() throws {
    let service = try ServiceDefinition(json: Documents.json(Self.text))
    let trees = try #require(service.layer(id: 0))
    #expect(trees.domain(ofField: "condition", typeValue: 1)?.name == "S")
    #expect(trees.domain(ofField: "condition", typeValue: "1")?.name == "S")
    #expect(
      trees.domain(ofField: "Condition", typeValue: .number(1.0))?.name(ofCode: "F") == "Fine")
    #expect(trees.domain(ofField: "Condition", typeValue: 2)?.name == "Cond")
    #expect(trees.domain(ofField: "Condition", typeValue: .null)?.name == "Cond")
    #expect(trees.domain(ofField: "Condition")?.name == "Cond")
    #expect(
      trees.domain(ofField: "DBH", typeValue: 1) == .range(name: "Size", minimum: 0, maximum: 120))
    #expect(trees.domain(ofField: "Kind", typeValue: 1) == nil)
  }

  @Test(arguments: [
    #"{"id": 7, "name": "One", "type": "Table", "fields": []}"#,
    #"[{"layers": [{"id": 7, "name": "One"}]}, {"id": 7, "name": "One", "fields": []}]"#,
    #"{"a": {"x": {"id": 7, "name": "One", "fields": []}}, "b": 5}"#,
    #"{"allLayersAndTablesResponse": {"layers": [{"id": 7, "name": "One"}], "tables": []}}"#,
    #"{"item": {"type": "Feature Service", "url": "u"}, "properties": {"service": {}, "tables": [], "layers": [{"id": 7, "name": "{{x||One}}", "fields": []}]}}"#,
  ])
  func `finds a layer in every form of document`(text: String) throws {
    let service = try ServiceDefinition(json: Documents.json(text))
    #expect(service.layers.map(\.name) == ["One"])
    #expect(service.layers.map(\.id) == [7])
  }

  @Test func `the whole definition of a layer replaces a mere mention`() throws {
    let stub: JSON = ["layers": [["id": 0, "name": "A"]]]
    let whole: JSON = ["id": 0, "name": "B", "fields": [["name": "x", "type": "String"]]]
    for pair in [[stub, whole], [whole, stub]] {
      #expect(try ServiceDefinition(json: .array(pair)).layers.map(\.name) == ["B"])
    }
  }

  @Test func `reads the item's pop-ups in addition to the definitions`() throws {
    let item: JSON = ["layers": [["id": 0, "popupInfo": ["title": "T"]]]]
    let service: JSON = ["layers": [["id": 0, "name": "A"]]]
    let read = try ServiceDefinition(json: ["data": item, "service": service])
    #expect(read.item[0]?["popupInfo"]?["title"] == "T")
    #expect(read.layers.map(\.name) == ["A"])
    #expect(ItemData(json: item)[0]?["popupInfo"]?["title"] == "T")
    #expect(ItemData(json: 5).parts.isEmpty)
  }

  @Test func `distinguishes errors and other documents from a service`() throws {
    #expect(throws: MapModelError.serviceError(code: 400, message: "Invalid URL")) {
      try ServiceDefinition(json: ["error": ["code": 400, "message": "Invalid URL"]])
    }
    #expect(throws: MapModelError.notAService(members: ["features"])) {
      try ServiceDefinition(json: ["features": []])
    }
    #expect(throws: MapModelError.notAnObject(path: "", found: .number)) {
      try ServiceDefinition(json: 5)
    }
    var notices = MapNotices()
    #expect(throws: MapModelError.notAnObject(path: "x", found: .null)) {
      try LayerDefinition(json: .null, path: "x", notices: &notices)
    }
  }
}
