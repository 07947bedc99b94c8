import MapModel
import OrderedJSON
import Testing

/// Allowed combinations of field values.
@Suite struct ContingentValuesTests {
  private static let service = """
    {"id": 0, "name": "Trees", "type": "Feature Layer", "typeIdField": "kind",
     "types": [{"id": 1, "name": "Street", "domains": {"genus": {"type": "codedValue",
       "name": "StreetGenus", "codedValues": [{"name": "Lime", "code": "tilia"}]}}},
       {"id": 2, "name": "Park", "domains": {}}],
     "fields": [{"name": "kind", "type": "esriFieldTypeInteger"},
       {"name": "Genus", "type": "esriFieldTypeString", "domain": {"type": "codedValue",
         "name": "Genus", "codedValues": [{"name": "Maple", "code": "acer"},
           {"name": "Oak", "code": "quercus"}]}},
       {"name": "state", "type": "esriFieldTypeSmallInteger", "domain": {"type": "codedValue",
         "name": "State", "codedValues": [{"name": "Good", "code": 1}]}},
       {"name": "height", "type": "esriFieldTypeDouble"}],
     "contingentValues": {"typeCodes": ["Unknown", "Any", "Null", "Code", "Range"],
       "stringDicts": [{"domain": "Genus", "entries": ["acer", "quercus"]},
         {"domain": "StreetGenus", "entries": ["tilia"]}],
       "contingentValuesDefinition": {"fieldGroups": [{"name": "Growth", "restrictive": true,
         "fields": [{"name": "genus"}, {"name": "state"}, {"name": "height"}], GROUP}]}}}
    """

  private func read(_ group: String) throws -> ContingentValues {
    var notices = MapNotices()
    let json = try JSONParser.parse(Array(Self.service.replacing("GROUP", with: group).utf8))
    return try #require(
      ContingentValues(try LayerDefinition(json: json, path: "", notices: &notices)))
  }

  @Test func `codes, ranges, nulls and any value are read, but not retired combinations`() throws {
    let values = try read(
      """
      "contingentValues": [
        {"id": 1, "types": [3, 3, 4], "values": [1, 1, {"range": [2, 30]}]},
        {"id": 2, "types": [2, 1, 2], "values": []},
        {"id": 3, "types": [3, 3, 1], "values": [0, 1], "retired": 1}]
      """)
    let group = try #require(values.groups.first)
    #expect(values.groups.count == 1 && values.unclear.isEmpty)
    #expect(group.name == "Growth" && group.isRestrictive)
    #expect(group.fields == ["Genus", "state", "height"])
    #expect(group.combinations.map(\.type) == [nil, nil])
    #expect(
      group.combinations.map(\.values) == [
        [.code("quercus"), .code(1), .range(minimum: JSONNumber(2), maximum: JSONNumber(30))],
        [.null, .any, .null],
      ])
  }

  @Test func `combinations of a type use the type's own domain`() throws {
    let values = try read(
      """
      "subTypes": [
        {"name": "Street", "contingentValues": [{"id": 1, "types": [3, 1, 1], "values": [0]}]},
        {"name": "Park", "contingentValues": [{"id": 2, "types": [3, 1, 1], "values": [0]}]}]
      """)
    #expect(values.groups.first?.combinations.map(\.type) == ["Street", "Park"])
    #expect(
      values.groups.first?.combinations.map { $0.values.first }
        == [.code("tilia"), .code("acer")])
  }

  @Test(arguments: [
    #""contingentValues": [{"id": 1, "types": [3, 1], "values": [0]}]"#,
    #""contingentValues": [{"id": 1, "types": [3, 1, 1], "values": [7]}]"#,
    #""contingentValues": [{"id": 1, "types": [3, 1, 1], "values": []}]"#,
    #""contingentValues": [{"id": 1, "types": [9, 1, 1], "values": []}]"#,
    #""contingentValues": [{"id": 1, "types": [0, 1, 1], "values": []}]"#,
    #""contingentValues": [{"id": 1, "types": [1, 1, 4], "values": [{"range": [1]}]}]"#,
    #""subTypes": [{"name": "Gone", "contingentValues": []}]"#, #""contingentValues": []"#,
  ])
  func `a group with an unknown part is named, and rejects nothing`(
    group: String
  ) throws {
    let values = try read(group)
    #expect(values.groups.isEmpty && values.unclear == ["Growth"])
  }

  @Test func `a layer without the resource has none`() throws {
    var notices = MapNotices()
    let layer = try LayerDefinition(json: ["name": "Trees"], path: "", notices: &notices)
    #expect(ContingentValues(layer) == nil)
  }
}
