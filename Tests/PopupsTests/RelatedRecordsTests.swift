import MapModel
import Popups
import Records
import Testing

struct RelatedRecordsTests {
  private func trees() throws -> SampleTable {
    try SampleTable(fields: [
      ("OBJECTID", "OID"), ("GlobalID", "GlobalID"), ("SpeciesCode", "String"), ("Name", "String"),
    ])
  }

  private func visits() throws -> SampleTable {
    try SampleTable(fields: [
      ("TreeID", "GUID"), ("Collected", "Date"), ("Condition", "String"), ("DBH", "Double"),
      ("By", "String"), ("Number", "Integer"),
    ])
  }

  private static let visitsPopup = """
    {"fieldInfos": [
     {"fieldName": "Collected", "label": "Collected Date", "visible": true,
      "format": {"dateFormat": "shortDate"}},
     {"fieldName": "expression/x", "visible": true},
     {"fieldName": "Number", "visible": false},
     {"fieldName": "Condition", "visible": true},
     {"fieldName": "DBH", "label": "DBH", "visible": true, "format": {"places": 2}},
     {"fieldName": "By", "visible": true}]}
    """

  private static let treeID = "{2F5F2C1A-0000-4000-8000-00000000ABCD}"

  private static let visitRows: [[String: SQLValue]] = [
    visit("2019-03-05T00:00:00.000Z", condition: "Fair", dbh: 10, number: 1),
    visit(nil, condition: "Poor", dbh: nil, number: 2),
    visit("2021-04-06T22:04:00.000Z", condition: "Good", dbh: 12, number: 3),
    // The same id in another spelling.
    visit(
      "2020-01-01T00:00:00.000Z", condition: "Fair", dbh: 11, number: 4,
      of: "2f5f2c1a-0000-4000-8000-00000000abcd"),
    visit(
      "2022-01-01T00:00:00.000Z", condition: "Dead", dbh: 99, number: 5,
      of: "{00000000-0000-4000-8000-000000000000}"),
    visit("2022-01-01T00:00:00.000Z", condition: "Dead", dbh: 99, number: 6, of: nil),
    visit("2022-01-01T00:00:00.000Z", condition: "Dead", dbh: 99, number: 7, of: ""),
  ]

  private static func visit(
    _ date: String?, condition: String, dbh: Double?, number: Int64,
    of tree: String? = treeID
  ) -> [String: SQLValue] {
    [
      "TreeID": SQLValue(tree), "Collected": SQLValue(date), "Condition": .text(condition),
      "DBH": SQLValue(dbh), "Number": .integer(number),
    ]
  }

  /// A layer of trees with its visits.
  private func trees(
    _ popup: String = "{}", visitsPopup: String? = visitsPopup
  ) throws -> (SampleLayer, [RelatedRecords]) {
    let visits = try visits()
    let layer = try SampleLayer(
      trees(), popup,
      related: [
        visits.related(
          id: 1, key: "globalid", theirKey: "treeid", popup: visitsPopup)
      ])
    let records = try visits.records(Self.visitRows, for: layer.layer.relations[0])
    return (layer, [records])
  }

  private func rows(
    _ layer: SampleLayer, _ related: [RelatedRecords], order: Int = 0, limit: Int = 100,
    tree: String = treeID
  ) throws -> (count: Int, rows: [RelatedRow]) {
    var workspace = PopupWorkspace()
    let record = layer.table.record(["GlobalID": .text(tree), "SpeciesCode": "QUGA"])
    return try layer.layer.relatedRows(
      0, of: record.span, in: related[0], order: order, limit: limit, workspace: &workspace)
  }

