import FeatureData
import Merging
import Testing

/// Serialized because each test keeps its stores open.
@Suite struct MergeDecisionsTests {
  private static let base = "Trees 1 name=oak dbh=5\nTrees 2 name=elm\nInspections 3 tree=2"

  /// Merges a conflict, a deletion and an addition with decisions.
  private func merged(
    _ decisions: [(table: String, id: Int, field: String?, MergeDecisions.Choice)]
  ) async throws -> MergedText {
    let merge = try await CityMerge(
      base: Self.base,
      returned: ["Trees 1 name=ash dbh=6\nInspections 3 tree=2\nSpecies 4 code=Q"],
      current: "Trees 1 name=fir dbh=5\nTrees 2 name=elm\nInspections 3 tree=2")
    var choices: [MergeDecisions.Target: MergeDecisions.Choice] = [:]
    for (name, id, field, choice) in decisions {
      let table = try #require(merge.schema.table(named: name))
      let fieldIndex = try field.map {
        try #require(merge.schema.tables[table].fieldIndex(named: $0))
      }
      choices[.init(table: table, id: CityText.id(id), field: fieldIndex)] = choice
    }
    return try merge.text(
      try merge.merge(decisions: MergeDecisions(choices)), showsNumbers: false)
  }

  @Test func `without decisions the merge rules apply`() async throws {
    let text = try await merged([])
    #expect(text.result == "Trees 1 name=ash dbh=6\nSpecies 4 code=Q")
    #expect(text.conflicts == "update/update Trees 1 name oak|fir|ash returned")
  }

  @Test func `a field keeps the office's value`() async throws {
    let text = try await merged([("Trees", 1, "name", .current)])
    #expect(text.result == "Trees 1 name=fir dbh=6\nSpecies 4 code=Q")
    #expect(text.conflicts == "update/update Trees 1 name oak|fir|ash current")
    #expect(text.outcomes == "applied 2, decided 1")
  }

  @Test func `a field gets another value`() async throws {
    let text = try await merged([("Trees", 1, "name", .value(FieldValue(text: "yew")))])
    #expect(text.result == "Trees 1 name=yew dbh=6\nSpecies 4 code=Q")
    #expect(text.conflicts == "update/update Trees 1 name oak|fir|ash decided")
  }

  @Test func `a change without a conflict can be refused`() async throws {
    let text = try await merged([("Trees", 1, "dbh", .current), ("Species", 4, nil, .current)])
    #expect(text.result == "Trees 1 name=ash dbh=5")
  }

  @Test func `a row keeps the office's state`() async throws {
    let text = try await merged([("Trees", 1, nil, .current), ("Trees", 2, nil, .current)])
    #expect(
      text.result
        == "Trees 1 name=fir dbh=5\nTrees 2 name=elm\nInspections 3 tree=2\nSpecies 4 code=Q")
  }

  @Test func `a row taken from a crew keeps others' changes to other fields`()
    async throws
  {
    let merge = try await CityMerge(
      base: "Trees 1 name=oak dbh=5 cond=G",
      returned: ["Trees 1 name=ash dbh=6 cond=G", "Trees 1 name=fir dbh=5 cond=G"],
      current: "Trees 1 name=oak dbh=5 cond=P")
    let choices = [
      MergeDecisions.Target(table: 0, id: CityText.id(1)): MergeDecisions.Choice.returned
    ]
    let text = try merge.text(
      try merge.merge(decisions: MergeDecisions(choices)), showsNumbers: false)
    #expect(text.result == "Trees 1 name=fir dbh=6 cond=P")
  }

  @Test func `a chosen deletion is applied even if other rows need the row`() async throws {
    let merge = try await CityMerge(
      base: "Trees 1 name=oak", returned: [""],
      current: "Trees 1 name=oak\nInspections 2 tree=1")
    let choices = [
      MergeDecisions.Target(table: 0, id: CityText.id(1)): MergeDecisions.Choice.returned
    ]
    let text = try merge.text(
      try merge.merge(decisions: MergeDecisions(choices)), showsNumbers: false)
    #expect(text.result == "")
  }

  @Test func `children of a refused row are not added`() async throws {
    let merge = try await CityMerge(
      base: "", returned: ["Trees 1 name=oak\nInspections 2 tree=1"], current: nil)
    let choices = [
      MergeDecisions.Target(table: 0, id: CityText.id(1)): MergeDecisions.Choice.current
    ]
    let text = try merge.text(
      try merge.merge(decisions: MergeDecisions(choices)), showsNumbers: false)
    #expect(text.result == "")
  }

  @Test func `a person can accept changes to a read-only table`() async throws {
    let merge = try await CityMerge(
      base: "Parcels 1 owner=city", returned: ["Parcels 1 owner=me"], current: nil)
    let table = try #require(merge.schema.table(named: "Parcels"))
    let choices = [
      MergeDecisions.Target(table: table, id: CityText.id(1)): MergeDecisions.Choice.returned
    ]
    let text = try merge.text(
      try merge.merge(decisions: MergeDecisions(choices)), showsNumbers: false)
    #expect(text.result == "Parcels 1 owner=me")
    #expect(text.issues.isEmpty)
  }
}

