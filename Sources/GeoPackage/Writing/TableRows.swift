import Bytes
import Geometry
import SQLiteFile

/// One user table while its rows are written.
struct TableRows: Sendable {
  let table: GeoPackageTable
  private var tree: TableTreeWriter
  private var boxes: RTreeWriter
  private var observer = GeometryObserver()
  private var indexes: [ColumnIndex] = []
  /// The keys that relations ask for, by place in `table.columns`.
  private(set) var keys: [(column: Int, list: KeyList)] = []
  private var strict: [(column: Int, hasNull: Bool)]
  private var layout = RecordLayout()
  private var bounds = Envelope.empty
  private var withoutGeometry = 0
  private(set) var lastRowid: Int64 = 0
  private let needsLayout: Bool

  private struct ColumnIndex: Sendable {
    var column: Int
    var sorter = IndexSorter()
  }

  init(_ table: GeoPackageTable, keyColumns: [Int], pages: PageWriter) {
    self.table = table
    tree = TableTreeWriter(pageSize: pages.pageSize)
    boxes = RTreeWriter(pageSize: pages.pageSize)
    for column in table.columns.indices where table.columns[column].index != nil {
      indexes.append(ColumnIndex(column: column))
    }
    keys = keyColumns.map { ($0, KeyList()) }
    strict = table.columns.indices.filter { table.columns[$0].isNotNull }.map { ($0, false) }
    needsLayout = !indexes.isEmpty || !keys.isEmpty || !strict.isEmpty
  }

  var rowCount: Int { tree.count }

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
    if table.geometry != nil { try observeGeometry(record, rowid: rowid, envelope: envelope) }
    if needsLayout { try observeColumns(record, rowid: rowid) }
  }

  private mutating func observeGeometry(
    _ record: Span<UInt8>, rowid: Int64, envelope: Envelope?
  ) throws(GeoPackageError) {
    guard let range = Self.geometry(of: record) else {
      throw .damagedRow(table: table.name, rowid: rowid)
    }
    guard !range.isEmpty else {
      withoutGeometry &+= 1
      return
    }
    let blob = record.extracting(range)
    observer.observe(blob)
    let box: Envelope
    if let envelope {
      box = envelope
    } else {
      do {
        box = try GeoPackageBlob.envelope(of: blob) ?? .empty
      } catch {
        throw .damagedRow(table: table.name, rowid: rowid)
      }
    }
    guard !box.isEmpty else { return }
    bounds.formUnion(box)
    boxes.append(id: rowid, minX: box.minX, maxX: box.maxX, minY: box.minY, maxY: box.maxY)
  }

  /// Where the geometry is in a row: column 0 takes no bytes, so it begins the body. Empty for
  /// NULL; nil when the record has another form.
  private static func geometry(of record: Span<UInt8>) -> Range<Int>? {
    var at = 0
    guard let header = Varint.read(record, at: &at), header <= record.count,
      let id = Varint.read(record, at: &at), id == 0,
      let type = Varint.read(record, at: &at)
    else { return nil }
    let start = Int(truncatingIfNeeded: header)
    if type == 0 { return start..<start }
    guard type >= 12, type & 1 == 0 else { return nil }
    let count = (type &- 12) >> 1
    guard count <= record.count &- start else { return nil }
    return start..<start &+ Int(truncatingIfNeeded: count)
  }

  private mutating func observeColumns(
    _ record: Span<UInt8>, rowid: Int64
  ) throws(GeoPackageError) {
    do {
      try layout.parse(record)
    } catch {
      throw .damagedRow(table: table.name, rowid: rowid)
    }
    let first = table.firstColumn
    for place in indexes.indices {
      let value = layout.value(first &+ indexes[place].column, in: record)
      indexes[place].sorter.append(value, of: record, rowid: rowid)
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
    let indexTrees = indexes.map { TableTree.index(column: $0.column, $0.sorter) }
    return indexTrees + (table.geometry == nil ? [] : [.boxes(boxes)])
  }

  /// Writes what is left of the table: its tree, its indexes, its R-tree, their schema rows. Trees
  /// that were not made before are made now.
  mutating func finish(
    into database: inout DatabaseWriter, made: [TableTree.Made]
  ) throws(GeoPackageError) -> FinishedTable {
    let root = tree.finish(&database.pages)
    let geometryType = table.geometry.map { observer.typeName(wanted: $0.typeName) }
    let notNull = Set(strict.filter { !$0.hasNull }.map(\.column))
    database.addTable(
      name: table.name,
      sql: table.sql(geometryType: geometryType ?? "", notNull: notNull), root: root)
    var account = TableAccount(
      name: table.name, rowCount: rowCount, withoutGeometry: withoutGeometry, bounds: bounds,
      geometryType: geometryType,
      nullsFound: strict.filter(\.hasNull).map { table.columns[$0.column].name }, duplicates: [])
    for place in indexes.indices { writeIndex(place, made, into: &database, &account) }
    if let geometry = table.geometry { try writeRTree(geometry, made, into: &database) }
    FeatureCountTriggers.add(for: table.name, to: &database)
    return FinishedTable(
      table: table, account: account, lastRowid: lastRowid,
      z: observer.zFlag(declared: table.geometry?.hasZ ?? false),
      m: observer.mFlag(declared: table.geometry?.hasM ?? false))
  }

  private mutating func writeIndex(
    _ place: Int, _ made: [TableTree.Made], into database: inout DatabaseWriter,
    _ account: inout TableAccount
  ) {
    let column = table.columns[indexes[place].column]
    let (root, duplicates) =
      Self.putIn(made, indexOf: indexes[place].column, into: &database)
      ?? indexes[place].sorter.finish(&database.pages)
    indexes[place].sorter = IndexSorter()
    let isUnique = column.index == .unique && duplicates.isEmpty
    if column.index == .unique {
      account.duplicates += duplicates.prefix(1_000).map {
        TableAccount.Duplicate(column: column.name, rows: $0)
      }
    }
    let name = "idx_\(table.name)_\(column.name)"
    let quoted = GeoPackageNames.quoted
    database.addIndex(
      name: name, table: table.name,
      sql: "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(quoted(name)) "
        + "ON \(quoted(table.name))(\(quoted(column.name)))",
      root: root)
  }

  private static func putIn(
    _ made: [TableTree.Made], indexOf column: Int, into database: inout DatabaseWriter
  ) -> (root: UInt32, duplicates: [IndexSorter.Duplicate])? {
    for case .index(column, let pages, let root, let duplicates) in made {
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
