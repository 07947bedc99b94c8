import FeatureData
import MapModel
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// Building open data without GlobalIDs.
@Suite struct MintedIDsTests {
  private static let minting = [LayerMinting(layer: "Trees", field: "TREE_ID")]

  private static func city(_ trees: String, service: String? = nil) throws -> MapFolder {
    var files = ["Trees.csv": trees]
    files["service.json"] = service
    return try MapFolder(layers: [#""title":"Trees""#], files: files)
  }

  private static let trees = "TREE_ID,NAME,lon,lat\n11,Oak,1,2\n12,Elm,1.5,2\n13,Ash,2,2\n"

  private func ids(
    _ city: MapFolder, area: String? = nil
  ) async throws -> [String: String] {
    let target = city.folder.path("out.gpkg")
    _ = try await city.job { request in
      request.minting = Self.minting
      request.area = area
    }.build(to: target, overwrite: true)
    let rows = try StoredRows(OpenPackage(path: target).store, "Trees").rows
    return Dictionary(rows.map { ($0["TREE_ID"] ?? "", $0["GlobalID"] ?? "") }) { $0 + $1 }
  }

  @Test func `records get the same GlobalIDs in every build, area and form of the data`()
    async throws
  {
    let city = try Self.city(Self.trees)
    let all = try await ids(city)
    #expect(all.count == 3 && Set(all.values).count == 3)
    #expect(all.values.allSatisfy { GlobalID($0) != nil })
    #expect(try await ids(city, area: "1.2,1,3,3") == all.filter { $0.key != "11" })
    let other = try MapFolder(
      layers: [#""title":"The city's trees 2027""#],
      files: [
        "Trees.geojson": """
        {"type":"FeatureCollection","features":[
         {"type":"Feature","properties":{"tree_id":"13"},"geometry":
          {"type":"Point","coordinates":[1,2]}}]}
        """,
        "bindings.json": #"{"layers":{"The city's trees 2027":{"source":"Trees.geojson"}}}"#,
      ])
    let report = try await other.job { request in
      request.minting = [LayerMinting(layer: "l0", field: "TREE_ID")]
    }.build(to: other.folder.path("o.gpkg"), overwrite: true)
    #expect(report.tables.first?.isEditable == true)
    let store = try OpenPackage(path: other.folder.path("o.gpkg"))
    let rows = try StoredRows(store.store, report.tables[0].name).rows
    // The layer's address is the same, whatever its title.
    #expect(rows.map { $0["GlobalID"] } == [all["13"]])
  }

  @Test func `a package tells how its GlobalIDs were made`() async throws {
    let city = try Self.city(Self.trees)
    let target = city.folder.path("crew.mmpk")
    _ = try await city.job { $0.minting = Self.minting }.build(to: target, overwrite: true)
    let expected = [
      LayerMinting(
        layer: "l0", field: "TREE_ID",
        scope: "services.example.com/arcgis/rest/services/city/featureserver/0", table: "Trees")
    ]
    #expect(try LayerMinting.recorded(at: target) == expected)
    let alone = city.folder.path("alone.mmpk")
    _ = try await city.job { request in
      request.minting = Self.minting
      request.stores = [.geodatabase]
    }.build(to: alone, overwrite: true)
    #expect(try LayerMinting.recorded(at: alone) == expected)
    let without = city.folder.path("without.mmpk")
    _ = try await city.job().build(to: without, overwrite: true)
    #expect(try LayerMinting.recorded(at: without) == [])
  }

  @Test func `the added field is not reported as missing in the data`() async throws {
    let report = try await Self.city(Self.trees).check { $0.minting = Self.minting }
    #expect(report.findings(.fieldMissing) == [])
    #expect(report.findings(.globalIDMissing) == [])
    #expect(report.tables.first?.isEditable == true)
  }

  @Test(
    arguments: [
      ("11,12,11,13,12,11", ["11: rows 1, 3, 6", "12: rows 2, 5"], "5 records share 2 values of"),
      ("11,11,11,11,11", ["11: rows 1, 2, 3 and 2 more"], "5 records share 1 value of"),
    ])
  func `a key of two records is an error, even if an area has only one of them`(
    keys: String, samples: [String], words: String
  ) async throws {
    let rows = keys.split(separator: ",").enumerated().map { "\($1),\($0),2" }
    let city = try Self.city("TREE_ID,lon,lat\n" + rows.joined(separator: "\n"))
    for area in [nil, "-0.5,1,0.5,3"] {
      let report = try await city.check { request in
        request.minting = Self.minting
        request.area = area
      }
      let finding = try #require(report.findings(.tableKeyUnusable).first)
      #expect(finding.severity == .error)
      #expect(finding.samples == samples)
      #expect(finding.message.hasPrefix(words))
      #expect(report.findings(.globalIDDuplicate) == [])
    }
  }

  @Test func `a record without a key is an error with its row`() async throws {
    let city = try Self.city("TREE_ID,lon,lat\n1,1,2\n,1,2\n3,1,2\n")
    let finding = try await #require(
      city.check { $0.minting = Self.minting }.findings(.globalIDNull).first)
    #expect(finding.severity == .error)
    #expect(finding.samples == ["row 2"])
    #expect(finding.message == "1 record has no TREE_ID to make its GlobalID from.")
  }

  @Test(
    arguments: [
      ("NUMBER", "TREE_ID,lon,lat\n1,1,2\n", "no field NUMBER"),
      ("GlobalID", "GlobalID,lon,lat\n\(MapFolder.id(1)),1,2\n", "is the field of the GlobalIDs"),
      ("NR", "GlobalID,NR,lon,lat\n5,1,1,2\n", "can't hold GlobalIDs"),
    ])
  func `a field that can't identify records is an error that says why`(
    field: String, trees: String, words: String
  ) async throws {
    let report = try await Self.city(trees).check {
      $0.minting = [LayerMinting(layer: "trees", field: field)]
    }
    let finding = try #require(report.findings(.tableKeyUnusable).first)
    #expect(finding.severity == .error && finding.message.contains(words), "\(finding)")
  }

  @Test func `an unknown layer is an error, unless a package tells of it`() async throws {
    let city = try Self.city(Self.trees)
    await #expect(throws: PackagingError.self) {
      try await city.plan { $0.minting = [LayerMinting(layer: "Benches", field: "ID")] }
    }
    _ = try await city.plan {
      $0.minting = [LayerMinting(layer: "Benches", field: "ID", scope: "benches")]
    }
  }

  @Test(
    arguments: [
      ("TREE_ID,NAME,lon,lat\n1,Oak,1,2\n2,Oak,1,2\n", "TREE_ID"),
      ("SPECIES_ID,baumid,lon,lat\n1,7,1,2\n1,8,1,2\n", "baumid"),
      ("TREE_ID,lon,lat\n1,1,2\n1,1,2\n", nil), ("TREE_ID,NAME,lon,lat\n1,a,1,2\n,b,1,2\n", nil),
      ("OBJECTID,NAME,lon,lat\n1,a,1,2\n2,b,1,2\n", nil), ("NAME,lon,lat\na,1,2\nb,1,2\n", nil),
      ("TREE_ID,lon,lat\n", nil),
    ] as [(String, String?)])
  func `check names a field from which GlobalIDs can be made`(
    trees: String, field: String?
  ) async throws {
    let report = try await Self.city(trees).check()
    let fix = try #require(report.findings(.globalIDMissing).first).fix
    if let field {
      #expect(
        fix == "Each record has its own \(field). Make GlobalIDs from it: --mint-globalids "
          + "\"Trees:\(field)\".")
    } else {
      #expect(fix.hasSuffix("make GlobalIDs from it with --mint-globalids LAYER:FIELD."))
    }
  }

