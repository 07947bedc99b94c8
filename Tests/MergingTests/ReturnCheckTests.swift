import Bytes
import FeatureData
import GeoPackage
import Geometry
import Merging
import Packaging
import Records
import SQLiteFile
import TestSupport
import Testing

/// Issues that are reported without preventing a merge: features outside the area, and near others.
@Suite struct ReturnCheckTests {
  /// Stores as text, trees by number with longitude and latitude in meters from 122.6° W, 45.5° N:
  /// `1 0 0, 2 10 -5`.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var base = "1 0 0"
    var office = "1 0 0"
    var returned: [String]
    /// The area of all packages, in meters: `-50 -50 50 50`.
    var area: String?
    /// `possibleDuplicate 3 of 2 by 0`: kind, tree, other tree, package.
    var issues: [String]

    var testDescription: String { name }

    static let all = [
      Case(
        name: "one tree recorded by two crews, a meter apart",
        returned: ["1 0 0, 2 10 10", "1 0 0, 3 10 11"],
        issues: ["possibleDuplicate 3 of 2 by 1"]),
      Case(
        name: "more than two meters apart, in every direction",
        returned: ["1 0 0, 2 10 10", "1 0 0, 3 10 12.1, 4 12.1 10, 5 11.5 11.5"], issues: []),
      Case(
        name: "across the grid lines",
        returned: ["1 0 0, 2 10 10", "1 0 0, 3 8.2 10, 4 11.8 10, 5 10 8.2, 6 11.3 11.3"],
        issues: [
          "possibleDuplicate 3 of 2 by 1", "possibleDuplicate 4 of 2 by 1",
          "possibleDuplicate 5 of 2 by 1", "possibleDuplicate 6 of 2 by 1",
        ]),
      Case(
        name: "near trees that the crew added or was given",
        base: "1 0 0, 7 20 20", office: "1 0 0, 7 20 20",
        returned: ["1 0 0, 7 20 20, 2 10 10, 3 10 10.5, 4 20 21"], issues: []),
      Case(
        name: "near a tree that the office added",
        office: "1 0 0, 9 30 30", returned: ["1 0 0, 2 30 31"],
        issues: ["possibleDuplicate 2 of 9 by 0"]),
      Case(
        name: "many trees at one point are each reported once",
        returned: [
          "1 0 0, " + (2..<102).map { "\($0) 10 10" }.joined(separator: ", "),
          "1 0 0, " + (102..<202).map { "\($0) 10 10" }.joined(separator: ", "),
        ],
        issues: (102..<202).map { "possibleDuplicate \($0) of 2 by 1" }),
      Case(
        name: "the same row from two crews", returned: ["1 0 0, 2 10 10", "1 0 0, 2 10 10"],
        issues: []),
      Case(
        name: "trees added outside the area or moved out of it",
        returned: ["1 60 0, 2 10 10, 3 0 -51, 4 0 -50"], area: "-50 -50 50 50",
        issues: ["outsideArea 1 by 0", "outsideArea 3 by 0"]),
      Case(
        name: "a tree that stayed outside the area",
        base: "1 99 0", office: "1 99 0", returned: ["1 99 0, 2 1 1"], area: "-50 -50 50 50",
        issues: []),
      Case(
        name: "a package without an area", returned: ["1 0 0, 2 9999 9999"], issues: []),
    ]
  }

  private static let origin = (x: -122.6, y: 45.5)
  private static let degree = 6_371_008.8 * Double.pi / 180

  private static func position(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let cosine = Transcendental.cos(origin.y * Double.pi / 180)
    return (origin.x + x / degree / cosine, origin.y + y / degree)
  }

  private static func store(_ text: String) throws -> [UInt8] {
    var writer = GeoPackageWriter(
      output: ByteOutput(), options: GeoPackageOptions(lastChange: 0, pageSize: 512))
    try writer.begin(
      GeoPackageTable(
        name: "trees", geometry: .init(typeName: "POINT", srsID: 4_326),
        columns: [.init(name: "globalid", type: .text(length: 38))]))
    for row in text.split(separator: ",") {
      let words = row.split(separator: " ").compactMap { Double($0) }
      let point = position(words[1], words[2])
      var blob: [UInt8] = []
      GeoPackageBlob.append(Geometry(x: point.x, y: point.y), srsID: 4_326, to: &blob)
      var encoder = RecordEncoder()
      encoder.appendNull()
      encoder.append(blob: blob.span)
      encoder.append(text: CityText.id(Int(words[0])).text)
      var record: [UInt8] = []
      encoder.write(to: &record)
      try writer.append(record.span)
    }
    _ = try writer.endTable()
    return try writer.finish().bytes
  }

  private static func manifest(_ area: String) -> String {
    let edges = area.split(separator: " ").compactMap { Double($0) }
    let (low, high) = (position(edges[0], edges[1]), position(edges[2], edges[3]))
    let ring = [
      (low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y), (low.x, low.y),
    ].map { "[\($0.0), \($0.1)]" }.joined(separator: ", ")
    return """
      {"area": {"text": "the block", "spatialReference": 4326,
        "geometry": {"type": "Polygon", "coordinates": [[\(ring)]]}}}
      """
  }

  @Test(arguments: Case.all) func `new and moved features are checked`(_ given: Case)
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(try Self.store(given.office), to: "office.gpkg")
    try folder.write(try Self.store(given.base), to: "base.gpkg")
    var request = MergeRequest(
      current: folder.path("office.gpkg"), packages: [], opener: .building, now: 0)
    request.bases.common = folder.path("base.gpkg")
    for (index, text) in given.returned.enumerated() {
      try folder.write(try Self.store(text), to: "crew-\(index)/data.gpkg")
      if let area = given.area {
        try folder.write(Self.manifest(area), to: "crew-\(index)/fieldpack.json")
      }
      request.packages.append(folder.path("crew-\(index)"))
    }
    let report = try await MergeJob(request) { _ in }.run().report
    let found = report.issues.map { issue in
      let ids = [issue.id, issue.value?.text.flatMap { GlobalID($0) }].compactMap(\.self)
      return "\(issue.kind.rawValue) "
        + ids.map { "\($0.low & 0xFF)" }.joined(separator: " of ") + " by \(issue.package ?? -1)"
    }
    #expect(found == given.issues)
  }
}
