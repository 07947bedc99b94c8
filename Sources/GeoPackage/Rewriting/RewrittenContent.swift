import Bytes
import FeatureData
import SQLiteFile

/// All of a GeoPackage that is written anew, but its output: what ``GeoPackageRewriter`` drives.
struct RewrittenContent {
  var database: DatabaseWriter
  private(set) var account = RewriteAccount()
  private let rewriter: GeoPackageRewriter
  private let schema: StoredSchema
  private var format: FormatTables
  /// By folded name.
  private let edits: [String: TableEdits]
  private var pairs: RelationPairs
  private var jobs: [Job]

  private enum Job {
    case content(RowLayout)
    case added(GeoPackageTable)
    case other(StoredTable)
  }

  init(_ rewriter: GeoPackageRewriter) throws {
    self.rewriter = rewriter
    let reader = rewriter.reader
    database = DatabaseWriter(pageSize: reader.database.header.pageSize)
    let named = rewriter.edits.filter { !$0.value.isEmpty }
    var edits = Dictionary(
      named.map { (GeoPackageNames.folded($0), $1) }, uniquingKeysWith: { first, _ in first })
    for (table, pairs) in try ListedPairs(rewriter, edits).edits() where edits[table] == nil {
      edits[table] = pairs
    }
    self.edits = edits
    schema = try StoredSchema(reader, edited: Set(edits.keys))
    account.leftOut = schema.leftOut
    let added = rewriter.addedTables.map(\.table)
    let known = Set(
      (schema.tables.map(\.table.name) + schema.others.map(\.name)).map(GeoPackageNames.folded))
    let new = Set(added.map { GeoPackageNames.folded($0.name) })
    for table in added where known.contains(GeoPackageNames.folded(table.name)) {
      throw GeoPackageError.badTableName(table.name)
    }
    for table in rewriter.edits.keys.sorted() {
      let folded = GeoPackageNames.folded(table)
      guard known.contains(folded) || new.contains(folded) else {
        throw GeoPackageError.noSuchTable(table)
      }
    }
    var lastChange: [UInt8]?
    if let time = rewriter.lastChange {
      var text: [UInt8] = []
      if DateText.appendDateTime(time, to: &text) { lastChange = text }
    }
    format = try FormatTables(
      reader, written: known, lastChange: lastChange.map { $0.span.repairedString() })
    jobs =
      schema.tables.map(Job.content) + added.map(Job.added) + schema.others.map(Job.other)
    let edited = Set(edits.keys)
    let mapped = rewriter.relations.filter { relation in
      known.contains(GeoPackageNames.folded(relation.mappingTable))
        && [relation.baseTable, relation.relatedTable].contains {
          edited.contains(GeoPackageNames.folded($0))
        }
    }
    pairs = RelationPairs(mapped + rewriter.addedTables.compactMap(\.relation))
    jobs.reverse()
  }

  /// The next table whose rows are to be copied; nil after the last one.
  mutating func nextTable() throws -> TableRewriting? {
    while let job = jobs.popLast() {
      switch job {
      case .content(let layout): return try begin(layout)
      case .added(let table): return try begin(table)
      case .other(let stored):
        guard let pairs = try pairs.pairs(of: stored.name) else { return try begin(stored) }
        try MappingTable.write(pairs, name: stored.name, to: &database)
        format.noteID(Int64(pairs.count), of: stored.name)
      }
    }
    for table in rewriter.addedTables { try relate(table) }
    return nil
  }

  private mutating func begin(_ layout: RowLayout) throws -> TableRewriting {
    let table = layout.table
    let declaration = TableDeclaration(
      layout, in: rewriter.reader, hasBoxes: schema.hasBoxes(layout),
      hasCounts: schema.hasCounts(layout), leftOut: &account.leftOut)
    let edits = edits[GeoPackageNames.folded(table.name)]
    let rows = try rewriter.reader.rows(of: table.name)
    return TableRewriting(
      rows: TableRows(
        table, declaration: declaration, keyColumns: try pairs.keyColumns(of: table),
        pages: database.pages),
      source: .edited(
        EditedRows(
          table.name, rows, edits ?? TableEdits(), lastUsed: format.lastUsedID(of: table.name))),
      isEdited: edits != nil, isAutoincrement: layout.stored.isAutoincrement)
  }

  private mutating func begin(_ table: GeoPackageTable) throws -> TableRewriting {
    format.add(table)
    let edits = edits[GeoPackageNames.folded(table.name)] ?? TableEdits()
    return TableRewriting(
      rows: TableRows(
        table, keyColumns: try pairs.keyColumns(of: table), pages: database.pages),
      source: .edited(EditedRows(table.name, nil, edits, lastUsed: 0)), isEdited: true,
      isAutoincrement: true)
  }

