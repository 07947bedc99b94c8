import FeatureData
import Merging
import TestSupport
import Testing

/// Checks that the audit used for random merges finds planted errors.
@Suite struct MergeAuditTests {
  /// A merge in which both sides added, changed, moved and deleted rows, with one conflict.
  private static let base = """
    Trees 1 name=oak dbh=5
    Trees 2 name=elm
    Inspections 3 tree=1 score=4
    Inspections 4 tree=2 note=a
    Branches 5 treefid=1 note=a
    Species 6 code=Q
    """
  private static let returned = """
    Trees 1 name=ash dbh=6
    Trees 2 name=elm
    Inspections 3 tree=2 score=4
    Branches 5 treefid=1 note=b
    Species 6 code=Q
    Trees 7 name=fir
    Inspections 8 tree=7 score=1
    """
  private static let office = """
    Trees 1 name=yew dbh=5 cond=P
    Trees 2 name=elm
    Inspections 3 tree=1 score=5
    Inspections 4 tree=2 note=a
    Branches 5 treefid=1 note=a
    """

  private let merge: CityMerge
  private let outcome: MergeOutcome
  private let rows: [[GlobalID: MergeRow]]

  init() async throws {
    merge = try await CityMerge(
      base: Self.base, returned: [Self.returned], current: Self.office)
    outcome = try merge.merge()
    rows = try merge.rows(outcome)
  }

  private func tableIndex(_ table: String) throws -> Int {
    try #require(merge.schema.table(named: table))
  }

  private func fieldIndex(_ field: String, of table: String) throws -> Int {
    try #require(merge.schema.tables[try tableIndex(table)].fieldIndex(named: field))
  }

  private func audit(
    _ outcome: MergeOutcome? = nil, _ rows: [[GlobalID: MergeRow]]? = nil
  ) -> MergeAudit {
    MergeAudit(merge: merge, outcome: outcome ?? self.outcome, rows: rows ?? self.rows)
  }

  @Test func `a correct merge passes`() throws {
    #expect(outcome.conflicts.count == 1)
    #expect(try audit().unaccounted() == [])
    #expect(try audit().newOrphans() == [])
  }

  @Test(arguments: [
    ("Trees", 1, "dbh", "crew 0: Trees 1 name=oak dbh=5 > Trees 1 name=ash dbh=6"),
    ("Branches", 5, "note", "crew 0: Branches 5 treefid=1 note=a > Branches 5 treefid=1 note=b"),
    (
      "Inspections", 3, "tree",
      "crew 0: Inspections 3 tree=1 score=4 > Inspections 3 tree=2 score=4"
    ),
    ("Trees", 7, "name", "crew 0: - > Trees 7 name=fir"),
    ("Trees", 1, "cond", "office: Trees 1 name=oak dbh=5 > Trees 1 name=yew dbh=5 cond=P"),
    (
      "Inspections", 3, "score",
      "office: Inspections 3 tree=1 score=4 > Inspections 3 tree=1 score=5"
    ),
  ])
  func `a lost value is found`(
    table: String, id: Int, field: String, change: String
  ) throws {
    var rows = self.rows
    let index = try tableIndex(table)
    rows[index][CityText.id(id)]?.values[try fieldIndex(field, of: table)] = .null
    #expect(try audit(nil, rows).unaccounted() == [change])
  }

  @Test func `a lost row is found`() throws {
    var rows = self.rows
    rows[try tableIndex("Inspections")][CityText.id(8)] = nil
    #expect(
      try audit(nil, rows).unaccounted() == ["crew 0: - > Inspections 8 tree=7 score=1"])
  }

  @Test func `a lost deletion is found`() throws {
    var rows = self.rows
    let base = try #require(merge.packages.first).base
    for (table, id) in [("Inspections", 4), ("Species", 6)] {
      let index = try tableIndex(table)
      rows[index][CityText.id(id)] = try base.row(index, CityText.id(id))
    }
    #expect(
      try audit(nil, rows).unaccounted() == [
        "crew 0: Inspections 4 tree=2 note=a > -", "office deleted: Species 6 code=Q > -",
      ])
  }

  @Test func `an unreported conflict is found`() throws {
    var outcome = self.outcome
    outcome.conflicts = []
    #expect(
      try audit(outcome).unaccounted()
        == ["office: Trees 1 name=oak dbh=5 > Trees 1 name=yew dbh=5 cond=P"])
  }

  @Test(arguments: [
    ("Trees", 7, ["Inspections 8#3 tree=7 score=1"]),
    ("Trees", 2, ["Inspections 3#1 tree=2 score=5"]),
    ("Trees", 1, ["Branches 5#1 treefid=1 note=b"]),
  ])
  func `children with a missing parent are found`(
    table: String, id: Int, orphans: [String]
  ) throws {
    var rows = self.rows
    rows[try tableIndex(table)][CityText.id(id)] = nil
    let found = try audit(nil, rows).newOrphans()
    #expect(found == orphans)
  }

  @Test func `children with another row's number are found`() throws {
    var rows = self.rows
    let table = try tableIndex("Trees")
    rows[table][CityText.id(1)]?.rowid = 40
    #expect(try audit(nil, rows).newOrphans() == ["Branches 5#1 treefid=1 note=b"])
  }

  @Test func `an orphan passes only if it is reported`() async throws {
    let merge = try await CityMerge(
      base: "Trees 1 name=oak", returned: ["Trees 1 name=oak\nInspections 2 tree=99"],
      current: nil)
    var outcome = try merge.merge()
    let rows = try merge.rows(outcome)
    #expect(try MergeAudit(merge: merge, outcome: outcome, rows: rows).newOrphans() == [])
    outcome.issues = []
    #expect(
      try MergeAudit(merge: merge, outcome: outcome, rows: rows).newOrphans()
        == ["Inspections 2#1 tree=99"])
  }
}
