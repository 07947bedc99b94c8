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

  private static func line(
    table: String = "trees", id: String = id, field: String = "null", choice: String
  ) -> String {
    "{\"table\":\"\(table)\",\"globalid\":\"\(id)\",\"field\":\(field),\"choice\":\"\(choice)\",\"note\":null}"
  }

  @Test func `choices are read by table, GlobalID and field`() throws {
    let file = try Self.file(
      Self.line(choice: "current") + "," + Self.line(field: "\"dbh\"", choice: "returned"))
    let id = try #require(GlobalID(Self.id))
    let decisions = try file.decisions(for: Self.schema, inputs: "abc")
    #expect(
      decisions.choices == [
        .init(table: 0, id: id): .current, .init(table: 0, id: id, field: 1): .returned,
      ])
  }

  @Test func `skipped decisions are left to the merge`() throws {
    let file = try Self.file(Self.line(choice: "skip"))
    #expect(try file.decisions(for: Self.schema, inputs: "abc").choices.isEmpty)
  }

  @Test func `a file made for other inputs is refused`() throws {
    let file = try Self.file(Self.line(choice: "current"))
    #expect(throws: MergingError.self) {
      try file.decisions(for: Self.schema, inputs: "other")
    }
  }

  @Test(arguments: [
    line(table: "streets", choice: "current"), line(id: "7", choice: "current"),
    line(field: "\"Height\"", choice: "current"), line(field: "7", choice: "current"),
    line(choice: "both"), "null", "7", "{}",
  ])
  func `a decision for an unknown record is refused`(line: String) throws {
    let file = try Self.file(line)
    #expect(throws: MergingError.self) { try file.decisions(for: Self.schema, inputs: "abc") }
  }

  @Test(arguments: ["", "[]", "null", "{\"format\":\"fieldpack.decisions/1\"}", "\u{0}"])
  func `a file in another format is refused`(text: String) {
    #expect(throws: MergingError.self) { try DecisionFile(Array(text.utf8), path: "x.json") }
  }

  @Test func `a later version of the format is refused`() {
    #expect(throws: MergingError.self) { try Self.file("", format: "fieldpack.decisions/2") }
  }
}