  private mutating func begin(_ stored: StoredTable) throws -> TableRewriting {
    let columns = stored.columns.indices.filter { stored.columns[$0].generated != .virtual }
    let reader = rewriter.reader
    let declaration = TableDeclaration(
      plain: stored, columns: columns, in: reader.database, leftOut: &account.leftOut)
    return TableRewriting(
      rows: TableRows(
        GeoPackageTable(plain: stored, columns: columns), declaration: declaration,
        keyColumns: [], pages: database.pages),
      source: .plain(
        try PlainRows(
          stored, columns: columns, in: reader.database, refusals: try refusals(in: stored),
          pairs: pairEdits(of: stored), lastUsed: format.lastUsedID(of: stored.name))),
      isEdited: false, isAutoincrement: stored.isAutoincrement)
  }

  private func pairEdits(of stored: StoredTable) -> PairEdits? {
    rewriter.pairEdits.first {
      GeoPackageNames.folded($0.key) == GeoPackageNames.folded(stored.name)
    }?.value
  }

  /// In a mapping table, the rows that stand for a deleted row.
  private func refusals(in stored: StoredTable) throws -> [PlainRows.Refusal] {
    var refusals: [PlainRows.Refusal] = []
    for relation in try rewriter.reader.relations()
    where GeoPackageNames.folded(relation.mappingTable) == GeoPackageNames.folded(stored.name) {
      let sides = [
        (relation.baseTable, relation.basePrimaryColumn, "base_id"),
        (relation.relatedTable, relation.relatedPrimaryColumn, "related_id"),
      ]
      for (table, key, column) in sides {
        guard let deleted = edits[GeoPackageNames.folded(table)]?.deleted, !deleted.isEmpty,
          let column = stored.column(named: column),
          let layout = schema.tables.first(where: {
            GeoPackageNames.folded($0.table.name) == GeoPackageNames.folded(table)
          }), GeoPackageNames.folded(layout.table.idColumn) == GeoPackageNames.folded(key)
        else { continue }
        refusals.append(.init(column: column, rowids: Set(deleted)))
      }
    }
    return refusals
  }

  /// Ends a table; `made` are its trees.
  mutating func end(_ table: consuming TableRewriting, _ made: [TableTree.Made]) throws {
    pairs.note(table.rows)
    let finished = try table.rows.finish(into: &database, made: made)
    guard case .edited(let rows) = table.source else {
      if table.isAutoincrement, format.lastUsedID(of: finished.table.name) < finished.lastRowid {
        format.noteID(finished.lastRowid, of: finished.table.name)
      }
      return
    }
    account.tables.append(finished.account)
    guard table.isEdited else { return }
    format.note(finished, isAutoincrement: table.isAutoincrement)
    let name = finished.table.name
    for (key, edits) in rewriter.edits
    where GeoPackageNames.folded(key) == GeoPackageNames.folded(name) {
      if !edits.added.isEmpty { account.addedRowids[key] = rows.addedRowids }
      format.removeReferences(to: Set(edits.deleted), of: name)
    }
  }

  /// Writes the mapping table of a table that is new.
  private mutating func relate(_ table: GeoPackageRewriter.AddedTable) throws {
    guard let relation = table.relation, let found = try pairs.pairs(of: relation.mappingTable)
    else { return }
    try MappingTable.write(found, name: relation.mappingTable, to: &database)
    format.add(
      relation, base: idColumn(relation.baseTable), related: idColumn(relation.relatedTable))
    format.noteID(Int64(found.count), of: relation.mappingTable)
  }

  private func idColumn(_ name: String) -> String {
    let tables = schema.tables.map(\.table) + rewriter.addedTables.map(\.table)
    return tables.first { GeoPackageNames.folded($0.name) == GeoPackageNames.folded(name) }?
      .idColumn ?? "id"
  }

  mutating func writeMetadata() throws {
    for text in rewriter.metadata { format.set(text) }
    try format.write(to: &database)
  }
}

/// A table while it is written anew.
struct TableRewriting {
  var rows: TableRows
  var source: Source
  var isEdited: Bool
  var isAutoincrement: Bool

  /// Where rows come from.
  enum Source {
    case edited(EditedRows)
    case plain(PlainRows)
  }

  /// Adds rows until `limit` bytes of pages are complete; false after the last one.
  mutating func copy(to pages: inout PageWriter, until limit: Int) throws -> Bool {
    switch source {
    case .edited(var edited):
      defer { source = .edited(edited) }
      return try edited.copy(to: &rows, &pages, until: limit)
    case .plain(var plain):
      defer { source = .plain(plain) }
      while pages.pendingCount < limit {
        let isThere = try plain.next { rowid, record in
          try rows.append(record, rowid: rowid, envelope: nil, to: &pages)
        }
        if !isThere { return false }
      }
      return true
    }
  }
}
