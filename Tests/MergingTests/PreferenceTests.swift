import FeatureData
import Merging
import Packages
import TestSupport
import Testing

/// Preferences between conflicting values. Crew 0 has the last edit, and crew 1 is the last
/// package.
@Suite struct PreferenceTests {
  private static let base = "Trees 1 name=oak dbh=5 at=2026-01-01T00:00:00Z"
  private static let crews = [
    "Trees 1 name=ash dbh=5 at=2026-03-09T00:00:00Z",
    "Trees 1 name=fir dbh=5 at=2026-03-02T00:00:00Z",
  ]
  private static let now: Int64 = 1_775_000_000_000  // 2026-03-31

  private func merged(
    _ rules: [MapRule.Prefer], base: String = Self.base, returned: [String] = Self.crews,
    current: String? = nil, decisions: MergeDecisions = MergeDecisions(), now: Int64 = Self.now
  ) async throws -> MergedText {
    let merge = try await CityMerge(base: base, returned: returned, current: current)
    let preferences = try MergePreferences(rules, in: merge.schema, now: now)
    return try merge.text(
      try merge.merge(decisions: decisions, preferences: preferences), showsNumbers: false)
  }

  private func name(_ text: MergedText) -> String {
    text.result.split(separator: " ").first { $0.hasPrefix("name=") }.map(String.init) ?? ""
  }

  @Test(
    arguments: [
      // The office did not change the name, changed it between the crews, or changed it after them.
      (PreferredSide.last, nil, "name=fir"), (.newest, nil, "name=ash"), (.office, nil, "name=ash"),
      (.crew, nil, "name=ash"),
      (.last, "2026-03-05", "name=fir"), (.newest, "2026-03-05", "name=ash"),
      (.office, "2026-03-05", "name=yew"), (.crew, "2026-03-05", "name=ash"),
      (.last, "2026-03-20", "name=fir"), (.newest, "2026-03-20", "name=yew"),
      (.office, "2026-03-20", "name=yew"), (.crew, "2026-03-20", "name=ash"),
    ] as [(PreferredSide, String?, String)])
  func `the preferred side wins`(
    side: PreferredSide, office: String?, expected: String
  ) async throws {
    let current = office.map { "Trees 1 name=yew dbh=5 at=\($0)T00:00:00Z" }
    let rules = [MapRule.Prefer(side: side)]
    #expect(try await name(merged(rules, current: current)) == expected)
    guard side != .last else { return }
    let turned = try await merged(rules, returned: Self.crews.reversed(), current: current)
    #expect(name(turned) == expected)
  }

