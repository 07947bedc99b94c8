import Bytes
package import FeatureData
package import GeoPackage
import MapModel
import SQLiteFile

/// The rows of a store, found by identity, by row id and by the keys of links.
///
/// The first question about a table scans it once and keeps 32 bytes a row; the first question
/// about a key keeps 24. Rows themselves are read when they are asked for.
package final class StoreRows {
  /// The store.
  package let store: GeoPackageReader
  private let schema: MergeSchema
  private var tables: [Table]

  /// A table of the store.
  private struct Table {
    var alignment: TableAlignment?
    /// Have not moved: each scan begins with a copy.
    var rows: GeoPackageRows?
    /// The same for searches.
    var searched: GeoPackageRows?
    /// The field of photos where digests tell them: they are large.
    var leftOut: Int?
    var identities: RowIdentities?
    /// By place of the field.
    var keys: [Int: RowKeys] = [:]
  }

  /// Takes the rows of a store.
  ///
  /// - Throws: ``MergingError`` where a table cannot be read by the schema.
  package init(_ store: GeoPackageReader, schema: MergeSchema) throws(MergingError) {
    self.store = store
    self.schema = schema
    var tables: [Table] = []
    for table in schema.tables {
      guard let alignment = try TableAlignment(table, in: store) else {
        tables.append(Table())
        continue
      }
      let rows = try MergingError.reading(store) { () throws(GeoPackageError) in
        try store.rows(of: alignment.name)
      }
      let leftOut = table.contentPlaces == nil ? nil : table.place(of: .content)
      tables.append(
        Table(alignment: alignment, rows: rows, searched: rows, leftOut: leftOut))
    }
    self.tables = tables
  }

  /// The fields of a table for which this store has no column.
  func missingFields(of table: Int) -> [Int] {
    guard let alignment = tables[table].alignment, alignment.places.contains(nil) else { return [] }
    return alignment.places.indices.filter { alignment.places[$0] == nil }
  }

  /// What an SQL `INSERT` gives the fields of a table that it does not name: the constant `DEFAULT` of
  /// the column, else NULL.
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

  /// The row of an identity; nil where there is none.
  package func row(_ table: Int, _ id: GlobalID) throws(MergingError) -> MergeRow? {
    guard let rowid = try identities(of: table).rowid(of: id) else { return nil }
    return try row(table, rowid: rowid)
  }

  /// The row of a row id; nil where there is none.
  package func row(_ table: Int, rowid: Int64) throws(MergingError) -> MergeRow? {
    guard let alignment = tables[table].alignment, var rows = tables[table].searched.take() else {
      return nil
    }
    defer { tables[table].searched = rows }
    guard try MergingError.reading(store, { () throws(GeoPackageError) in try rows.find(rowid) })
    else { return nil }
    let bytes = rows.bytes
    return alignment.row(
      rowid: rowid, record: bytes.span.extracting(rows.record), layout: rows.layout,
      leavingOut: tables[table].leftOut)
  }

  /// What keeps the key of a table from telling its rows apart: how many rows have none, and the
  /// values that several rows have; nil where nothing does.
  func faultOfKey(_ table: Int) throws(MergingError) -> String? {
    let merged = schema.tables[table]
    guard let place = merged.place(of: .key) else { return nil }
    let identities = try identities(of: table)
    let field = merged.fields[place].name
    if identities.withoutOwn > 0 {
      return "\(field) is empty in \(NumberText.plural(identities.withoutOwn, "row", "rows"))"
    }
    let repeated = identities.repeated
    guard !repeated.isEmpty else { return nil }
    var samples: [String] = []
    for rowid in repeated.prefix(3) {
      if let value = try row(table, rowid: rowid)?[place] { samples.append(value.plainText ?? "") }
    }
    return "\(NumberText.plural(repeated.count, "row has", "rows have")) the \(field) of another "
      + "row: \(samples.joined(separator: ", "))"
  }

  /// The SHA-256 of the content that a row of a media table holds, as hexadecimal digits; nil where it
  /// holds none.
  func contentDigest(_ table: Int, rowid: Int64) throws(MergingError) -> FieldValue? {
    let name = schema.tables[table].name
    let found = try MergingError.reading(store) { () throws(GeoPackageError) in
      try store.attachment(in: name, rowid: rowid)
    }
    guard let content = found?.content, !content.isEmpty else { return nil }
    return FieldValue(text: SHA256.hex(SHA256.of(content.span)))
  }

  /// The row id of an identity; nil where no row has it.
  package func rowid(_ table: Int, of id: GlobalID) throws(MergingError) -> Int64? {
    try identities(of: table).rowid(of: id)
  }

  /// The identity of a row; nil where there is no such row.
  package func identity(_ table: Int, rowid: Int64) throws(MergingError) -> GlobalID? {
    guard let row = try row(table, rowid: rowid) else { return nil }
    return try identity(table, of: row)
  }

  /// The identities of all rows of a table, by their row ids.
  func identitiesByRowID(_ table: Int) throws(MergingError) -> [Int64: GlobalID] {
    try identities(of: table).byRowID
  }

  /// The identity of a row of this store.
  package func identity(_ table: Int, of row: MergeRow) throws(MergingError) -> GlobalID {
    let name = schema.tables[table].name
    let merged = schema.tables[table]
    if let place = merged.identityField,
      let id = RowIdentity.stored(
        row[place], table: name, isKey: merged.fields[place].role == .key),
      // The first of several rows of one identity has it.
      try identities(of: table).rowid(of: id) == row.rowid
    {
      return id
    }
    return RowIdentity.minted(table: name, rowid: row.rowid)
  }

  /// The row ids of the rows that hold a key in a field, ascending.
  package func rowids(_ table: Int, field: Int, key: JoinKey) throws(MergingError) -> [Int64] {
    var found: [Int64] = []
    for rowid in try keys(of: table, field: field).rowids(of: key) {
      // Two keys may share a hash.
      if let row = try row(table, rowid: rowid), JoinKey(row[field]) == key {
        found.append(rowid)
      }
    }
    return found
  }

  /// Whether some row holds a key in a field and passes a test.
  package func contains(
    _ table: Int, field: Int, key: JoinKey, where isWanted: (Int64) -> Bool
  ) throws(MergingError) -> Bool {
    for rowid in try keys(of: table, field: field).rowids(of: key) where isWanted(rowid) {
      if let row = try row(table, rowid: rowid), JoinKey(row[field]) == key { return true }
    }
    return false
  }

  /// The rows of a link's many side that name a row of its one side, by row id.
  package func children(of link: Int, key: JoinKey) throws(MergingError) -> [GlobalID] {
    let link = schema.links[link]
    var found: [GlobalID] = []
    for rowid in try rowids(link.destination, field: link.destinationField, key: key) {
      if let id = try identity(link.destination, rowid: rowid) { found.append(id) }
    }
    return found
  }

  /// The largest row id of a table; 0 where it has no rows.
  package func largestRowID(_ table: Int) throws(MergingError) -> Int64 {
    max(try identities(of: table).largestRowID, 0)
  }

  /// The largest object id of a table; 0 where there is none.
  package func largestObjectID(_ table: Int) throws(MergingError) -> Int64 {
    try identities(of: table).largestObjectID
  }

  private func identities(of table: Int) throws(MergingError) -> RowIdentities {
    if let known = tables[table].identities { return known }
    let merged = schema.tables[table]
    var identities = RowIdentities(
      table: merged.name,
      isKey: merged.identityField.map { merged.fields[$0].role == .key } ?? false
    )
    try forEachRow(
      of: table, merged.identityField, merged.place(of: .objectID),
      begin: { identities.reserve($0) }
    ) { rowid, globalID, objectID, record in
      identities.add(rowid: rowid, globalID, objectID, in: record)
    }
    identities.finish()
    tables[table].identities = identities
    return identities
  }

  private func keys(of table: Int, field: Int) throws(MergingError) -> RowKeys {
    if let known = tables[table].keys[field] { return known }
    var keys = RowKeys()
    try forEachRow(of: table, field) { rowid, value, _, record in
      keys.add(rowid: rowid, value, in: record)
    }
    keys.finish()
    tables[table].keys[field] = keys
    return keys
  }

  /// Calls `begin` with about how many rows a table has, then `body` with the values of one or two
  /// fields of each row.
  private func forEachRow(
    of table: Int, _ field: Int?, _ other: Int? = nil, begin: (_ rows: Int) -> Void = { _ in },
    _ body: (_ rowid: Int64, RecordValue, RecordValue, _ record: Span<UInt8>) -> Void
  ) throws(MergingError) {
    guard let fresh = tables[table].rows, let alignment = tables[table].alignment else { return }
    let places = (field.flatMap { alignment.places[$0] }, other.flatMap { alignment.places[$0] })
    let columns = max(places.0 ?? -1, places.1 ?? -1) + 1
    try MergingError.reading(store) { () throws(GeoPackageError) in
      var rows = fresh
      var isFirst = true
      while try rows.advance() {
        if isFirst { begin(rows.expectedCount) }
        isFirst = false
        try rows.layOut(first: columns)
        let rowid = rows.rowid
        rows.withValues(places.0, places.1) { body(rowid, $0, $1, $2) }
      }
    }
  }
}
