import Bytes
import Commands
import FeatureData
import Foundation
import GeoPackage
import Geometry
import Merging
import Packages
import Packaging
import Publishing
import TestSupport
import Testing

/// The review of a merge of the demo map with two crews, while the office also edited.
@Suite struct ReviewOfMergeTests {
  /// The demo as issued, the office data, and what is made from both.
  private struct City {
    let folder: TemporaryFolder
    let schema: MergeSchema
    let base: StoreRows
    let current: StoreRows
    let trees: Int
    let ids: [GlobalID]

    init() async throws {
      folder = try await Self.issued.value
      let issued = try OpenPackage(path: folder.path("demo.mmpk"))
      let office = try await Self.office.value
      var schema = try MergeSchema(reading: issued.store, map: issued.storedMap())
      // The map's forms show diameter and condition but do not let anybody change them.
      for table in schema.tables.indices {
        schema.tables[table].filledFields = Set(schema.tables[table].fields.indices)
      }
      self.schema = schema
      base = try StoreRows(issued.store, schema: schema)
      let edited = try OpenPackage(path: office.path("office.mmpk"))
      current = try StoreRows(edited.store, schema: schema)
      trees = try #require(
        schema.table(named: "Trees") ?? schema.tables.firstIndex { $0.title == "Trees" })
      let text = try String(
        contentsOfFile: Fixture.treesOfPortland + "/trees.geojson", encoding: .utf8)
      ids = text.components(separatedBy: "\"GlobalID\":\"").dropFirst().compactMap {
        GlobalID(String($0.prefix(38)))
      }
    }

    /// The demo's package.
    static let issued = Task { () throws -> TemporaryFolder in
      let folder = try TemporaryFolder()
      let request = BuildRequest(
        map: Fixture.treesOfPortland + "/map.json", data: Fixture.treesOfPortland, now: now)
      _ = try await OfflineMapJob(request) { _ in }
        .build(to: folder.path("demo.mmpk"), overwrite: false)
      return folder
    }

    private static let now: Int64 = 1_777_636_800_000

    /// The office changed the diameter of the first tree and deleted the second.
    static let office = Task { () throws -> TemporaryFolder in
      let folder = try TemporaryFolder()
      try FileManager.default.copyItem(
        atPath: Fixture.treesOfPortland, toPath: folder.path("data"))
      let path = folder.path("data/trees.geojson")
      var lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
      lines[1] = lines[1].replacingOccurrences(of: "\"DBH\":4.6", with: "\"DBH\":4.8")
      lines.remove(at: 2)
      try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
      let request = BuildRequest(
        map: folder.path("data/map.json"), data: folder.path("data"), now: now)
      _ = try await OfflineMapJob(request) { _ in }
        .build(to: folder.path("office.mmpk"), overwrite: false)
      return folder
    }

