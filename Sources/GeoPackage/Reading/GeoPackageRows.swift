import Bytes
import FeatureData
package import Filters
package import Records
package import SQLiteFile

/// Which columns of a user table form its rows.
struct RowLayout: Sendable {
  var table: GeoPackageTable
  var stored: StoredTable
  /// The column that holds the geometry.
  var geometry: Int?
  /// The columns that follow it in the row form.
  var others: [Int]

  /// Whether a stored record already has the row form: the id, the geometry, the other columns, and
  /// no computed columns.
  var isRowForm: Bool {
    let wanted = [stored.rowidColumn] + (geometry == nil ? [] : [geometry]) + others.map { $0 }
    return wanted.enumerated().allSatisfy { $0 == $1 } && wanted.count == stored.columns.count
  }
}

/// The rows of a GeoPackage table in Fieldpack's row form. Column 0 is NULL, then come the geometry
/// of a feature and the columns of ``GeoPackageTable/columns`` in order.
///
/// If the table has this order already, as ours and GDAL's do, its records are used unchanged. A
/// whole number in a REAL column is then an integer. Other records are rewritten.
package struct GeoPackageRows: Sendable {
  /// The table of these rows.
  package let table: GeoPackageTable
  /// The id of the current row.
  package private(set) var rowid: Int64 = 0
  /// The range of the current row's record in ``bytes``.
  package private(set) var record: Range<Int> = 0..<0

  /// The layout of the current row's record.
  package private(set) var layout = RecordLayout()

  @usableFromInline var cursor: TableCursor
  private let rowLayout: RowLayout
  /// Whether the table's records can be used unchanged.
  let passes: Bool
  private let columnCount: Int
  private var decoder: RowDecoder
  private var encoder = RecordEncoder()
  @usableFromInline var written: [UInt8] = []
  @usableFromInline var isWritten = false

  init(_ cursor: TableCursor, _ rowLayout: RowLayout, _ database: DatabaseReader) {
    self.cursor = cursor
    self.rowLayout = rowLayout
    table = rowLayout.table
    fileSize = database.byteCount
    columnCount = rowLayout.stored.columns.count
    passes = rowLayout.isRowForm && database.header.encoding == .utf8
    decoder = RowDecoder(rowLayout.stored, in: database)
  }

  /// The bytes that hold the current row's record. They are valid until the next call of
  /// ``next()``.
  package var bytes: [UInt8] { isWritten ? written : cursor.bytes }

  /// The stored record of the current row and the bytes that contain it. They are valid until the
  /// next call of ``next()``.
  var stored: (bytes: [UInt8], record: Range<Int>) { (cursor.bytes, cursor.record) }

  /// An estimate of the number of rows, available from the first row on.
  package var expectedCount: Int { cursor.expectedRows }
  /// Size of the file in bytes, an upper limit for all values.
  let fileSize: Int

  /// Passes the bytes of the current row's record to `body`. Unlike ``bytes``, it does not retain
  /// them.
  @inlinable @inline(__always)
  package func withRecord<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isWritten else { return try cursor.withRecord(body) }
    return try body(written.span.extracting(record))
  }

  /// Passes the values of one or two columns of the current row, NULL for no column, with the bytes
  /// they refer to. This avoids copying the rows, which a closure that reads ``layout`` would do.
  @inline(__always)
  package func withValues<Result>(
    of one: Int?, and other: Int? = nil,
    _ body: (RecordValue, RecordValue, _ record: Span<UInt8>) -> Result
  ) -> Result {
    withRecord { record in
      body(
        one.map { layout.value($0, in: record) } ?? .null,
        other.map { layout.value($0, in: record) } ?? .null, record)
    }
  }

  /// Moves to the next row. Returns false after the last one.
  ///
  /// - Throws: `SQLiteFileError` if the file is damaged.
  package mutating func next() throws -> Bool {
    guard try advance() else { return false }
    try layOut()
    return true
  }

  /// Moves to the next row. Only ``rowid`` and ``isStored(like:)`` are available before
  /// ``layOut()``. Returns false after the last row.
  ///
  /// - Throws: `SQLiteFileError` if the file is damaged.
  package mutating func advance() throws -> Bool {
    guard try cursor.next() else { return false }
    rowid = cursor.rowid
    return true
  }

  /// Reads the record of the row that ``advance()`` moved to.
  ///
  /// - Throws: `SQLiteFileError` if it is damaged.
  package mutating func layOut() throws {
    try take()
  }

  /// Reads the record of the row that ``advance()`` moved to, but only its first columns. The
  /// others are not available.
  ///
  /// - Throws: `SQLiteFileError` if these are damaged.
  package mutating func layOut(first columns: Int) throws {
    guard passes, columns <= columnCount else { return try take() }
    try cursor.layOut(&layout, first: columns)
    guard layout.count == columns else { return try take() }
    isWritten = false
    record = cursor.record
  }

  /// See ``WhereRun/chooses(_:)``.
  fileprivate mutating func isChosen(by run: inout WhereRun) throws -> Bool {
    run.rowid = rowid
    if passes {
      // Change nothing of this value in the closure, or the cursor would be copied for each row.
      do {
        let isChosen = try cursor.withRecord { record in try run.isTrue(record: record) }
        if let isChosen { return isChosen }
      } catch { throw LocatedError(location: "\(table.name), row \(rowid)", reason: error) }
    }
    try layOut()
    let bytes = bytes
    return run.isTrue(layout: layout, record: bytes.span.extracting(record))
  }

  /// The range of the geometry in the ``record`` of the row that ``advance()`` moved to; nil if it
  /// has none. Does not read the layout of other columns.
  ///
  /// - Throws: `SQLiteFileError` if the row is damaged.
  package mutating func geometry() throws -> Range<Int>? {
    if passes {
      if let range = cursor.withRecord({ Self.geometry(of: $0) }) {
        (isWritten, record) = (false, cursor.record)
        return range.isEmpty ? nil : range
      }
    }
    try layOut()
    let bytes = bytes
    guard case .blob(let range) = layout.value(1, in: bytes.span.extracting(record)) else {
      return nil
    }
    return range
  }

  /// Whether the row that ``advance()`` moved to has a text or number instead of its geometry.
  ///
  /// - Throws: `SQLiteFileError` if the row is damaged.
  mutating func holdsOtherThanGeometry() throws -> Bool {
    try layOut()
    let bytes = bytes
    return switch layout.value(1, in: bytes.span.extracting(record)) {
    case .null, .blob: false
    case .integer, .real, .text: true
    }
  }

  /// Whether the current row has the same bytes as another table's current row. The other row must
  /// be laid out at least in part and have all columns.
  package func isStored(like other: borrowing GeoPackageRows) -> Bool {
    guard passes, other.passes, !other.isWritten, columnCount == other.columnCount,
      cursor.isSameRecord(as: other.cursor)
    else { return false }
    return cursor.withRecord { RecordLayout.columnCount(of: $0) == columnCount }
  }

  /// Moves to the row with an id. Returns false if there is no such row.
  ///
  /// - Throws: `SQLiteFileError` if the file is damaged.
  package mutating func find(_ wanted: Int64) throws -> Bool {
    guard try cursor.find(wanted) else { return false }
    rowid = cursor.rowid
    try take()
    return true
  }

  private mutating func take() throws(SQLiteFileError) {
    if passes {
      try cursor.layOut(&layout)
      if layout.count == columnCount {
        isWritten = false
        record = cursor.record
        return
      }
    }
    let source = cursor.bytes
    let stored = source.span.extracting(cursor.record)
    try decoder.decode(rowid: rowid, record: stored, page: cursor.page)
    encoder.removeAll()
    encoder.appendNull()
    if let geometry = rowLayout.geometry { append(geometry, of: stored) }
    for column in rowLayout.others { append(column, of: stored) }
    written.removeAll(keepingCapacity: true)
    encoder.write(to: &written)
    let bytes = written
    try layout.parse(stored: bytes.span)
    record = 0..<bytes.count
    isWritten = true
  }

  private mutating func append(_ column: Int, of stored: Span<UInt8>) {
    if let text = decoder.utf8(column, of: stored) {
      encoder.append(text: text.span)
    } else {
      encoder.append(decoder.value(column, of: stored))
    }
  }

  /// The range of the geometry in a row. Column 0 takes no bytes, so the geometry begins the body.
  /// Empty for NULL; nil if the record has another form.
  static func geometry(of record: Span<UInt8>) -> Range<Int>? {
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

  /// Appends rows to a batch until it has `size` bytes or the table ends. Returns true while there
  /// are more rows. `ends` and `rowids` get one entry for each row.
  package mutating func read(
    into batch: inout [UInt8], ends: inout [Int], rowids: inout [Int64], size: Int
  ) throws -> Bool {
    while batch.count < size {
      guard try next() else { return false }
      let bytes = bytes
      batch.append(bytes.span.extracting(record))
      ends.append(batch.count)
      rowids.append(rowid)
    }
    return true
  }
}

extension WhereRun {
  /// Whether the clause selects the row that rows have advanced to. If possible, reads only the
  /// columns that the clause uses.
  ///
  /// - Throws: `SQLiteFileError` if the row is damaged.
  package mutating func chooses(_ rows: inout GeoPackageRows) throws -> Bool {
    try rows.isChosen(by: &self)
  }
}
