import SQLiteFile

extension GeoPackageReader {
  /// A row of `gpkgext_relations`.
  package struct StoredRelation: Equatable, Sendable {
    /// The table of the one side.
    package var baseTable: String
    /// Its column that the mapping table's `base_id` names.
    package var basePrimaryColumn: String
    /// The table of the other side.
    package var relatedTable: String
    /// Its column that the mapping table's `related_id` names.
    package var relatedPrimaryColumn: String
    /// `features`, `attributes`, `media`, …
    package var relationName: String
    /// The table of pairs.
    package var mappingTable: String
  }

  /// The relations of the package, in order.
  package func relations() throws(GeoPackageError) -> [StoredRelation] {
    try MetadataReader(database).rows(of: "gpkgext_relations").compactMap { row in
      guard let base = row["base_table_name"].text.flatMap(names.name),
        let related = row["related_table_name"].text.flatMap(names.name)
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
  /// - Throws: what `body` throws, `GeoPackageError.noSuchTable`, `.missingColumn`, `.database`.
  package func forEachPair(
    of relation: StoredRelation, _ body: (_ base: Int64, _ related: Int64) throws -> Void
  ) throws {
    guard let object = database.object(.table, named: relation.mappingTable) else {
      throw GeoPackageError.noSuchTable(relation.mappingTable)
    }
    do {
      let table = try StoredTable(object)
      let columns = ["base_id", "related_id"].map { table.column(named: $0) }
      guard let base = columns[0], let related = columns[1] else {
        throw GeoPackageError.missingColumn(
          table: object.name, column: columns[0] == nil ? "base_id" : "related_id")
      }
      var decoder = RowDecoder(table, in: database)
      try database.forEachRow(of: table) { rowid, record in
        try decoder.decode(rowid: rowid, record: record)
        if let base = decoder.value(base, of: record).integer,
          let related = decoder.value(related, of: record).integer
        {
          try body(base, related)
        }
      }
    } catch let error as SQLiteFileError {
      throw GeoPackageError.database(error)
    }
  }
}
