import Bytes
import FeatureData
import GeoPackage
import MapModel
import SQLiteFile

/// The pairs of records that a store's mapping table relates. Its row ids change from store to
/// store, the GlobalIDs of both ends do not.
struct RelatedPairs {
  let relation: MergePairs
  let schema: MergeSchema

  /// The pairs of a store; nil where it lacks the table. Pairs that name no record are passed over.
  ///
  /// - Parameters:
  ///   - rows: of the store.
  ///   - changes: what was changed in it, which knows the identities of rows without GlobalIDs.
  func pairs(
    in rows: StoreRows, changes: [TableChanges] = []
  ) throws(MergingError) -> Set<RecordPair>? {
    var found: Set<RecordPair> = []
    let isThere = try forEachPair(in: rows, changes: changes) { found.insert($1) }
    return isThere ? found : nil
  }

  /// Calls `body` with the row ids and the records of each pair; false where the store lacks the
  /// table.
  func forEachPair(
    in rows: StoreRows, changes: [TableChanges] = [],
    _ body: (PairEdits.Pair, RecordPair) -> Void
  ) throws(MergingError) -> Bool {
    let store = rows.store
    let stored = try MergingError.reading(store) { () throws(GeoPackageError) in
      try store.relations().first { $0.mappingTable.isSameName(as: relation.mappingTable) }
    }
    guard let stored, store.database.object(.table, named: relation.mappingTable) != nil else {
      return false
    }
    let bases = try identities(of: relation.base, rows, changes)
    let others = try identities(of: relation.related, rows, changes)
    do {
      try store.forEachPair(of: stored) { base, related in
        guard let one = bases[base], let other = others[related] else { return }
        body(
          PairEdits.Pair(base: base, related: related), RecordPair(base: one, related: other))
      }
    } catch let error as GeoPackageError {
      throw .store(path: store.database.region.path, error)
    } catch {
      throw .store(path: store.database.region.path, .noSuchTable(relation.mappingTable))
    }
    return true
  }

  private func identities(
    of table: Int, _ rows: StoreRows, _ changes: [TableChanges]
  ) throws(MergingError) -> [Int64: GlobalID] {
    var identities = try rows.identitiesByRowID(table)
    for changes in changes where changes.table == table {
      for change in changes.rows {
        if let after = change.after { identities[after.rowid] = change.id }
      }
    }
    return identities
  }

  /// What changed between two stores.
  func changes(
    place: Int, base: StoreRows, returned: StoreRows, _ changes: [TableChanges]
  ) throws(MergingError) -> PairChanges {
    guard let after = try pairs(in: returned, changes: changes) else {
      return PairChanges(relation: place, added: [], removed: [])
    }
    let before = try pairs(in: base) ?? []
    // A pair that went with a record comes back with it.
    let gone = [relation.base, relation.related].map { table in
      Set(changes[table].rows.lazy.filter { $0.action == .delete }.map(\.id))
    }
    return PairChanges(
      relation: place, added: after.subtracting(before).sorted(),
      removed: before.subtracting(after)
        .filter { !gone[0].contains($0.base) && !gone[1].contains($0.related) }.sorted())
  }
}
