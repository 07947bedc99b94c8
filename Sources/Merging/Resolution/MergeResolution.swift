// Merges all returned packages into the current data (Sources/Merging/Rules.md):
//
//   1. Row by row, package by package in the order given (rules 2 to 5 and 8). The last returned
//      value wins. Changes that were merged before, and changes that the field app would have
//      refused, are removed first (rules 10 and 13).
//   2. Where sides left different values, preferences choose one. Then decisions apply.
//   3. Parents, children and look-ups, over all packages (rule 6).
//   4. New attachments (rule 7).
//   5. New rows are numbered in the order of their GlobalIDs (rule 1).

import FeatureData

/// Merges returned packages into the current data. Writes nothing.
///
/// Each phase takes the one before, and none can change what an earlier phase decided about
/// packages: folding, choosing, linking, attaching, concluding.
package enum MergeResolution {
  /// Merges packages.
  ///
  /// - Parameters:
  ///   - packages: The packages in order of precedence: a later package wins over an earlier one.
  ///   - mergedBefore: The fingerprints of changes that are not merged again.
  /// - Throws: ``MergingError`` if a store cannot be read.
  package static func merge(
    _ packages: [ReturnedPackage], into current: StoreRows, schema: MergeSchema,
    decisions: MergeDecisions = MergeDecisions(),
    preferences: MergePreferences = MergePreferences(), mergedBefore: Set<UInt64> = []
  ) throws -> MergeOutcome {
    let inputs = MergeInputs(
      packages, current: current, schema: schema, decisions: decisions, preferences: preferences,
      mergedBefore: mergedBefore)
    let folding = try MergeFolding(inputs)
    let fingerprints = folding.fingerprints
    let choosing = try MergeChoosing(consume folding)
    let linking = try MergeLinking(consume choosing)
    let attaching = try MergeAttaching(consume linking)
    var concluding = MergeConcluding(consume attaching, fingerprints: fingerprints)
    return try concluding.outcome()
  }
}