  @Test func `GlobalIDs of zeros are missing, not the same`() async throws {
    let zeros = "{00000000-0000-0000-0000-000000000000}"
    let trees =
      "GlobalID,TREE_ID,lon,lat\n\(zeros),1,1,2\n\(zeros),2,1,2\n\(MapFolder.id(3)),3,1,2\n"
    let city = try Self.city(trees)
    let report = try await city.check()
    #expect(report.findings(.globalIDDuplicate) == [])
    #expect(report.findings(.globalIDNull).map(\.count) == [2])
    let ids = try await ids(city)
    #expect(ids["3"] == MapFolder.id(3))
    #expect(Set(ids.values).count == 3 && !ids.values.contains(zeros))
  }

  @Test func `keys of whole numbers are integers in the geodatabase, and zeros relate nothing`()
    async throws
  {
    let zeros = "{00000000-0000-0000-0000-000000000000}"
    let city = try MapFolder(
      layers: [#""title":"Trees""#], tables: [#""title":"Visits""#],
      files: [
        "Trees.csv": Self.trees, "Visits.csv": "NR,TREE_ID,PARENT\n1,11,\n2,13,\(zeros)\n",
        "bindings.json": """
        {"relationships":[
         {"origin":"Trees","originKey":"TREE_ID","destination":"Visits","destinationKey":"TREE_ID"},
         {"name":"v","origin":"Trees","originKey":"GlobalID","destination":"Visits",
          "destinationKey":"PARENT"}]}
        """,
      ])
    let report = try await city.check { request in
      request.minting = Self.minting + [LayerMinting(layer: "Visits", field: "NR")]
    }
    #expect(report.findings(.relationOrphanChild) == [])
    #expect(report.findings.filter { $0.id.rawValue.hasPrefix("GDB_") } == [])
  }
}