/// Decisions between several crews, and typed values.
@Suite struct SideDecisionsTests {
  private func merged(
    _ lines: String, returned: [String] = ["Trees 1 name=elm dbh=6", "Trees 1 name=ash dbh=5"]
  ) async throws -> MergedText {
    let merge = try await CityMerge(
      base: "Trees 1 name=oak dbh=5", returned: returned, current: "Trees 1 name=fir dbh=5")
    let text = #"{"format":"fieldpack.decisions/1","inputs":"i","decisions":[\#(lines)]}"#
    let file = try DecisionFile(Array(text.utf8), path: "d.json")
    let decisions = try #require(UnitedDecisions([file])).all(
      for: merge.schema, packages: ["crew-01.mmpk", "crew-02.mmpk"], inputs: "i"
    ).decisions
    return try merge.text(try merge.merge(decisions: decisions), showsNumbers: false)
  }

  private static func line(_ field: String, _ rest: String) -> String {
    #"{"table":"Trees","globalid":"\#(CityText.id(1).text)","field":\#(field),\#(rest)}"#
  }

  @Test(arguments: [
    (line("\"name\"", #""choice":"package","package":"crew-01.mmpk""#), "Trees 1 name=elm dbh=6"),
    (line("\"name\"", #""choice":"package","package":"crew-01""#), "Trees 1 name=elm dbh=6"),
    (line("\"name\"", #""choice":"package","package":"crew-02""#), "Trees 1 name=ash dbh=6"),
    (line("null", #""choice":"package","package":"crew-02""#), "Trees 1 name=ash dbh=5"),
    (line("\"name\"", #""choice":"value","value":"yew""#), "Trees 1 name=yew dbh=6"),
    (line("\"dbh\"", #""choice":"value","value":"7.5""#), "Trees 1 name=ash dbh=7.5"),
    (line("\"dbh\"", #""choice":"value","value":8"#), "Trees 1 name=ash dbh=8"),
    (line("\"dbh\"", #""choice":"value","value":"""#), "Trees 1 name=ash"),
  ])
  func `the value of any crew or a typed value can be chosen`(
    line: String, result: String
  ) async throws {
    let text = try await merged(line)
    #expect(text.result == result)
    #expect(text.issues.isEmpty)
  }

  @Test(arguments: [
    // Crew 1 entered elm and 6, crew 2 entered ash, and the office has fir.
    (#"{"package":"crew-01","choice":"accept"}"#, "Trees 1 name=elm dbh=6"),
    (#"{"package":"crew-02","choice":"accept"}"#, "Trees 1 name=ash dbh=6"),
    (
      #"{"package":"crew-02","choice":"accept"},{"package":"crew-01","choice":"accept"}"#,
      "Trees 1 name=elm dbh=6"
    ),
    (
      #"{"package":"crew-01","choice":"accept"},"# + line("\"name\"", #""choice":"current""#),
      "Trees 1 name=fir dbh=6"
    ),
    (
      #"{"package":"crew-01","choice":"accept"},"# + line("null", #""choice":"current""#),
      "Trees 1 name=fir dbh=5"
    ),
  ])
  func `accepting a crew applies all its changes except for other choices`(
    lines: String, result: String
  ) async throws {
    #expect(try await merged(lines).result == result)
  }

  @Test func `accepting a crew applies its deletions`() async throws {
    let accepted = #"{"package":"crew-01","choice":"accept"}"#
    let kept = try await merged("", returned: ["", "Trees 1 name=ash dbh=5"])
    #expect(kept.result == "Trees 1 name=ash dbh=5")
    #expect(try await merged(accepted, returned: ["", "Trees 1 name=ash dbh=5"]).result == "")
  }

  @Test(arguments: [
    (#""dbh""#, #""900""#, "invalidValue Trees 1 dbh=900 11002"),
    (#""dbh""#, #""thick""#, "invalidValue Trees 1 dbh=thick 11000"),
    (
      #""name""#, #""a much too long name""#, "invalidValue Trees 1 name=a_much_too_long_name 11003"
    ),
  ])
  func `an invalid typed value is refused`(
    field: String, value: String, issue: String
  ) async throws {
    let text = try await merged(Self.line(field, #""choice":"value","value":\#(value)"#))
    #expect(text.result == "Trees 1 name=ash dbh=6")
    #expect(text.issues == issue)
  }

  @Test(arguments: [
    #""choice":"package","package":"crew-09""#, #""choice":"package""#, #""choice":"value""#,
    #""choice":"value","value":{}"#,
  ])
  func `a choice without a package or value is an error`(rest: String) async throws {
    await #expect(throws: MergingError.self) {
      _ = try await merged(Self.line("\"name\"", rest))
    }
  }
}
