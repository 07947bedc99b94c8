import Bytes
import Geometry
import SQLiteFile

/// One user table while its rows are written.
struct TableRows: Sendable {
  let table: GeoPackageTable
  let declaration: TableDeclaration
  private var tree: TableTreeWriter
  private var boxes: RTreeWriter
  private var observer = GeometryObserver()
  private var plainIndexes: [PlainIndex] = []
  private var termIndexes: [TermIndex] = []
  /// The keys that relations ask for, by place in `table.columns`.
  private(set) var keys: [(column: Int, list: KeyList)] = []
  private var strict: [(column: Int, hasNull: Bool)]
  private var layout = RecordLayout()
  private var bounds = Envelope.empty
  private var withoutGeometry = 0
  private(set) var lastRowid: Int64 = 0
  /// The first columns of records, up to the last one that is looked at.
  private let columnsSeen: Int

  /// An index over one column that sorts by the bytes of its values.
  private struct PlainIndex: Sendable {
    var place: Int
    var column: Int
    var sorter = IndexSorter()
  }

  /// Any other index.
  private struct TermIndex: Sendable {
    var place: Int
    var sorter: TermSorter
  }

  /// - Parameter declaration: how the table is declared; as GDAL does where it is nil.
  init(
    _ table: GeoPackageTable, declaration: TableDeclaration? = nil, keyColumns: [Int],
    pages: PageWriter
  ) {
    self.table = table
    let declaration = declaration ?? TableDeclaration(table)
    self.declaration = declaration
    tree = TableTreeWriter(pageSize: pages.pageSize)
    boxes = RTreeWriter(pageSize: pages.pageSize)
    for (place, index) in declaration.indexes.enumerated() {
      if let column = index.plainColumn {
        plainIndexes.append(PlainIndex(place: place, column: column))
      } else {
        termIndexes.append(TermIndex(place: place, sorter: TermSorter(index.terms)))
      }
    }
    keys = keyColumns.map { ($0, KeyList()) }
    strict = table.columns.indices.filter { table.columns[$0].isNotNull }.map { ($0, false) }
    let seen =
      declaration.indexes.flatMap { $0.terms.compactMap(\.column) } + keyColumns
      + strict.map(\.column)
    let first = declaration.id == nil ? 0 : table.firstColumn
    columnsSeen = seen.max().map { first + $0 + 1 } ?? 0
  }

  var rowCount: Int { tree.count }

  /// Makes room for about as many rows, whose values take no more than `bytes`.
  mutating func expect(rows: Int, bytes: Int) {
    if declaration.hasBoxes { boxes.reserve(rows) }
    for index in plainIndexes.indices {
      plainIndexes[index].sorter.expect(rows: rows, bytes: bytes)
    }
  }

  /// Adds a row; `envelope` nil means that the geometry is asked for its own.
  mutating func append(
    _ record: Span<UInt8>, rowid: Int64, envelope: Envelope?, to pages: inout PageWriter
  ) throws(GeoPackageError) {
    do {
      try tree.append(rowid: rowid, record: record, to: &pages)
    } catch {
      throw .database(error)
    }
    lastRowid = rowid
    if table.geometry != nil { observeGeometry(record, rowid: rowid, envelope: envelope) }
    if columnsSeen > 0 || !termIndexes.isEmpty { try observeColumns(record, rowid: rowid) }
  }

  /// A geometry that no program can read is written as it is, and has no box.
  private mutating func observeGeometry(
    _ record: Span<UInt8>, rowid: Int64, envelope: Envelope?
  ) {
    guard let range = GeoPackageRows.geometry(of: record), !range.isEmpty else {
      withoutGeometry &+= 1
      return
    }
    let blob = record.extracting(range)
    guard let box = envelope ?? (try? GeoPackageBlob.envelope(of: blob) ?? .empty) else {
      withoutGeometry &+= 1
      return
    }
    observer.observe(blob)
    guard !box.isEmpty else { return }
    bounds.formUnion(box)
    guard declaration.hasBoxes else { return }
    boxes.append(id: rowid, minX: box.minX, maxX: box.maxX, minY: box.minY, maxY: box.maxY)
  }

  private mutating func observeColumns(
    _ record: Span<UInt8>, rowid: Int64
  ) throws(GeoPackageError) {
    do {
      try layout.parse(record, first: columnsSeen)
    } catch {
      throw .damagedRow(table: table.name, rowid: rowid)
    }
    let first = declaration.id == nil ? 0 : table.firstColumn
    for index in plainIndexes.indices {
      let value = layout.value(first &+ plainIndexes[index].column, in: record)
      plainIndexes[index].sorter.append(value, of: record, rowid: rowid)
    }
    for index in termIndexes.indices {
      for term in declaration.indexes[termIndexes[index].place].terms {
        let value = term.column.map { layout.value(first &+ $0, in: record) } ?? .null
        termIndexes[index].sorter.append(value, of: record)
      }
      termIndexes[index].sorter.endKey(rowid: rowid)
    }
    for place in keys.indices {
      let value = layout.value(first &+ keys[place].column, in: record)
      keys[place].list.append(value, of: record, rowid: rowid)
    }
    for place in strict.indices where !strict[place].hasNull {
      strict[place].hasNull = layout.isNull(first &+ strict[place].column)
    }
  }

  /// What is to be made once all rows are there.
  var trees: [TableTree] {
    var trees = plainIndexes.map { TableTree.index(place: $0.place, $0.sorter) }
    trees += termIndexes.map { .terms(place: $0.place, $0.sorter) }
    return trees + (declaration.hasBoxes ? [.boxes(boxes)] : [])
  }

