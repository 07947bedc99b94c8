import Bytes
import FeatureData
import Geometry
import MapModel
import Records
import SQLiteFile

/// Reusable buffers for making rows.
struct RowBuffers: Sendable {
  var record: [UInt8] = []
  var shape: [UInt8] = []
  var text: [UInt8] = []
}

/// A dataset while its rows are written, in these columns:
///
/// ```
/// plain     object ID (the row ID), columns, shape
/// replica   object ID, columns, shape, row ID, begin, end
/// ```
struct WrittenTable: Sendable {
  let entry: CatalogEntry
  private let table: GeodatabaseTable
  private let isReplica: Bool
  private(set) var columns: [WrittenColumn]
  private var tree: TableTreeWriter
  private var shapes: ShapeEncoder?
  private var boxes: RTreeWriter
  private var bounds = ShapeEncoder.Box()
  private var globalIDs: IndexSorter
  private var keys: [(column: Int, sorter: IndexSorter)]
  /// The index in ``keys`` of each column; -1 if it is not a key.
  private let keyIndexes: [Int]
  private var objectIDs: [Int64] = []
  private var lastObjectID = Int64.min
  private var isAscending = true
  private var misfits: [GeodatabaseTableAccount.Misfit] = []
  private var misfitCount = 0
  private var encoder = RecordEncoder()
  private var layout = RecordLayout()
  private let globalIDColumn: Int?

  /// The begin of downloaded rows: generation 1000, one second after the start of 1970.
  static let beginning = JulianDay.day(ofMilliseconds: 1_000)
  /// The end of current rows: 9999-12-31T23:59:59Z.
  static let end = JulianDay.day(ofMilliseconds: 253_402_300_799_000)

  /// - Parameter keyFields: the fields with keys of other tables.
  init(
    _ table: GeodatabaseTable, at entry: CatalogEntry, isReplica: Bool, keyFields: [String],
    pageSize: Int
  ) {
    self.table = table
    self.entry = entry
    self.isReplica = isReplica
    let globalIDColumn = table.globalIDField.flatMap { table.fields.index(named: $0) }
    columns = table.fields.enumerated().map { index, field in
      var field = field
      if index == globalIDColumn { field.type = .globalID }
      return WrittenColumn(field)
    }
    self.globalIDColumn = globalIDColumn
    tree = TableTreeWriter(pageSize: pageSize)
    boxes = RTreeWriter(pageSize: pageSize, isAsSQLite: true)
    globalIDs = IndexSorter(constants: isReplica ? [Self.end] : [], findsDuplicates: true)
    let keyColumns = keyFields.compactMap { table.fields.index(named: $0) }
    keys = keyColumns.map { ($0, IndexSorter()) }
    keyIndexes = columns.indices.map { keyColumns.firstIndex(of: $0) ?? -1 }
    if let shape = table.shape, let reference = entry.reference {
      shapes = ShapeEncoder(shape, reference)
    }
  }

  /// Adds a row in Fieldpack's row form: null, the geometry of a feature, and the columns.
  mutating func append(
    _ source: Span<UInt8>, objectID: Int64, _ buffers: inout RowBuffers,
    to pages: inout PageWriter
  ) throws {
    try about("\(table.name), row \(objectID)") { try layout.parse(source) }
    guard objectID >= 0, objectID <= Int64(Int32.max) else {
      throw GeodatabaseError.objectIDTooLarge(table: table.name, objectID: objectID)
    }
    let rowid = isReplica ? Int64(tree.count) &+ 1 : objectID
    encoder.removeAll()
    isReplica ? encoder.append(objectID) : encoder.appendNull()
    try appendColumns(of: source, objectID: objectID, rowid: rowid, &buffers.text)
    if shapes != nil {
      try appendShape(of: source, objectID: objectID, rowid: rowid, &buffers.shape)
    }
    if isReplica {
      encoder.appendNull()
      encoder.append(Self.beginning)
      encoder.append(Self.end)
      isAscending = isAscending && objectID > lastObjectID
      objectIDs.append(objectID)
    }
    lastObjectID = max(lastObjectID, objectID)
    buffers.record.removeAll(keepingCapacity: true)
    encoder.write(to: &buffers.record)
    try tree.append(rowid: rowid, record: buffers.record.span, to: &pages)
  }

