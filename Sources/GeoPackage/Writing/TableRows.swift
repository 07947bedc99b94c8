import Bytes
import Geometry
import Records
import SQLiteFile

/// A user table that is being written.
struct TableRows: Sendable {
  let table: GeoPackageTable
  let declaration: TableDeclaration
  private var tree: TableTreeWriter
  private var boxes: RTreeWriter
  private var observer = GeometryObserver()
  /// Sorters for the indexes of the declaration, in the same order.
  private var sorters: [IndexSorter]
  /// The keys that relations need, by index in `table.columns`.
  private(set) var keys: [(column: Int, list: KeyList)] = []
  private var strict: [(column: Int, hasNull: Bool)]
  private var layout = RecordLayout()
  private var bounds = Envelope.empty
  private var withoutGeometry = 0
  private(set) var lastRowid: Int64 = 0
  /// The number of values to read in records, up to the last column that is needed.
  private let columnsSeen: Int
  private let encoding: DatabaseHeader.TextEncoding

  /// Begins a table.
  ///
  /// - Parameters:
  ///   - declaration: how the table is declared. If nil, as GDAL does.
  ///   - encoding: the encoding of the file's texts. Records are given in UTF-8.
  init(
    _ table: GeoPackageTable, declaration: TableDeclaration? = nil, keyColumns: [Int],
    pages: PageWriter, encoding: DatabaseHeader.TextEncoding = .utf8
  ) {
    self.table = table
    self.encoding = encoding
    let declaration = declaration ?? TableDeclaration(table)
    self.declaration = declaration
    tree = TableTreeWriter(pageSize: pages.pageSize)
    boxes = RTreeWriter(pageSize: pages.pageSize)
    sorters = declaration.indexes.map { IndexSorter(findsDuplicates: $0.isUnique) }
    keys = keyColumns.map { ($0, KeyList()) }
    strict = table.columns.indices.filter { table.columns[$0].isNotNull }.map { ($0, false) }
    let seen = declaration.indexes.map(\.column) + keyColumns + strict.map(\.column)
    columnsSeen = seen.max().map { table.firstColumn + $0 + 1 } ?? 0
  }

  var rowCount: Int { tree.count }

  /// Adds a row. If `envelope` is nil, it is computed from the geometry.
  mutating func append(
    _ record: Span<UInt8>, rowid: Int64, envelope: Envelope?, to pages: inout PageWriter
  ) throws {
    guard encoding != .utf8 else {
      return try appendStored(record, rowid: rowid, envelope: envelope, to: &pages)
    }
    try about("\(table.name), row \(rowid)") { try layout.parse(record) }
    try noteKeys(of: record, rowid: rowid)
    var stored = record.copied()
    try RecordLayout.transcode(&stored, to: encoding)
    try appendStored(stored.span, rowid: rowid, envelope: envelope, to: &pages)
  }

  /// Adds the keys of the current record, which is in UTF-8.
  private mutating func noteKeys(
    of record: Span<UInt8>, rowid: Int64
  ) throws(SQLiteFileError) {
    for index in keys.indices {
      let value = layout.value(table.firstColumn &+ keys[index].column, in: record)
      try keys[index].list.append(value, of: record, rowid: rowid)
    }
  }

  private mutating func appendStored(
    _ record: Span<UInt8>, rowid: Int64, envelope: Envelope?, to pages: inout PageWriter
  ) throws {
    try tree.append(rowid: rowid, record: record, to: &pages)
    lastRowid = rowid
    if table.geometry != nil { try observeGeometry(record, rowid: rowid, envelope: envelope) }
    if columnsSeen > 0 { try observeColumns(record, rowid: rowid) }
  }

  /// Reads a geometry. One that cannot be read is written unchanged and has no box.
  private mutating func observeGeometry(
    _ record: Span<UInt8>, rowid: Int64, envelope: Envelope?
  ) throws(SQLiteFileError) {
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
    try boxes.append(id: rowid, minX: box.minX, maxX: box.maxX, minY: box.minY, maxY: box.maxY)
  }

