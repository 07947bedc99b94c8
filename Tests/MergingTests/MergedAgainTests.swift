import FeatureData
import Merging
import Testing

/// A package that is returned again after it was merged.
///
/// Serialized because each test keeps its stores open.
@Suite struct MergedAgainTests {
  private let base = "Trees 1 name=oak dbh=5\nTrees 2 name=elm"

  /// Merges a package into the office data after an earlier return of it was merged.
  private func again(
    first: String, second: String, office: String, continues: Bool = false
  ) async throws -> MergedText {
    let before = try await CityMerge(base: base, returned: [first], current: base)
    let fingerprints = try before.merge().fingerprints
    let merge = try await CityMerge(base: base, returned: [], current: office)
    let issued = try CityText(base).store("issued.gpkg", in: merge.folder)
    let store = try CityText(second).store("again.gpkg", in: merge.folder)
    try await merge.add(store, issued, "p0", continues: continues)
    return try merge.text(try merge.merge(merged: fingerprints), showsNumbers: false)
  }

  @Test(arguments: [
    ("the office reverted a change", "Trees 1 name=oak dbh=5"),
    ("the office made further changes", "Trees 1 name=ash dbh=7\nTrees 3 name=fir"),
    ("the office deleted rows", ""),
    ("the office restored rows", "Trees 1 name=yew dbh=6\nTrees 2 name=elm"),
  ])
  func `a package that is merged again changes nothing`(name: String, office: String) async throws {
    let returned = "Trees 1 name=yew dbh=6\nTrees 3 name=new"
    let text = try await again(first: returned, second: returned, office: office)
    #expect(text.result == office)
    #expect(text.conflicts.isEmpty)
    #expect(text.outcomes == "alreadyMerged 3")
  }

  @Test func `a later return merges only its new changes`() async throws {
    let text = try await again(
      first: "Trees 1 name=yew dbh=5\nTrees 2 name=elm",
      second: "Trees 1 name=yew dbh=6\nTrees 2 name=elm",
      office: "Trees 1 name=oak dbh=5\nTrees 2 name=elm")
    #expect(text.result == "Trees 1 name=oak dbh=6\nTrees 2 name=elm")
  }

  @Test func `a crew can change its own values without conflict`() async throws {
    let text = try await again(
      first: "Trees 1 name=yew dbh=5\nTrees 2 name=elm\nSpecies 3 code=Q",
      second: "Trees 1 name=ash dbh=5\nTrees 2 name=elm\nSpecies 3 code=R",
      office: "Trees 1 name=yew dbh=5\nTrees 2 name=elm\nSpecies 3 code=Q", continues: true)
    #expect(text.result == "Trees 1 name=ash dbh=5\nTrees 2 name=elm\nSpecies 3 code=R")
    #expect(text.conflicts.isEmpty)
  }

  @Test func `a crew can delete a row that it edited before`() async throws {
    let text = try await again(
      first: "Trees 1 name=yew dbh=5\nTrees 2 name=elm", second: "Trees 2#2 name=elm",
      office: "Trees 1 name=yew dbh=5\nTrees 2 name=elm", continues: true)
    #expect(text.result == "Trees 2 name=elm")
    #expect(text.conflicts.isEmpty)
  }

  @Test func `the same change by another crew is a separate change`() async throws {
    let returned = "Trees 1 name=yew dbh=5\nTrees 2 name=elm"
    let before = try await CityMerge(base: base, returned: [returned], current: base)
    let merge = try await CityMerge(base: base, returned: [base, returned], current: base)
    let text = try merge.text(
      try merge.merge(merged: before.merge().fingerprints), showsNumbers: false)
    #expect(text.result == "Trees 1 name=yew dbh=5\nTrees 2 name=elm")
    #expect(text.outcomes == "; applied 1")
  }

  @Test func `a package given to two crews is merged as two packages`() async throws {
    let text = try await again(
      first: "Trees 1 name=yew dbh=5\nTrees 2 name=elm",
      second: "Trees 1 name=ash dbh=5\nTrees 2 name=elm",
      office: "Trees 1 name=yew dbh=5\nTrees 2 name=elm")
    #expect(text.result == "Trees 1 name=ash dbh=5\nTrees 2 name=elm")
    #expect(text.conflicts == "update/update Trees 1 name oak|yew|ash returned")
  }

  @Test(arguments: [false, true])
  func `two copies of one package in one merge`(continues: Bool) async throws {
    let merge = try await CityMerge(base: base, returned: [], current: base)
    let issued = try CityText(base).store("issued.gpkg", in: merge.folder)
    for (name, text) in [("old", "Trees 1 name=yew"), ("new", "Trees 1 name=ash")] {
      let store = try CityText(text + " dbh=5\nTrees 2 name=elm").store(name, in: merge.folder)
      try await merge.add(store, issued, "crew", continues: continues)
    }
    let text = try merge.text(try merge.merge(), showsNumbers: false)
    #expect(text.result == "Trees 1 name=ash dbh=5\nTrees 2 name=elm")
    #expect(text.conflicts.isEmpty == continues)
  }
}