  private mutating func appendColumns(
    of source: Span<UInt8>, objectID: Int64, rowid: Int64, _ text: inout [UInt8]
  ) throws {
    let first = table.shape == nil ? 1 : 2
    for column in columns.indices {
      let value = layout.value(first &+ column, in: source)
      let problem = columns[column].append(value, of: source, to: &encoder, scratch: &text)
      if let problem {
        note(problem, objectID: objectID, field: columns[column].field.name)
      }
      if column == globalIDColumn {
        guard problem == nil, case .text = value else {
          throw GeodatabaseError.noGlobalID(table: table.name, objectID: objectID)
        }
        try globalIDs.append(text: text.span, rowid: rowid)
      }
      if keyIndexes[column] >= 0 {
        try addKey(
          problem == .wrongType ? .null : value, of: source, column: column,
          rowid: rowid, text: text.span)
      }
    }
  }

  /// Adds a value to the column's index.
  private mutating func addKey(
    _ value: RecordValue, of source: Span<UInt8>, column: Int, rowid: Int64,
    text: Span<UInt8>
  ) throws(SQLiteFileError) {
    let key = keyIndexes[column]
    if case .text = value, columns[column].type == .uuid {
      try keys[key].sorter.append(text: text, rowid: rowid)
    } else {
      try keys[key].sorter.append(value, of: source, rowid: rowid)
    }
  }

  private mutating func appendShape(
    of source: Span<UInt8>, objectID: Int64, rowid: Int64, _ blob: inout [UInt8]
  ) throws {
    blob.removeAll(keepingCapacity: true)
    guard case .blob(let range) = layout.value(1, in: source), !range.isEmpty else {
      return encoder.appendNull()
    }
    let outcome = try about("\(table.name), row \(objectID)") {
      try shapes?.encode(source.extracting(range), to: &blob) ?? .empty
    }
    switch outcome {
    case .empty: encoder.appendNull()
    case .misfit(let problem):
      encoder.appendNull()
      note(problem, objectID: objectID, field: nil)
    case .shape(let box, let problem):
      encoder.append(blob: blob.span)
      if let problem { note(problem, objectID: objectID, field: nil) }
      try add(box, rowid: rowid)
    }
  }

  private mutating func add(_ box: ShapeEncoder.Box, rowid: Int64) throws(SQLiteFileError) {
    bounds.formUnion(box)
    guard let grid = entry.reference?.grid else { return }
    try boxes.append(
      id: rowid, minX: grid.x.coordinate(box.minX), maxX: grid.x.coordinate(box.maxX),
      minY: grid.y.coordinate(box.minY), maxY: grid.y.coordinate(box.maxY))
  }

  private mutating func note(
    _ problem: GeodatabaseTableAccount.Problem, objectID: Int64, field: String?
  ) {
    misfitCount += 1
    guard misfits.count < GeodatabaseTableAccount.misfitLimit else { return }
    misfits.append(.init(objectID: objectID, field: field, problem: problem))
  }
}

