import FeatureData
import GeoPackage

// Pairs of records (design §6, rule 1): what packages added comes in, what they removed goes, and
// no pair names a record that is not there.
extension MergeResolution {
  /// What changes in the tables of pairs of the current store, in the row ids of the result.
  ///
  /// - Parameter rowids: of new rows, by table.
  mutating func settlePairs(
    _ rowids: [[GlobalID: Int64]]
  ) throws(MergingError) -> [Int: PairEdits] {
    var edits: [Int: PairEdits] = [:]
    for (place, relation) in schema.pairs.enumerated() {
      let wanted = wantedPairs(of: place)
      guard !wanted.isEmpty else { continue }
      var standing: Set<RecordPair> = []
      var removed: Set<PairEdits.Pair> = []
      _ = try RelatedPairs(relation: relation, schema: schema).forEachPair(in: current) {
        standing.insert($1)
        if wanted[$1]?.isThere == false { removed.insert($0) }
      }
      var added: [PairEdits.Pair] = []
      for (pair, want) in wanted.sorted(by: { $0.key < $1.key })
      where want.isThere && !standing.contains(pair) {
        guard let base = try rowid(relation.base, pair.base, rowids),
          let related = try rowid(relation.related, pair.related, rowids)
        else {
          issues.append(
            MergeIssue(
              .pairsChanged, table: relation.related, id: pair.related, package: want.package,
              "A new pair of \(relation.mappingTable) names a record that is not there any more; "
                + "it is left out."))
          continue
        }
        added.append(PairEdits.Pair(base: base, related: related))
      }
      guard !added.isEmpty || !removed.isEmpty else { continue }
      edits[place] = PairEdits(removed: removed, added: added)
    }
    return edits
  }

  /// The pairs that packages added or removed and that were not merged before; of several packages
  /// the last one's word.
  private mutating func wantedPairs(
    of relation: Int
  ) -> [RecordPair: (isThere: Bool, package: Int)] {
    var wanted: [RecordPair: (isThere: Bool, package: Int)] = [:]
    for (place, package) in packages.enumerated() {
      let fingerprint = ChangeFingerprint(package: package.identity)
      let table = schema.pairs[relation].mappingTable
      for changes in package.pairs where changes.relation == relation {
        for (pairs, isThere) in [(changes.removed, false), (changes.added, true)] {
          for pair in pairs {
            let mark = fingerprint.pair(pair, isAdded: isThere, in: table)
            fingerprints.insert(mark)
            if !merged.contains(mark) { wanted[pair] = (isThere, place) }
          }
        }
      }
    }
    return wanted
  }

  /// The row id of a record of the result; nil where it is not there.
  private func rowid(
    _ table: Int, _ id: GlobalID, _ rowids: [[GlobalID: Int64]]
  ) throws(MergingError) -> Int64? {
    if let folded = rows[table][id] {
      guard folded.row != nil else { return nil }
      return folded.stored?.rowid ?? rowids[table][id]
    }
    return try current.rowid(table, of: id)
  }
}
