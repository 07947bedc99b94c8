import FeatureData
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// Findings about relationships between tables.
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

  @Test func `orphaned records are counted, and null keys are not orphans`() async throws {
    let bare = MapFolder.id(1).lowercased().filter { $0 != "{" && $0 != "}" }
    let notes = "Tree,Text\n\(bare),a\n\(MapFolder.id(7)),b\n\(MapFolder.id(7)),c\n,d\n"
    let report = try await Self.related(Self.twoTrees, notes)
    let finding = try #require(report.findings(.relationOrphanChild).first)
    #expect(finding.subject == "Notes")
    #expect(finding.count == 2)
    #expect(finding.samples == [MapFolder.id(7)])
    #expect(finding.severity == .warning)
  }

  @Test func `an unnamed relationship is named after its tables`()
    async throws
  {
    func definition(_ id: Int, name: String, type: String, role: String, key: String)
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
        "trees.layer.json": definition(
          0, name: "Trees", type: "Feature Layer", role: "Origin", key: "GlobalID"),
        "notes.layer.json": definition(
          1, name: "Notes", type: "Table", role: "Destination", key: "Tree"),
      ])
    let report = try await map.check()
    #expect(report.plan.relationships.map(\.name) == ["Trees to Notes"])
    let finding = try #require(report.findings(.relationOrphanChild).first)
    #expect(finding.message.contains("(relationship Trees to Notes)"))
  }

  @Test func `a key of two parents is an error`() async throws {
    let trees = "Code,lon,lat\na,1,2\na,3,4\nb,1,2\n"
    let report = try await Self.related(trees, "Tree\na\n", origin: "Code")
    #expect(report.findings(.relationKeyNotUnique).map(\.count) == [1])
    #expect(report.findings(.relationKeyNotUnique).first?.samples == ["a"])
  }

  @Test func `a missing key field is an error`() async throws {
    let report = try await Self.related(Self.twoTrees, "Tree\na\n", destination: "TreeID")
    #expect(report.findings(.relationKeyMissing).map(\.subject) == ["Notes"])
    #expect(report.plan.relationships.isEmpty)
  }

  @Test func `a relationship by object ID is reported`() async throws {
    let report = try await Self.related(Self.twoTrees, "Tree\n1\n", origin: "OBJECTID")
    #expect(report.findings(.relationKeyIsObjectID).count == 1)
    #expect(report.findings(.relationOrphanChild).isEmpty)
  }

  @Test func `a relationship with a table outside the map is reported`() async throws {
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
