import Bytes
package import FeatureData
package import GeoPackage
import MapModel
import Records
import SQLiteFile

/// Finds the rows of a store by GlobalID, by row id and by link key.
///
/// The first search in a table scans it and keeps an index of 32 bytes per row. The first search
/// for a key keeps another 24 bytes per row. Rows are read when they are needed.
package final class StoreRows {
  /// The store.
  package let store: GeoPackageReader
  private let schema: MergeSchema
  private var tables: [Table]

  /// A table of the store.
  private struct Table {
    var alignment: TableAlignment?
    /// Rows before the first one. Each scan starts with a copy.
    var rows: GeoPackageRows?
    /// Rows for searches by row id.
    var searched: GeoPackageRows?
    /// The field with the bytes of attachments, if a digest identifies them. It is not read.
    var skipped: Int?
    var identities: RowIdentities?
    /// The indexes of link keys, by field index.
    var keys: [Int: RowKeys] = [:]
  }

  /// Prepares the rows of a store.
  ///
  /// - Throws: ``MergingError`` if a table cannot be read with the schema.
  package init(_ store: GeoPackageReader, schema: MergeSchema) throws {
    self.store = store
    self.schema = schema
    var tables: [Table] = []
    for table in schema.tables {
      guard let alignment = try TableAlignment(table, in: store) else {
        tables.append(Table())
        continue
      }
      let rows = try about(store.path) {
        try store.rows(of: alignment.name)
      }
      let skipped = table.contentFields == nil ? nil : table.fieldIndex(of: .content)
      tables.append(
        Table(alignment: alignment, rows: rows, searched: rows, skipped: skipped))
    }
    self.tables = tables
  }

  /// Returns the fields of a table for which this store has no column.
  func missingFields(of table: Int) -> [Int] {
    guard let alignment = tables[table].alignment, alignment.columns.contains(nil) else {
      return []
    }
    return alignment.columns.indices.filter { alignment.columns[$0] == nil }
  }

  /// Returns the values that an SQL `INSERT` uses for omitted fields: the constant `DEFAULT` of the
  /// column, or null.
  func defaults(of table: Int) -> [FieldValue] {
    let fields = schema.tables[table].fields
    guard let alignment = tables[table].alignment,
      let object = store.database.object(.table, named: alignment.name),
      let stored = try? StoredTable(object)
    else { return fields.map { _ in .null } }
    return fields.map { field in
      stored.columns.first { $0.name.isSameName(as: field.name) }
        .map { FieldValue($0.defaultValue) } ?? .null
    }
  }

  /// Returns the row with a GlobalID, or nil.
  package func row(_ table: Int, _ id: GlobalID) throws -> MergeRow? {
    guard let rowid = try identities(of: table).rowid(of: id) else { return nil }
    return try row(table, rowid: rowid)
  }

  /// Returns the row with a row id, or nil.
  package func row(_ table: Int, rowid: Int64) throws -> MergeRow? {
    guard let alignment = tables[table].alignment, var rows = tables[table].searched.take() else {
      return nil
    }
    defer { tables[table].searched = rows }
    guard try about(store.path, { try rows.find(rowid) })
    else { return nil }
    let bytes = rows.bytes
    return alignment.row(
      rowid: rowid, record: bytes.span.extracting(rows.record), layout: rows.layout,
      skipping: tables[table].skipped)
  }

  /// Describes why the key of a table does not identify its rows: how many rows have no key, or
  /// which keys are duplicates. Nil if all keys are unique.
  func keyProblem(_ table: Int) throws -> String? {
    let merged = schema.tables[table]
    guard let keyField = merged.fieldIndex(of: .key) else { return nil }
    let identities = try identities(of: table)
    let field = merged.fields[keyField].name
    if identities.missingCount > 0 {
      return "\(field) is empty in "
        + NumberText.plural(identities.missingCount, one: "row", many: "rows")
    }
    let repeated = identities.repeated
    guard !repeated.isEmpty else { return nil }
    var samples: [String] = []
    for rowid in repeated.prefix(3) {
      if let value = try row(table, rowid: rowid)?[keyField] {
        samples.append(value.plainText ?? "")
      }
    }
    return NumberText.plural(repeated.count, one: "row has", many: "rows have")
      + " the same \(field) as another row: \(samples.joined(separator: ", "))"
  }

  /// Returns whether every row has a GlobalID of its own.
  func hasOnlyOwnIdentities(_ table: Int) throws -> Bool {
    guard schema.tables[table].fieldIndex(of: .globalID) != nil else { return false }
    let identities = try identities(of: table)
    return identities.missingCount == 0 && identities.repeated.isEmpty
  }

  /// Returns the SHA-256 digest of the content in a row of an attachments table, as hexadecimal
  /// digits. Nil if the row has no content.
  func contentDigest(_ table: Int, rowid: Int64) throws -> FieldValue? {
    let name = schema.tables[table].name
    let found = try about(store.path) {
      try store.attachment(in: name, rowid: rowid)
    }
    guard let content = found?.content, !content.isEmpty else { return nil }
    return FieldValue(text: SHA256.hex(SHA256.of(content.span)))
  }

  /// Returns the row id of the row with a GlobalID, or nil.
  package func rowid(_ table: Int, of id: GlobalID) throws -> Int64? {
    try identities(of: table).rowid(of: id)
  }

  /// Returns the GlobalID of the row with a row id, or nil.
  package func identity(_ table: Int, rowid: Int64) throws -> GlobalID? {
    guard let row = try row(table, rowid: rowid) else { return nil }
    return try identity(table, of: row)
  }

  /// Returns the GlobalIDs of all rows of a table, by row id.
  func identitiesByRowID(_ table: Int) throws -> [Int64: GlobalID] {
    try identities(of: table).byRowID
  }

  /// Returns the GlobalID of a row of this store.
  package func identity(_ table: Int, of row: MergeRow) throws -> GlobalID {
    let name = schema.tables[table].name
    let merged = schema.tables[table]
    if let field = merged.identityField,
      let id = RowIdentity.stored(
        row[field], table: name, isKey: merged.fields[field].role == .key),
      // If several rows have the same identity, it belongs to the first one.
      try identities(of: table).rowid(of: id) == row.rowid
    {
      return id
    }
    return RowIdentity.minted(table: name, rowid: row.rowid)
  }

  /// Returns the row ids of the rows with a key in a field, in ascending order.
  package func rowids(_ table: Int, field: Int, key: JoinKey) throws -> [Int64] {
    var found: [Int64] = []
    for rowid in try keys(of: table, field: field).rowids(of: key) {
      // Two keys may share a hash.
      if let row = try row(table, rowid: rowid), JoinKey(row[field]) == key {
        found.append(rowid)
      }
    }
    return found
  }

  /// Returns whether a row with a key in a field passes a test.
  package func contains(
    _ table: Int, field: Int, key: JoinKey, where isWanted: (Int64) -> Bool
  ) throws -> Bool {
    for rowid in try keys(of: table, field: field).rowids(of: key) where isWanted(rowid) {
      if let row = try row(table, rowid: rowid), JoinKey(row[field]) == key { return true }
    }
    return false
  }

  /// Returns the rows on the many side of a link that refer to a key, in row id order.
  package func children(of link: Int, key: JoinKey) throws -> [GlobalID] {
    let link = schema.links[link]
    var found: [GlobalID] = []
    for rowid in try rowids(link.destination, field: link.destinationField, key: key) {
      if let id = try identity(link.destination, rowid: rowid) { found.append(id) }
    }
    return found
  }

  /// Returns the largest row id of a table, or 0 if it has no rows.
  package func largestRowID(_ table: Int) throws -> Int64 {
    max(try identities(of: table).largestRowID, 0)
  }

  /// Returns the largest object id of a table, or 0 if it has none.
  package func largestObjectID(_ table: Int) throws -> Int64 {
    try identities(of: table).largestObjectID
  }

  private func identities(of table: Int) throws -> RowIdentities {
    if let known = tables[table].identities { return known }
    let merged = schema.tables[table]
    var identities = RowIdentities(
      table: merged.name,
      isKey: merged.identityField.map { merged.fields[$0].role == .key } ?? false
    )
    try forEachRow(
      of: table, field: merged.identityField, other: merged.fieldIndex(of: .objectID),
      begin: { identities.reserve($0) }
    ) { rowid, globalID, objectID, record in
      identities.add(rowid: rowid, globalID: globalID, objectID: objectID, in: record)
    }
    identities.finish()
    tables[table].identities = identities
    return identities
  }

  private func keys(of table: Int, field: Int) throws -> RowKeys {
    if let known = tables[table].keys[field] { return known }
    var keys = RowKeys()
    try forEachRow(of: table, field: field) { rowid, value, _, record in
      keys.add(rowid: rowid, value, in: record)
    }
    keys.finish()
    tables[table].keys[field] = keys
    return keys
  }

  /// Calls `begin` with the approximate number of rows of a table, then `body` with the values of
  /// one or two fields of each row.
  private func forEachRow(
    of table: Int, field: Int?, other: Int? = nil, begin: (_ rows: Int) -> Void = { _ in },
    _ body: (_ rowid: Int64, RecordValue, RecordValue, _ record: Span<UInt8>) -> Void
  ) throws {
    guard let fresh = tables[table].rows, let alignment = tables[table].alignment else { return }
    let columns = (field.flatMap { alignment.columns[$0] }, other.flatMap { alignment.columns[$0] })
    let columnCount = max(columns.0 ?? -1, columns.1 ?? -1) + 1
    try about(store.path) {
      var rows = fresh
      var isFirst = true
      while try rows.advance() {
        if isFirst { begin(rows.expectedCount) }
        isFirst = false
        try rows.layOut(first: columnCount)
        let rowid = rows.rowid
        rows.withValues(of: columns.0, and: columns.1) { body(rowid, $0, $1, $2) }
      }
    }
  }
}
