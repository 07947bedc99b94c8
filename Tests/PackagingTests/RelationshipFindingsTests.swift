import FeatureData
import Packaging
import TestSupport
import Testing

/// What is told of the relationships between tables.
@Suite struct RelationshipFindingsTests {
  private static func related(
    _ trees: String, _ notes: String, origin: String = "GlobalID", destination: String = "Tree"
  ) async throws -> BuildReport {
    let map = try MapFolder(
      layers: [#""title":"Trees""#], tables: [#""title":"Notes""#],
      files: [
        "trees.csv": trees, "notes.csv": notes,
        "bindings.json": """
        {"relationships":[{"origin":"Trees","originKey":"\(origin)","destination":"Notes",
         "destinationKey":"\(destination)"}]}
        """,
      ])
    return try await map.check()
  }

  private static let twoTrees =
    "OBJECTID,GlobalID,lon,lat\n1,\(MapFolder.id(1)),1,2\n2,\(MapFolder.id(2)),1,2\n"

  @Test func `records that name no parent are counted, and NULL names none`() async throws {
    let bare = MapFolder.id(1).lowercased().filter { $0 != "{" && $0 != "}" }
    let notes = "Tree,Text\n\(bare),a\n\(MapFolder.id(7)),b\n\(MapFolder.id(7)),c\n,d\n"
    let report = try await Self.related(Self.twoTrees, notes)
    let finding = try #require(report.findings(.relationOrphanChild).first)
    #expect(finding.subject == "Notes")
    #expect(finding.count == 2)
    #expect(finding.samples == [MapFolder.id(7)])
    #expect(finding.severity == .warning)
  }

  @Test func `a relationship that the service left without a name is known by its tables`()
    async throws
  {
    func definition(_ id: Int, _ name: String, _ type: String, _ role: String, _ key: String)
      -> String
    {
      """
      {"id":\(id),"name":"\(name)","type":"\(type)","fields":[{"name":"\(key)",
       "type":"esriFieldTypeString"}],"relationships":[{"id":0,"name":"","relatedTableId":
       \(1 - id),"cardinality":"esriRelCardinalityOneToMany","role":"esriRelRole\(role)",
       "keyField":"\(key)"}]}
      """
    }
    let map = try MapFolder(
      layers: [#""title":"Trees""#], tables: [#""title":"Notes""#],
      files: [
        "trees.csv": Self.twoTrees, "notes.csv": "Tree\n\(MapFolder.id(3))\n",
        "trees.layer.json": definition(0, "Trees", "Feature Layer", "Origin", "GlobalID"),
        "notes.layer.json": definition(1, "Notes", "Table", "Destination", "Tree"),
      ])
    let report = try await map.check()
    #expect(report.plan.relationships.map(\.name) == ["Trees to Notes"])
    let finding = try #require(report.findings(.relationOrphanChild).first)
    #expect(finding.message.contains("(relationship Trees to Notes)"))
  }

  @Test func `a key that names two parents is an error`() async throws {
    let trees = "Code,lon,lat\na,1,2\na,3,4\nb,1,2\n"
    let report = try await Self.related(trees, "Tree\na\n", origin: "Code")
    #expect(report.findings(.relationKeyNotUnique).map(\.count) == [1])
    #expect(report.findings(.relationKeyNotUnique).first?.samples == ["a"])
  }

  @Test func `a key that the data lacks is an error`() async throws {
    let report = try await Self.related(Self.twoTrees, "Tree\na\n", destination: "TreeID")
    #expect(report.findings(.relationKeyMissing).map(\.subject) == ["Notes"])
    #expect(report.plan.relationships.isEmpty)
  }

  @Test func `a relationship by object id is told`() async throws {
    let report = try await Self.related(Self.twoTrees, "Tree\n1\n", origin: "OBJECTID")
    #expect(report.findings(.relationKeyIsObjectID).count == 1)
    #expect(report.findings(.relationOrphanChild).isEmpty)
  }

  @Test func `a relationship with a table that is not in the map is told`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "trees.geojson": MapFolder.points([(1, 2, "")]),
        "City.json": #"""
        {"layers":[{"id":0,"name":"Trees","type":"Feature Layer","relationships":[
         {"id":0,"name":"R","relatedTableId":5,"cardinality":"esriRelCardinalityOneToMany",
          "role":"esriRelRoleOrigin","keyField":"GlobalID"},
         {"id":1,"name":"M","relatedTableId":5,"cardinality":"esriRelCardinalityManyToMany",
          "role":"esriRelRoleOrigin","keyField":"GlobalID"}]}]}
        """#,
      ])
    let report = try await map.check()
    #expect(report.findings(.relationTableMissing).count == 1)
    #expect(report.findings(.relationUnsupported).count == 1)
  }
}
