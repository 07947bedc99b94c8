import Foundation
import TestSupport
import Testing

/// Compares every value of a package with its source, by Python's readers of CSV, JSON and SQLite.
@Suite(.needs(.python3, .fieldpack))
struct PackedValuesTests {
  /// The verdict of `values.py`.
  struct Verdict: Decodable {
    var rows: Int
    var differences: Int
    var samples: [[String: String]]
  }

  private func verdict(_ arguments: String...) async throws -> Verdict {
    try await #require(Judge.values).verdict(arguments)
  }

  @Test(.needs(.portland))
  func `trees in four formats equal their inputs and each other, and so do their related tables`()
    async
    throws
  {
    let city = try await Portland.shared.value
    var packages: [Portland.Form: String] = [:]
    for form in Portland.Form.allCases {
      let package =
        form == .csv ? try await Portland.package.value : city.folder.path("\(form).mmpk")
      if form != .csv {
        try await Acceptance.build(map: city.map, data: try city.data(form), to: package)
      }
      packages[form] = package
      let trees = try await verdict(package, "Trees", city.inputs + "/" + form.rawValue)
      #expect(trees.differences == 0, "\(form): \(trees.samples)")
      #expect(trees.rows == (Acceptance.isExhaustive ? 218_602 : 5_000))
    }
    let csv = try #require(packages[.csv])
    for (table, source) in city.others {
      let packed = try await verdict(csv, table, source)
      #expect(packed.differences == 0, "\(table): \(packed.samples)")
      let base = try await verdict(csv, table, source, "--member", "base/data.gpkg")
      #expect(base.differences == 0, "base \(table): \(base.samples)")
    }
    try await compare(packages)
  }

  /// Pages of Esri JSON have Web Mercator rounded to the millimeter; the others have degrees.
  private func compare(_ packages: [Portland.Form: String]) async throws {
    let csv = try #require(packages[.csv])
    for form in [Portland.Form.geoJSON, .geoJSONLines, .esriJSON] {
      let other = try #require(packages[form])
      let meters = form == .esriJSON ? ["--meters", "0.0005001"] : []
      for table in ["Trees", "Inspections", "Species", "Neighborhoods"] {
        let words = [csv, table, "--same-as", other] + (table == "Trees" ? meters : [])
        let same = try await #require(Judge.values).verdict(words, as: Verdict.self)
        #expect(same.differences == 0, "\(form) \(table): \(same.samples)")
      }
    }
  }

  @Test(arguments: [
    ("csv", "Awkward.csv"), ("geojson", "Awkward.geojson"), ("geojsonl", "Awkward.geojsonl"),
    ("esri", "Awkward"),
  ])
  func `line breaks, blanks, empty texts and extreme numbers are packed unchanged`(
    form: String, file: String
  ) async throws {
    let folder = try TemporaryFolder()
    let made = try await #require(Judge.awkward).run([folder.path])
    try #require(made.status == 0, "\(made.errorText)")
    let map = try folder.write(
      """
      {"version": "2.31", "operationalLayers": [{"id": "a", "title": "Awkward",
       "layerType": "ArcGISFeatureLayer"}], "baseMap": {"baseMapLayers": [], "title": ""}}
      """, to: "map.json")
    let package = folder.path("awkward.mmpk")
    try await Acceptance.build(map: map, data: folder.path(form), to: package)
    let packed = try await verdict(package, "Awkward", folder.path(form + "/" + file))
    #expect(packed.differences == 0, "\(packed.samples)")
    #expect(packed.rows == 240)
  }

  @Test(.needs(.portland))
  func `the judge finds one changed letter and one moved tree`() async throws {
    let city = try await Portland(rows: 50, forms: "csv,geojson")
    let package = city.folder.path("few.mmpk")
    try await Acceptance.build(map: city.map, data: try city.data(.csv), to: package)
    let source = try String(contentsOfFile: city.inputs + "/trees.csv", encoding: .utf8)
    // The longitude of a tree is a field, too.
    let changes = [
      ("CONCORDIA", "CONCORDIa", 1), ("-122.629576", "-122.629575", 2), ("6.1", "6.2", 1),
    ]
    for (old, new, count) in changes {
      let range = try #require(source.range(of: old))
      let path = try city.folder.write(
        source.replacingCharacters(in: range, with: new), to: "changed.csv")
      #expect(try await verdict(package, "Trees", path).differences == count)
    }
  }
}
