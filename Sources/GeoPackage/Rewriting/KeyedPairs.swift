import Records
import SQLiteFile

/// Changes to the pairs of a WITHOUT ROWID mapping table whose key is the pair.
struct KeyedPairs {
  let table: StoredTable
  private let ends: MappingEdits.Ends
  private let database: DatabaseReader
  private let removed: Set<[Int64]>
  private let added: [PairEdits.Pair]

  /// Finds the pairs to remove and add.
  ///
  /// - Throws: `GeoPackageError.noRowID` for a table with another key.
  init(
    _ table: StoredTable, _ ends: MappingEdits.Ends, _ changes: MappingEdits,
    in database: DatabaseReader
  ) throws {
    guard Set(table.primaryKey) == [ends.base, ends.related] else {
      throw GeoPackageError.noRowID(table: table.name)
    }
    self.table = table
    self.ends = ends
    self.database = database
    let pairs = try changes.pairs(of: table, ends, in: database)
    removed = Set(pairs.removed.map { [$0.base, $0.related] })
    added = pairs.added.sorted { ($0.base, $0.related) < ($1.base, $1.related) }
  }

  /// Merges the rows of the table with the changes.
  func merge(table object: SchemaObject) throws -> EntryMerge {
    let columns = table.columns.indices.filter { table.recordIndexes[$0] != nil }
      .sorted { (table.recordIndexes[$0] ?? 0) < (table.recordIndexes[$1] ?? 0) }
    guard let merge = try merge(object, columns: columns, terms: table.primaryKeyTerms) else {
      throw GeoPackageError.noRowID(table: table.name)
    }
    return merge
  }

  /// Merges the entries of an index; nil if the index is not supported.
  func merge(index object: SchemaObject) throws -> EntryMerge? {
    guard let index = StoredIndex(object, of: table), !index.isPartial,
      index.columns.allSatisfy({ $0.column.map { table.recordIndexes[$0] != nil } ?? false })
    else { return nil }
    // An entry continues with the key columns that are not among its terms.
    var terms = index.columns
    for term in table.primaryKeyTerms
    where !terms.contains(where: { $0.column == term.column && $0.collation == term.collation }) {
      // SQLite versions differ on the direction of these columns.
      guard !term.isDescending else { return nil }
      terms.append(term)
    }
    return try merge(object, columns: terms.compactMap(\.column), terms: terms)
  }

  private func merge(
    _ object: SchemaObject, columns: [Int], terms: [StoredIndex.Term]
  ) throws -> EntryMerge? {
    guard let order = EntryOrdering(terms, in: database.header),
      let base = columns.firstIndex(of: ends.base),
      let related = columns.firstIndex(of: ends.related)
    else { return nil }
    return try EntryMerge(
      object, in: database, dropping: .pairs(removed, columns: [base, related]),
      added: added.map { (0, entry($0, columns)) }, order: order, isUnique: false)
  }

  private func entry(_ pair: PairEdits.Pair, _ columns: [Int]) -> [UInt8] {
    var encoder = RecordEncoder()
    for column in columns {
      switch column {
      case ends.base: encoder.append(pair.base)
      case ends.related: encoder.append(pair.related)
      default:
        encoder.append(
          ExpressionValue(table.columns[column].defaultValue), database.header.encoding)
      }
    }
    var entry: [UInt8] = []
    encoder.write(to: &entry)
    return entry
  }
}
