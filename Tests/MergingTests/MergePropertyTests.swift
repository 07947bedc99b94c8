import FeatureData
import Foundation
import Merging
import TestSupport
import Testing

/// Properties of every merge, checked with random data. Serialized because each test keeps files
/// open.
@Suite struct MergePropertyTests {
  private static let seeds: Range<UInt64> =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == nil ? 0..<24 : 0..<2_000

  private func text(_ merge: CityMerge, _ outcome: MergeOutcome) throws -> String {
    try merge.text(outcome, showsNumbers: true).result
  }

  @Test(arguments: seeds) func `merging an unchanged package changes nothing`(seed: UInt64)
    async throws
  {
    let triple = RandomTriple(seed: seed)
    let merge = try await CityMerge(
      base: triple.base.text, returned: [triple.base.text], current: triple.current.text)
    let outcome = try merge.merge()
    #expect(outcome.changes.isEmpty && outcome.conflicts.isEmpty && outcome.issues.isEmpty)
  }

  @Test(arguments: seeds) func `merging again changes nothing, even after later edits`(seed: UInt64)
    async throws
  {
    let triple = RandomTriple(seed: seed)
    let merge = try await triple.merge()
    let outcome = try merge.merge()
    let result = try text(merge, outcome)
    let again = try await CityMerge(
      base: triple.base.text, returned: triple.returned.map(\.text), current: result)
    #expect(try again.merge(merged: outcome.fingerprints).changes.isEmpty)
    var later = triple.current
    var generator = SeededGenerator(seed: seed &+ 1)
    later.edit(5, first: 4_000, using: &generator)
    let replay = try await CityMerge(
      base: triple.base.text, returned: triple.returned.map(\.text), current: later.text)
    let replayed = try replay.merge(merged: outcome.fingerprints)
    #expect(replayed.changes.isEmpty && replayed.conflicts.isEmpty)
  }

  @Test(arguments: seeds)
  func `the order of packages does not matter, and nothing is lost`(seed: UInt64) async throws {
    let merge = try await RandomTriple(seed: seed).merge()
    let outcome = try merge.merge()
    let other = try merge.merge(order: [1, 0])
    #expect(outcome.conflicts.isEmpty == other.conflicts.isEmpty)
    if outcome.conflicts.isEmpty { #expect(try text(merge, outcome) == text(merge, other)) }

    let audit = MergeAudit(merge: merge, outcome: outcome, rows: try merge.rows(outcome))
    #expect(try audit.unaccounted().isEmpty)
    #expect(try audit.newOrphans().isEmpty)
    for (package, account) in zip(merge.packages, outcome.accounts) {
      #expect(account.entries.count == package.changes.map(\.rows.count).reduce(0, +))
    }
  }
}