  @Test func `each overruled value is a conflict with the winner`() async throws {
    let current = "Trees 1 name=yew dbh=5 at=2026-03-20T00:00:00Z"
    let office = try await merged([.init(side: .office)], current: current)
    #expect(
      office.conflicts == """
        update/update Trees 1 name oak|yew|ash current 0
        update/update Trees 1 name oak|yew|fir current 1
        """)
    #expect(office.outcomes == "overruled 1; overruled 1")
    let crew = try await merged([.init(side: .crew)], current: current)
    #expect(
      crew.conflicts == """
        update/update Trees 1 name oak|yew|ash returned 0
        update/update Trees 1 name oak|ash|fir current 1/0
        """)
    #expect(crew.outcomes == "conflict 1; overruled 1")
  }

  @Test func `a conflict of another record with the office doesn't bring in the office`()
    async throws
  {
    let text = try await merged(
      [.init(side: .office)], base: Self.base + "\nTrees 2 name=oak dbh=5",
      returned: zip(Self.crews, ["elm", "oak"]).map { "\($0)\nTrees 2 name=\($1) dbh=5" },
      current: Self.base + "\nTrees 2 name=yew dbh=5")
    // The office didn't change tree 1, so the last edit wins.
    #expect(
      text.result == """
        Trees 1 name=ash dbh=5 at=2026-03-09T00:00:00Z
        Trees 2 name=yew dbh=5
        """)
  }

  @Test func `preferences affect only fields that both sides changed`() async throws {
    let text = try await merged(
      [.init(side: .office)], returned: ["Trees 1 name=ash dbh=9 at=2026-03-09T00:00:00Z"],
      current: "Trees 1 name=yew dbh=5 cond=P at=2026-03-01T00:00:00Z")
    #expect(text.result == "Trees 1 name=yew dbh=9 cond=P at=2026-03-09T00:00:00Z")
  }

  @Test(
    arguments: [
      ([("Trees", "name", PreferredSide.office)], "Trees 1 name=yew dbh=7"),
      ([("Trees", nil, .office)], "Trees 1 name=yew dbh=8"),
      ([(nil, nil, .office), ("Trees", "name", .last)], "Trees 1 name=fir dbh=8"),
      ([("Trees", "name", .last), (nil, nil, .office)], "Trees 1 name=fir dbh=8"),
      ([("Trees", "name", .office), ("Trees", "name", .last)], "Trees 1 name=fir dbh=7"),
      ([("Inspections", nil, .office)], "Trees 1 name=fir dbh=7"),
    ] as [([(String?, String?, PreferredSide)], String)])
  func `a field preference overrides its table, and a table overrides all`(
    rules: [(String?, String?, PreferredSide)], expected: String
  ) async throws {
    let text = try await merged(
      rules.map { MapRule.Prefer(layer: $0, field: $1, side: $2) }, base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=fir dbh=7"], current: "Trees 1 name=yew dbh=8")
    #expect(text.result == expected)
  }

  @Test(arguments: [
    // Edits without dates, with equal dates, with a future date, and with only one time zone.
    ["Trees 1 name=ash", "Trees 1 name=fir"],
    ["Trees 1 name=ash at=2026-03-09T00:00:00Z", "Trees 1 name=fir at=2026-03-09T00:00:00Z"],
    ["Trees 1 name=ash at=2026-04-09T00:00:00Z", "Trees 1 name=fir at=2026-03-02T00:00:00Z"],
    ["Trees 1 name=ash at=2026-03-09T05:00:00", "Trees 1 name=fir at=2026-03-09T02:00:00Z"],
  ])
  func `the last package wins with an issue if dates are not conclusive`(
    returned: [String]
  ) async throws {
    let text = try await merged(
      [.init(side: .newest)], base: "Trees 1 name=oak", returned: returned)
    #expect(name(text) == "name=fir")
    #expect(text.issues.contains("newestUnknown"))
  }

  @Test func `crews with the same value count as the newest of them`() async throws {
    let text = try await merged(
      [.init(side: .newest)],
      returned: Self.crews.reversed() + ["Trees 1 name=fir dbh=5 at=2026-03-12T00:00:00Z"])
    #expect(name(text) == "name=fir")
    #expect(text.issues.isEmpty)
  }

  @Test func `an edited record is kept in spite of any preference`() async throws {
    for side in PreferredSide.allCases {
      let text = try await merged([.init(side: side)], current: "Species 4 code=Q")
      #expect(text.result.hasPrefix("Trees 1 name="))
    }
  }

  @Test func `a refused value is not considered`() async throws {
    let text = try await merged(
      [.init(side: .crew)], base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=oak dbh=6", "Trees 1 name=oak dbh=900"],
      current: "Trees 1 name=oak dbh=7")
    #expect(text.result == "Trees 1 name=oak dbh=6")
  }

  @Test func `decisions override preferences`() async throws {
    let trees = try City.schema().tables[0]
    let field = try #require(trees.fieldIndex(named: "name"))
    let target = MergeDecisions.Target(table: 0, id: CityText.id(1), field: field)
    let text = try await merged(
      [.init(side: .newest)], decisions: MergeDecisions([target: .package(1)]))
    #expect(name(text) == "name=fir")
  }

  @Test func `the bytes of a photo match the chosen digest`() async throws {
    let merge = try await CityMerge(
      base: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=S1 size=9",
      returned: [
        "Trees 1 name=oak\nPhotos 2#7 tree=1 name=a.jpg sha=S2 size=9",
        "Trees 1 name=oak\nPhotos 2#8 tree=1 name=a.jpg sha=S3 size=9",
      ], current: nil)
    let photos = try #require(merge.schema.table(named: "Photos"))
    let digest = try #require(merge.schema.tables[photos].fieldIndex(named: "sha256"))
    for (choice, package) in [(MergeDecisions.Choice.package(0), 0), (.package(1), 1)] {
      for field in [digest, nil] {
        let target = MergeDecisions.Target(table: photos, id: CityText.id(2), field: field)
        let outcome = try merge.merge(decisions: MergeDecisions([target: choice]))
        #expect(outcome.attachments.map(\.package) == [package])
      }
    }
    let target = MergeDecisions.Target(table: photos, id: CityText.id(2), field: digest)
    #expect(try merge.merge(decisions: MergeDecisions([target: .current])).attachments.isEmpty)
  }

  @Test func `a preference for an unknown table or field is an error`() async throws {
    let schema = try City.schema()
    for rule in [
      MapRule.Prefer(layer: "Bushes", side: .office),
      MapRule.Prefer(layer: "Trees", field: "bark", side: .office),
    ] {
      #expect(throws: MergingError.self) { try MergePreferences([rule], in: schema, now: 0) }
    }
  }
}
