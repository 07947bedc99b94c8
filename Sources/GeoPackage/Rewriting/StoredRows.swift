import Bytes
import FeatureData
import Geometry
import Records
import SQLiteFile

/// An existing table that is being rewritten: its tree, and what indexes, R-tree, `gpkg_contents`
/// and relations need from its rows.
struct StoredRows: Sendable {
  let layout: RowLayout
  private(set) var indexes: StoredIndexes
  private(set) var triggers: TriggerCount
  /// The keys that relations need, by column in the row form.
  private(set) var keys: [(column: Int, list: KeyList)]
  private(set) var lastRowid: Int64 = 0
  private var tree: TableTreeWriter
  private var boxes: RTreeWriter
  private let hasBoxes: Bool
  private var observer = GeometryObserver()
  private var editedObserver = GeometryObserver()
  private(set) var bounds = Envelope.empty
  private var withoutGeometry = 0
  private var row: StoredRecord
  private var comparison: RowComparison
  private let geometry: Int?
  /// The NOT NULL columns, by index in the record, and whether edited rows have NULL in them.
  private var strict: [(recordIndex: Int, name: String, hasNull: Bool)]

  /// Begins rewriting a table.
  ///
  /// - Parameters:
  ///   - keyColumns: the columns of the row form whose keys relations need.
  ///   - hasBoxes: whether the R-tree is rebuilt.
  init(
    _ layout: RowLayout, _ indexes: StoredIndexes, _ triggers: TriggerCount, keyColumns: [Int],
    hasBoxes: Bool, in database: DatabaseReader
  ) {
    self.layout = layout
    self.indexes = indexes
    self.triggers = triggers
    self.hasBoxes = hasBoxes
    let stored = layout.stored
    tree = TableTreeWriter(pageSize: database.header.pageSize)
    boxes = RTreeWriter(pageSize: database.header.pageSize)
    keys = keyColumns.map { ($0, KeyList()) }
    geometry = layout.geometry.flatMap { stored.recordIndexes[$0] }
    comparison = RowComparison(stored, in: database)
    strict = stored.columns.enumerated().compactMap { column, declared in
      guard declared.isNotNull, column != stored.rowidColumn,
        let index = stored.recordIndexes[column]
      else { return nil }
      return (index, declared.name, false)
    }
    let columns =
      indexes.columnsSeen + keyColumns.map { layout.others[$0] }
      + (layout.geometry.map { [$0] } ?? [])
    row = StoredRecord(stored, columns: columns, in: database)
  }

  var rowCount: Int { tree.count }

  /// Reserves memory for about this many rows, whose values take at most `bytes`.
  mutating func expect(rows: Int, bytes: Int) {
    if hasBoxes { boxes.reserve(rows) }
    indexes.expect(rows: rows, bytes: bytes)
  }

  /// Copies an unchanged row.
  mutating func keep(
    _ record: Span<UInt8>, rowid: Int64, to pages: inout PageWriter
  ) throws {
    try append(record, rowid: rowid, isEdited: false, to: &pages)
  }

  /// Writes the new state of a row.
  mutating func replace(
    _ old: Span<UInt8>, with record: Span<UInt8>, rowid: Int64, to pages: inout PageWriter
  ) throws {
    try append(record, rowid: rowid, isEdited: true, to: &pages)
    try SQLiteFileError.inRow(rowid) { () throws(SQLiteFileError) in
      try noteNulls(record)
      try comparison.take(old: old, new: record)
      try indexes.replace(record, rowid: rowid, comparison)
    }
    triggers.note(.update) { comparison.isSame($0) }
  }

  /// Writes a new row.
  mutating func add(
    _ record: Span<UInt8>, rowid: Int64, to pages: inout PageWriter
  ) throws {
    try append(record, rowid: rowid, isEdited: true, to: &pages)
    try SQLiteFileError.inRow(rowid) { () throws(SQLiteFileError) in
      try noteNulls(record)
      try indexes.add(record, rowid: rowid)
    }
    triggers.note(.insert)
  }

  private mutating func noteNulls(_ record: Span<UInt8>) throws(SQLiteFileError) {
    guard !strict.isEmpty else { return }
    var layout = RecordLayout()
    try layout.parse(stored: record)
    for index in strict.indices where layout.isNull(strict[index].recordIndex) {
      strict[index].hasNull = true
    }
  }

  /// Leaves out a deleted row.
  mutating func drop(rowid: Int64) {
    indexes.drop(rowid: rowid)
    triggers.note(.delete)
  }