extension WrittenTable {
  /// Writes the rest of the table and its indexes, one tree at a time. All trees at once would need
  /// as much memory as they take in the file.
  mutating func finish<Output: PatchableOutput & ~Copyable>(
    _ pages: inout PageWriter, into output: inout Output
  ) throws -> FinishedDataset {
    let root = tree.finish(&pages)
    let statements = DatasetStatements(
      table: entry.name, columns: specs, isReplica: isReplica, shape: table.shape?.field,
      registration: entry.registration)
    var done = FinishedDataset(entry: entry, columns: specs, account: account)
    done.nextObjectID = max(lastObjectID, 0) + 1
    done.heights = bounds.z.flatMap { z in entry.reference.map { $0.grid.z.range(z) } }
    done.measures = bounds.m.flatMap { m in entry.reference.map { $0.grid.m.range(m) } }
    done.add(.table, named: entry.name, sql: statements.createTable, root: root)
    try pages.drainPages(to: &output)
    if globalIDColumn != nil, let field = table.globalIDField {
      let (root, duplicates) = try globalIDs.finish(&pages)
      done.add(
        .index, named: entry.globalIDIndex,
        sql: statements.globalIDIndex(
          entry.globalIDIndex, field: field, isUnique: duplicates.isEmpty),
        root: root)
      done.account.notes += duplicates.map {
        .duplicateGlobalID(
          table: table.name, first: objectID($0.first), second: objectID($0.second))
      }
      globalIDs = IndexSorter()
      try pages.drainPages(to: &output)
    }
    for (index, key) in zip(entry.keyIndexes, keys.indices) {
      let root = try keys[key].sorter.finish(&pages).root
      let field = columns[keys[key].column].field.name
      done.add(
        .index, named: index, sql: statements.keyIndex(index, field: field), root: root)
    }
    if isReplica { try addHistory(statements, to: &done, &pages, into: &output) }
    if let shape = table.shape, shapes != nil {
      let index = SpatialIndexStatements(table: entry.name, shape: shape.field)
      done.objects += index.objects(try boxes.finish(&pages))
    }
    guard isReplica else { return done }
    for view in statements.views {
      done.add(.view, named: view.name, of: view.name, sql: view.sql)
    }
    for trigger in statements.viewTriggers {
      done.add(.trigger, named: trigger.name, of: trigger.view, sql: trigger.sql)
    }
    return done
  }

  private func objectID(_ rowid: Int64) -> Int64 {
    let index = Int(clamping: rowid) - 1
    return objectIDs.indices.contains(index) ? objectIDs[index] : rowid
  }

  private mutating func addHistory<Output: PatchableOutput & ~Copyable>(
    _ statements: DatasetStatements, to done: inout FinishedDataset, _ pages: inout PageWriter,
    into output: inout Output
  ) throws {
    let history = HistoryIndexes(objectIDs, isAscending: isAscending)
    if let id = history.repeated {
      throw GeodatabaseError.objectIDTwice(table: table.name, objectID: id)
    }
    let indexes = statements.historyIndexes
    for (index, time) in [(0, Self.end), (1, nil), (2, Self.beginning)] {
      let root =
        time.map { history.byObjectID(and: $0, &pages) }
        ?? history.byTimes(Self.beginning, and: Self.end, &pages)
      done.add(.index, named: indexes[index].name, sql: indexes[index].sql, root: root)
      try pages.drainPages(to: &output)
    }
    let times = statements.timesIndex
    done.timesIndex = SchemaObject(
      kind: .index, name: times.name, tableName: entry.name,
      rootPage: history.byTimes(Self.end, and: Self.beginning, &pages), sql: times.sql)
    try pages.drainPages(to: &output)
  }

  /// The columns that clients see, first the object ID and last the shape.
  private var specs: [ColumnSpec] {
    var specs = [
      ColumnSpec(
        table.objectIDField, .int32, isNullable: false, role: isReplica ? .objectID : .rowID)
    ]
    for (index, column) in columns.enumerated() {
      let isID = index == globalIDColumn
      specs.append(
        ColumnSpec(
          column.field.name, column.type, isNullable: column.isNullable && !isID,
          role: isID ? .globalID : .plain))
    }
    if let shape = table.shape {
      specs.append(ColumnSpec(shape.field, .geometry, role: .shape(layer: entry.layer)))
    }
    return specs
  }

  private var account: GeodatabaseTableAccount {
    var box = Envelope.empty
    if let grid = entry.reference?.grid, bounds.minX <= bounds.maxX {
      box = Envelope(
        minX: grid.x.coordinate(bounds.minX), minY: grid.y.coordinate(bounds.minY),
        maxX: grid.x.coordinate(bounds.maxX), maxY: grid.y.coordinate(bounds.maxY))
    }
    return GeodatabaseTableAccount(
      table: entry.table, rowCount: tree.count, bounds: box,
      coordinateStep: entry.reference.map { 0.5 / $0.grid.x.units } ?? 0,
      notes: columns.flatMap { $0.notes(table: table.name) }, misfits: misfits,
      misfitCount: misfitCount)
  }
}
