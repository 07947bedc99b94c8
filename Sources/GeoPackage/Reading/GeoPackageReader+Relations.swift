package import Records
import SQLiteFile

extension GeoPackageReader {
  /// A row of `gpkgext_relations`.
  package struct StoredRelation: Equatable, Sendable {
    /// The table of the base side.
    package var baseTable: String
    /// The column of the base table that `base_id` refers to.
    package var basePrimaryColumn: String
    /// The table of the related side.
    package var relatedTable: String
    /// The column of the related table that `related_id` refers to.
    package var relatedPrimaryColumn: String
    /// `features`, `attributes`, `media`, …
    package var relationName: String
    /// The mapping table, which contains the pairs.
    package var mappingTable: String
  }

  /// The relations of the package, in order.
  package func relations() throws -> [StoredRelation] {
    try MetadataReader(database).rows(of: "gpkgext_relations").compactMap { row in
      guard let base = row["base_table_name"].text.flatMap(names.alias),
        let related = row["related_table_name"].text.flatMap(names.alias)
      else { return nil }
      return StoredRelation(
        baseTable: base, basePrimaryColumn: row["base_primary_column"].text ?? "id",
        relatedTable: related, relatedPrimaryColumn: row["related_primary_column"].text ?? "id",
        relationName: row["relation_name"].text ?? "",
        mappingTable: row["mapping_table_name"].text ?? "")
    }
  }

  /// Calls `body` with each pair of a relation's mapping table.
  ///
  /// - Throws: what `body` throws, `GeoPackageError.noSuchTable`, `.missingColumn`, `SQLiteFileError`.
  package func forEachPair(
    of relation: StoredRelation, _ body: (_ base: Int64, _ related: Int64) throws -> Void
  ) throws {
    try forEachPair(of: relation, with: []) { base, related, _ in try body(base, related) }
  }

  /// Calls `body` with each pair of a relation's mapping table and with the values of further
  /// columns. A value is NULL if the table does not have the column.
  ///
  /// - Throws: what `body` throws, `GeoPackageError.noSuchTable`, `.missingColumn`, `SQLiteFileError`.
  package func forEachPair(
    of relation: StoredRelation, with names: [String],
    _ body: (_ base: Int64, _ related: Int64, _ values: [SQLValue]) throws -> Void
  ) throws {
    let table = try mappingTable(of: relation)
    let columns = ["base_id", "related_id"].map { table.column(named: $0) }
    guard let base = columns[0], let related = columns[1] else {
      throw GeoPackageError.missingColumn(
        table: table.name, column: columns[0] == nil ? "base_id" : "related_id")
    }
    let others = names.map { table.column(named: $0) }
    var decoder = RowDecoder(table, in: database)
    try database.forEachRow(of: table) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      if let base = decoder.value(base, of: record).integer,
        let related = decoder.value(related, of: record).integer
      {
        try body(
          base, related, others.map { $0.map { decoder.value($0, of: record) } ?? .null })
      }
    }
  }

  /// A column of a mapping table other than its ids.
  package struct PairColumn: Equatable, Sendable {
    package var name: String
    /// Whether a row must have a value in it.
    package var isRequired: Bool
  }

  /// The columns of a relation's mapping table other than its ids. The standard defines none.
  ///
  /// - Throws: `GeoPackageError.noSuchTable`, `SQLiteFileError`.
  package func pairColumns(of relation: StoredRelation) throws -> [PairColumn] {
    let table = try mappingTable(of: relation)
    return table.columns.indices.compactMap { index in
      let column = table.columns[index]
      let isID = ["base_id", "related_id"].contains(GeoPackageNames.folded(column.name))
      guard !isID, index != table.rowidColumn, column.generated == .no else { return nil }
      return PairColumn(name: column.name, isRequired: column.isNotNull)
    }
  }

  private func mappingTable(of relation: StoredRelation) throws -> StoredTable {
    guard let name = names.storedName(for: relation.mappingTable),
      let object = database.object(.table, named: name)
    else { throw GeoPackageError.noSuchTable(relation.mappingTable) }
    return try StoredTable(object)
  }
}
