import FeatureData
import Merging
import Testing

/// Serialized because each test keeps its stores open.
@Suite struct MapRulesApplyingTests {
  static let all =
    RuleCase.constants + RuleCase.polygons + RuleCase.addresses + RuleCase.newestRecords

  @Test(arguments: all)
  func `rules set values and list them`(_ example: RuleCase) async throws {
    let (merged, outcome, schema) = try await example.merge()
    let lines = outcome.rules.values.map { RuleCase.line($0, schema) }
    #expect(lines.sorted() == example.sets.split(separator: "\n").map(String.init).sorted())
    #expect(outcome.rules.problems.map(\.reason) == example.problems)
    try expectAllListed(merged, outcome)
  }

  @Test(arguments: all.filter { $0.returned.count > 1 })
  func `the order of packages does not matter`(_ example: RuleCase) async throws {
    let (_, outcome, schema) = try await example.merge()
    let (_, other, _) = try await example.merge(order: example.returned.indices.reversed())
    #expect(outcome.changes.map(\.rows) == other.changes.map(\.rows))
    let lines = [outcome, other].map { outcome in
      // Package indices are reversed.
      outcome.rules.values.map { RuleCase.line($0, schema).replacing(/of package \d/, with: "") }
    }
    #expect(lines[0] == lines[1])
  }

  @Test func `values set by rules stay when the package is merged again`() async throws {
    let example = try #require(RuleCase.constants.first)
    let (_, first, schema) = try await example.merge()
    var again = example
    again.current = "Trees 1 x=1 y=1 cond=G"
    again.returned = ["Trees 1 x=1 y=1 dbh=4"]
    let (_, second, _) = try await again.merge(merged: first.fingerprints)
    #expect(second.conflicts.isEmpty)
    #expect(second.rules.values.isEmpty)
    let table = try #require(schema.table(named: "Trees"))
    let field = try #require(schema.tables[table].fieldIndex(named: "cond"))
    let after = try #require(second.changes.first?.rows.first?.after)
    #expect(after[field] == FieldValue(text: "G"))
  }

  @Test func `polygons that a crew changed are used in their new form`() async throws {
    let rule = """
      {"on":"insert","layer":"Trees","field":"ward","from":{"layer":"Wards","field":"name"}}
      """
    let example = RuleCase(
      "wards", rules: rule, base: "Wards 1 name=OLD box=0,0,5,5\nWards 2 name=GONE box=0,0,20,20",
      returned: "Wards 1 name=NEW box=6,6,9,9\nTrees 1 x=7 y=7\nTrees 2 x=1 y=1")
    let (_, outcome, schema) = try await example.merge(wards: "")
    #expect(outcome.rules.values.map { RuleCase.line($0, schema) } == ["Trees 1 ward NULL>NEW"])
  }

  /// Checks that the rules changed only the listed values.
  private func expectAllListed(_ merged: MergeOutcome, _ outcome: MergeOutcome) throws {
    var expected = rows(merged)
    for value in outcome.rules.values where value.refusal == nil {
      let key = Key(table: value.table, id: value.id)
      // Other fields of a row that only rules changed are as in the office data.
      let row = expected[key] ?? rows(outcome, \.before)[key]
      var changed = try #require(row)
      #expect(changed[value.field] == value.old)
      changed.values[value.field] = value.new
      expected[key] = changed
    }
    let before = rows(outcome, \.before)
    for (key, row) in rows(outcome) {
      #expect(expected[key] == row)
      #expect(before[key] != row)
    }
    for table in outcome.changes {
      #expect(!table.rows.isEmpty)
      #expect(table.rows.map(\.id) == table.rows.map(\.id).sorted())
    }
  }

  private struct Key: Hashable {
    var table: Int
    var id: GlobalID
  }

  private func rows(
    _ outcome: MergeOutcome, _ side: KeyPath<RowChange, MergeRow?> = \.after
  ) -> [Key: MergeRow] {
    var rows: [Key: MergeRow] = [:]
    for table in outcome.changes {
      for change in table.rows {
        rows[Key(table: table.table, id: change.id)] = change[keyPath: side]
      }
    }
    return rows
  }
}
