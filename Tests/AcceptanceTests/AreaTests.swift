import Foundation
import TestSupport
import Testing

/// Compares the content of an area with what GEOS finds in it, and with the related records.
@Suite(
  .needs(.portland),
  .needs(.python("shapely")))
struct AreaTests {
  /// The verdict of `areas.py`.
  struct Verdict: Decodable {
    var areas: Int
    var trees: [Int]
    var differences: [Difference]
  }

  struct Difference: Decodable {
    struct Table: Decodable {
      var packed: Int
      var missing: [String]
      var surplus: [String]
    }
    var area: String
    var Trees: Table?
    var Inspections: Table?
    var Species: Table?
    var Neighborhoods: Table?
  }

  /// Fifty areas of the whole city, or some in a part of it. The first nine are one of each kind.
  ///
  /// - Parameter margin: degrees by which a point may be on either side of the boundary. Pages of
  ///   Esri JSON are rounded to the millimeter, which moves trees off an edge.
  @Test(arguments: [(Portland.Form.csv, 0.0, 9), (.esriJSON, 0.0000001, 3)])
  func `boxes and polygons select exactly what is in them and on their edges`(
    form: Portland.Form, margin: Double, few: Int
  ) async throws {
    let count = Acceptance.isExhaustive ? 50 : few
    let city = try await Portland(rows: Acceptance.isExhaustive ? nil : 1_000, forms: "csv,esri")
    let judge = try #require(Judge.areas)
    let folder = city.folder.path("areas")
    let made = try await judge.run(["make", city.inputs, folder, "--count", "\(count)"])
    try #require(made.status == 0, "\(made.errorText)")
    var pairs: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let path = folder + "/" + name
      let area = name.hasSuffix(".box") ? try String(contentsOfFile: path, encoding: .utf8) : path
      let store = city.folder.path("\(name).gpkg")
      try await Acceptance.build(
        map: city.map, data: try city.data(form), to: store, ["--area", area])
      pairs.append(path + "=" + store)
    }
    let verdict = try await judge.verdict(
      ["check", city.inputs] + pairs + ["--margin", "\(margin)"], as: Verdict.self)
    #expect(verdict.areas == count)
    #expect(verdict.trees.contains { $0 > 0 })
    #expect(verdict.differences.isEmpty, "\(verdict.differences)")
  }
}
