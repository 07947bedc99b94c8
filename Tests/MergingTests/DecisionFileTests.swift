import FeatureData
import Merging
import Testing

/// Decision files, as the review page saves them.
@Suite struct DecisionFileTests {
  private static let id = "{8E9C1A8F-6CE6-5F6B-89C6-519EA26EC729}"
  private static let schema = MergeSchema(
    tables: [
      MergeTable(
        name: "trees", title: "Trees",
        fields: [
          MergeField(name: "GlobalID", meaning: .identity, role: .globalID),
          MergeField(name: "DBH", meaning: .number),
        ])
    ], links: [])

  private static func file(_ lines: String, format: String = DecisionFile.format) throws
    -> DecisionFile
  {
    let text = "{\"format\":\"\(format)\",\"inputs\":\"abc\",\"decisions\":[\(lines)]}"
    return try DecisionFile(Array(text.utf8), path: "decisions.json")
  }

  private static func decisions(
    _ files: [DecisionFile], inputs: String = "abc"
  ) throws -> MergeDecisions {
    try #require(UnitedDecisions(files)).all(
      for: schema, packages: ["crew-01.mmpk", "crew-02.mmpk"], inputs: inputs
    ).decisions
  }

  private static func line(
    table: String = "trees", id: String = id, field: String = "null", choice: String
  ) -> String {
    "{\"table\":\"\(table)\",\"globalid\":\"\(id)\",\"field\":\(field),\"choice\":\"\(choice)\",\"note\":null}"
  }

  @Test func `choices are read by table, GlobalID and field`() throws {
    let file = try Self.file(
      Self.line(choice: "current") + "," + Self.line(field: "\"dbh\"", choice: "returned"))
    let id = try #require(GlobalID(Self.id))
    let decisions = try Self.decisions([file])
    #expect(
      decisions.choices == [
        .init(table: 0, id: id): .current, .init(table: 0, id: id, field: 1): .returned,
      ])
  }

  @Test func `skipped decisions are left to the merge`() throws {
    let file = try Self.file(Self.line(choice: "skip"))
    #expect(try Self.decisions([file]).choices.isEmpty)
  }

  @Test func `a file made for other inputs is refused`() throws {
    let file = try Self.file(Self.line(choice: "current"))
    #expect(throws: MergingError.self) {
      try Self.decisions([file], inputs: "other")
    }
  }

  @Test(arguments: [
    line(table: "streets", choice: "current"), line(id: "7", choice: "current"),
    line(field: "\"Height\"", choice: "current"), line(field: "7", choice: "current"),
    line(choice: "both"), "null", "7", "{}",
  ])
  func `a decision for an unknown record is refused`(line: String) throws {
    let file = try Self.file(line)
    #expect(throws: MergingError.self) { try Self.decisions([file]) }
  }

  @Test(arguments: ["", "[]", "null", "{\"format\":\"fieldpack.decisions/1\"}", "\u{0}"])
  func `a file in another format is refused`(text: String) {
    #expect(throws: MergingError.self) { try DecisionFile(Array(text.utf8), path: "x.json") }
  }

  @Test func `a later version of the format is refused`() {
    #expect(throws: MergingError.self) { try Self.file("", format: "fieldpack.decisions/2") }
  }

  // MARK: Several reviewers

  private static func file(_ lines: String, of reviewer: String) throws -> DecisionFile {
    let text = "{\"format\":\"\(DecisionFile.format)\",\"inputs\":\"abc\",\"decisions\":[\(lines)]}"
    return try DecisionFile(Array(text.utf8), path: reviewer + ".json")
  }

  private static func package(_ name: String, _ choice: String) -> String {
    "{\"package\":\"\(name)\",\"choice\":\"\(choice)\"}"
  }

  @Test func `decisions of several reviewers are united`() throws {
    let id = try #require(GlobalID(Self.id))
    let files = [
      try Self.file(Self.line(field: "\"dbh\"", choice: "returned"), of: "ada"),
      try Self.file(Self.line(choice: "current"), of: "ben"),
    ]
    for files in [files, files.reversed()] {
      let found = try #require(UnitedDecisions(files)).all(
        for: Self.schema, packages: [], inputs: "abc")
      #expect(
        found.decisions.choices == [
          .init(table: 0, id: id): .current, .init(table: 0, id: id, field: 1): .returned,
        ])
      #expect(
        found.messages == [
          "DBH: ben.json chose the office's value for the whole record, and ada.json chose the "
            + "returned value. Merge follows ada.json."
        ])
    }
  }

  @Test func `the same decisions in several files, in any order, are one`() throws {
    let ada = try Self.file(Self.line(choice: "current"), of: "ada")
    let ben = try Self.file(
      Self.line(choice: "current") + "," + Self.line(field: "\"dbh\"", choice: "returned"),
      of: "ben")
    let all = try Self.decisions([ada, ben])
    #expect(try Self.decisions([ben, ada, ada]) == all)
  }

  @Test func `if two reviewers disagree, the last one wins, and both choices are reported`() throws
  {
    let files = [
      try Self.file(Self.line(field: "\"dbh\"", choice: "returned"), of: "ada"),
      try Self.file(Self.line(field: "\"dbh\"", choice: "skip"), of: "cleo"),
      try Self.file(Self.line(field: "\"dbh\"", choice: "current"), of: "ben"),
    ]
    let found = try #require(UnitedDecisions(files)).all(
      for: Self.schema, packages: [], inputs: "abc")
    #expect(found.decisions.choices.values.map { $0 } == [.current])
    #expect(
      found.messages == [
        "DBH: ada.json chose the returned value, and ben.json chose the office's value. "
          + "Merge follows ben.json."
      ])
  }

  @Test(arguments: [
    (["refuse", "accept"], []), (["accept", "refuse"], [0]), (["refuse", "refuse"], [0]),
  ])
  func `a whole package follows the last reviewer`(choices: [String], refused: [Int]) throws {
    let files = try choices.enumerated().map {
      try Self.file(Self.package("crew-01", $1), of: "reviewer-\($0)")
    }
    let found = try #require(UnitedDecisions(files)).all(
      for: Self.schema, packages: ["crew-01.mmpk", "crew-02.mmpk"], inputs: "abc")
    #expect(found.refused == refused)
    #expect(found.messages.count == (Set(choices).count == 2 ? 1 : 0))
    #expect(found.messages.allSatisfy { $0.hasPrefix("Package crew-01.mmpk: reviewer-0.json ") })
  }

  @Test func `choices for a package that another reviewer refused are dropped`() throws {
    let choice = Self.line(field: "\"dbh\"", choice: "package")
      .replacing("\"note\"", with: "\"package\":\"crew-01\",\"note\"")
    let files = [
      try Self.file(choice, of: "ada"), try Self.file(Self.package("crew-01", "refuse"), of: "ben"),
    ]
    let found = try #require(UnitedDecisions(files)).all(
      for: Self.schema, packages: ["crew-01.mmpk", "crew-02.mmpk"], inputs: "abc")
    #expect(found.decisions.choices.isEmpty)
    #expect(
      found.messages == [
        "Package crew-01.mmpk: ada.json has 1 choice for it, and ben.json refused it. "
          + "Merge follows ben.json."
      ])
  }
}

extension UnitedDecisions {
  /// The decisions of a merge, as the merge asks for them.
  func all(
    for schema: MergeSchema, packages: [String], inputs: String
  ) throws -> (decisions: MergeDecisions, refused: [Int], messages: [String]) {
    let refused = try refusedPackages(of: packages, inputs: inputs)
    let indices = refused.packages.map(\.index)
    let found = try decisions(
      for: schema, packages: packages.indices.filter { !indices.contains($0) }.map { packages[$0] },
      refused: refused.packages.map(\.refused))
    let messages = (refused.disagreements + found.disagreements).map {
      $0.issue(in: schema).message
    }
    return (found.decisions, indices, messages)
  }
}
