import FeatureData
import GeoPackage

// Pairs of related records (rule 1 in Sources/Merging/Rules.md). Pairs that packages added are
// added, pairs that they removed are removed, and no pair refers to a missing record.

extension MergeConcluding {
  /// Returns the changes to the current store's tables of pairs, with the row ids of the result.
  ///
  /// - Parameter rowids: The row ids of new rows, by table.
  mutating func resolvePairs(
    rowids: [[GlobalID: Int64]]
  ) throws -> [Int: PairEdits] {
    var edits: [Int: PairEdits] = [:]
    for (relationIndex, relation) in inputs.schema.pairs.enumerated() {
      let wanted = wantedPairs(of: relationIndex)
      guard !wanted.isEmpty else { continue }
      var existing: Set<RecordPair> = []
      var removed: Set<PairEdits.Pair> = []
      _ = try RelatedPairs(relation: relation, schema: inputs.schema).forEachPair(
        in: inputs.current
      ) {
        existing.insert($1)
        if wanted[$1]?.isWanted == false { removed.insert($0) }
      }
      var added: [PairEdits.Pair] = []
      for (pair, want) in wanted.sorted(by: { $0.key < $1.key })
      where want.isWanted && !existing.contains(pair) {
        guard
          let base = try rowid(
            of: RecordKey(table: relation.base, globalID: pair.base), newRowIDs: rowids),
          let related = try rowid(
            of: RecordKey(table: relation.related, globalID: pair.related), newRowIDs: rowids)
        else {
          issues.append(
            MergeIssue(
              .pairsChanged, table: relation.related, id: pair.related,
              package: want.packageIndex,
              "A new pair in \(relation.mappingTable) refers to a record that no longer exists. "
                + "The pair was not added."))
          continue
        }
        added.append(PairEdits.Pair(base: base, related: related))
      }
      guard !added.isEmpty || !removed.isEmpty else { continue }
      edits[relationIndex] = PairEdits(removed: removed, added: added)
    }
    return edits
  }

  /// Returns the pairs that packages added or removed and that were not merged before. If several
  /// packages changed a pair, the last one decides.
  private mutating func wantedPairs(
    of relationIndex: Int
  ) -> [RecordPair: (isWanted: Bool, packageIndex: Int)] {
    var wanted: [RecordPair: (isWanted: Bool, packageIndex: Int)] = [:]
    for (packageIndex, package) in inputs.packages.enumerated() {
      let fingerprint = ChangeFingerprint(package: package.identity)
      let table = inputs.schema.pairs[relationIndex].mappingTable
      for changes in package.pairs where changes.relation == relationIndex {
        for (pairs, isAdded) in [(changes.removed, false), (changes.added, true)] {
          for pair in pairs {
            let mark = fingerprint.pair(pair, isAdded: isAdded, in: table)
            fingerprints.insert(mark)
            if !inputs.mergedBefore.contains(mark) { wanted[pair] = (isAdded, packageIndex) }
          }
        }
      }
    }
    return wanted
  }

  /// Returns the row id of a record in the result. Nil if the result does not have it.
  private func rowid(
    of key: RecordKey, newRowIDs: [[GlobalID: Int64]]
  ) throws -> Int64? {
    if let folded = rows[key] {
      guard folded.row != nil else { return nil }
      return folded.stored?.rowid ?? newRowIDs[key.table][key.globalID]
    }
    return try inputs.current.rowid(key.table, of: key.globalID)
  }
}
