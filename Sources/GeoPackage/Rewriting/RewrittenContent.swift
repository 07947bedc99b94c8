import Bytes
import FeatureData
import Records
import SQLiteFile

/// The content of a GeoPackage that is rewritten, without its output. ``GeoPackageRewriter`` drives
/// it.
///
/// Trees come in schema order, then new tables, then the metadata tables, whose rows are known
/// last.
struct RewrittenContent {
  var database: DatabaseWriter
  private(set) var account = RewriteAccount()
  private let rewriter: GeoPackageRewriter
  private let schema: StoredSchema
  private var format: FormatTables
  /// The edits, by folded table name.
  private let edits: [String: TableEdits]
  private var pairs: RelationPairs
  private var jobs: [Job]
  /// The new roots of the trees, by the index of their object.
  private var roots: [Int: UInt32] = [:]
  private var leftOut: Set<Int>
  /// What remains to be done after the stored tables.
  private var endings = [Ending.format, .relations]

  private enum Job {
    case table(Int)
    case added(GeoPackageTable)
    case index(Int, EntryMerge)
  }

  private enum Ending { case relations, format }

  private var reader: GeoPackageReader { rewriter.reader }

  init(_ rewriter: GeoPackageRewriter) throws {
    self.rewriter = rewriter
    let reader = rewriter.reader
    database = DatabaseWriter(like: reader.database.header)
    let named = rewriter.edits.filter { !$0.value.isEmpty }
    var edits = Dictionary(
      named.map { (GeoPackageNames.folded($0), $1) }, uniquingKeysWith: { first, _ in first })
    for (table, pairs) in try ListedPairs(rewriter, edits).edits() where edits[table] == nil {
      edits[table] = pairs
    }
    self.edits = edits
    let added = rewriter.addedTables.map(\.table)
    let new = Set(added.map { GeoPackageNames.folded($0.name) })
    schema = try StoredSchema(reader, edited: Set(edits.keys).subtracting(new))
    leftOut = schema.leftOut
    for objectIndex in schema.leftOut.sorted() where schema.objects[objectIndex].rootPage == 0 {
      let object = schema.objects[objectIndex]
      guard object.kind == .table else { continue }
      account.leftOut.append(
        .init(kind: .virtualTable, table: object.tableName, name: object.name))
    }
    try Self.check(rewriter, known: schema.names, new: new)
    var lastChange: [UInt8]?
    if let time = rewriter.lastChange {
      var text: [UInt8] = []
      if DateText.appendDateTime(time, to: &text) { lastChange = text }
    }
    format = try FormatTables(reader, lastChange: lastChange.map { $0.span.repairedString() })
    pairs = Self.pairs(rewriter, edited: Set(edits.keys), known: schema.names)
    jobs = []
    jobs = orderedJobs() + added.map(Job.added)
    jobs.reverse()
  }

  /// Throws if a new table exists already, or an edited table does not exist.
  private static func check(
    _ rewriter: GeoPackageRewriter, known: Set<String>, new: Set<String>
  ) throws {
    for table in rewriter.addedTables.map(\.table.name)
    where known.contains(GeoPackageNames.folded(table)) {
      throw GeoPackageError.badTableName(table)
    }
    for table in rewriter.edits.keys.sorted() {
      let folded = GeoPackageNames.folded(table)
      guard known.contains(folded) || new.contains(folded) else {
        throw GeoPackageError.noSuchTable(table)
      }
    }
  }

  private static func pairs(
    _ rewriter: GeoPackageRewriter, edited: Set<String>, known: Set<String>
  ) -> RelationPairs {
    let mapped = rewriter.relations.filter { relation in
      known.contains(GeoPackageNames.folded(relation.mappingTable))
        && [relation.baseTable, relation.relatedTable].contains {
          edited.contains(GeoPackageNames.folded($0))
        }
    }
    return RelationPairs(mapped + rewriter.addedTables.compactMap(\.relation))
  }

  /// The trees of the old schema in order, except for metadata tables. A mapping table follows the
  /// tables that determine its pairs, and an index follows its table.
  private func orderedJobs() -> [Job] {
    var jobs: [Job] = []
    var late: [Job] = []
    var passed: Set<String> = []
    for (objectIndex, object) in schema.objects.enumerated() where !leftOut.contains(objectIndex) {
      let table = GeoPackageNames.folded(object.tableName)
      switch schema.parts[objectIndex] {
      case .content, .plain:
        if passed.isSuperset(of: pairs.sides(of: object.name) ?? []) {
          jobs.append(.table(objectIndex))
          passed.insert(table)
        } else {
          late.append(.table(objectIndex))
        }
      case .index where FormatTable.names.contains(table): break
      case .index where passed.contains(table): jobs.append(.table(objectIndex))
      case .index: late.append(.table(objectIndex))
      case .format, .boxes, .text: break
      }
    }
    return jobs + late
  }

