// How the rows of a table as issued (base) and as returned are matched:
//
//   walk      reads both in the order of row ids
//             same row id and GlobalID: the same row; most rows have equal bytes and need no more
//             others are left over: their GlobalID, row id and fingerprint are kept
//   match     left-over rows with the same GlobalID: a row that got another row id
//             a row with an emptied or new GlobalID: matched by row id
//             the rest of base was deleted, the rest of returned was added
//
// If two rows of base have the same GlobalID, the second is identified by table and row id. If two
// returned rows have it, the one with the same row id as in base keeps it, or else the first one.
// The others get a new GlobalID.

package import GeoPackage

/// The changes in a table between two states of a store.
package struct TableDiff: Sendable {
  /// The changed rows. Values with the same meaning are equal before and after. Attachments have
  /// their digest and size, but not their bytes.
  package private(set) var changes: TableChanges
  package private(set) var issues: [MergeIssue] = []
  /// The number of rows in base.
  package private(set) var baseCount = 0
  /// The number of rows in returned, or in base if the returned store lacks the table.
  package private(set) var returnedCount = 0

  /// Compares a table of two stores.
  ///
  /// - Parameters:
  ///   - packageID: identifies the package; used to make identities for rows without a GlobalID.
  ///   - packageIndex: the index of the package in the call, for the issues.
  /// - Throws: ``MergingError``.
  package init(
    table index: Int, of schema: MergeSchema, base: GeoPackageReader, returned: GeoPackageReader,
    packageID: String, packageIndex: Int
  ) throws {
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
          "The returned package has no table \(table.name). The office data keeps its rows."))
      return
    }
    var walk = TableWalk(
      table, index: index, base: before, returned: after,
      clock: CrewClock(table, schema), packageID: packageID, packageIndex: packageIndex)
    walk.reportColumns()
    try walk.run()
    try walk.match()
    walk.reportTimesWithoutZone()
    walk.changes.sort { $0.id < $1.id }
    changes.rows = walk.changes
    issues = walk.issues
    baseCount = walk.base?.count ?? 0
    returnedCount = walk.returned.count
  }
}