  private mutating func observeColumns(
    _ record: Span<UInt8>, rowid: Int64
  ) throws {
    try about("\(table.name), row \(rowid)") { try layout.parse(record, first: columnsSeen) }
    let first = table.firstColumn
    for number in sorters.indices {
      let value = layout.value(first &+ declaration.indexes[number].column, in: record)
      try sorters[number].append(value, of: record, rowid: rowid)
    }
    if encoding == .utf8 { try noteKeys(of: record, rowid: rowid) }
    for index in strict.indices where !strict[index].hasNull {
      strict[index].hasNull = layout.isNull(first &+ strict[index].column)
    }
  }

  /// The trees to build once all rows are there.
  var trees: [TableTree] {
    sorters.enumerated().map { TableTree.index(number: $0, $1) }
      + (declaration.hasBoxes ? [.boxes(boxes)] : [])
  }

  /// Writes the rest of the table: its tree, its indexes, its R-tree and their schema rows. Builds
  /// trees that were not built before.
  mutating func finish(
    into database: inout DatabaseWriter, made: [TableTree.Made]
  ) throws -> FinishedTable {
    let root = tree.finish(&database.pages)
    let geometryType = table.geometry.map { observer.typeName(wanted: $0.typeName) }
    var account = TableAccount(
      name: table.name, rowCount: rowCount, withoutGeometry: withoutGeometry, bounds: bounds,
      geometryType: geometryType,
      nullsFound: strict.filter(\.hasNull).map { table.columns[$0.column].name }, duplicates: [])
    var indexes: [MadeIndex] = []
    for (number, sorter) in sorters.enumerated() {
      let copied = copyIndex(number, from: made, into: &database)
      indexes.append(try copied ?? sorter.finish(&database.pages))
    }
    addTable(root: root, geometryType ?? "", indexes, to: &database)
    for (number, index) in declaration.indexes.enumerated() where index.isUnique {
      let name = table.columns[index.column].name
      account.duplicates += indexes[number].duplicates.prefix(1_000).map {
        TableAccount.Duplicate(column: name, rows: $0)
      }
    }
    if let geometry = table.geometry, declaration.hasBoxes {
      try writeRTree(geometry, made, into: &database)
    }
    FeatureCountTriggers.add(for: table.name, to: &database)
    for column in table.columns where column.mintsGlobalIDs {
      GlobalIDTrigger.add(to: column.name, of: table, &database)
    }
    return FinishedTable(
      table: table, account: account, lastRowid: lastRowid,
      z: observer.zFlag(declared: table.geometry?.hasZ ?? false),
      m: observer.mFlag(declared: table.geometry?.hasM ?? false))
  }

  private typealias MadeIndex = (root: UInt32, duplicates: [IndexSorter.Duplicate])

  /// Adds the table and its indexes to the schema. If rows break a UNIQUE, it becomes a plain
  /// index.
  private func addTable(
    root: UInt32, _ geometryType: String, _ made: [MadeIndex], to database: inout DatabaseWriter
  ) {
    let notNull = Set(strict.filter { !$0.hasNull }.map(\.column))
    database.addTable(
      name: table.name,
      sql: declaration.sql(table, geometryType: geometryType, notNull: notNull), root: root)
    for (number, index) in declaration.indexes.enumerated() {
      let isUnique = index.isUnique && made[number].duplicates.isEmpty
      database.addIndex(
        name: index.name, table: table.name,
        sql: declaration.sql(of: index, isUnique: isUnique, on: table), root: made[number].root)
    }
  }

  private func copyIndex(
    _ number: Int, from made: [TableTree.Made], into database: inout DatabaseWriter
  ) -> MadeIndex? {
    for case .index(number, let pages, let root, let duplicates) in made {
      return database.pages.append(pages).map { (root &+ $0, duplicates) }
    }
    return nil
  }

  private mutating func writeBoxes(
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
  ) throws {
    let roots = try writeBoxes(made, into: &database)
    RTreeExtension.add(
      roots, table: table.name, geometry: geometry.name, id: table.idColumn, to: &database)
  }
}

/// A user table with all its rows written.
struct FinishedTable: Sendable {
  var table: GeoPackageTable
  var account: TableAccount
  var lastRowid: Int64
  var z: Int64
  var m: Int64
}