  /// The next tree to write; nil after the last one.
  mutating func next() throws -> Rewriting? {
    while true {
      guard let job = jobs.popLast() else {
        guard let ending = endings.popLast() else { return nil }
        try end(with: ending)
        continue
      }
      switch job {
      case .added(let table): return try begin(table)
      case .index(let objectIndex, let merge): return Rewriting(objectIndex, index: merge)
      case .table(let objectIndex):
        if let rewriting = try begin(objectIndex) { return rewriting }
      }
    }
  }

  private mutating func begin(_ objectIndex: Int) throws -> Rewriting? {
    let object = schema.objects[objectIndex]
    switch schema.parts[objectIndex] {
    case .content(let layout):
      return try begin(
        objectIndex, layout, edits: edits[GeoPackageNames.folded(object.name)],
        keyColumns: try pairs.keyColumns(of: layout.table))
    case .plain(let stored): return try beginPlain(objectIndex, stored)
    case .format(let stored):
      let edits = format.table(named: object.name)?.edits ?? TableEdits()
      guard !stored.isWithoutRowid || edits.isEmpty else {
        throw GeoPackageError.noRowID(table: stored.name)
      }
      return try beginRows(objectIndex, stored, edits: edits)
    case .index:
      // The indexes of a table with edits were written together with it.
      guard roots[objectIndex] == nil, !leftOut.contains(objectIndex) else { return nil }
      return Rewriting(objectIndex, index: try copy(objectIndex))
    case .boxes, .text: return nil
    }
  }

  private func copy(_ objectIndex: Int) throws -> EntryMerge {
    try EntryMerge(copying: schema.objects[objectIndex], in: reader.database)
  }

  /// Begins a table that is not read as features or attributes. Returns nil if it is completely
  /// written.
  private mutating func beginPlain(_ objectIndex: Int, _ stored: StoredTable) throws -> Rewriting? {
    var changes = try mappingEdits(of: stored)
    var found = try pairs.pairs(of: stored.name)
    if let found, MappingTable.isDeclared(as: stored), schema.isBare(stored.name) {
      format.noteID(Int64(found.count), of: stored.name)
      return try beginPairs(objectIndex, stored, pairs: found)
    }
    changes.wanted = try found?.rest().map { .init(base: $0.base, related: $0.related) }
    guard !changes.isEmpty, let ends = MappingEdits.Ends(stored) else {
      return try beginRows(objectIndex, stored, edits: TableEdits())
    }
    guard stored.isWithoutRowid else {
      return try beginRows(
        objectIndex, stored,
        edits: try changes.edits(of: stored, ends, in: reader.database))
    }
    return try beginKeyed(objectIndex, try KeyedPairs(stored, ends, changes, in: reader.database))
  }

  /// Begins a WITHOUT ROWID mapping table, and its indexes.
  private mutating func beginKeyed(_ objectIndex: Int, _ pairs: KeyedPairs) throws -> Rewriting {
    for (objectIndex, object) in schema.indexes(of: pairs.table.name) {
      if let merge = try pairs.merge(index: object) {
        jobs.append(.index(objectIndex, merge))
      } else {
        try leaveOut(object, at: objectIndex)
      }
    }
    return Rewriting(objectIndex, index: try pairs.merge(table: schema.objects[objectIndex]))
  }

  /// Leaves out an index because an entry could not be computed.
  private mutating func leaveOut(_ object: SchemaObject, at objectIndex: Int) throws {
    // The table needs this index for a constraint.
    guard object.sql != nil else {
      throw GeoPackageError.unknownOrder(table: object.tableName, index: object.name)
    }
    leftOut.insert(objectIndex)
    account.leftOut.append(.init(kind: .index, table: object.tableName, name: object.name))
  }

  /// Begins a mapping table as Fieldpack writes it. Its pairs are numbered again.
  private func beginPairs(
    _ objectIndex: Int, _ stored: StoredTable, pairs: KeyPairs
  ) throws -> Rewriting {
    var pairs = pairs
    var edits = TableEdits()
    var encoder = RecordEncoder()
    while let pair = try pairs.next() {
      encoder.removeAll()
      encoder.appendNull()
      encoder.append(pair.base)
      encoder.append(pair.related)
      var record: [UInt8] = []
      encoder.write(to: &record)
      edits.added.append((Int64(edits.added.count + 1), record))
    }
    return try begin(
      objectIndex, RowLayout(whole: stored), edits: edits, keyColumns: [], isWhole: true)
  }