  private mutating func append(
    _ record: Span<UInt8>, rowid: Int64, isEdited: Bool, to pages: inout PageWriter
  ) throws {
    try SQLiteFileError.inRow(rowid) { () throws(SQLiteFileError) in
      try tree.append(rowid: rowid, record: record, to: &pages)
      lastRowid = rowid
      guard row.isAsked else { return }
      try row.take(record)
    }
    if row.isPadded {
      let padded = row.padded
      try observe(padded.span, rowid: rowid, isEdited: isEdited)
    } else {
      try observe(record, rowid: rowid, isEdited: isEdited)
    }
  }

  private mutating func observe(
    _ record: Span<UInt8>, rowid: Int64, isEdited: Bool
  ) throws {
    if let geometry { try observe(geometry, of: record, rowid: rowid, isEdited: isEdited) }
    try indexes.note(row, record, rowid: rowid)
    for index in keys.indices {
      let column = layout.others[keys[index].column]
      try row.withUTF8(column, of: record) { value, bytes throws(SQLiteFileError) in
        try keys[index].list.append(value, of: bytes, rowid: rowid)
      }
    }
  }

  /// Reads a geometry. One that cannot be read is written unchanged and has no box.
  private mutating func observe(
    _ recordIndex: Int, of record: Span<UInt8>, rowid: Int64, isEdited: Bool
  ) throws(SQLiteFileError) {
    guard case .blob(let range) = row.layout.value(recordIndex, in: record), !range.isEmpty else {
      withoutGeometry &+= 1
      return
    }
    let blob = record.extracting(range)
    guard let box = try? GeoPackageBlob.envelope(of: blob) ?? .empty else {
      withoutGeometry &+= 1
      return
    }
    observer.observe(blob)
    if isEdited { editedObserver.observe(blob) }
    guard !box.isEmpty else { return }
    bounds.formUnion(box)
    guard hasBoxes else { return }
    try boxes.append(id: rowid, minX: box.minX, maxX: box.maxX, minY: box.minY, maxY: box.maxY)
  }

  /// The trees to build once all rows are there.
  var trees: [TableTree] { indexes.trees + (hasBoxes ? [.boxes(boxes)] : []) }

  /// Writes the rest of the table's tree and returns its root.
  mutating func finish(_ pages: inout PageWriter) -> UInt32 { tree.finish(&pages) }

  /// Writes the indexes that are built from rows.
  mutating func finishIndexes(
    _ made: [TableTree.Made], _ pages: inout PageWriter
  ) throws -> [StoredIndexes.Written] {
    try indexes.finish(made, &pages)
  }

  /// Writes the R-tree; nil if it is not rebuilt.
  mutating func finishBoxes(
    _ made: [TableTree.Made], _ pages: inout PageWriter
  ) throws -> RTreeWriter.Roots? {
    guard hasBoxes else { return nil }
    for case .boxes(let apart, let roots) in made {
      if let first = pages.append(apart) { return roots.moved(by: first) }
    }
    return try boxes.finish(&pages)
  }

  /// The results of the table.
  func account(_ duplicates: [TableAccount.Duplicate]) -> TableAccount {
    TableAccount(
      name: layout.table.name, rowCount: rowCount, withoutGeometry: withoutGeometry,
      bounds: bounds,
      geometryType: layout.table.geometry.map { observer.typeName(wanted: $0.typeName) },
      nullsFound: strict.filter(\.hasNull).map(\.name), duplicates: duplicates)
  }

  /// What to declare about the geometries, if edited rows do not fit the declaration.
  struct OtherGeometries {
    var typeName: String?
    /// Takes the declared flag: 0 none, 1 all, 2 some.
    var z: (Int64) -> Int64?
    var m: (Int64) -> Int64?
  }

  /// The declared type and flags that edited rows break, corrected for all rows.
  var otherGeometries: OtherGeometries? {
    guard let wanted = layout.table.geometry?.typeName, editedObserver.count > 0 else { return nil }
    let (all, edited) = (observer, editedObserver)
    return OtherGeometries(
      typeName: edited.typeName(wanted: wanted) == wanted ? nil : all.typeName(wanted: wanted),
      z: { declared in
        declared == 2 || edited.zFlag(declared: false) == declared
          ? nil : all.zFlag(declared: false)
      },
      m: { declared in
        declared == 2 || edited.mFlag(declared: false) == declared
          ? nil : all.mFlag(declared: false)
      })
  }
}
