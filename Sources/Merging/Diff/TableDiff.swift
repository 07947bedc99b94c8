// How the rows of a table as issued (base) and as returned find each other.
//
//   walk      both in the order of their row ids
//             one id, one GlobalID: the same row; equal bytes end it there, as for most rows
//             everything else is left over: its GlobalID, row id and fingerprint are kept
//   after     left-over rows of one GlobalID: a row that got another row id
//             a row whose GlobalID was emptied, or filled in: the row of its row id
//             the rest of base was deleted, the rest of returned was added
//
// Of two rows of base with one GlobalID the second is known by table and row id. Of rows of
// returned it keeps it whose row id has it in base, else the first; the others get a new one.

package import GeoPackage

/// What was changed in a table between two states of a store.
package struct TableDiff: Sendable {
  /// The rows. Fields that mean the same hold the same value before and after; a photo is told by
  /// its digest and size, and its bytes are left out.
  package private(set) var changes: TableChanges
  package private(set) var issues: [MergeIssue] = []
  /// Rows in base.
  package private(set) var baseCount = 0
  /// Rows in returned; those of base where it lacks the table.
  package private(set) var returnedCount = 0

  /// Compares a table of two stores.
  ///
  /// - Parameters:
  ///   - packageID: whatever tells this package from others; in the identities of rows without.
  ///   - packageIndex: of the package in the call, for the issues.
  /// - Throws: ``MergingError``; nothing is known then.
  package init(
    table index: Int, of schema: MergeSchema, base: GeoPackageReader, returned: GeoPackageReader,
    packageID: String, packageIndex: Int
  ) throws(MergingError) {
    let table = schema.tables[index]
    changes = TableChanges(table: index, rows: [])
    let before = try TableSide(table, in: base)
    guard let after = try TableSide(table, in: returned) else {
      guard var before else { return }
      while try before.next() {}
      baseCount = before.count
      returnedCount = before.count
      issues.append(
        MergeIssue(
          .missingTable, table: index, package: packageIndex,
          "The returned package lacks the table \(table.name); its rows stay as they are."))
      return
    }
    var walk = TableWalk(
      table, index: index, base: before, returned: after,
      clock: CrewClock(table, schema), packageID: packageID, packageIndex: packageIndex)
    walk.noteColumns()
    try walk.run()
    try walk.match()
    walk.noteTimes()
    walk.changes.sort { $0.id < $1.id }
    changes.rows = walk.changes
    issues = walk.issues
    baseCount = walk.base?.count ?? 0
    returnedCount = walk.returned.count
  }
}
