import Bytes
import FeatureData
import Foundation
import Geometry
import MapModel
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// How layers find their data.
@Suite struct LayerBindingTests {
  private static let point = MapFolder.points([(1, 2, "\"a\":1")])

  @Test func `the demo map binds by its service and its names`() async throws {
    let request = BuildRequest(
      map: Fixture.treesOfPortland + "/map.json", data: Fixture.treesOfPortland, now: MapFolder.now)
    let plan = try await OfflineMapJob(request) { _ in }.plan()
    #expect(plan.tables.map(\.title) == ["Neighborhoods", "Trees", "Species", "Inspections"])
    #expect(plan.tables.map(\.isTable) == [false, false, true, true])
    #expect(plan.tables.map(\.isEditable) == [false, true, false, true])
    #expect(plan.leftOut.isEmpty)
    #expect(plan.findings.allSatisfy { $0.severity == .information })
    #expect(plan.relationships.map(\.name) == ["Inspections of the tree", "Trees of the species"])
    #expect(plan.relationships.map(\.origin) == [1, 2])
    #expect(plan.relationships.map(\.destination) == [3, 1])
    #expect(plan.attachments.map(\.table) == [1, 3])
    let species = try #require(plan.tables[1].schema).column(named: "SpeciesCode")
    #expect(plan.relationships[1].destinationColumn == species.map { $0 + 2 })
  }

  @Test(
    .needs(.sharedData("webmaps")),
    arguments: SharedData.jsonFiles(in: "webmaps").filter {
      $0.contains("webmap") && !$0.contains("service")
    }
  )
  func `a real map reports every layer and why it can't be packed`(file: String) async throws {
    let folder = try TemporaryFolder()
    let map = try folder.write(SharedData.bytes(file), to: "map.json")
    for service in SharedData.jsonFiles(in: "webmaps") where service.contains("service") {
      try folder.write(
        SharedData.bytes(service), to: "data/" + (service as NSString).lastPathComponent)
    }
    let request = BuildRequest(map: map, data: folder.path("data"), now: MapFolder.now)
    let report: BuildReport
    do {
      report = try await OfflineMapJob(request) { _ in }.check()
    } catch let error as LocatedError where error.reason is MapModelError {
      // One of the files is a layer for use in a map, not a map.
      #expect(file.contains("template"))
      return
    }
    var reported = Set(report.findings.map(\.subject))
    reported.formUnion(report.plan.leftOut.map(\.title))
    reported.formUnion(report.tables.map(\.title))
    let titles = report.plan.map.allLayers().map(\.title)
    #expect(!titles.isEmpty)
    for title in titles { #expect(reported.contains(title), "\(title)") }
    for finding in report.findings { #expect(!finding.fix.isEmpty && !finding.message.isEmpty) }
  }

  @Test func `a layer without data is an error that says what to do`() async throws {
    let plan = try await MapFolder(layers: [#""title":"Trees""#], files: [:]).plan()
    #expect(plan.tables.isEmpty)
    #expect(plan.findings.map(\.id) == [.layerNotPackable])
    #expect(plan.findings[0].severity == .error)
    #expect(plan.findings[0].subject == "Trees")
  }

  @Test func `two files with a layer's name are an error, not a guess`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: ["trees.geojson": Self.point, "TREES.csv": "lon,lat\n1,2\n"])
    let plan = try await map.plan()
    #expect(plan.tables.isEmpty)
    let finding = try #require(plan.findings.first { $0.id == .layerNotPackable })
    #expect(finding.samples.count == 2)
    #expect(finding.fix.contains("bindings.json"))
  }

  /// A map of a service, with a folder of files that has a replica of the service's benches.
  private static func replicas(_ names: [String]) throws -> MapFolder {
    let service = "https://example.com/rest/services/City/FeatureServer"
    let map = try MapFolder(layers: [], files: [:])
    try map.folder.write(
      """
      {"version": "2.31", "operationalLayers": [{"id": "s", "title": "Places to sit",
        "layerType": "ArcGISFeatureLayer", "url": "\(service)/0"}],
       "tables": [{"id": "v", "title": "Visits", "url": "\(service)/1"}]}
      """, to: "map.json")
    for name in names {
      try map.folder.write(
        try Fixture.bytes("Geodatabase/replica.geodatabase"), to: "data/" + name)
    }
    return map
  }

  @Test func `a replica is bound by its service and layer number`() async throws {
    let plan = try await Self.replicas(["download.geodatabase"]).plan()
    #expect(plan.tables.map(\.title) == ["Places to sit", "Visits"])
    #expect(
      plan.tables.map { $0.source.path.split(separator: ":").last } == ["Benches", "Inspections"])
    #expect(!plan.findings.contains { $0.severity == .error })
  }

  @Test func `two replicas of a service are an error, not a guess`() async throws {
    let plan = try await Self.replicas(["a.geodatabase", "b.geodatabase"]).plan()
    #expect(plan.tables.isEmpty)
    let findings = plan.findings.filter { $0.id == .layerNotPackable }
    #expect(
      findings.map(\.samples) == Array(repeating: ["a.geodatabase", "b.geodatabase"], count: 2))
  }