  /// Writes what is left of the table: its tree, its indexes, its R-tree, their schema rows. Trees
  /// that were not made before are made now.
  mutating func finish(
    into database: inout DatabaseWriter, made: [TableTree.Made]
  ) throws(GeoPackageError) -> FinishedTable {
    let root = tree.finish(&database.pages)
    let geometryType = table.geometry.map { observer.typeName(wanted: $0.typeName) }
    var account = TableAccount(
      name: table.name, rowCount: rowCount, withoutGeometry: withoutGeometry, bounds: bounds,
      geometryType: geometryType,
      nullsFound: strict.filter(\.hasNull).map { table.columns[$0.column].name }, duplicates: [])
    let indexes = declaration.indexes.indices.map { place in
      putIn(made, indexAt: place, into: &database) ?? makeIndex(at: place, &database.pages)
    }
    addTable(root: root, geometryType ?? "", indexes, to: &database)
    for (place, index) in declaration.indexes.enumerated() where index.isUnique {
      let name = index.terms.compactMap { $0.column.map { table.columns[$0].name } }
        .joined(separator: ", ")
      account.duplicates += indexes[place].duplicates.prefix(1_000).map {
        TableAccount.Duplicate(column: name, rows: $0)
      }
    }
    if let geometry = table.geometry, declaration.hasBoxes {
      try writeRTree(geometry, made, into: &database)
    }
    if declaration.hasCounts { FeatureCountTriggers.add(for: table.name, to: &database) }
    for column in table.columns where column.mintsGlobalIDs {
      GlobalIDTrigger.add(to: column.name, of: table, &database)
    }
    return FinishedTable(
      table: table, account: account, lastRowid: lastRowid,
      z: observer.zFlag(declared: table.geometry?.hasZ ?? false),
      m: observer.mFlag(declared: table.geometry?.hasM ?? false))
  }

  private typealias MadeIndex = (root: UInt32, duplicates: [IndexSorter.Duplicate])

  /// Notes the table and its indexes in the schema. A UNIQUE that rows break becomes an index like
  /// any other.
  private func addTable(
    root: UInt32, _ geometryType: String, _ made: [MadeIndex], to database: inout DatabaseWriter
  ) {
    let indexes = declaration.indexes
    let isKept = indexes.indices.map { indexes[$0].isConstraint && made[$0].duplicates.isEmpty }
    let inColumns = indexes.indices.filter {
      isKept[$0] && indexes[$0].isColumnConstraint(declaration)
    }.sorted { (indexes[$0].terms[0].column ?? 0) < (indexes[$1].terms[0].column ?? 0) }
    let constraints =
      inColumns + indexes.indices.filter { isKept[$0] && !inColumns.contains($0) }
    let isWanted = table.geometry.map { $0.typeName == geometryType } ?? false
    let notNull = Set(strict.filter { !$0.hasNull }.map(\.column))
    database.addTable(
      name: table.name,
      sql: declaration.sql(
        table, geometryType: (isWanted ? declaration.geometryType : nil) ?? geometryType,
        notNull: notNull, constraints: constraints),
      root: root)
    // SQLite numbers the indexes of constraints in the order of the text.
    for (number, place) in constraints.enumerated() {
      database.addIndex(
        name: "sqlite_autoindex_\(table.name)_\(number + 1)", table: table.name, sql: nil,
        root: made[place].root)
    }
    for (place, index) in indexes.enumerated() where !isKept[place] {
      let isUnique = index.isUnique && made[place].duplicates.isEmpty
      database.addIndex(
        name: index.name, table: table.name,
        sql: declaration.sql(of: index, isUnique: isUnique, on: table), root: made[place].root)
    }
  }

  private mutating func makeIndex(at place: Int, _ pages: inout PageWriter) -> MadeIndex {
    if let index = plainIndexes.firstIndex(where: { $0.place == place }) {
      return plainIndexes[index].sorter.finish(&pages)
    }
    if let index = termIndexes.firstIndex(where: { $0.place == place }) {
      return termIndexes[index].sorter.finish(&pages)
    }
    var none = IndexSorter()
    return none.finish(&pages)
  }

  private func putIn(
    _ made: [TableTree.Made], indexAt place: Int, into database: inout DatabaseWriter
  ) -> MadeIndex? {
    for case .index(place, let pages, let root, let duplicates) in made {
      return database.pages.append(pages).map { (root &+ $0, duplicates) }
    }
    return nil
  }

  private mutating func putInBoxes(
    _ made: [TableTree.Made], into database: inout DatabaseWriter
  ) throws(SQLiteFileError) -> RTreeWriter.Roots {
    for case .boxes(let pages, let roots) in made {
      if let first = database.pages.append(pages) { return roots.moved(by: first) }
    }
    return try boxes.finish(&database.pages)
  }

  private mutating func writeRTree(
    _ geometry: GeoPackageTable.GeometryColumn, _ made: [TableTree.Made],
    into database: inout DatabaseWriter
  ) throws(GeoPackageError) {
    do {
      let roots = try putInBoxes(made, into: &database)
      RTreeExtension.add(
        roots, table: table.name, geometry: geometry.name, id: table.idColumn, to: &database)
    } catch {
      throw .database(error)
    }
  }
}

/// A user table whose rows are all written.
struct FinishedTable: Sendable {
  var table: GeoPackageTable
  var account: TableAccount
  var lastRowid: Int64
  var z: Int64
  var m: Int64
}
