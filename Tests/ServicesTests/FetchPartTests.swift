import Bytes
import Foundation
import Geometry
import OrderedJSON
import Packages
import Services
import TestSupport
import Testing

/// A part of the data is fetched whole, and isn't mixed with another.
@Suite struct FetchPartTests {
  private func filter(_ clause: String, layer: String = "Trees") -> FetchPart {
    var part = FetchPart()
    part.filters = [FetchPart.Filter(layer: layer, clause: clause)]
    return part
  }

  private func box(_ west: Double, _ east: Double) throws -> FetchPart {
    var part = FetchPart()
    part.area = try AreaOfInterest(
      shape: Geometry(Envelope(minX: west, minY: 45, maxX: east, maxY: 46)),
      spatialReference: SpatialReference(epsg: 4326), text: "\(west),45,\(east),46")
    return part
  }

  static let manners: [[FakeService.Manner]] = [
    [], [.cutsShort(at: 5)], [.shuffles], [.changes(afterPages: 1)], [.hidesEdits],
    [.failsAbove(2, status: 500)],
  ]

  static let cutting: [[FakeService.Manner]] = [
    [], [.cutsShort(at: 1)], [.cutsShortSilently(at: 3)], [.webPageFirst],
  ]

  @Test(arguments: manners)
  func `a filter and an area choose the rows of the service`(
    manners: [FakeService.Manner]
  ) async throws {
    for (part, ids) in [
      (filter("OBJECTID < 100"), 0..<100), (try box(0.2, 0.9), 20..<91),
      (filter("OBJECTID < 0"), 0..<0),
    ] {
      let fetched = try Fetched(FakeService(rows: 60, photos: 5, manners))
      let report = try await fetched.run { $0.part = part }
      let rows = fetched.service.rows.filter { ids.contains($0.id) }
      #expect(try fetched.rows() == rows.map(FakeService.feature))
      #expect(report.tables[0].rows == rows.count)
      #expect(report.tables[0].attachments == rows.count { !$0.photos.isEmpty } * 2)
    }
  }

  @Test func `a plan counts the part`() async throws {
    let fetched = try Fetched(FakeService(rows: 60, photos: 5))
    var request = FetchRequest(
      source: try FetchSource(FakeService.root + "/0", portal: nil), output: "")
    request.part = filter("OBJECTID < 10")
    let report = try await FetchJob(request, over: fetched.service) { _ in }.plan()
    #expect(report.tables[0].rows == 3 && report.tables[0].attachments == 6)
  }

  @Test func `the words of a server that rejects a filter are shown`() async throws {
    let fetched = try Fetched(FakeService(rows: 6))
    await #expect(
      throws: ServicesError.filterRefused(
        layer: "Trees", filter: "NOSUCH = 1", code: 400,
        message: "Cannot perform query.; 'where' clause is invalid: no field NOSUCH")
    ) {
      try await fetched.run { $0.part = self.filter("NOSUCH = 1") }
    }
    await #expect(throws: ServicesError.noSuchLayer(name: "Tree", layers: ["Trees"])) {
      try await fetched.run { $0.part = self.filter("1=1", layer: "Tree") }
    }
  }

  @Test(arguments: cutting)
  func `the area of a layer's features has all of them`(
    manners: [FakeService.Manner]
  ) async throws {
    let fetched = try Fetched(FakeService(rows: 60, photos: 0, manners))
    let wanted = fetched.service.rows.count { $0.id < 120 }
    #expect(wanted > 20)
    try await fetched.run { request in
      request.areaOfMap = { _, reader in
        let (shapes, _) = try await reader.shapes(of: "Trees", where: "OBJECTID < 120")
        #expect(shapes.count == wanted)
        return nil
      }
    }
  }

  @Test func `an area isn't made of a part of the features`() async throws {
    let hidden = try Fetched(FakeService(rows: 60)).service.rows[7].id
    let fetched = try Fetched(FakeService(rows: 60, photos: 0, [.hidesRow(hidden)]))
    await #expect(throws: ServicesError.self) {
      try await fetched.run { request in
        request.areaOfMap = { _, reader in
          let (shapes, _) = try await reader.shapes(of: "Trees", where: "OBJECTID < 120")
          Issue.record("\(shapes.count) shapes")
          return nil
        }
      }
    }
  }

  @Test func `another part isn't mixed in`() async throws {
    let fetched = try Fetched(FakeService(rows: 60))
    try await fetched.run { $0.part = self.filter("OBJECTID < 100") }
    let before = try fetched.files()
    let journal = String(decoding: before[".fetch.jsonl"] ?? [], as: UTF8.self)
    #expect(journal.contains("OBJECTID < 100"))
    for other in [FetchPart(), filter("OBJECTID < 200"), try box(0, 1)] {
      await #expect(throws: ServicesError.self) {
        try await fetched.run(overwrite: true) { $0.part = other }
      }
      #expect(try fetched.files() == before)
    }
    fetched.service.edit()
    let report = try await fetched.run(overwrite: true) { $0.part = self.filter("OBJECTID < 100") }
    let change = report.tables[0].change
    #expect(change?.came == 0 && change?.went == 1 && change?.changed == 1)
  }
}
