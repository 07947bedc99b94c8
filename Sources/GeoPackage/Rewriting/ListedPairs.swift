import Records

/// Mapping tables that `gpkg_contents` lists as tables, as GDAL and QGIS do, and whose pairs are
/// not derived from keys. Changes of their pairs become edits of their rows.
struct ListedPairs {
  private let rewriter: GeoPackageRewriter
  /// Other edits, by folded table name.
  private let others: [String: TableEdits]

  /// Collects the changes of pairs.
  ///
  /// - Parameter edits: the edits of all tables, by folded name.
  init(_ rewriter: GeoPackageRewriter, _ edits: [String: TableEdits]) {
    self.rewriter = rewriter
    others = edits
  }

  /// The edits by folded table name: those of edited pairs and those of deleted rows.
  func edits() throws -> [String: TableEdits] {
    let reader = rewriter.reader
    var found: [String: TableEdits] = [:]
    for relation in try reader.relations() {
      let name = GeoPackageNames.folded(relation.mappingTable)
      let followsKeys = rewriter.relations.contains {
        GeoPackageNames.folded($0.mappingTable) == name
      }
      let isListed = reader.userTables.contains { GeoPackageNames.folded($0.tableName) == name }
      guard isListed, !followsKeys, found[name] == nil, try hasRowIDs(relation.mappingTable) else {
        continue
      }
      let edits = try edits(of: relation)
      if !edits.isEmpty { found[name] = edits }
    }
    return found
  }

  /// Whether a table has row ids. Rows of other tables stay unchanged.
  private func hasRowIDs(_ table: String) throws -> Bool {
    do {
      _ = try rewriter.reader.table(named: table)
      return true
    } catch GeoPackageError.noRowID { return false }
  }

  private func edits(
    of relation: GeoPackageReader.StoredRelation
  ) throws -> TableEdits {
    let name = GeoPackageNames.folded(relation.mappingTable)
    let pairs =
      rewriter.pairEdits.first { GeoPackageNames.folded($0.key) == name }?.value ?? PairEdits()
    let deletedBases = try deleted(from: relation.baseTable, by: relation.basePrimaryColumn)
    let deletedRelated = try deleted(from: relation.relatedTable, by: relation.relatedPrimaryColumn)
    var edits = TableEdits()
    var rows = try rewriter.reader.rows(of: relation.mappingTable)
    let table = rows.table
    guard let base = table.recordIndex(ofColumn: "base_id"),
      let related = table.recordIndex(ofColumn: "related_id")
    else { return edits }
    if !pairs.removed.isEmpty || !deletedBases.isEmpty || !deletedRelated.isEmpty {
      while try rows.next() {
        let bytes = rows.bytes
        let record = bytes.span.extracting(rows.record)
        guard case .integer(let one) = rows.layout.value(base, in: record),
          case .integer(let other) = rows.layout.value(related, in: record)
        else { continue }
        if pairs.removed.contains(.init(base: one, related: other)) || deletedBases.contains(one)
          || deletedRelated.contains(other)
        {
          edits.deleted.append(rows.rowid)
        }
      }
    }
    for pair in pairs.added {
      var encoder = RecordEncoder()
      for index in 0..<table.firstColumn + table.columns.count {
        switch index {
        case base: encoder.append(pair.base)
        case related: encoder.append(pair.related)
        default: encoder.appendNull()
        }
      }
      var record: [UInt8] = []
      encoder.write(to: &record)
      edits.added.append((nil, record))
    }
    return edits
  }

  /// The deleted rows of a table, if pairs refer to them by row id.
  private func deleted(from table: String, by key: String) throws -> Set<Int64> {
    guard let deleted = others[GeoPackageNames.folded(table)]?.deleted, !deleted.isEmpty,
      GeoPackageNames.folded(try rewriter.reader.table(named: table).idColumn)
        == GeoPackageNames.folded(key)
    else { return [] }
    return Set(deleted)
  }
}

extension GeoPackageTable {
  /// The index of a column in the records of ``GeoPackageRows``.
  fileprivate func recordIndex(ofColumn name: String) -> Int? {
    columns.firstIndex { GeoPackageNames.folded($0.name) == name }.map { $0 + firstColumn }
  }
}