    /// Returns the newest inspection of a tree, and its table.
    func newestVisit(of tree: Int) throws -> (table: Int, record: (id: GlobalID, row: MergeRow)) {
      let visits = try #require(schema.tables.firstIndex { $0.title == "Inspections" })
      let date = try #require(schema.tables[visits].fieldIndex(named: "CollectedDate"))
      let link = try #require(schema.links.firstIndex { $0.destination == visits })
      let found = try base.children(of: link, key: .globalID(ids[tree])).compactMap { id in
        try base.row(visits, id).map { (id: id, row: $0) }
      }
      let newest = found.max { ($0.row[date].text ?? "") < ($1.row[date].text ?? "") }
      return (visits, try #require(newest))
    }

    func index(of field: String) throws -> Int {
      try #require(schema.tables[trees].fieldIndex(named: field))
    }

    /// Returns a crew's change of a tree; nil edits delete it.
    func change(_ tree: Int, _ edits: [(String, FieldValue)]?) throws -> RowChange {
      let before = try #require(try base.row(trees, ids[tree]))
      var after = edits == nil ? nil : before
      for (field, value) in edits ?? [] { after?.values[try index(of: field)] = value }
      return RowChange(id: ids[tree], before: before, after: after)
    }

    func package(
      _ name: String, _ changes: [RowChange], returned: StoreRows? = nil
    ) -> ReturnedPackage {
      let sorted = changes.sorted { $0.id < $1.id }
      return ReturnedPackage(
        identity: name, changes: [TableChanges(table: trees, rows: sorted)], base: base,
        returned: returned ?? base)
    }

    func moved(_ tree: Int, x: Double) throws -> (String, FieldValue) {
      let field = try #require(schema.tables[trees].fieldIndex(of: .geometry))
      let row = try #require(try base.row(trees, ids[tree]))
      var geometry = Geometry()
      guard case .blob(let blob) = row[field] else { throw PublishingError.noMap(path: "") }
      let srsID = try GeoPackageBlob.decode(blob.span, into: &geometry)
      geometry.coordinates[0] += x
      var bytes: [UInt8] = []
      GeoPackageBlob.append(geometry, srsID: srsID, to: &bytes)
      return (schema.tables[trees].fields[field].name, .blob(bytes))
    }

    func review(
      _ packages: [ReturnedPackage], rules: MapRules? = nil
    ) throws -> ReviewContent {
      var outcome = try MergeResolution.merge(packages, into: current, schema: schema)
      try rules?.apply(
        to: &outcome, schema: schema, current: current,
        files: RuleFiles(folders: [Fixture.treesOfPortland]))
      var source = ReviewSource(
        schema: schema,
        packages: packages.map {
          .init(id: $0.identity, name: $0.identity, built: "14 Mar 2026", edited: "20 Mar 2026")
        }, outcome: outcome, current: current, inputs: "digest", title: "Trees of Portland")
      for index in packages.indices {
        source.sides[index] = ReviewSide(base: base, returned: packages[index].returned)
      }
      return try ReviewContent(source)
    }

    func change(of tree: Int, in review: ReviewContent) throws -> ReviewContent.Change {
      try #require(review.changes.first { $0.id == ids[tree].text })
    }
  }

  private static func text(_ text: String) -> FieldValue { .text(Array(text.utf8)) }

