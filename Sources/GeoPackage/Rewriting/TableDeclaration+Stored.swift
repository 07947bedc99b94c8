import SQLiteFile

extension TableDeclaration {
  /// The declaration of a stored table, as far as it is understood.
  init(
    _ layout: RowLayout, in reader: GeoPackageReader, hasBoxes: Bool, hasCounts: Bool,
    leftOut: inout [RewriteAccount.LeftOut]
  ) {
    let stored = layout.stored
    self.init(layout.table)
    id = stored.rowidDeclaration
    geometryType = layout.geometry.map { stored.columns[$0].plainType }
    types = layout.others.map { stored.columns[$0].plainType }
    collations = layout.others.map { stored.columns[$0].knownCollation }
    self.hasBoxes = hasBoxes
    self.hasCounts = hasCounts
    let places = Dictionary(
      layout.others.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    indexes = Self.indexes(of: stored, in: reader.database, places: places, leftOut: &leftOut)
    stored.tellLosses(into: &leftOut)
  }

  /// - Parameter places: by column of the stored table, its place in the table written.
  static func indexes(
    of stored: StoredTable, in database: DatabaseReader, places: [Int: Int],
    leftOut: inout [RewriteAccount.LeftOut]
  ) -> [Index] {
    var indexes: [Index] = []
    for object in database.schema {
      guard object.kind == .index,
        GeoPackageNames.folded(object.tableName) == GeoPackageNames.folded(stored.name)
      else { continue }
      guard let index = StoredIndex(object, of: stored), !index.isPartial,
        let terms = terms(index, places)
      else {
        leftOut.append(.init(kind: .index, table: stored.name, name: object.name))
        continue
      }
      let isConstraint = object.sql == nil
      indexes.append(
        Index(
          name: isConstraint ? "idx_\(stored.name)_\(indexes.count + 1)" : index.name,
          terms: terms, isUnique: index.isUnique, isConstraint: isConstraint))
    }
    return indexes
  }

  private static func terms(_ index: StoredIndex, _ places: [Int: Int]) -> [StoredIndex.Term]? {
    var terms: [StoredIndex.Term] = []
    for term in index.columns {
      guard let column = term.column, let place = places[column],
        TermSorter.knows(collation: term.collation)
      else { return nil }
      terms.append(
        .init(column: place, isDescending: term.isDescending, collation: term.collation))
    }
    return terms.isEmpty ? nil : terms
  }
}

extension StoredColumn {
  /// The declared type where it is made of plain words; else one of the same affinity.
  var plainType: String {
    let isPlain = declaredType.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: Array(" _(),+-.".utf8).contains(byte)
      }
    }
    if isPlain { return declaredType }
    return switch affinity {
    case .integer: "INTEGER"
    case .text: "TEXT"
    case .blob: "BLOB"
    case .real: "REAL"
    case .numeric: "NUMERIC"
    }
  }

  var knownCollation: String? { TermSorter.knows(collation: collation) ? collation : nil }

  /// The `DEFAULT` of the column as SQL; nil for none.
  var defaultSQL: String? { defaultValue.sql ?? computedDefault?.sql }
}

extension SQLValue {
  /// The value as a literal in SQL; nil for NULL and numbers that have none.
  var sql: String? {
    switch self {
    case .null: nil
    case .integer(let integer): "\(integer)"
    case .real(let real): real.isFinite ? "\(real)" : nil
    case .text(let text): GeoPackageNames.literal(text)
    case .blob(let bytes): "x'" + bytes.map { Self.hexadecimal($0) }.joined() + "'"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }
}

extension StoredTable {
  /// What follows the name of the column that is the row id.
  var rowidDeclaration: String {
    let isNotNull = rowidColumn.map { columns[$0].isNotNull } ?? false
    return "INTEGER PRIMARY KEY" + (isAutoincrement ? " AUTOINCREMENT" : "")
      + (isNotNull ? " NOT NULL" : "")
  }

  /// Tells what of a table's text is not written again.
  func tellLosses(into leftOut: inout [RewriteAccount.LeftOut]) {
    for column in columns {
      if column.collation != column.knownCollation {
        leftOut.append(.init(kind: .collation, table: name, name: column.name))
      }
      if column.computedDefault == .other {
        leftOut.append(.init(kind: .defaultExpression, table: name, name: column.name))
      }
      if column.generated != .no {
        leftOut.append(.init(kind: .generatedColumn, table: name, name: column.name))
      }
    }
    if hasOtherConstraints { leftOut.append(.init(kind: .constraints, table: name, name: "")) }
  }
}