  private mutating func beginRows(
    _ objectIndex: Int, _ stored: StoredTable, edits: TableEdits
  ) throws -> Rewriting {
    if stored.isWithoutRowid { return Rewriting(objectIndex, index: try copy(objectIndex)) }
    return try begin(
      objectIndex, RowLayout(whole: stored), edits: edits.isEmpty ? nil : edits,
      keyColumns: [])
  }

  /// Begins a table.
  ///
  /// - Parameter isWhole: whether the edits contain all rows.
  private func begin(
    _ objectIndex: Int, _ layout: RowLayout, edits: TableEdits?, keyColumns: [Int],
    isWhole: Bool = false
  ) throws -> Rewriting {
    let stored = layout.stored
    let clauses = TableClauses(schema.objects[objectIndex].sql ?? "", of: stored)
    let indexes =
      edits == nil
      ? StoredIndexes(copiedOf: stored)
      : StoredIndexes(
        stored, clauses, schema.indexes(of: stored.name), in: reader.database)
    let triggers =
      edits == nil
      ? TriggerCount()
      : TriggerCount(stored, in: reader.database, besides: schema.handledTriggers(layout))
    let rows = GeoPackageRows(
      try reader.database.cursor(over: stored), layout, reader.database)
    return Rewriting(
      objectIndex,
      rows: StoredRows(
        layout, indexes, triggers, keyColumns: keyColumns, hasBoxes: schema.hasBoxes(layout),
        in: reader.database),
      source: EditedRows(
        stored.name, isWhole ? nil : rows,
        StoredForm(layout, clauses, in: reader.database), edits ?? TableEdits(),
        lastUsed: stored.isAutoincrement ? format.lastUsedID(of: stored.name) : 0),
      isEdited: edits != nil)
  }

  private mutating func begin(_ table: GeoPackageTable) throws -> Rewriting {
    format.add(table)
    let edits = edits[GeoPackageNames.folded(table.name)] ?? TableEdits()
    return Rewriting(
      TableRows(
        table, keyColumns: try pairs.keyColumns(of: table), pages: database.pages,
        encoding: database.encoding),
      try AddedRows(table.name, edits))
  }

  /// The changes of a mapping table: edited pairs, and pairs of deleted rows.
  private func mappingEdits(of stored: StoredTable) throws -> MappingEdits {
    var changes = MappingEdits()
    if let pairs = rewriter.pairEdits.first(where: {
      GeoPackageNames.folded($0.key) == GeoPackageNames.folded(stored.name)
    })?.value {
      changes.removed = pairs.removed
      changes.added = pairs.added
    }
    for relation in try reader.relations()
    where GeoPackageNames.folded(relation.mappingTable) == GeoPackageNames.folded(stored.name) {
      changes.deletedBases.formUnion(
        deleted(from: relation.baseTable, by: relation.basePrimaryColumn))
      changes.deletedRelated.formUnion(
        deleted(from: relation.relatedTable, by: relation.relatedPrimaryColumn))
    }
    return changes
  }

  /// The deleted rows of a table, if pairs refer to them by row id.
  private func deleted(from table: String, by key: String) -> [Int64] {
    let folded = GeoPackageNames.folded(table)
    guard let deleted = edits[folded]?.deleted, !deleted.isEmpty,
      let layout = schema.contents.first(where: {
        GeoPackageNames.folded($0.table.name) == folded
      }), GeoPackageNames.folded(layout.table.idColumn) == GeoPackageNames.folded(key)
    else { return [] }
    return deleted
  }

  /// Finishes a tree. `made` contains the trees built along with it.
  mutating func end(_ done: consuming Rewriting, _ made: [TableTree.Made]) throws {
    if var added = done.added.take() {
      let finished = try added.rows.finish(into: &database, made: made)
      pairs.note(added.rows.keys, of: finished.table)
      account.tables.append(finished.account)
      format.note(finished)
      noteAdded(added.source.rowids, to: finished.table.name)
    } else if var index = done.index.take() {
      guard index.duplicates.isEmpty else {
        let pair = index.duplicates[0]
        throw SQLiteFileError.duplicateKey(
          index: schema.objects[done.objectIndex].name, first: pair.first, second: pair.second)
      }
      roots[done.objectIndex] = index.finish(&database.pages)
    } else if var table = done.table.take() {
      roots[done.objectIndex] = table.rows.finish(&database.pages)
      try end(&table, at: done.objectIndex, made)
    }
  }