  @Test func `children show three attributes, sorted by the first field descending, nulls last`()
    throws
  {
    let (layer, related) = try trees()
    #expect(layer.notices.isEmpty)
    let relation = layer.layer.relations[0]
    #expect(relation.kind == .children)
    #expect(relation.labels == ["Collected Date", "Condition", "DBH"])
    // Two visits have no key.
    #expect(related[0].count == Self.visitRows.count - 2)
    let (count, rows) = try rows(layer, related)
    #expect(count == 4)
    #expect(
      rows == [
        RelatedRow(number: 3, cells: ["4/6/2021", "Good", "12.00"]),
        RelatedRow(number: 4, cells: ["1/1/2020", "Fair", "11.00"]),
        RelatedRow(number: 1, cells: ["3/5/2019", "Fair", "10.00"]),
        RelatedRow(number: 2, cells: ["", "Poor", ""]),
      ])
    #expect(try self.rows(layer, related, limit: 1).rows.map(\.number) == [3])
    #expect(try self.rows(layer, related, tree: "unknown").count == 0)
    #expect(try self.rows(layer, related, tree: "").count == 0)
  }

  @Test func `the first field determines the order even if the map hides it`() throws {
    let popup = """
      {"fieldInfos": [{"fieldName": "Number", "visible": false}, {"fieldName": "Condition"}]}
      """
    let (layer, related) = try trees(visitsPopup: popup)
    #expect(layer.layer.relations[0].labels == ["Condition"])
    #expect(try rows(layer, related).rows.map(\.number) == [4, 3, 2, 1])
  }

  @Test func `without pop-up fields, a table shows its columns`() throws {
    let (layer, related) = try trees(visitsPopup: nil)
    #expect(layer.layer.relations[0].labels == ["TreeID", "Collected", "Condition"])
    #expect(try rows(layer, related).count == 4)
  }

  @Test func `a relationship element's own order wins, key by key`() throws {
    let (layer, related) = try trees(
      """
      {"popupElements": [{"type": "relationship", "relationshipId": 1, "displayCount": 2,
       "orderByFields": [{"field": "condition", "order": "asc"}, {"field": "DBH", "order": "desc"},
        {"field": "gone"}]}]}
      """)
    let popup = try layer.popup(["GlobalID": .text(Self.treeID)], related: related)
    #expect(
      popup.elements == [
        .relationship(
          PopupRelatedList(relation: 0, title: "Visits", description: "", displayCount: 2, order: 1)
        )
      ])
    #expect(layer.notices == [.unknownField(path: "elements[0]", name: "gone")])
    #expect(try rows(layer, related, order: 1).rows.map(\.number) == [4, 1, 3, 2])
    #expect(try rows(layer, related, order: 7).rows.map(\.number) == [3, 4, 1, 2])
  }

  @Test func `children that no element shows are added unless the map hides them`() throws {
    let (layer, related) = try trees(#"{"description": "x"}"#)
    #expect(
      try layer.popup([:], related: related).elements == [
        .text("x"),
        .relationship(
          PopupRelatedList(
            relation: 0, title: "Visits", description: "", displayCount: nil, order: 0)),
      ])
    let (hidden, _) = try trees(
      #"{"description": "x", "relatedRecordsInfo": {"showRelatedRecords": false}}"#)
    #expect(try hidden.popup([:], related: related).elements == [.text("x")])
  }

  @Test(arguments: ["DBH", "relationships/1/DBH"])
  func `the pop-up's order applies where an element has none`(field: String) throws {
    let (layer, related) = try trees(
      """
      {"relatedRecordsInfo": {"orderByFields": [{"field": "\(field)", "order": "asc"},
       {"field": "relationships/9/Name"}, {"field": "Other"}]}}
      """)
    #expect(layer.notices.isEmpty)
    for case .relationship(let list) in try layer.popup([:]).elements {
      #expect(try rows(layer, related, order: list.order).rows.map(\.number) == [1, 4, 3, 2])
    }
  }

  @Test func `a parent shows two attributes, and keys match by meaning`() throws {
    let species = try SampleTable(
      """
      {"name": "Species", "fields": [{"name": "Code", "type": "esriFieldTypeDouble"},
       {"name": "Common", "type": "esriFieldTypeString"},
       {"name": "Edible", "type": "esriFieldTypeString", "domain": {"type": "codedValue",
        "name": "e", "codedValues": [{"name": "Fruit", "code": "f"}]}},
       {"name": "Family", "type": "esriFieldTypeString"}]}
      """)
    let popup = """
      {"fieldInfos": [{"fieldName": "Common"}, {"fieldName": "Edible"}, {"fieldName": "Family"}]}
      """
    let trees = try SampleTable(fields: [("SpeciesCode", "Integer"), ("Name", "String")])
    let layer = try SampleLayer(
      trees,
      """
      {"title": "{relationships/0/Common} {relationships/0/gone}{relationships/7/Common}",
       "description": "{relationships/0/edible} <a href='https://x.org/{relationships/0/Edible}'>x</a>"}
      """,
      related: [
        species.related(
          title: "Species", key: "SpeciesCode", theirKey: "Code", role: .destination, popup: popup)
      ])
    let records = try species.records(
      [
        ["Code": .real(7), "Common": "Oak", "Edible": "f"],
        ["Code": .real(7), "Common": "Second oak", "Edible": "f"],
      ], for: layer.layer.relations[0])
    #expect(layer.layer.relations[0].kind == .parent)
    #expect(layer.layer.unshownParents == [0])
    #expect(
      layer.notices == [
        .unknownField(path: "title", name: "relationships/0/gone"),
        .unknownRelationship(path: "title", id: "7"),
      ])
    var workspace = PopupWorkspace()
    let record = trees.record(["SpeciesCode": 7])
    let (count, rows) = try layer.layer.relatedRows(
      0, of: record.span, in: records, limit: 1, workspace: &workspace)
    #expect(count == 2)
    // The default order is by the first field, largest value first.
    #expect(rows == [RelatedRow(number: 2, cells: ["Second oak", "Fruit"])])
    let shown = try layer.popup(["SpeciesCode": 7], related: [records])
    #expect(shown.title == "Second oak")
    // A token for another table's field gives the code, as in ArcGIS.
    let link = #"<a href="https://x.org/f" target="_blank" rel="noopener noreferrer">x</a>"#
    #expect(shown.elements.first == .text("f " + link))
    let missing = try layer.popup(["SpeciesCode": 8], related: [records])
    #expect(missing.title == "The layer")
  }

  @Test(arguments: [
    ("count", "DBH", "3"), ("sum", "DBH", "33"), ("avg", "DBH", "11"), ("min", "DBH", "10"),
    ("max", "DBH", "12"), ("var", "DBH", "1"), ("stddev", "DBH", "1"),
    ("mode", "Condition", "Fair"), ("min", "Condition", "Fair"), ("max", "Condition", "Poor"),
    ("count", "Condition", "4"), ("sum", "Condition", ""),
    ("max", "Collected", "4/6/2021, 10:04 PM"),
    ("count", "By", "0"), ("mode", "By", ""),
  ])
  func `a statistic combines the values of all children`(
    statistic: String, field: String, expected: String
  ) throws {
    let (layer, related) = try trees(
      """
      {"fieldInfos": [{"fieldName": "relationships/1/\(field)", "label": "L",
       "statisticType": "\(statistic)"}]}
      """)
    let rows = try layer.rows(["GlobalID": .text(Self.treeID)], related: related)
    #expect(rows.map(\.label) == ["L"])
    #expect(rows.map(\.value) == [expected])
  }

  @Test func `deviation and variance need two values, and the mean uses the map's format`() throws {
    func value(_ statistic: String, rows count: Int) throws -> String? {
      let visits = try visits()
      let layer = try SampleLayer(
        trees(),
        """
        {"fieldInfos": [{"fieldName": "relationships/1/DBH", "statisticType": "\(statistic)",
         "format": {"places": 1}}]}
        """, related: [visits.related(id: 1, key: "GlobalID", theirKey: "TreeID")])
      let rows = [2.0, 4, 9].prefix(count).map {
        ["TreeID": SQLValue.text(Self.treeID), "DBH": .real($0)]
      }
      let records = try visits.records(Array(rows), for: layer.layer.relations[0])
      return try layer.rows(["GlobalID": .text(Self.treeID)], related: [records]).first?.value
    }
    #expect(try value("avg", rows: 3) == "5.0")
    #expect(try value("var", rows: 3) == "13.0")
    #expect(try value("stddev", rows: 3) == "3.6")
    #expect(try value("stddev", rows: 1) == "")
    #expect(try value("avg", rows: 0) == "")
    #expect(try value("count", rows: 0) == "0.0")
  }

  @Test func `without a statistic, the newest child's value is shown`() throws {
    let (layer, related) = try trees(#"{"title": "{relationships/1/Condition}"}"#)
    #expect(try layer.popup(["GlobalID": .text(Self.treeID)], related: related).title == "Good")
    #expect(try layer.popup([:], related: related).title == "The layer")
    #expect(try layer.popup(["GlobalID": .text(Self.treeID)]).title == "The layer")
  }

  @Test func `relationships that cannot be shown are noted once`() throws {
    let visits = try visits()
    let layer = try SampleLayer(
      trees(),
      #"{"popupElements": [{"type": "relationship", "relationshipId": 2}, {"type": "relationship", "relationshipId": 9}]}"#,
      related: [
        visits.related(id: 2, key: "GlobalID", theirKey: "TreeID", cardinality: .manyToMany),
        visits.related(id: 3, key: "Gone", theirKey: "TreeID"),
        visits.related(id: 4, key: "GlobalID", theirKey: "Gone"),
      ])
    #expect(
      layer.notices == [
        .manyToMany(id: 2), .unknownField(path: "relationships[3]", name: "Gone"),
        .unknownField(path: "relationships[4]", name: "Gone"),
        .unknownRelationship(path: "elements[0]", id: "2"),
        .unknownRelationship(path: "elements[1]", id: "9"),
      ])
    #expect(layer.layer.relations.map(\.kind) == [.notShown, .notShown, .notShown])
    #expect(try layer.popup([:]).elements.isEmpty)
  }
}
