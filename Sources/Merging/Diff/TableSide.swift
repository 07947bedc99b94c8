import Bytes
import FeatureData
import GeoPackage
import SQLiteFile

/// One store's rows of a table, walked in the order of their ids.
struct TableSide {
  /// The store's file.
  let path: String
  let alignment: TableAlignment
  private(set) var rows: GeoPackageRows
  /// A cursor that has not moved.
  private let start: GeoPackageRows
  private let identityColumn: Int?
  private let isKeyed: Bool
  private let content: ContentColumns?
  /// Rows passed.
  private(set) var count = 0

  /// The rows of a table; nil where the store lacks it.
  ///
  /// - Throws: as ``TableAlignment/init(_:in:)``.
  init?(_ table: MergeTable, in store: GeoPackageReader) throws(MergingError) {
    guard let alignment = try TableAlignment(table, in: store) else { return nil }
    path = store.database.region.path
    self.alignment = alignment
    rows = try MergingError.reading(store) { () throws(GeoPackageError) in
      try store.rows(of: alignment.name)
    }
    start = rows
    identityColumn = table.identityField.flatMap { alignment.places[$0] }
    isKeyed = table.identityField.map { table.fields[$0].role == .key } ?? false
    content = ContentColumns(table)
  }

  /// Whether rows have a column for their identity.
  var hasIdentities: Bool { identityColumn != nil }

  /// Moves to the next row; false after the last.
  mutating func next() throws(MergingError) -> Bool {
    guard try advance() else { return false }
    try layOut()
    return true
  }

  /// Moves to the next row, of which only what ``identity()`` tells and its bytes are known before
  /// ``layOut()``; false after the last.
  mutating func nextIdentity() throws(MergingError) -> Bool {
    guard try advance() else { return false }
    do throws(GeoPackageError) {
      try rows.layOut(first: (identityColumn ?? -1) + 1)
    } catch { throw .store(path: path, error) }
    return true
  }

  /// Moves to the next row; only its id and bytes are known before ``layOut()``.
  mutating func advance() throws(MergingError) -> Bool {
    do throws(GeoPackageError) {
      guard try rows.advance() else { return false }
    } catch { throw .store(path: path, error) }
    count &+= 1
    return true
  }

  /// Finds the values of the current row.
  mutating func layOut() throws(MergingError) {
    do throws(GeoPackageError) {
      try rows.layOut()
    } catch { throw .store(path: path, error) }
  }

  /// The identity that the current row tells; nil where it tells none.
  func identity() -> GlobalID? {
    guard let identityColumn else { return nil }
    return rows.withValues(identityColumn) { value, _, record in
      RowIdentity.stored(value, in: record, table: alignment.name, isKey: isKeyed)
    }
  }

  /// Whether the current rows of two stores are byte for byte the same.
  static func isSameRecord(_ one: borrowing TableSide, _ other: borrowing TableSide) -> Bool {
    let left = one.rows.bytes
    let right = other.rows.bytes
    return left.span.extracting(one.rows.record).isEqual(
      to: right.span.extracting(other.rows.record))
  }

  /// Whether the current rows hold the same values as they are stored, wherever their columns are.
  static func hasSameValues(_ one: borrowing TableSide, _ other: borrowing TableSide) -> Bool {
    let (left, right) = (one.rows.bytes, other.rows.bytes)
    let leftRecord = left.span.extracting(one.rows.record)
    let rightRecord = right.span.extracting(other.rows.record)
    for (column, otherColumn) in zip(one.alignment.places, other.alignment.places) {
      // What the returned store lacks stays as it is.
      guard let otherColumn else { continue }
      guard let column, let value = one.rows.layout.stored(column),
        let otherValue = other.rows.layout.stored(otherColumn),
        value.serialType == otherValue.serialType,
        leftRecord.extracting(value.range).isEqual(to: rightRecord.extracting(otherValue.range))
      else { return false }
    }
    return true
  }

  /// The current row, its photo told by digest and size.
  func row() -> ComparedRow { row(of: rows) }

  /// The row of an id, wherever the walk is; nil where there is none.
  func row(rowid: Int64) throws(MergingError) -> ComparedRow? {
    var found = start
    do throws(GeoPackageError) {
      guard try found.find(rowid) else { return nil }
    } catch { throw .store(path: path, error) }
    return row(of: found)
  }

  private func row(of rows: GeoPackageRows) -> ComparedRow {
    let bytes = rows.bytes
    let record = bytes.span.extracting(rows.record)
    guard let content else {
      return ComparedRow(
        row: alignment.row(rowid: rows.rowid, record: record, layout: rows.layout))
    }
    // Photos are large: their digests are read, not their bytes.
    var row = alignment.row(
      rowid: rows.rowid, record: record, layout: rows.layout, leavingOut: content.content)
    guard let column = alignment.places[content.content],
      case .blob(let range) = rows.layout.value(column, in: record), !range.isEmpty
    else { return ComparedRow(row: row) }
    let isTruncated = content.measure(record.extracting(range), in: &row)
    return ComparedRow(row: row, isTruncated: isTruncated)
  }
}

/// A row as it is compared.
struct ComparedRow {
  var row: MergeRow
  /// Whether its photo is shorter than the row says.
  var isTruncated = false
}

/// Where a photo is in the rows of a media table that knows its digest.
private struct ContentColumns {
  let content: Int
  private let digest: Int
  private let size: Int?

  init?(_ table: MergeTable) {
    guard table.isAttachments, let content = table.place(of: .content),
      let digest = table.place(named: "sha256")
    else { return nil }
    self.content = content
    self.digest = digest
    size = table.place(named: "size")
  }

  /// Tells a row the digest and size its bytes have: apps that put another photo in its column may
  /// not know of them. True, and nothing told, when bytes are missing.
  func measure(_ bytes: Span<UInt8>, in row: inout MergeRow) -> Bool {
    let found = FieldValue(text: SHA256.hex(SHA256.of(bytes)))
    if let size {
      if case .integer(let told) = row.values[size], told > bytes.count,
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
