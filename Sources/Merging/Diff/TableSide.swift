import Bytes
import FeatureData
import GeoPackage
import Records
import SQLiteFile

/// The rows of a table in one store, read in the order of their row ids.
struct TableSide {
  /// The path of the store.
  let path: String
  let alignment: TableAlignment
  private(set) var rows: GeoPackageRows
  /// A cursor at the start of the table, for searches.
  private let start: GeoPackageRows
  private let identityColumn: Int?
  private let isKeyed: Bool
  private let content: ContentColumns?
  /// The number of rows read so far.
  private(set) var count = 0

  /// The rows of a table; nil if the store lacks it.
  ///
  /// - Throws: as ``TableAlignment/init(_:in:)``.
  init?(_ table: MergeTable, in store: GeoPackageReader) throws {
    guard let alignment = try TableAlignment(table, in: store) else { return nil }
    path = store.database.region.path
    self.alignment = alignment
    rows = try about(store.path) {
      try store.rows(of: alignment.name)
    }
    start = rows
    identityColumn = table.identityField.flatMap { alignment.columns[$0] }
    isKeyed = table.identityField.map { table.fields[$0].role == .key } ?? false
    content = ContentColumns(table)
  }

  /// Whether the table has a column for identities: a GlobalID or a key.
  var hasIdentities: Bool { identityColumn != nil }

  /// Moves to the next row. Returns false after the last.
  mutating func next() throws -> Bool {
    guard try advance() else { return false }
    try layOut()
    return true
  }

  /// Moves to the next row. Returns false after the last. Until ``layOut()`` is called, only
  /// ``identity()`` and the row's bytes can be read.
  mutating func nextIdentity() throws -> Bool {
    guard try advance() else { return false }
    let path = path
    try about(path) { try rows.layOut(first: (identityColumn ?? -1) + 1) }
    return true
  }

  /// Moves to the next row. Returns false after the last. Until ``layOut()`` is called, only the
  /// row id and bytes can be read.
  mutating func advance() throws -> Bool {
    let path = path
    guard try about(path, { try rows.advance() }) else { return false }
    count &+= 1
    return true
  }

  /// Locates the values in the current row.
  mutating func layOut() throws {
    let path = path
    try about(path) { try rows.layOut() }
  }

  /// The GlobalID or key of the current row; nil if it has none.
  func identity() -> GlobalID? {
    guard let identityColumn else { return nil }
    return rows.withValues(of: identityColumn) { value, _, record in
      RowIdentity.stored(value, in: record, table: alignment.name, isKey: isKeyed)
    }
  }

  /// Whether the current rows of two stores have the same bytes.
  static func isSameRecord(_ one: borrowing TableSide, _ other: borrowing TableSide) -> Bool {
    let left = one.rows.bytes
    let right = other.rows.bytes
    return left.span.extracting(one.rows.record).isEqual(
      to: right.span.extracting(other.rows.record))
  }

  /// Whether the current rows have the same stored values, in whatever order their columns are.
  static func hasSameValues(_ one: borrowing TableSide, _ other: borrowing TableSide) -> Bool {
    let (left, right) = (one.rows.bytes, other.rows.bytes)
    let leftRecord = left.span.extracting(one.rows.record)
    let rightRecord = right.span.extracting(other.rows.record)
    for (column, otherColumn) in zip(one.alignment.columns, other.alignment.columns) {
      // A column that the returned store lacks counts as unchanged.
      guard let otherColumn else { continue }
      guard let column, let value = one.rows.layout.stored(column),
        let otherValue = other.rows.layout.stored(otherColumn),
        value.serialType == otherValue.serialType,
        leftRecord.extracting(value.range).isEqual(to: rightRecord.extracting(otherValue.range))
      else { return false }
    }
    return true
  }

  /// The current row, with the digest and size of its attachment.
  func row() -> ComparedRow { row(of: rows) }

  /// The row with an id, independent of the current row; nil if there is none.
  func row(rowid: Int64) throws -> ComparedRow? {
    var found = start
    let isFound = try about(path) {
      try found.find(rowid)
    }
    return isFound ? row(of: found) : nil
  }

  private func row(of rows: GeoPackageRows) -> ComparedRow {
    let bytes = rows.bytes
    let record = bytes.span.extracting(rows.record)
    guard let content else {
      return ComparedRow(
        row: alignment.row(rowid: rows.rowid, record: record, layout: rows.layout))
    }
    // Attachments are large, so only their digest is kept.
    var row = alignment.row(
      rowid: rows.rowid, record: record, layout: rows.layout, skipping: content.content)
    guard let column = alignment.columns[content.content],
      case .blob(let range) = rows.layout.value(column, in: record), !range.isEmpty
    else { return ComparedRow(row: row) }
    let isTruncated = content.measure(record.extracting(range), in: &row)
    return ComparedRow(row: row, isTruncated: isTruncated)
  }
}

/// A row to compare.
struct ComparedRow {
  var row: MergeRow
  /// Whether its attachment is shorter than the row says.
  var isTruncated = false
}

/// The columns of an attachments table that hold the bytes, digest and size.
private struct ContentColumns {
  let content: Int
  private let digest: Int
  private let size: Int?

  init?(_ table: MergeTable) {
    guard table.isAttachments, let content = table.fieldIndex(of: .content),
      let digest = table.fieldIndex(named: "sha256")
    else { return nil }
    self.content = content
    self.digest = digest
    size = table.fieldIndex(named: "size")
  }

  /// Sets the digest and size of a row from its bytes, because apps that replace an attachment may
  /// not update them. Returns true, and changes nothing, if bytes are missing.
  func measure(_ bytes: Span<UInt8>, in row: inout MergeRow) -> Bool {
    let found = FieldValue(text: SHA256.hex(SHA256.of(bytes)))
    if let size {
      if case .integer(let expected) = row.values[size], expected > bytes.count,
        row.values[digest] != found
      {
        return true
      }
      row.values[size] = .integer(Int64(bytes.count))
    }
    if row.values[digest].text?.lowercased() != found.text { row.values[digest] = found }
    return false
  }
}
