/// Finds the pairs of relations again from the keys of both tables.
struct RelationPairs {
  private struct Side {
    var table: String
    var key: String
    /// The keys; nil until the table was read.
    var keys: KeyList?

    func isOf(_ table: GeoPackageTable) -> Bool {
      GeoPackageNames.folded(self.table) == GeoPackageNames.folded(table.name)
    }

    func column(of table: GeoPackageTable) -> Int? {
      table.columns.firstIndex {
        GeoPackageNames.folded($0.name) == GeoPackageNames.folded(key)
      }
    }

    mutating func take(_ keys: [(column: Int, list: KeyList)], of table: GeoPackageTable) {
      guard isOf(table), let column = column(of: table) else { return }
      self.keys = keys.first { $0.column == column }?.list
    }
  }

  private struct Pairing {
    var relation: GeoPackageRelation
    var base: Side
    var related: Side
  }

  private var pairings: [Pairing]

  init(_ relations: [GeoPackageRelation]) {
    pairings = relations.map {
      Pairing(
        relation: $0, base: Side(table: $0.baseTable, key: $0.baseKey),
        related: Side(table: $0.relatedTable, key: $0.relatedKey))
    }
  }

  /// The columns of a table whose keys relations need.
  func keyColumns(of table: GeoPackageTable) throws -> [Int] {
    var columns: [Int] = []
    for pairing in pairings {
      for side in [pairing.base, pairing.related] where side.isOf(table) {
        guard let column = side.column(of: table) else {
          throw GeoPackageError.badRelation(
            mapping: pairing.relation.mappingTable, table: table.name, column: side.key)
        }
        if !columns.contains(column) { columns.append(column) }
      }
    }
    return columns
  }

  /// Records the keys of a table that was read.
  mutating func note(_ keys: [(column: Int, list: KeyList)], of table: GeoPackageTable) {
    for index in pairings.indices {
      pairings[index].base.take(keys, of: table)
      pairings[index].related.take(keys, of: table)
    }
  }

  /// The folded names of the tables whose keys determine the pairs of a mapping table; nil if its
  /// pairs are not derived from keys.
  func sides(of mappingTable: String) -> [String]? {
    let folded = GeoPackageNames.folded(mappingTable)
    return pairings.first { GeoPackageNames.folded($0.relation.mappingTable) == folded }.map {
      [$0.base.table, $0.related.table].map(GeoPackageNames.folded)
    }
  }

  /// The pairs of a mapping table; nil if they are not derived from keys.
  func pairs(
    of mappingTable: String
  ) throws -> KeyPairs? {
    let folded = GeoPackageNames.folded(mappingTable)
    guard
      let pairing = pairings.first(where: {
        GeoPackageNames.folded($0.relation.mappingTable) == folded
      })
    else { return nil }
    for side in [pairing.base, pairing.related] where side.keys == nil {
      throw GeoPackageError.badRelation(mapping: mappingTable, table: side.table, column: side.key)
    }
    let keys = MatchedKeys(
      base: pairing.base.keys ?? KeyList(), related: pairing.related.keys ?? KeyList())
    return try keys.pairs()
  }
}
