import FeatureData
import GeoPackage
import Merging
import TestSupport
import Testing

private typealias Rows = [(Int64, FieldValue, FieldValue, FieldValue, FieldValue)]

/// Two states of a table, and the changes between them.
private struct TwoStates: CustomTestStringConvertible {
  var testDescription: String
  var base: Rows
  var returned: Rows
  var changes: [String] = []
  var issues: [MergeIssue.Kind] = []

  init(
    _ name: String, _ base: Rows, _ returned: Rows, _ changes: [String] = [],
    issues: [MergeIssue.Kind] = []
  ) {
    testDescription = name
    (self.base, self.returned, self.changes, self.issues) = (base, returned, changes, issues)
  }
}

/// Serialized because each test keeps its stores open.
@Suite struct PackageDiffTests {
  private static let noon: FieldValue = "2024-05-01T12:00:00.000Z"
  private static let oak: Rows = [(1, .id(1), "oak", 5, noon)]
  private static let two: Rows = oak + [(2, .id(2), "elm", 6.5, nil)]

  @Test(arguments: [
    TwoStates("no change", two, two),
    TwoStates("an empty table", [], []),
    TwoStates("a changed text", oak, [(1, .id(1), "ash", 5, noon)], ["~ 1 name oak > ash"]),
    TwoStates("a cleared value", oak, [(1, .id(1), nil, 5, noon)], ["~ 1 name oak > null"]),
    TwoStates(
      "two changed fields", oak, [(1, .id(1), "ash", 7.5, noon)],
      ["~ 1 name oak > ash, height 5 > 7.5"]),
    TwoStates("an added row", oak, two, ["+ 2"]),
    TwoStates("a deleted row", two, oak, ["- 2"]),
    TwoStates("the first row was deleted", two, [two[1]], ["- 1"]),
    TwoStates("all rows were deleted", two, [], ["- 1", "- 2"]),
    // Differences without meaning.
    TwoStates("an integer stored as a real number", oak, [(1, .id(1), "oak", 5.0, noon)]),
    TwoStates(
      "a date in another format", oak, [(1, .id(1), "oak", 5, "2024-05-01T14:00:00+02:00")]),
    TwoStates(
      "a GlobalID without braces, in lower case", oak,
      [(1, "11110000-0000-4000-8000-000000000001", "oak", 5, noon)]),
    TwoStates(
      "another encoding of a letter is a change", oak,
      [(1, .id(1), "o\u{61}k\u{301}", 5, noon)], ["~ 1 name oak > oak\u{301}"]),
    // Identity.
    TwoStates("a row was cut and pasted", two, [oak[0], (9, .id(2), "elm", 6.5, nil)]),
    TwoStates(
      "a row was cut, pasted and edited", two, [oak[0], (9, .id(2), "fir", 6.5, nil)],
      ["~ 2 name elm > fir"]),
    TwoStates(
      "all row ids were exchanged", two,
      [
        (1, .id(2), "elm", 6.5, nil), (2, .id(1), "oak", 5, noon),
      ]),
    TwoStates(
      "another row has the row id", oak, [(1, .id(3), "fir", 1, nil)], ["- 1", "+ 3"]),
    TwoStates("a cleared GlobalID", oak, [(1, nil, "oak", 5, noon)]),
    TwoStates(
      "a cleared GlobalID and an edited field", oak, [(1, "", "ash", 5, noon)],
      ["~ 1 name oak > ash"]),
    TwoStates(
      "an added row without a GlobalID", oak, oak + [(2, nil, "elm", 1, nil)], ["+ minted"],
      issues: [.globalIDMinted]),
    TwoStates(
      "a row copied with its GlobalID", oak, oak + [(2, .id(1), "oak", 5, noon)], ["+ minted"],
      issues: [.globalIDDuplicate]),
    TwoStates(
      "a copy before its original", [(5, .id(1), "oak", 5, noon)],
      [(2, .id(1), "copy", 5, noon), (5, .id(1), "oak", 5, noon)], ["+ minted"],
      issues: [.globalIDDuplicate]),
    TwoStates(
      "two new rows with the same GlobalID", oak,
      oak + [(2, .id(7), "a", 1, nil), (3, .id(7), "b", 1, nil)],
      ["+ 7", "+ minted"], issues: [.globalIDDuplicate]),
    TwoStates(
      "a row was cut and pasted twice", oak,
      [(2, .id(1), "oak", 5, noon), (3, .id(1), "oak", 5, noon)],
      ["+ minted"], issues: [.globalIDDuplicate]),
    TwoStates(
      "a GlobalID was issued twice, no change",
      oak + [(2, .id(1), "twin", 1, nil)], oak + [(2, .id(1), "twin", 1, nil)]),
    TwoStates(
      "a GlobalID was issued twice, the second row was edited", oak + [(2, .id(1), "twin", 1, nil)],
      oak + [(2, .id(1), "tree", 1, nil)], ["~ minted name twin > tree"]),
    TwoStates(
      "a GlobalID was issued twice, the first row was deleted", oak + [(2, .id(1), "twin", 1, nil)],
      [(2, .id(1), "twin", 1, nil)], ["- 1"]),
    TwoStates(
      "a GlobalID was filled in", [(1, nil, "oak", 5, noon)], [(1, .id(4), "oak", 5, noon)],
      ["~ minted GlobalID null > \(SampleStore.id(4).text)"]),
    TwoStates(
      "no GlobalIDs, an edited field", [(1, nil, "oak", 5, noon)],
      [(1, nil, "ash", 5, noon)], ["~ minted name oak > ash"]),
    TwoStates(
      "a key that is not a GlobalID", [(1, "T-1", "oak", 5, noon)], [(4, "T-1", "oak", 5, noon)]),
    TwoStates(
      "negative and huge row ids", [(-5, .id(1), "oak", 5, noon)],
      [(-5, .id(1), "oak", 5, noon), (.max, .id(2), "elm", 1, nil)], ["+ 2"]),
  ])
  fileprivate func `the diff finds the changes to a table`(_ situation: TwoStates) async throws {
    let folder = try TemporaryFolder()
    let base = try SampleStore(tables: [SampleStore.trees(situation.base)]).write(
      to: folder, "base.gpkg")
    let returned = try SampleStore(tables: [SampleStore.trees(situation.returned)]).write(
      to: folder, "returned.gpkg")
    let schema = try MergeSchema(reading: base, map: nil)
    let diff = try await PackageDiff(
      base: base, returned: returned, schema: schema, packageID: "p", packageIndex: 0)
    #expect(diff.lines(schema).sorted() == situation.changes.sorted())
    #expect(diff.issues.map(\.kind) == situation.issues)
    #expect(diff.isEmpty == situation.changes.isEmpty)
    #expect(diff.rowCounts.map(\.base) == [situation.base.count])
    #expect(diff.rowCounts.map(\.returned) == [situation.returned.count])
    for change in diff.tables[0].rows {
      // An added row has its identity as GlobalID.
      guard change.action == .insert, let id = change.after?.values[0] else { continue }
      #expect(FieldMeaning.identity.isSame(id, FieldValue(text: change.id.text)))
    }
    let again = try await PackageDiff(
      base: base, returned: returned, schema: schema, packageID: "p", packageIndex: 0)
    #expect(again.tables.map(\.rows) == diff.tables.map(\.rows))
  }
}
