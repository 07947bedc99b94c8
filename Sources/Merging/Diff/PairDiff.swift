import Bytes
import FeatureData
import GeoPackage
import MapModel
import Records
import SQLiteFile

/// The pairs of records in a store's mapping table, identified by GlobalIDs. The row ids in the
/// table change from store to store; GlobalIDs don't.
struct RelatedPairs {
  let relation: MergePairs
  let schema: MergeSchema

  /// The pairs in a store; nil if it lacks the table. Pairs that refer to a missing record are
  /// skipped.
  ///
  /// - Parameters:
  ///   - rows: the rows of the store.
  ///   - changes: the store's changes, which hold the identities of rows without a GlobalID.
  func pairs(
    in rows: StoreRows, changes: [TableChanges] = []
  ) throws -> Set<RecordPair>? {
    var found: Set<RecordPair> = []
    let isThere = try forEachPair(in: rows, changes: changes) { found.insert($1) }
    return isThere ? found : nil
  }

  /// Calls `body` with the row ids and records of each pair. Returns false if the store lacks the
  /// table.
  func forEachPair(
    in rows: StoreRows, changes: [TableChanges] = [],
    _ body: (PairEdits.Pair, RecordPair) -> Void
  ) throws -> Bool {
    let store = rows.store
    let stored = try about(store.path) {
      () throws -> GeoPackageReader.StoredRelation? in
      try self.stored(in: store)
    }
    guard let stored else { return false }
    let bases = try identities(of: relation.base, rows, changes)
    let others = try identities(of: relation.related, rows, changes)
    try about(store.path) {
      try store.forEachPair(of: stored) { base, related in
        guard let one = bases[base], let other = others[related] else { return }
        body(
          PairEdits.Pair(base: base, related: related), RecordPair(base: one, related: other))
      }
    }
    return true
  }

  /// Counts the pairs with changed values in columns other than their ids, which merge doesn't
  /// take. In a new pair every value that isn't null counts as changed.
  ///
  /// - Throws: ``MergingError``.
  func otherValues(
    base: StoreRows, returned: StoreRows, _ changes: [TableChanges]
  ) throws -> (columns: [String], pairs: Int) {
    let columns = try otherColumns(in: returned)
    guard !columns.isEmpty else { return ([], 0) }
    let before = try values(columns, in: base, [])
    let nulls = [SQLValue](repeating: .null, count: columns.count)
    let after = try values(columns, in: returned, changes)
    return (columns, after.count { ($0.value) != before[$0.key, default: nulls] })
  }

  /// The pairs that one store lacks, and those with other values in their other columns.
  ///
  /// - Throws: ``MergingError``.
  func differing(base: StoreRows, returned: StoreRows) throws -> [RecordPair] {
    var differing = (try pairs(in: base) ?? []).symmetricDifference(try pairs(in: returned) ?? [])
    let columns = try otherColumns(in: returned)
    if !columns.isEmpty {
      let before = try values(columns, in: base, [])
      for (pair, after) in try values(columns, in: returned, []) where before[pair] != after {
        differing.insert(pair)
      }
    }
    return differing.sorted()
  }

  private func otherColumns(in rows: StoreRows) throws -> [String] {
    try about(rows.store.path) { () throws -> [String] in
      guard let stored = try self.stored(in: rows.store) else { return [] }
      return try rows.store.pairColumns(of: stored).map(\.name)
    }
  }

  private func values(
    _ columns: [String], in rows: StoreRows, _ changes: [TableChanges]
  ) throws -> [RecordPair: [SQLValue]] {
    let store = rows.store
    guard let stored = try about(store.path, { try self.stored(in: store) }) else { return [:] }
    let bases = try identities(of: relation.base, rows, changes)
    let others = try identities(of: relation.related, rows, changes)
    var found: [RecordPair: [SQLValue]] = [:]
    try about(store.path) {
      try store.forEachPair(of: stored, with: columns) { base, related, values in
        guard let one = bases[base], let other = others[related] else { return }
        found[RecordPair(base: one, related: other)] = values
      }
    }
    return found
  }

  /// The relation as defined in a store; nil if the store lacks it or its table of pairs.
  private func stored(
    in store: GeoPackageReader
  ) throws -> GeoPackageReader.StoredRelation? {
    let found = try store.relations().first {
      $0.mappingTable.isSameName(as: relation.mappingTable)
    }
    return found.flatMap { store.hasTable(named: $0.mappingTable) ? $0 : nil }
  }

  private func identities(
    of table: Int, _ rows: StoreRows, _ changes: [TableChanges]
  ) throws -> [Int64: GlobalID] {
    var identities = try rows.identitiesByRowID(table)
    for changes in changes where changes.table == table {
      for change in changes.rows {
        if let after = change.after { identities[after.rowid] = change.id }
      }
    }
    return identities
  }

  /// The pairs that were added and removed between two stores.
  func changes(
    relationIndex: Int, base: StoreRows, returned: StoreRows, _ changes: [TableChanges]
  ) throws -> PairChanges {
    guard let after = try pairs(in: returned, changes: changes) else {
      return PairChanges(relation: relationIndex, added: [], removed: [])
    }
    let before = try pairs(in: base) ?? []
    // A pair that was deleted with a record returns if the record does.
    let deleted = [relation.base, relation.related].map { table in
      Set(changes[table].rows.lazy.filter { $0.action == .delete }.map(\.id))
    }
    return PairChanges(
      relation: relationIndex, added: after.subtracting(before).sorted(),
      removed: before.subtracting(after)
        .filter { !deleted[0].contains($0.base) && !deleted[1].contains($0.related) }.sorted())
  }
}
