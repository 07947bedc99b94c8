import FeatureData
import MapModel
import OrderedJSON
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// Findings about a table's data, each with its subject, count and samples.
@Suite struct TableFindingsTests {
  /// A layer with a service that declares the fields of the awkward values.
  static let definition = #"""
    {"layers":[{"id":0,"name":"Trees","type":"Feature Layer","geometryType":"esriGeometryPoint",
     "globalIdField":"GlobalID","hasAttachments":false,"typeIdField":"Kind","capabilities":"Query,Editing",
     "types":[{"id":1,"name":"Tree","domains":{}}],
     "fields":[{"name":"GlobalID","type":"esriFieldTypeGlobalID"},
      {"name":"Kind","type":"esriFieldTypeInteger"},
      {"name":"Name","type":"esriFieldTypeString","length":3},
      {"name":"Code","type":"esriFieldTypeString","domain":{"type":"codedValue","name":"C",
       "codedValues":[{"name":"A","code":"a"}]}},
      {"name":"Age","type":"esriFieldTypeInteger","nullable":false,
       "domain":{"type":"range","name":"R","range":[0,9]}},
      {"name":"Day","type":"esriFieldTypeDate"}]}]}
    """#

  /// A point feature with the given properties, and a numbered ``GlobalID`` unless they include
  /// one.
  private static func trees(_ rows: [String], geometry: String? = nil) -> String {
    let features = rows.enumerated().map { index, row in
      let id = row.contains("GlobalID") ? "" : "\"GlobalID\":\"\(MapFolder.id(index + 1))\","
      let age = row.contains("Age") ? "" : "\"Age\":1,"
      let shape = geometry ?? #"{"type":"Point","coordinates":[1,2]}"#
      return "{\"type\":\"Feature\",\"properties\":{\(id)\(age)\(row)},\"geometry\":\(shape)}"
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
  }

  private static func check(
    _ rows: [String], geometry: String? = nil, layer: String = ""
  ) async throws -> BuildReport {
    let map = try MapFolder(
      layers: [#""title":"Trees""# + layer],
      files: [
        "City.json": definition,
        "trees.geojson": trees(
          rows.map {
            "\"Kind\":1,\"Name\":null,\"Code\":null,\"Day\":null" + ($0.isEmpty ? "" : ",") + $0
          }, geometry: geometry),
      ])
    return try await map.check()
  }

  @Test(arguments: [
    ("5/6/2026", ",", "5/6/2026 is May 6"), ("5.6.2026", ",", "5.6.2026 is June 5"),
    ("1,234", ";", "1,234 is a bit more than 1"), ("1.234", ";", "1.234 is more than 1000"),
  ])
  func `a note says how a column is read whose values can be read in two ways`(
    value: String, delimiter: String, words: String
  ) async throws {
    let cells = ["GlobalID", "lon", "lat", "v", "dbh"]
    let row = [MapFolder.id(1), "1", "2", value, delimiter == ";" ? "12,5" : "1"]
    // In the third case, no other column shows what a comma means.
    let shown = value == "1,234" ? 4 : 5
    let csv = [cells, row].map { $0.prefix(shown).joined(separator: delimiter) + "\n" }.joined()
    let map = try MapFolder(layers: [#""title":"Trees""#], files: ["Trees.csv": csv])
    let findings = try await map.check().findings.filter { $0.id == .valueFormAssumed }
    #expect(findings.count == 1 && findings.first?.severity == .information)
    #expect(findings.first?.message.contains(words) == true, "\(findings)")
  }

  @Test(
    arguments: [
      ([#""Age":"old""#, #""Age":2"#], .valueWrongType, .error, "row 1: \"old\""),
      ([#""Name":"Ahorn""#], .valueTooLong, .warning, "row 1: \"Ahorn\""),
      ([#""Day":"soon""#], .valueDateInvalid, .error, "row 1: \"soon\""),
      (["", #""Code":"b""#], .valueNotInDomain, .warning, "row 2: \"b\""),
      ([#""Age":10"#], .valueOutOfRange, .warning, "row 1: \"10\""),
      ([#""Age":null"#], .valueNull, .warning, "row 1"),
      ([#""Name":"\ud800""#], .valueTextInvalid, .error, "row 1"),
      ([#""Kind":7"#], .valueSubtypeUnknown, .warning, "row 1: \"7\""),
      ([#""GlobalID":null"#], .globalIDNull, .error, "row 1"),
      ([#""GlobalID":"x""#], .globalIDFormat, .error, "row 1: \"x\""),
    ] as [([String], FindingID, Severity, String)])
  func `a value that breaks a rule is reported with its row`(
    rows: [String], id: FindingID, severity: Severity, sample: String
  ) async throws {
    let report = try await Self.check(rows)
    let finding = try #require(report.findings.first { $0.id == id })
    #expect(finding.severity == severity)
    #expect(finding.subject == "Trees")
    #expect(finding.count == 1)
    #expect(finding.samples == [sample])
    #expect(report.findings.count == 1, "\(report.findings.map(\.message))")
  }

  @Test func `rows without geometry are counted`() async throws {
    let report = try await Self.check(["", ""], geometry: "null")
    #expect(report.findings(.geometryNull).map(\.count) == [2])
    #expect(report.tables.first?.geometryType == "POINT")
  }

  @Test func `an empty text is not a code`() async throws {
    #expect(try await Self.check([#""Code":"""#, #""Code":"a""#]).findings.isEmpty)
  }

  @Test func `GlobalIDs in several forms are reported once`() async throws {
    let bare = MapFolder.id(0xAB).lowercased().filter { $0 != "{" && $0 != "}" }
    let report = try await Self.check(["", "\"GlobalID\":\"\(bare)\"", ""])
    #expect(report.findings.map(\.id) == [.globalIDFormat])
    #expect(report.findings.map(\.severity) == [.information])
  }

  @Test func `GlobalIDs that differ only in case and braces are equal`() async throws {
    let bare = MapFolder.id(1).lowercased().filter { $0 != "{" && $0 != "}" }
    let report = try await Self.check(["", "\"GlobalID\":\"\(bare)\""])
    #expect(report.findings(.globalIDDuplicate).map(\.severity) == [.error])
  }

  // MARK: Emptiness

  @Test func `an area without rows and a filter without rows give different messages`() async throws
  {
    let filter = #","layerDefinition":{"definitionExpression":"Age > 5"}"#
    let filtered = try await Self.check([#""Age":1"#], layer: filter)
    let own = try #require(filtered.findings(.layerEmptyInArea).first)
    #expect(own.message.contains("filter"))
    #expect(own.samples == ["Age > 5"])
    let map = try MapFolder(
      layers: [#""title":"Trees""#], files: ["trees.geojson": Self.trees(["", ""])])
    let report = try await map.check { $0.area = "1.5,1.5,3,3" }
    #expect(report.findings(.layerEmptyInArea).first?.message.contains("area") == true)
  }

  @Test(arguments: [
    ("trees.geojson", #"{"type":"FeatureCollection","features":[]}"#),
    ("trees.csv", "GlobalID,lon,lat\n"), ("trees.geojsonl", ""),
    ("trees.json", #"{"objectIdFieldName":"OID","spatialReference":{"wkid":4326},"features":[]}"#),
  ])
  func `a source without rows is packed as an empty table`(name: String, text: String) async throws
  {
    for definition in [Self.definition, ""] {
      let files = [name: text].merging(definition.isEmpty ? [:] : ["City.json": definition]) { $1 }
      let map = try MapFolder(layers: [#""title":"Trees""#], files: files)
      let target = map.folder.path("out.gpkg")
      let report = try await map.job { $0.failOn = .error }.build(to: target, overwrite: false)
      #expect(report.findings(.dataNoRecords).map(\.severity) == [.warning])
      #expect(report.tables.map(\.rowCount) == [0])
      #expect(try StoredRows(OpenPackage(path: target).store, "Trees").rows.isEmpty)
    }
  }

  // MARK: Locations

  @Test func `an area outside all data is an error that shows both`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: ["trees.geojson": MapFolder.points([(10, 45, ""), (12, 46, "")])])
    let outside = try await map.check { $0.area = "45,10,46,12" }
    let finding = try #require(outside.findings(.mapAreaOutsideData).first)
    #expect(finding.severity == .error)
    #expect(finding.samples.count == 2)
    let between = try await map.check { $0.area = "11,45.2,11.5,45.4" }
    #expect(between.findings(.mapAreaOutsideData).isEmpty)
    #expect(between.findings(.layerEmptyInArea).count == 1)
  }

  @Test func `a table of the map stays a table although its data has geometry`() async throws {
    let map = try MapFolder(
      layers: [], tables: [#""title":"Trees""#], files: ["trees.geojson": Self.trees(["", ""])])
    let report = try await map.check()
    #expect(report.findings(.geometryInTable).map(\.count) == [2])
    #expect(report.tables.first?.geometryType == nil)
    #expect(report.tables.first?.rowCount == 2)
  }

  @Test func `a layer whose features have no geometry is reported`() async throws {
    let feature = #"{"type":"Feature","properties":{"a":1},"geometry":null}"#
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}"
    let map = try MapFolder(layers: [#""title":"Trees""#], files: ["Trees.geojson": text])
    let report = try await map.check()
    #expect(report.tables.first?.geometryType == nil)
    #expect(report.findings(.geometryNull).map(\.message).first?.contains("as a table") == true)
    // A CSV file with coordinate columns has points, also without any coordinates.
    let other = try MapFolder(
      layers: [#""title":"Trees""#], files: ["Trees.csv": "a,lon,lat\n1,,\n"])
    let points = try await other.check()
    #expect(points.tables.first?.geometryType == "POINT")
    #expect(points.findings(.geometryNull).map(\.count) == [1])
  }

  @Test func `a definition without geometry does not make a layer a table`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "trees.geojson": Self.trees([""]),
        "City.json":
          #"{"layers":[{"id":0,"name":"Trees","fields":[{"name":"GlobalID","type":"esriFieldTypeGlobalID"}]}]}"#,
      ])
    #expect(try await map.check().tables.first?.geometryType == "POINT")
  }

  @Test(arguments: [
    (45.0, 10.0, FindingID?.none), (45.0, 100.0, .crsAxesSwapped), (1e6, 5e6, .crsContradicted),
  ])
  func `coordinates that cannot be degrees are an error`(
    x: Double, y: Double, id: FindingID?
  ) async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#], files: ["trees.geojson": MapFolder.points([(x, y, "")])])
    let report = try await map.check()
    #expect(report.findings.filter { $0.severity == .error }.map(\.id) == [id].compactMap(\.self))
  }

  /// Points near Portland, some of them with other coordinates.
  private static func points(_ count: Int, wild: [Int: (Double, Double)]) -> String {
    MapFolder.points(
      (1...count).map { row in
        let (x, y) = wild[row] ?? (-122.6, 45.5 + Double(row) / 10_000)
        return (x, y, "")
      })
  }

  @Test(arguments: [
    (3, [2], true), (2, [2], false), (1, [1], false), (200, [150], true), (200, [7, 150], true),
    (200, [7, 8, 150], false), (199, [7, 150], false),
  ])
  func `one impossible coordinate in a hundred costs its record the shape, and no more`(
    count: Int, rows: [Int], areFew: Bool
  ) async throws {
    let wild = Dictionary(uniqueKeysWithValues: rows.map { ($0, (5_713_000.5, 4_200_000.0)) })
    let map = try MapFolder(
      layers: [#""title":"Trees""#], files: ["trees.geojson": Self.points(count, wild: wild)])
    let report = try await map.check()
    let few = report.findings(.coordinatesOutOfRange)
    let many = report.findings(.crsContradicted)
    #expect(few.map(\.severity) == (areFew ? [.warning] : []))
    #expect(many.map(\.severity) == (areFew ? [] : [.error]))
    if count > rows.count {
      let finding = try #require(few.first ?? many.first)
      #expect(finding.count == rows.count)
      #expect(finding.samples.first == "row \(rows[0]): x 5713000.5, y 4200000.0")
      #expect(finding.message.contains("\(rows.count) of \(count) features"))
    }
    #expect(report.findings(.geometryNull).isEmpty)
    guard areFew else { return }
    let target = map.folder.path("out.gpkg")
    _ = try await map.job().build(to: target, overwrite: true)
    let stored = try StoredRows(OpenPackage(path: target).store, "Trees")
    #expect(stored.rows.count == count)
    #expect(stored.hasGeometry.indices.filter { !stored.hasGeometry[$0] }.map { $0 + 1 } == rows)
  }

  @Test func `an impossible coordinate in meters is told from those of its projection`()
    async throws
  {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "trees.json": """
        {"geometryType":"esriGeometryPoint","spatialReference":{"wkid":2913},"features":[
          {"attributes":{"a":1},"geometry":{"x":7640000,"y":680000}},
          {"attributes":{"a":2},"geometry":{"x":-122.6,"y":45.5}},
          {"attributes":{"a":3},"geometry":{"x":7650000,"y":690000}}]}
        """
      ])
    let finding = try #require(try await map.check().findings(.coordinatesOutOfRange).first)
    #expect(finding.samples == ["row 2: x -122.6, y 45.5"])
  }

  @Test func `records of data that is merged keep impossible coordinates`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: ["trees.geojson": Self.points(9, wild: [4: (5_713_000, 4_200_000)])])
    let packed = try await PackageOpener.building.pack(
      map.folder.path("data"), map: map.folder.path("map.json"), now: MapFolder.now
    ) { _ in }
    let stored = try StoredRows(packed.package.store, "Trees")
    #expect(stored.hasGeometry == Array(repeating: true, count: 9))
  }

  @Test func `polygons with crossing rings are a warning with their rows`() async throws {
    func polygon(_ ring: String) -> String {
      "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[\(ring)]]}}"
    }
    let sound = polygon("[0,0],[4,0],[4,4],[0,4],[0,0]")
    let crossed = polygon("[0,0],[4,4],[4,0],[0,4],[0,0]")
    let map = try MapFolder(
      layers: [#""title":"Parks""#],
      files: [
        "parks.geojson":
          "{\"type\":\"FeatureCollection\",\"features\":[\([sound, crossed, sound, crossed].joined(separator: ","))]}"
      ])
    let findings = try await map.check().findings(.ringsCross)
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.map(\.count) == [2])
    #expect(findings.first?.samples == ["row 2: at 2.0, 2.0", "row 4: at 2.0, 2.0"])
  }

  @Test(arguments: [
    (1_000, "", true), (2_000, "", true), (999, "", false), (7, #""maxRecordCount":7,"#, true),
    (8, #""maxRecordCount":7,"#, false),
  ])
  func `a file with as many records as services return at once is a note`(
    count: Int, definition: String, isNote: Bool
  ) async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "trees.csv": "lon,lat\n" + String(repeating: "-122.6,45.5\n", count: count),
        "Trees.layer.json":
          "{\(definition)\"id\":0,\"name\":\"Trees\",\"type\":\"Feature Layer\",\"fields\":[],\"geometryType\":\"esriGeometryPoint\"}",
      ])
    let findings = try await map.check().findings(.dataPerhapsIncomplete)
    #expect(findings.map(\.severity) == (isNote ? [.information] : []))
  }

  // MARK: Filters

  @Test(arguments: ["Age LIKE", "Nothing = 1", "UPPER(Age) = 'X'; DROP", "1"])
  func `an invalid filter leaves its layer out, and check continues`(
    filter: String
  ) async throws {
    let report = try await Self.check(
      [""], layer: ",\"layerDefinition\":{\"definitionExpression\":\"\(filter)\"}")
    #expect(report.findings(.layerFilterUnsupported).map(\.severity) == [.error])
    #expect(report.tables.isEmpty)
    #expect(report.plan.leftOut.map(\.title) == ["Trees"])
  }

  // MARK: Schema

  @Test func `missing GlobalIDs are an error only for an editable layer`() async throws {
    let editable = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "trees.csv": "OID,lon,lat\nx,1,2\n",
        "City.json": #"""
        {"layers":[{"id":0,"name":"Trees","type":"Feature Layer","capabilities":"Query,Editing",
         "objectIdField":"OID"}]}
        """#,
      ])
    let report = try await editable.check()
    #expect(report.findings(.globalIDMissing).map(\.severity) == [.error])
    #expect(report.findings(.objectIDNotInteger).map(\.severity) == [.error])
    let plain = try MapFolder(
      layers: [#""title":"Trees""#], files: ["trees.csv": "OID,lon,lat\nx,1,2\n"])
    let other = try await plain.check()
    #expect(other.findings(.globalIDMissing).map(\.severity) == [.warning])
    #expect(other.tables.first?.isEditable == false)
  }

  @Test(
    arguments: [
      (#""description":"<img src='https://e.org/a.png'><IMG SRC=//e.org/b.png>""#, 2),
      (#""description":"{Name}<img src='data:image/png;base64,AA=='><img src='{Photo}'>""#, nil),
      (
        #""mediaInfos":[{"type":"image","value":{"sourceURL":"http://e.org/{Name}.jpg"}},"#
          + #"{"type":"image","value":{"sourceURL":"{Photo}"}},{"type":"piechart","value":{}}]"#, 1
      ),
      (
        #""description":"<img src='https://e.org/a.png'>","mediaInfos":[],"popupElements":["#
          + #"{"type":"fields","description":"<img src='https://e.org/b.png'>"},{"type":"text"},"#
          + #"{"type":"media","mediaInfos":[{"value":{"sourceURL":"https://e.org/c.png"}}]}]"#, 3
      ),
      (
        #""description":"<img src='https://e.org/a.png'>","popupElements":[{"type":"media"},"#
          + #"{"type":"text","text":"x"}]"#, nil
      ),
    ] as [(String, Int?)])
  func `online pictures in pop-ups are counted`(popup: String, count: Int?)
    async throws
  {
    let map = try MapFolder(
      layers: [#""title":"Trees","popupInfo":{\#(popup)}"#],
      files: ["trees.csv": "Name,lon,lat\nOak,1,2\n"])
    let findings = try await map.check().findings(.popupMediaOnline)
    #expect(findings.map(\.count) == (count.map { [$0] } ?? []))
    #expect(findings.allSatisfy { $0.severity == .warning && $0.subject == "Trees" })
  }

  @Test func `fields that the data lacks are reported`() async throws {
    let map = try MapFolder(
      layers: [
        #""title":"Trees","popupInfo":{"fieldInfos":[{"fieldName":"Nme"},{"fieldName":"expression/e0"},{"fieldName":"relationships/0/a"},{"fieldName":"NAME"}]}"#
      ], files: ["City.json": Self.definition, "trees.csv": "GlobalID,Name,lon,lat\n"])
    let report = try await map.check()
    #expect(report.findings(.popupFieldMissing).map(\.samples) == [["Nme"]])
    #expect(report.findings(.fieldMissing).isEmpty)
    let more = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "City.json": Self.definition, "trees.csv": "GlobalID,lon,lat\n\(MapFolder.id(1)),1,2\n",
      ])
    let finding = try #require(try await more.check().findings(.fieldMissing).first)
    #expect(finding.samples == ["Kind", "Name", "Code", "Age", "Day"])
  }

  @Test func `fields that only the data declares keep their domains, as in an answer of a service`()
    async throws
  {
    let field = #"""
      {"name":"c","type":"esriFieldTypeString","alias":"Class","length":5,"nullable":false,"domain":
       {"type":"codedValue","name":"classes","codedValues":[{"name":"Good one","code":"G"}]}}
      """#
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "trees.json": #"""
        {"objectIdFieldName":"OID","spatialReference":{"wkid":4326},"fields":[
          {"name":"OID","type":"esriFieldTypeOID"},\#(field)],
         "features":[{"attributes":{"OID":1,"c":"G"},"geometry":{"x":1,"y":2}},
           {"attributes":{"OID":2,"c":"X"},"geometry":{"x":1,"y":2}}]}
        """#
      ])
    #expect(try await map.check().findings(.valueNotInDomain).map(\.count) == [1])
    let package = map.folder.path("a.mmpk")
    _ = try await map.job().build(to: package, overwrite: false)
    let stored = try #require(try OpenPackage(path: package).storedMap()?.tables.first)
    let found = try #require(stored.layer.definition.fields.named("c"))
    #expect(found.domain?.name(ofCode: "G") == "Good one")
    #expect(found.alias == "Class" && found.length == 5 && !found.isNullable)
  }

  @Test func `a last page that says that more rows follow is an error`() async throws {
    let map = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "trees.json": #"""
        {"objectIdFieldName":"OID","spatialReference":{"wkid":4326},"exceededTransferLimit":true,
         "features":[{"attributes":{"OID":1},"geometry":{"x":1,"y":2}}]}
        """#
      ])
    #expect(try await map.check().findings(.dataIncomplete).map(\.severity) == [.error])
  }

  @Test func `invisible layers are left out unless they can be edited`() async throws {
    let definition = #","layerDefinition":{"minScale":1000,"maxScale":0}"#
    let plain = try MapFolder(
      layers: [#""title":"Trees""# + definition, #""title":"Trees""#],
      files: ["trees.csv": "a,lon,lat\nx,1,2\n"])
    let report = try await plain.check { $0.scale = ScaleRange(minimum: 50_000, maximum: 5_000) }
    #expect(report.findings(.layerScaleNeverVisible).count == 1)
    #expect(report.plan.leftOut.count == 1)
    // The other layer with the same title is kept.
    #expect(report.tables.count == 1)
    let editable = try await Self.check([""], layer: definition)
    #expect(editable.tables.count == 1)
  }
}