  @Test func `an edit is shown like in its pop-up, and accepted`() async throws {
    let city = try await City()
    let review = try city.review([
      city.package(
        "crew-03.mmpk",
        [try city.change(2, [("Condition", Self.text("Fair")), ("DBH", .real(14))])])
    ])
    #expect(review.changes.count == 1)
    let change = try city.change(of: 2, in: review)
    #expect(change.title.hasPrefix("Trees 3 · "))
    #expect(change.action == .updated && !change.isOpen)
    #expect(change.subtitle == "Condition, DBH")
    #expect(change.story == "The field crew changed 2 fields.")
    let fields = review.layers[change.layer].fields
    let condition = try #require(
      change.values.first { $0.field.map { fields[$0].name } == "Condition" })
    #expect(condition.base == "Good" && condition.returned == "Fair" && condition.state == .taken)
    #expect(abs((change.point?.latitude ?? 0) - 45.57) < 0.1)
    #expect(review.layers[change.layer].name == city.schema.tables[city.trees].name)
  }

  @Test
  func `a value set by a rule is shown with the replaced value and its author`()
    async throws
  {
    let city = try await City()
    let rules = try MapRules(bindings: Fixture.treesOfPortland + "/bindings.json")
    let (visits, visit) = try city.newestVisit(of: 2)
    let field = try #require(city.schema.tables[visits].fieldIndex(named: "DBH"))
    var after = visit.row
    after.values[field] = .real(9)
    let visited = ReturnedPackage(
      identity: "crew-07",
      changes: [
        TableChanges(
          table: visits, rows: [RowChange(id: visit.id, before: visit.row, after: after)])
      ], base: city.base, returned: city.base)
    let review = try city.review(
      [
        city.package("crew-05", [try city.change(3, [("Notes", Self.text("leans"))])]),
        city.package("crew-06", [try city.change(2, [("DBH", .real(31.1))])]), visited,
      ], rules: rules)
    let change = try city.change(of: 2, in: review)
    let note = try #require(change.notes.first { $0.hasPrefix("A rule of the map set DBH") })
    #expect(note.contains("to \u{201C}9.00\u{201D} from Inspections of "), "\(note)")
    #expect(note.hasSuffix("crew-06 entered \u{201C}31.10\u{201D}."))

    let alone = try city.review(
      [city.package("crew-05", [try city.change(3, [("Notes", Self.text("leans"))])]), visited],
      rules: rules)
    let ruled = try city.change(of: 2, in: alone)
    #expect(alone.packages[ruled.package].name == "crew-07")
    #expect(ruled.story == "A rule of the map changed this record after an edit by crew-07.")
  }

  @Test func `a child deleted with its parent is shown as deleted by the same crew`()
    async throws
  {
    let city = try await City()
    let (visits, visit) = try city.newestVisit(of: 2)
    let review = try city.review([
      city.package("crew-05", [try city.change(3, [("Notes", Self.text("leans"))])]),
      city.package("crew-06", [try city.change(2, nil)]),
    ])
    let tree = try city.change(of: 2, in: review)
    let change = try #require(review.changes.first { $0.id == visit.id.text && $0.layer == visits })
    #expect(change.package == 1 && change.action == .deleted)
    #expect(change.subtitle == "Deleted with \(tree.title)")
    #expect(change.story == "crew-06 deleted \(tree.title), and this record was deleted with it.")
    #expect(review.changes.allSatisfy { $0.action != .deleted || $0.package == 1 })
  }

  @Test func `a field changed by both sides has three values and is open`() async throws {
    let city = try await City()
    let review = try city.review([
      city.package("crew-03.mmpk", [try city.change(0, [("DBH", .real(5))])])
    ])
    let change = try city.change(of: 0, in: review)
    #expect(change.isOpen && change.conflicts.count == 1)
    let value = try #require(change.values.first { $0.state == .conflict })
    #expect(value.base == "4.60" && value.current == "4.80" && value.returned == "5.00")
    #expect(change.subtitle.hasPrefix("Conflict: "))
    #expect(
      change.story
        == "Both sides changed the same field since the package was built on 14 Mar 2026.")
    #expect(change.resolution == .returned)
  }

  @Test func `a field changed by two crews shows the office's value and names the other crew`()
    async throws
  {
    let city = try await City()
    let review = try city.review([
      city.package("crew-03.mmpk", [try city.change(2, [("DBH", .real(14))])]),
      city.package("crew-07.mmpk", [try city.change(2, [("DBH", .real(15))])]),
    ])
    let change = try city.change(of: 2, in: review)
    let value = try #require(change.values.first { $0.state == .conflict })
    #expect(value.base == "13.50" && value.current == "13.50" && value.returned == "15.00")
    #expect(value.message == "crew-03.mmpk entered \u{201C}14.00\u{201D}.")
    #expect(change.package == 1)
    #expect(
      change.story == "Two crews changed the same field since the package was built on 14 Mar 2026."
    )
    // The office did not change this field, so no editor of it is named.
    #expect(value.currentBy == nil)
  }

  @Test func `three crews are counted, and the last deletion or edit is named`() async throws {
    let city = try await City()
    let review = try city.review([
      city.package(
        "crew-03.mmpk",
        [try city.change(2, [("DBH", .real(14))]), try city.change(3, [("DBH", .real(14))])]),
      city.package(
        "crew-06.mmpk",
        [try city.change(2, [("DBH", .real(15))]), try city.change(3, nil)]),
      city.package(
        "crew-07.mmpk",
        [try city.change(2, [("DBH", .real(16))]), try city.change(3, [("DBH", .real(16))])]),
    ])
    let edited = try city.change(of: 2, in: review)
    #expect(
      edited.story == "3 crews changed the same field since the package was built on 14 Mar 2026.")
    let restored = try city.change(of: 3, in: review)
    #expect(restored.subtitle == "Edited by crew-07.mmpk, deleted by crew-06.mmpk")
    #expect(
      restored.story.hasPrefix("crew-07.mmpk edited this record, and crew-06.mmpk deleted it"))
    let whole = try #require(restored.values.first)
    #expect(whole.field == nil && whole.sides.map(\.package) == [0, 1, 2])
  }

  @Test func `a change by the office is shown beside the crew's changes`() async throws {
    let city = try await City()
    let review = try city.review([
      city.package("crew-03.mmpk", [try city.change(0, [("Notes", Self.text("leans"))])])
    ])
    let change = try city.change(of: 0, in: review)
    let fields = review.layers[change.layer].fields
    let kept = try #require(change.values.first { $0.state == .kept })
    #expect(kept.field.map { fields[$0].name } == "DBH")
    #expect(kept.base == "4.60" && kept.current == "4.80" && kept.returned == "4.60")
    #expect(!change.isOpen && change.subtitle == "Notes")
    #expect(change.story == "The field crew changed 1 field.")
  }

  @Test func `a value entered by both sides is shown for both`() async throws {
    let city = try await City()
    let review = try city.review([
      city.package(
        "crew-03.mmpk", [try city.change(0, [("DBH", .real(4.8)), ("Notes", Self.text("leans"))])],
        returned: city.current)
    ])
    let same = try #require(try city.change(of: 0, in: review).values.first { $0.state == .same })
    #expect(same.base == "4.60" && same.current == "4.80" && same.returned == "4.80")
  }

  @Test func `all crews with values in a record are named`() async throws {
    let city = try await City()
    let review = try city.review([
      city.package("crew-03.mmpk", [try city.change(2, [("Notes", Self.text("leans"))])]),
      city.package("crew-07.mmpk", [try city.change(2, [("DBH", .real(15))])]),
    ])
    #expect(
      try city.change(of: 2, in: review).story
        == "crew-03.mmpk and crew-07.mmpk changed 2 fields.")
  }

  @Test func `days are in the map's time zone`() async throws {
    let issued = try OpenPackage(path: try await City().folder.path("demo.mmpk"))
    var package = ReviewContent.Package(id: "", name: "crew-03")
    package.date(by: issued, in: .utc)
    #expect(package.built == "1 May 2026" && package.edited == nil)
    package.date(by: issued, in: TimeZoneRules(name: "+13:00", offset: 13 * 3_600))
    #expect(package.built == "2 May 2026")
    package.date(by: issued, in: TimeZoneRules(name: "-13:00", offset: -13 * 3_600))
    #expect(package.built == "30 Apr 2026")
  }

  @Test func `the page says when the packages were built`() async throws {
    let city = try await City()
    let one = try city.package("crew-03.mmpk", [city.change(2, [("Notes", Self.text("leans"))])])
    #expect(try city.review([one]).subtitle == "package of 14 Mar 2026")
    let other = try city.package("crew-07.mmpk", [city.change(3, nil)])
    #expect(try city.review([one, other]).subtitle == "2 packages of 14 Mar 2026")
  }

  @Test func `a visit is named after its tree and shown at its location`() async throws {
    let city = try await City()
    let visits = try #require(city.schema.tables.firstIndex { $0.title == "Inspections" })
    let parent = try #require(city.schema.tables[visits].fieldIndex(named: "TreeGlobalID"))
    let link = try #require(city.schema.links.firstIndex { $0.destination == visits })
    let id = try #require(try city.base.children(of: link, key: .globalID(city.ids[2])).first)
    let before = try #require(try city.base.row(visits, id))
    let deleted = TableChanges(
      table: visits, rows: [RowChange(id: id, before: before, after: nil)])
    let review = try city.review([
      ReturnedPackage(
        identity: "crew-03", changes: [deleted], base: city.base, returned: city.base)
    ])
    let change = try #require(review.changes.first { $0.id == id.text })
    #expect(change.subtitle == "Trees 3 · 5628 N WILLAMETTE BLVD")
    #expect(change.story == "The field crew deleted this record of \(change.subtitle).")
    #expect(change.usesParentPoint && abs((change.point?.latitude ?? 0) - 45.575092) < 1e-6)
    #expect(change.values.first { $0.field == parent }?.base == change.subtitle)
    #expect(!review.surroundings.isEmpty)
  }

  @Test func `values that look equal when formatted are shown in full`() async throws {
    let city = try await City()
    let review = try city.review([
      city.package("crew-03.mmpk", [try city.change(2, [("DBH", .real(13.501))])])
    ])
    let value = try #require(try city.change(of: 2, in: review).values.first)
    #expect(value.base == "13.5" && value.returned == "13.501")
  }

  @Test func `a record the office deleted and a crew edited is decided as a whole`() async throws {
    let city = try await City()
    let review = try city.review([
      city.package("crew-03.mmpk", [try city.change(1, [("DBH", .real(7))])])
    ])
    let change = try city.change(of: 1, in: review)
    #expect(change.action == .updated && change.conflicts.contains(nil))
    #expect(change.values.first?.current == "deleted" && change.values.first?.returned == "edited")
    #expect(change.subtitle == "Edited by the crew, deleted by the office")
    #expect(change.values.count == 2)
  }

  @Test func `a record a crew deleted and the office edited is decided as a whole`()
    async throws
  {
    let city = try await City()
    let review = try city.review([
      city.package("crew-03.mmpk", [try city.change(0, nil), try city.change(3, nil)])
    ])
    let edited = try city.change(of: 0, in: review)
    #expect(edited.action == .deleted && edited.isOpen && edited.conflicts.contains(nil))
    let plain = try city.change(of: 3, in: review)
    #expect(plain.action == .deleted && !plain.isOpen && plain.subtitle == "Deleted")
    #expect(plain.values.contains { $0.base != nil && $0.returned == nil })
  }

  @Test func `a move is described in meters and a direction, with both points`() async throws {
    let city = try await City()
    let review = try city.review([
      city.package("crew-03.mmpk", [try city.change(2, [try city.moved(2, x: 0.0001)])])
    ])
    let change = try city.change(of: 2, in: review)
    #expect(change.subtitle == "Moved 7.8 m E")
    #expect(change.story == "The field crew moved the record.")
    #expect(change.formerPoint != nil && change.formerPoint != change.point)
    #expect(!review.surroundings.isEmpty && review.surroundings.count < 303)
  }

  @Test func `a value that the field app refuses is shown but not merged`() async throws {
    let city = try await City()
    let review = try city.review([
      city.package("crew-03.mmpk", [try city.change(2, [("Condition", Self.text("Splendid"))])])
    ])
    let change = try city.change(of: 2, in: review)
    let value = try #require(change.values.first { $0.state == .refused })
    #expect(value.current == "Good" && value.message?.isEmpty == false)
    #expect(!change.notes.isEmpty)
  }

  @Test func `the review is written to a folder`() async throws {
    let city = try await City()
    let review = try city.review([
      city.package(
        "crew-03.mmpk",
        [
          try city.change(0, [("DBH", .real(5))]), try city.change(1, [("DBH", .real(7))]),
          try city.change(3, nil), try city.change(2, [try city.moved(2, x: 0.0001)]),
        ])
    ])
    let folder = try TemporaryFolder()
    let joint = JointCommit()
    let written = try ReviewPages(review).write(to: folder.path("review"), with: joint)
    try joint.run()
    #expect(written.files > 20)
    #expect(try city.review([]).changes.isEmpty)
  }
}