  @Test func `unreadable parts of a geodatabase are reported once`() async throws {
    let map = try Self.replicas([])
    var bytes = try Fixture.bytes("Geodatabase/replica.geodatabase")
    let end = Array("</CodedValues>".utf8)
    let at = try #require(
      bytes.indices.dropLast(end.count).first { bytes[$0..<$0 + end.count].elementsEqual(end) })
    bytes[at + 2] = UInt8(ascii: "K")
    try map.folder.write(bytes, to: "data/a.geodatabase")
    let plan = try await map.plan()
    #expect(plan.tables.count == 2)
    let findings = plan.findings.filter { $0.id == .geodatabaseItemUnreadable }
    #expect(findings.map(\.subject).sorted() == ["Gone", "Material"])
    #expect(findings.allSatisfy { $0.severity == .warning })
    let lost = try #require(findings.first { $0.subject == "Material" })
    #expect(lost.message.contains("a.geodatabase") && lost.message.contains("at byte"))
  }

  @Test func `files that no layer uses are reported`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#], files: ["trees.geojson": Self.point, "tress.csv": "a\n1\n"])
    let plan = try await map.plan()
    #expect(plan.findings.filter { $0.id == .dataNotBound }.map(\.subject) == ["tress.csv"])
  }

  @Test(arguments: ["service.json", "trees.layer.json"])
  func `a definition file without a definition is reported`(name: String) async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: ["trees.geojson": Self.point, name: #"{"answer": {"fields": []}}"#])
    let finding = try #require(try await map.plan().findings.first { $0.id == .dataNotBound })
    #expect(finding.subject == name)
    #expect(finding.fix.contains("?f=json"))
  }

  // The administrator can read every file.
  @Test(.enabled(if: geteuid() != 0), arguments: ["service.json", "trees.layer.json"])
  func `a definition file that can't be read is reported as such`(name: String) async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#], files: ["trees.geojson": Self.point, name: "{}"])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: map.folder.path("data/" + name))
    let findings = try await map.plan().findings.filter { $0.subject == name }
    #expect(findings.map(\.id) == [.dataUnreadable])
  }

  @Test func `a file defines a layer's contingent values`() async throws {
    let rules = """
      {"typeCodes": ["Unknown", "Any", "Null", "Code", "Range"], "stringDicts": [],
       "contingentValuesDefinition": {"fieldGroups": [{"name": "G", "restrictive": true,
         "fields": [{"name": "kind"}], "contingentValues": [{"types": [3], "values": [1]}]}]}}
      """
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "trees.geojson": Self.point, "Trees.contingentValues.json": rules,
        "benches.contingentValues.json": rules,
        "trees.layer.json": """
        {"id": 0, "name": "Trees", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
         "fields": [{"name": "kind", "type": "esriFieldTypeInteger"}]}
        """,
      ])
    let plan = try await map.plan()
    let table = try #require(plan.tables.first)
    #expect(ContingentValues(table.layer.definition)?.groups.map(\.name) == ["G"])
    #expect(
      plan.findings.filter { $0.id == .dataNotBound }.map(\.subject)
        == ["benches.contingentValues.json"])
  }

  @Test func `an online layer is left out with its type, and template texts are one finding`()
    async throws
  {
    let map = try MapFolder(
      layers: [
        #""title":"Hillshade","layerType":"ArcGISTiledMapServiceLayer""#,
        #""title":"Trees","itemId":"{{a1.layer0.itemId}}""#,
        #""title":"Roads","itemId":"{{a1.layer1.itemId}}""#,
      ], files: ["trees.geojson": Self.point, "roads.geojson": Self.point])
    let plan = try await map.plan()
    #expect(plan.leftOut.map(\.title) == ["Hillshade"])
    #expect(plan.leftOut[0].reason.contains("ArcGISTiledMapServiceLayer"))
    let templates = plan.findings.filter { $0.id == .mapMemberIgnored }
    #expect(templates.map(\.count) == [2])
    #expect(
      templates.first?.samples == ["operationalLayers[1].itemId", "operationalLayers[2].itemId"])
  }

  @Test func `a layer document is read as a map of that layer, with a note`() async throws {
    let map = try MapFolder(layers: [], files: ["trees.geojson": Self.point])
    try map.folder.write(
      #"{"id":"l0","title":"Trees","layerType":"ArcGISFeatureLayer"}"#, to: "map.json")
    let plan = try await map.plan()
    #expect(plan.tables.map(\.title) == ["Trees"])
    let finding = try #require(plan.findings.first { $0.id == .mapMemberIgnored })
    #expect(finding.severity == .information)
    #expect(finding.message.contains("only this layer"))
    #expect(finding.fix.contains("whole map"))
  }

  @Test func `sublayers of map services and members of groups are reported separately`()
    async throws
  {
    let map = try MapFolder(
      layers: [
        #""title":"City","layerType":"ArcGISMapServiceLayer","layers":[{"id":3,"title":"Pipes"}]"#,
        #""title":"Group","layerType":"GroupLayer","layers":[{"id":"g1","title":"Hills","layerType":"ArcGISTiledMapServiceLayer"},{"id":"g2","title":"Trees","layerType":"ArcGISFeatureLayer"}]"#,
      ], files: [:])
    let plan = try await map.plan()
    for title in ["Pipes", "Hills", "Trees"] {
      let reported = plan.findings.filter { $0.subject == title }
      #expect(reported.count == 1, "\(title)")
      #expect(reported.allSatisfy { $0.id == .layerNotPackable || $0.id == .layerTypeUnsupported })
      #expect(reported.allSatisfy { !$0.fix.isEmpty })
    }
  }

  @Test func `a missing spatial reference of features in the map is corrected in the map`()
    async throws
  {
    let map = try MapFolder(
      layers: [
        #"""
        "title":"Notes","featureCollection":{"layers":[{"layerDefinition":{"geometryType":
        "esriGeometryPoint","fields":[]},"featureSet":{"geometryType":"esriGeometryPoint",
        "features":[]}}]}
        """#
      ], files: [:])
    let finding = try #require(try await map.plan().findings.first { $0.id == .crsUnknown })
    #expect(finding.subject == "Notes")
    #expect(finding.fix.contains("in the map"))
  }

  @Test func `features in the map use the map's spatial reference, with a warning`()
    async throws
  {
    func notes(_ reference: String) -> String {
      #"""
      "title":"Notes","featureCollection":{"layers":[{"layerDefinition":{"geometryType":
      "esriGeometryPoint","fields":[]},"featureSet":{"geometryType":"esriGeometryPoint"\#(reference),
      "features":[{"attributes":{},"geometry":{"x":-13600000,"y":5700000}}]}}]}
      """#
    }
    let map = #","spatialReference":{"wkid":102100}"#
    let plan = try await MapFolder(layers: [notes("")], map: map, files: [:]).plan()
    #expect(plan.tables.map { $0.schema?.geometry?.srsID } == [3_857])
    let finding = try #require(plan.findings.first { $0.id == .crsUnknown })
    #expect(finding.severity == .warning)
    #expect(finding.subject == "Notes")
    let reported = try await MapFolder(
      layers: [notes(#","spatialReference":{"wkid":32610}"#)], map: map, files: [:]
    ).plan()
    #expect(reported.tables.map { $0.schema?.geometry?.srsID } == [32_610])
    #expect(!reported.findings.contains { $0.id == .crsUnknown })
  }

  @Test func `layers are left out on request, by title or ID`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#, #""title":"Roads""#], tables: [#""title":"Notes""#],
      files: ["trees.geojson": Self.point])
    let plan = try await map.plan { $0.without = ["l1", "NOTES"] }
    #expect(plan.tables.map(\.title) == ["Trees"])
    #expect(plan.leftOut.map(\.title) == ["Roads", "Notes"])
    #expect(plan.leftOut.map(\.isTable) == [false, true])
    await #expect(throws: PackagingError.self) { try await map.plan { $0.without = ["Rods"] } }
  }

  @Test func `a folder of pages is one layer, in the order of the names`() async throws {
    func page(_ number: Int) -> String {
      "{\"geometryType\":\"esriGeometryPoint\",\"spatialReference\":{\"wkid\":4326},\"features\":["
        + "{\"attributes\":{\"n\":\(number)},\"geometry\":{\"x\":1,\"y\":2}}]}"
    }
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: ["trees/0002.json": page(2), "trees/0001.json": page(1), "trees/readme.md": "x"])
    let plan = try await map.plan()
    #expect(plan.tables.first?.survey?.survey.rowCount == 2)
    #expect(plan.tables.first?.source.files.count == 2)
  }

  @Test func `features in the map need no file`() async throws {
    let map = try MapFolder(
      layers: [
        #"""
        "title":"Notes","featureCollection":{"layers":[{"layerDefinition":{"name":"Places",
         "geometryType":"esriGeometryPoint","objectIdField":"OID",
         "fields":[{"name":"OID","type":"esriFieldTypeOID"}]},
         "featureSet":{"geometryType":"esriGeometryPoint","features":[
          {"attributes":{"OID":1},"geometry":{"x":1,"y":2,"spatialReference":{"wkid":4326}}}],
          "spatialReference":{"wkid":4326}}}]}
        """#
      ], files: [:])
    let report = try await map.check()
    #expect(report.tables.map(\.rowCount) == [1])
    #expect(report.tables.first?.geometryType == "POINT")
  }

  // MARK: Bindings

  @Test func `a binding gives the file, its columns and its spatial reference`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "export.txt": "Ost;Nord;Name\n500000;5000000;B\u{E4}ume\n",
        "bindings.json": #"""
        {"layers":{"Trees":{"source":"export.txt","x":"Ost","y":"Nord","delimiter":";",
         "spatialReference":26910}}}
        """#,
      ])
    let plan = try await map.plan()
    let schema = try #require(plan.tables.first?.schema)
    #expect(schema.columns.map(\.field.name) == ["Ost", "Nord", "Name"])
    #expect(schema.geometry?.srsID == 26910)
  }

  @Test func `a binding takes precedence over names, by ID before title`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "trees.geojson": Self.point, "other.geojson": MapFolder.points([(1, 2, ""), (3, 4, "")]),
        "bindings.json":
          #"{"layers":{"Trees":{"source":"trees.geojson"},"l0":{"source":"other.geojson"}}}"#,
      ])
    #expect(try await map.plan().tables.first?.survey?.survey.rowCount == 2)
  }

  @Test(arguments: [
    ("[]", "an object \"layers\""), ("{}", "an object \"layers\""), ("{\"layers\":[]}", "layers"),
    ("{\"layers\":{\"Trees\":{}}}", "\"source\""),
    ("{\"layers\":{\"Trees\":{\"source\":\"t.csv\",\"delimiter\":\";;\"}}}", "\"delimiter\""),
    ("{\"layers\":{\"Trees\":{\"source\":\"t.csv\",\"delimiter\":\"\\\"\"}}}", "\"delimiter\""),
    ("{\"layers\":{\"Trees\":{\"source\":\"t.csv\",\"delimiter\":\"\\n\"}}}", "\"delimiter\""),
    ("{\"layers\":{\"Trees\":{\"source\":\"t.csv\",\"delimiter\":\"7\"}}}", "\"delimiter\""),
    ("{\"layers\":{\"Trees\":{\"source\":\"t.csv\",\"encoding\":\"koi8\"}}}", "\"encoding\""),
    (
      "{\"layers\":{\"Trees\":{\"source\":\"t.csv\",\"spatialReference\":{\"wkt\":\"?\"}}}}",
      "spatialReference"
    ),
    ("{\"layers\":{},\"relationships\":[{\"origin\":\"Trees\"}]}", "\"originKey\""),
    ("{", "the text ends too soon"),
  ])
  func `invalid bindings are refused with their name`(
    text: String, words: String
  ) async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#], files: ["t.csv": "lon,lat\n1,2\n", "bindings.json": text])
    let error = await #expect(throws: (any Error).self) { try await map.plan() }
    let reported = error.map { "\($0)" } ?? ""
    #expect(reported.contains(words) && reported.contains("bindings.json"), "\(reported)")
  }

  @Test func `a relationship that no service declares can be bound`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#], tables: [#""title":"Notes""#],
      files: [
        "trees.geojson": Self.point,
        "notes.csv": "GlobalID,Tree\n\(MapFolder.id(9)),\(MapFolder.id(1))\n",
        "bindings.json": #"""
        {"relationships":[{"origin":"trees","originKey":"globalid","destination":"Notes",
         "destinationKey":"Tree","composite":true}]}
        """#,
      ])
    let plan = try await map.plan()
    #expect(
      plan.relationships == [
        TableRelationship(
          name: "trees Notes", origin: 0, originColumn: 2, destination: 1, destinationColumn: 2,
          isComposite: true)
      ])
  }
}
