import SQLiteFile

extension TableDeclaration {
  /// The declaration of a table whose records begin with its first column. A table WITHOUT ROWID
  /// becomes one with row ids and the same primary key.
  ///
  /// - Parameter columns: those that are kept.
  init(
    plain stored: StoredTable, columns: [Int], in database: DatabaseReader,
    leftOut: inout [RewriteAccount.LeftOut]
  ) {
    self.init(GeoPackageTable(name: stored.name, columns: []))
    id = nil
    hasCounts = false
    types = columns.map { column in
      column == stored.rowidColumn
        ? stored.rowidDeclaration : stored.columns[column].plainType
    }
    collations = columns.map { stored.columns[$0].knownCollation }
    let kept = columns.enumerated().filter { $1 != stored.rowidColumn }
    let places = Dictionary(
      kept.map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    if stored.isWithoutRowid, let key = stored.uniques.first,
      key.allSatisfy({ $0.column.map { places[$0] != nil } ?? false })
    {
      let terms = key.map { StoredIndex.Term(column: $0.column.flatMap { places[$0] }) }
      indexes.append(
        Index(
          name: "idx_\(stored.name)", terms: terms, isUnique: true, isConstraint: true,
          isPrimaryKey: true))
    }
    indexes += Self.indexes(of: stored, in: database, places: places, leftOut: &leftOut)
    let primary = stored.primaryKey.map { places[$0] }
    if !stored.isWithoutRowid, stored.rowidColumn == nil, !primary.isEmpty,
      let place = indexes.firstIndex(where: {
        $0.isConstraint && $0.terms.map(\.column) == primary
      }), !indexes[place].wouldBeRowID(types)
    {
      indexes[place].isPrimaryKey = true
    }
    if let known = FormatTable.mappingText(of: stored) { text = known }
    stored.tellLosses(into: &leftOut)
  }
}

extension TableDeclaration.Index {
  /// Whether SQLite would take it for the row id if it were the PRIMARY KEY of the text.
  fileprivate func wouldBeRowID(_ types: [String]) -> Bool {
    guard terms.count == 1, let column = terms[0].column else { return false }
    return GeoPackageNames.folded(types[column]) == "integer"
  }
}

extension GeoPackageTable {
  /// A stored table whose records begin with its first column.
  init(plain stored: StoredTable, columns: [Int]) {
    self.init(
      name: stored.name, idColumn: "",
      columns: columns.map { place in
        let column = stored.columns[place]
        var plain = GeoPackageColumn(
          name: column.name, type: .blob,
          isNotNull: column.isNotNull && place != stored.rowidColumn,
          defaultSQL: place == stored.rowidColumn ? nil : column.defaultSQL)
        plain.nullBecomesDefault = column.nullBecomesDefault
        return plain
      })
  }
}