  private mutating func end(
    _ table: inout Rewriting.Table, at objectIndex: Int, _ made: [TableTree.Made]
  ) throws {
    let layout = table.rows.layout
    pairs.note(table.rows.keys, of: layout.table)
    let duplicates = try endIndexes(&table, made)
    try endBoxes(&table, made)
    let isContent = if case .content = schema.parts[objectIndex] { true } else { false }
    let finished = table.rows.account(duplicates)
    if isContent { account.tables.append(finished) }
    guard table.isEdited else { return }
    account.triggers += table.rows.triggers.fired
    for column in table.source.lostColumns.sorted() {
      account.leftOut.append(
        .init(
          kind: .generatedColumn, table: layout.stored.name,
          name: layout.stored.columns[column].name))
    }
    let name = layout.stored.name
    if layout.stored.isAutoincrement, !table.source.addedRowids.isEmpty {
      format.noteID(max(format.lastUsedID(of: name), table.rows.lastRowid), of: name)
    }
    guard isContent else { return }
    format.note(finished, table.rows)
    noteAdded(table.source.addedRowids, to: name)
    format.removeReferences(
      to: Set(edits[GeoPackageNames.folded(name)]?.deleted ?? []), of: name)
  }

  private mutating func noteAdded(_ rowids: [Int64], to table: String) {
    guard !rowids.isEmpty else { return }
    for key in rewriter.edits.keys
    where GeoPackageNames.folded(key) == GeoPackageNames.folded(table) {
      account.addedRowids[key] = rowids
    }
  }

  /// Writes the indexes that were built, and begins those that are kept.
  private mutating func endIndexes(
    _ table: inout Rewriting.Table, _ made: [TableTree.Made]
  ) throws -> [TableAccount.Duplicate] {
    var duplicates: [TableAccount.Duplicate] = []
    for index in try table.rows.finishIndexes(made, &database.pages) {
      roots[index.objectIndex] = index.root
      duplicates += index.duplicates
    }
    for index in table.rows.indexes.kept {
      if index.isLost {
        try leaveOut(index.object, at: index.objectIndex)
      } else {
        jobs.append(.index(index.objectIndex, try index.merge(in: reader.database)))
      }
    }
    return duplicates
  }

  private mutating func endBoxes(
    _ table: inout Rewriting.Table, _ made: [TableTree.Made]
  ) throws {
    guard let written = try table.rows.finishBoxes(made, &database.pages) else { return }
    let tables = schema.boxTables(table.rows.layout)
    for (objectIndex, root) in [
      (tables.rowid, written.rowid), (tables.node, written.node), (tables.parent, written.parent),
    ] {
      if let objectIndex { roots[objectIndex] = root }
    }
  }

  private mutating func end(with ending: Ending) throws {
    switch ending {
    case .relations:
      for table in rewriter.addedTables { try relate(table) }
    case .format:
      for text in rewriter.metadata { format.set(text) }
      for (objectIndex, object) in schema.objects.enumerated().reversed() {
        switch schema.parts[objectIndex] {
        case .format: jobs.append(.table(objectIndex))
        case .index where FormatTable.names.contains(GeoPackageNames.folded(object.tableName)):
          jobs.append(.table(objectIndex))
        case .content, .plain, .boxes, .index, .text: break
        }
      }
    }
  }

  /// Writes the mapping table of a new table.
  private mutating func relate(_ table: GeoPackageRewriter.AddedTable) throws {
    guard let relation = table.relation, let found = try pairs.pairs(of: relation.mappingTable)
    else { return }
    database.addTable(
      name: relation.mappingTable, sql: MappingTable.sql(relation.mappingTable),
      root: try MappingTable.write(found, to: &database.pages))
    format.add(
      relation, base: idColumn(relation.baseTable), related: idColumn(relation.relatedTable))
    format.noteID(Int64(found.count), of: relation.mappingTable)
  }

  private func idColumn(_ name: String) -> String {
    let tables = schema.contents.map(\.table) + rewriter.addedTables.map(\.table)
    return tables.first { GeoPackageNames.folded($0.name) == GeoPackageNames.folded(name) }?
      .idColumn ?? "id"
  }

  /// Writes the objects of the old schema with their new roots, then the new ones.
  mutating func writeSchema() throws {
    try format.writeAdded(to: &database)
    var objects: [SchemaObject] = []
    for (objectIndex, object) in schema.objects.enumerated() where !leftOut.contains(objectIndex) {
      var object = object
      object.rootPage = roots[objectIndex] ?? 0
      objects.append(object)
    }
    database.put(first: objects)
  }
}
