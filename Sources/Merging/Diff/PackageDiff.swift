import Bytes
package import GeoPackage
import MapModel
import SQLiteFile

/// What a crew changed: a returned package against the data as it was issued.
package struct PackageDiff: Sendable {
  /// One of each table of the schema, in its order.
  package private(set) var tables: [TableChanges] = []
  /// What else is to be said: of the package as a whole, then table by table.
  package private(set) var issues: [MergeIssue] = []
  /// The rows of each table of the schema, as issued and as returned.
  package private(set) var rowCounts: [(base: Int, returned: Int)] = []

  /// Whether nothing was changed, however often the package was opened and saved.
  package var isEmpty: Bool { tables.allSatisfy(\.rows.isEmpty) }

  /// Compares all tables of a schema, several at once.
  ///
  /// - Parameters:
  ///   - packageID: whatever tells this package from others; in the identities of rows without.
  ///   - place: of the package in the call, for the issues.
  /// - Throws: ``MergingError``: a store that cannot be read, a view where a table was, another
  ///   spatial reference. Nothing is known then.
  package init(
    base: GeoPackageReader, returned: GeoPackageReader, schema: MergeSchema, packageID: String,
    place: Int
  ) async throws(MergingError) {
    noteExtraTables(of: returned, schema, place)
    let outcomes = await withTaskGroup(of: (Int, Result<TableDiff, MergingError>).self) { group in
      for index in schema.tables.indices {
        group.addTask {
          do throws(MergingError) {
            let diff = try TableDiff(
              table: index, of: schema, base: base, returned: returned, packageID: packageID,
              place: place)
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
    for pairs in schema.pairs { try notePairs(pairs, base, returned, place) }
  }

  /// Compares the tables that a schema got since.
  ///
  /// - Parameters: as of ``init(base:returned:schema:packageID:place:)``.
  /// - Throws: ``MergingError``.
  mutating func add(
    tablesOf schema: MergeSchema, base: GeoPackageReader, returned: GeoPackageReader,
    packageID: String, place: Int
  ) throws(MergingError) {
    for index in tables.count..<max(tables.count, schema.tables.count) {
      let name = schema.tables[index].name
      issues.removeAll {
        $0.kind == .extraTable && $0.value?.text?.isSameName(as: name) == true
      }
      let diff = try TableDiff(
        table: index, of: schema, base: base, returned: returned, packageID: packageID,
        place: place)
      tables.append(diff.changes)
      issues += diff.issues
      rowCounts.append((diff.baseCount, diff.returnedCount))
    }
  }

  /// Takes in what a package's photos tell.
  mutating func complete(with photos: ReturnedPhotos) {
    tables = photos.changes
    issues += photos.issues
  }

  /// Row numbers change from store to store, so changed pairs are told and not merged.
  private mutating func notePairs(
    _ pairs: MergePairs, _ base: GeoPackageReader, _ returned: GeoPackageReader, _ place: Int
  ) throws(MergingError) {
    let before = try Self.pairs(of: pairs.mappingTable, in: base)
    let after = try Self.pairs(of: pairs.mappingTable, in: returned)
    guard before != after else { return }
    let count = before.symmetricDifference(after).count
    issues.append(
      MergeIssue(
        .pairsChanged, table: pairs.related, package: place,
        "\(count) pairs of rows in \(pairs.mappingTable) were added or removed; relations by row "
          + "number are not merged."))
  }

  private static func pairs(
    of table: String, in store: GeoPackageReader
  ) throws(MergingError) -> Set<[Int64]> {
    var found: Set<[Int64]> = []
    do {
      let relation = try store.relations().first { $0.mappingTable.isSameName(as: table) }
      guard let relation, store.database.object(.table, named: table) != nil else { return [] }
      try store.forEachPair(of: relation) { base, related in found.insert([base, related]) }
    } catch let error as GeoPackageError {
      throw .store(path: store.database.region.path, error)
    } catch {
      throw .store(path: store.database.region.path, .noSuchTable(table))
    }
    return found
  }

  private mutating func noteExtraTables(
    of returned: GeoPackageReader, _ schema: MergeSchema, _ place: Int
  ) {
    let mappings = (try? returned.relations().map(\.mappingTable)) ?? []
    for entry in returned.userTables where schema.table(named: entry.tableName) == nil {
      guard !mappings.contains(where: { $0.isSameName(as: entry.tableName) }) else { continue }
      issues.append(
        MergeIssue(
          .extraTable, value: FieldValue(text: entry.tableName), package: place,
          "The returned package has a table \(entry.tableName) that the office's data lacks;"
            + " it is left out."))
    }
  }
}
