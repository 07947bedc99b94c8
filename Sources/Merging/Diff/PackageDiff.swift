import Bytes
package import GeoPackage
import MapModel
import SQLiteFile

/// What a crew changed: a returned package against the data as it was issued.
package struct PackageDiff: Sendable {
  /// One of each table of the schema, in its order.
  package private(set) var tables: [TableChanges] = []
  /// What changed in tables of pairs, by their places; none without a change.
  package private(set) var pairs: [PairChanges] = []
  /// What else is to be said: of the package as a whole, then table by table.
  package private(set) var issues: [MergeIssue] = []
  /// The rows of each table of the schema, as issued and as returned.
  package private(set) var rowCounts: [(base: Int, returned: Int)] = []

  /// Whether nothing was changed, however often the package was opened and saved.
  package var isEmpty: Bool { tables.allSatisfy(\.rows.isEmpty) && pairs.isEmpty }

  /// Compares all tables of a schema, several at once.
  ///
  /// - Parameters:
  ///   - packageID: whatever tells this package from others; in the identities of rows without.
  ///   - packageIndex: of the package in the call, for the issues.
  /// - Throws: ``MergingError``: a store that cannot be read, a view where a table was, another
  ///   spatial reference. Nothing is known then.
  package init(
    base: GeoPackageReader, returned: GeoPackageReader, schema: MergeSchema, packageID: String,
    packageIndex: Int
  ) async throws(MergingError) {
    noteExtraTables(of: returned, schema, packageIndex)
    let outcomes = await withTaskGroup(of: (Int, Result<TableDiff, MergingError>).self) { group in
      for index in schema.tables.indices {
        group.addTask {
          do throws(MergingError) {
            let diff = try TableDiff(
              table: index, of: schema, base: base, returned: returned, packageID: packageID,
              packageIndex: packageIndex)
            return (index, .success(diff))
          } catch { return (index, .failure(error)) }
        }
      }
      var outcomes: [Int: Result<TableDiff, MergingError>] = [:]
      for await (index, outcome) in group { outcomes[index] = outcome }
      return outcomes
    }
    for index in schema.tables.indices {
      guard let diff = try outcomes[index]?.get() else { continue }
      tables.append(diff.changes)
      issues += diff.issues
      rowCounts.append((diff.baseCount, diff.returnedCount))
    }
    try comparePairs(schema, base, returned, packageIndex)
  }

  /// Compares the tables that a schema got since.
  ///
  /// - Parameters: as of ``init(base:returned:schema:packageID:packageIndex:)``.
  /// - Throws: ``MergingError``.
  mutating func add(
    tablesOf schema: MergeSchema, base: GeoPackageReader, returned: GeoPackageReader,
    packageID: String, packageIndex: Int
  ) throws(MergingError) {
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

  /// Puts what else is to be said before what is.
  mutating func note(_ issues: [MergeIssue]) { self.issues = issues + self.issues }

  /// Tells what else is to be said otherwise, or not at all.
  mutating func replaceIssues(_ body: (MergeIssue) -> MergeIssue?) {
    issues = issues.compactMap(body)
  }

  /// Takes in what a package's photos tell.
  mutating func complete(with photos: ReturnedPhotos) {
    tables = photos.changes
    issues += photos.issues
  }

  /// Compares the tables of pairs that the schema can merge, and tells of others.
  private mutating func comparePairs(
    _ schema: MergeSchema, _ base: GeoPackageReader, _ returned: GeoPackageReader,
    _ packageIndex: Int
  ) throws(MergingError) {
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
            "\(others.pairs) \(others.pairs == 1 ? "pair" : "pairs") of \(relation.mappingTable) "
              + "came with new values of \(others.columns.joined(separator: ", ")); what a table of "
              + "pairs tells beside the pairs is not merged."))
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
          "\(changes.added.count + changes.removed.count) pairs of rows in "
            + "\(relation.mappingTable) were added or removed; a table of pairs that names rows "
            + "otherwise than by their ids, or needs more values, is not merged."))
    }
  }

  private mutating func noteExtraTables(
    of returned: GeoPackageReader, _ schema: MergeSchema, _ packageIndex: Int
  ) {
    let mappings = (try? returned.relations().map(\.mappingTable)) ?? []
    for entry in returned.userTables where schema.table(named: entry.tableName) == nil {
      guard !mappings.contains(where: { $0.isSameName(as: entry.tableName) }) else { continue }
      issues.append(
        MergeIssue(
          .extraTable, value: FieldValue(text: entry.tableName), package: packageIndex,
          "The returned package has a table \(entry.tableName) that the office's data lacks;"
            + " it is left out."))
    }
  }
}
