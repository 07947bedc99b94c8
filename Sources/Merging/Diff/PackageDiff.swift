import Bytes
package import GeoPackage
import MapModel
package import Packages
import Records

/// What a crew changed: the differences between a returned package and the data as issued.
package struct PackageDiff: Sendable {
  /// The changes of each table of the schema, in its order.
  package private(set) var tables: [TableChanges] = []
  /// The changed tables of pairs, sorted by their index in the schema.
  package private(set) var pairs: [PairChanges] = []
  /// What else to report, first for the package as a whole, then table by table.
  package private(set) var issues: [MergeIssue] = []
  /// The number of rows in each table of the schema, as issued and as returned.
  package private(set) var rowCounts: [(base: Int, returned: Int)] = []

  /// Whether the crew changed no data. Opening and saving the package doesn't count.
  package var isEmpty: Bool { tables.allSatisfy(\.rows.isEmpty) && pairs.isEmpty }

  /// Compares all tables of a schema, several at once.
  ///
  /// - Parameters:
  ///   - packageID: identifies the package; used to make identities for rows without a GlobalID.
  ///   - packageIndex: the index of the package in the call, for the issues.
  /// - Throws: ``MergingError`` if a store cannot be read, a table became a view, or its spatial
  ///   reference changed.
  package init(
    base: GeoPackageReader, returned: GeoPackageReader, schema: MergeSchema, packageID: String,
    packageIndex: Int
  ) async throws {
    try reportExtraTables(of: returned, schema: schema, packageIndex: packageIndex)
    let outcomes = await withTaskGroup(of: (Int, Result<TableDiff, any Error>).self) { group in
      for index in schema.tables.indices {
        group.addTask {
          do {
            let diff = try TableDiff(
              table: index, of: schema, base: base, returned: returned, packageID: packageID,
              packageIndex: packageIndex)
            return (index, .success(diff))
          } catch { return (index, .failure(error)) }
        }
      }
      var outcomes: [Int: Result<TableDiff, any Error>] = [:]
      for await (index, outcome) in group { outcomes[index] = outcome }
      return outcomes
    }
    for index in schema.tables.indices {
      guard let diff = try outcomes[index]?.get() else { continue }
      tables.append(diff.changes)
      issues += diff.issues
      rowCounts.append((diff.baseCount, diff.returnedCount))
    }
    try comparePairs(of: schema, base: base, returned: returned, packageIndex: packageIndex)
  }

  /// Counts the records of the package that a change file was made from.
  package mutating func useCounts(of changes: ChangeFile?, in schema: MergeSchema) {
    guard let changes else { return }
    for index in rowCounts.indices {
      guard let table = changes.table(named: schema.tables[index].name) else { continue }
      rowCounts[index] = (table.issued, table.returned)
    }
  }

  /// Compares the tables that were added to the schema since.
  ///
  /// - Parameters: as in ``init(base:returned:schema:packageID:packageIndex:)``.
  /// - Throws: ``MergingError``.
  mutating func add(
    tablesOf schema: MergeSchema, base: GeoPackageReader, returned: GeoPackageReader,
    packageID: String, packageIndex: Int
  ) throws {
    for index in tables.count..<max(tables.count, schema.tables.count) {
      let name = schema.tables[index].name
      issues.removeAll {
        $0.kind == .extraTable && $0.value?.text?.isSameName(as: name) == true
      }
      let diff = try TableDiff(
        table: index, of: schema, base: base, returned: returned, packageID: packageID,
        packageIndex: packageIndex)
      tables.append(diff.changes)
      issues += diff.issues
      rowCounts.append((diff.baseCount, diff.returnedCount))
    }
  }

  /// Adds issues before the present ones.
  mutating func prepend(_ issues: [MergeIssue]) { self.issues = issues + self.issues }

  /// Replaces each issue, or removes it if `body` returns nil.
  mutating func replaceIssues(_ body: (MergeIssue) -> MergeIssue?) {
    issues = issues.compactMap(body)
  }

  /// Adds what reading the package's attachments found.
  mutating func complete(with attachments: ReturnedAttachments) {
    tables = attachments.changes
    issues += attachments.issues
  }

  /// Compares the tables of pairs. Changes that cannot be merged are reported.
  private mutating func comparePairs(
    of schema: MergeSchema, base: GeoPackageReader, returned: GeoPackageReader, packageIndex: Int
  ) throws {
    guard !schema.pairs.isEmpty else { return }
    let before = try StoreRows(base, schema: schema)
    let after = try StoreRows(returned, schema: schema)
    for (index, relation) in schema.pairs.enumerated() {
      let pairsOfRelation = RelatedPairs(relation: relation, schema: schema)
      let others = try pairsOfRelation.otherValues(base: before, returned: after, tables)
      if others.pairs > 0 {
        issues.append(
          MergeIssue(
            .pairsChanged, table: relation.related, package: packageIndex,
            "\(NumberText.plural(others.pairs, one: "pair", many: "pairs")) of "
              + "\(relation.mappingTable) got new values in "
              + "\(others.columns.joined(separator: ", ")). Merge takes only the pairs themselves, "
              + "not their other columns."))
      }
      let changes = try pairsOfRelation.changes(
        relationIndex: index, base: before, returned: after, tables)
      guard !changes.isEmpty else { continue }
      guard !relation.isMergeable else {
        pairs.append(changes)
        continue
      }
      issues.append(
        MergeIssue(
          .pairsChanged, table: relation.related, package: packageIndex,
          NumberText.plural(
            changes.added.count + changes.removed.count, one: "pair of records was",
            many: "pairs of records were")
            + " added or removed in \(relation.mappingTable). Merge can't take them, because the "
            + "table doesn't relate records by row id or requires other columns."))
    }
  }

  private mutating func reportExtraTables(
    of returned: GeoPackageReader, schema: MergeSchema, packageIndex: Int
  ) throws {
    let mappings = try unlessUnreadable { try returned.relations().map(\.mappingTable) } ?? []
    for entry in returned.userTables where schema.table(named: entry.tableName) == nil {
      guard !mappings.contains(where: { $0.isSameName(as: entry.tableName) }) else { continue }
      issues.append(
        MergeIssue(
          .extraTable, value: FieldValue(text: entry.tableName), package: packageIndex,
          "The returned package has a table \(entry.tableName) that the office data lacks. "
            + "Merge ignores it."))
    }
  }
}
