import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// The selection by an area in a table that is related to itself, and in many-to-many
/// relationships.
@Suite struct SelfRelationshipsTests {
  /// Trees in a row along x, a hundredth of a degree apart, each with the number of its parent;
  /// `nil` has none. Trees of kind `x` are filtered out by the layer.
  private static func trees(
    _ parents: [Int?], kinds: [Int: String] = [:]
  ) throws -> MapFolder {
    var rows = "Code,Parent,Kind,GlobalID,lon,lat\n"
    for (index, parent) in parents.enumerated() {
      let number = index + 1
      rows +=
        "\(number),\(parent.map(String.init) ?? ""),\(kinds[number] ?? "a"),"
        + "\(MapFolder.id(number)),\(Double(number) / 100),45\n"
    }
    return try MapFolder(
      layers: [
        #""title":"Trees","layerDefinition":{"definitionExpression":"Kind <> 'x'"}"#
      ],
      files: [
        "trees.csv": rows,
        "bindings.json": """
        {"relationships":[{"origin":"Trees","originKey":"Code","destination":"Trees",
         "destinationKey":"Parent"}]}
        """,
      ])
  }

  /// The numbers of the trees that an area from one number to another selects.
  private static func taken(_ city: MapFolder, from first: Double, to last: Double) async throws
    -> [Int]
  {
    let target = city.folder.path("out.gpkg")
    _ = try await city.job { $0.area = "\(first / 100),44,\(last / 100),46" }
      .build(to: target, overwrite: true)
    return try StoredRows(OpenPackage(path: target).store, "Trees").rows
      .compactMap { $0["Code"].flatMap { Int($0) } }
  }

  @Test(arguments: [
    // Children and parents are followed, generation by generation; other children of parents are
    // left out.
    ([nil, 1, 2, 3, 4, 2, 1], 3, [1, 2, 3, 4, 5]),
    // Circles end, of one row and of many. A row outside that no other refers to is left out.
    ([1, nil], 1, [1]), ([3, 1, 2, nil], 2, [1, 2, 3]),
    ([nil, nil, nil], 2, [2]),
  ])
  func `a tree is selected with its descendants and ancestors`(
    parents: [Int?], inside: Int, expected: [Int]
  ) async throws {
    let city = try Self.trees(parents)
    #expect(
      try await Self.taken(city, from: Double(inside) - 0.5, to: Double(inside) + 0.5) == expected)
  }

  @Test func `a chain of 3,000 generations is followed to both ends`() async throws {
    let parents = (1...3_000).map { $0 == 1 ? nil : $0 - 1 }
    let city = try Self.trees(parents)
    #expect(try await Self.taken(city, from: 99.5, to: 100.5).count == 3_000)
  }

  @Test func `records that the layer's filter refuses are not followed`() async throws {
    let city = try Self.trees([nil, 1, 2, 3], kinds: [2: "x"])
    #expect(try await Self.taken(city, from: 0.5, to: 1.5) == [1])
    #expect(try await Self.taken(city, from: 3.5, to: 4.5) == [3, 4])
  }

  /// The packed rows of three trees, two keepers, and the pairs of both.
  private static func kept(_ tables: [String], area: String?) async throws -> BuildReport {
    func end(_ table: Int, role: String, key: String, pairKey: String) -> String {
      """
      "relationships":[{"id":5,"name":"keeps","relatedTableId":\(table),"role":"esriRelRole\(role)",
       "cardinality":"esriRelCardinalityManyToMany","keyField":"\(key)","relationshipTableId":2,
       "keyFieldInRelationshipTable":"\(pairKey)"}]
      """
    }
    func definition(_ id: Int, name: String, type: String, more: String) -> String {
      #"{"id":\#(id),"name":"\#(name)","type":"\#(type)","fields":[]\#(more)}"#
    }
    let map = try MapFolder(
      layers: [#""title":"Trees""#], tables: tables.map { "\"title\":\"\($0)\"" },
      files: [
        "trees.csv": "Code,lon,lat\n1,1,45\n2,2,45\n3,3,45\n",
        "keepers.csv": "Name\nAnn\nBob\n", "pairs.csv": "Tree,Keeper\n1,Ann\n2,Ann\n3,Bob\n",
        "trees.layer.json": definition(
          0, name: "Trees", type: "Feature Layer",
          more: "," + end(1, role: "Origin", key: "Code", pairKey: "Tree")),
        "keepers.layer.json": definition(
          1, name: "Keepers", type: "Table",
          more: "," + end(0, role: "Destination", key: "Name", pairKey: "Keeper")),
        "pairs.layer.json": definition(2, name: "Pairs", type: "Table", more: ""),
      ])
    return try await map.check { request in
      request.area = area
      request.failOn = .error
    }
  }

  @Test func `a many-to-many relationship is packed through its intermediate table`() async throws {
    let report = try await Self.kept(["Keepers", "Pairs"], area: "1.5,44,2.5,46")
    #expect(
      report.plan.relationships.map(\.name) == ["keeps: Trees to Pairs", "keeps: Keepers to Pairs"])
    #expect(report.rowCounts == ["Trees": 1, "Pairs": 1, "Keepers": 1])
    #expect(report.findings(.relationUnsupported).isEmpty)
  }

  @Test
  func `without its intermediate table, a many-to-many relationship is reported and not packed`()
    async throws
  {
    let report = try await Self.kept(["Keepers"], area: nil)
    #expect(report.plan.relationships.isEmpty)
    #expect(report.findings(.relationUnsupported).map(\.subject) == ["Trees", "Keepers"])
    #expect(report.findings(.relationUnsupported)[0].fix.contains("intermediate table"))
  }
}
