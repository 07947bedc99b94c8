import Bytes
import Records
import SQLiteFile

/// Checks the unique keys of a table with edits: its ids, and the keys of its unique indexes.
struct UniqueKeys {
  private let table: EditedTable
  private let database: DatabaseReader
  private var row: ComputedRow
  private var comparison: RowComparison

  /// The key of an edited row.
  private struct Key {
    var row: ConstraintViolation.Row
    var bytes: [UInt8]
    var layout = RecordLayout()
  }

  /// A unique index.
  private struct Index {
    var object: SchemaObject
    var clauses: IndexClauses
    var order: EntryOrdering
    var columns: [String]
  }

  init(_ table: EditedTable, _ database: DatabaseReader) {
    self.table = table
    self.database = database
    row = ComputedRow(table.stored, table.clauses, in: database)
    comparison = RowComparison(table.stored, in: database)
  }

  mutating func check(_ findings: inout ConstraintCheck.Findings) throws {
    guard !table.rows.isEmpty else { return }
    try checkIDs(&findings)
    for object in database.schema
    where object.kind == .index
      && GeoPackageNames.folded(object.tableName) == GeoPackageNames.folded(table.stored.name)
    {
      guard StoredIndex(object, of: table.stored)?.isUnique ?? true else { continue }
      try check(object, &findings)
    }
  }

  /// Checks new rows that have an id.
  private func checkIDs(_ findings: inout ConstraintCheck.Findings) throws {
    guard let id = table.stored.rowidColumn else { return }
    var cursor = try database.cursor(over: table.stored)
    let deleted = Set(table.deleted.map(\.rowid))
    var taken: [Int64: ConstraintViolation.Row] = [:]
    for row in table.rows where row.old == nil {
      var other = taken[row.rowid]
      if other == nil, !deleted.contains(row.rowid), try cursor.find(row.rowid) {
        other = .stored(rowid: row.rowid)
      }
      taken[row.rowid] = other ?? row.row
      guard let other else { continue }
      findings.violations.append(
        ConstraintViolation(
          table: table.name, kind: .unique, columns: table.names(of: [id]), text: "",
          row: row.row, other: other, otherTable: table.name))
    }
  }

  private mutating func check(
    _ object: SchemaObject, _ findings: inout ConstraintCheck.Findings
  ) throws {
    let named = IndexClauses.columns(namedIn: object, of: table.stored)
    var changed: [EditedTable.Row] = []
    for row in table.rows {
      if let named, try table.isUnchanged(row, in: named, &comparison) { continue }
      changed.append(row)
    }
    guard !changed.isEmpty else { return }
    guard let clauses = IndexClauses(object, of: table.stored),
      let order = EntryOrdering(clauses.terms, in: database.header)
    else {
      // If an index cannot be read, it is unknown whether it is unique.
      if StoredIndex(object, of: table.stored)?.isUnique ?? true {
        findings.noteUnchecked(table: table.name, kind: .unique, text: object.name)
      }
      return
    }
    guard clauses.isUnique else { return }
    let columns = clauses.terms.flatMap { $0.expression.columns.sorted() }
    let index = Index(
      object: object, clauses: clauses, order: order, columns: table.names(of: columns))
    guard let keys = try keys(of: changed, index) else {
      return findings.noteUnchecked(table: table.name, kind: .unique, text: object.name)
    }
    noteRepeatedKeys(keys, in: index, findings: &findings)
    let dropped = Set(
      table.deleted.map(\.rowid) + changed.filter { $0.old != nil }.map(\.rowid))
    try noteTakenKeys(keys, in: index, dropped: dropped, findings: &findings)
  }

  /// The keys of rows in index order, without those that contain NULL; nil if a key cannot be
  /// evaluated.
  private mutating func keys(of rows: [EditedTable.Row], _ index: Index) throws -> [Key]? {
    var keys: [Key] = []
    for edited in rows {
      try row.take(edited.record.span, rowid: edited.rowid)
      do throws(ExpressionFault) {
        guard let bytes = try key(index.clauses) else { continue }
        keys.append(Key(row: edited.row, bytes: bytes))
      } catch { return nil }
    }
    for number in keys.indices {
      let bytes = keys[number].bytes
      try keys[number].layout.parse(bytes.span)
    }
    // The order is stable: of equal keys, the first edit comes first.
    let sorted = keys.indices.sorted { one, other in
      let order = Self.compare(keys[one], keys[other], in: index)
      return order == 0 ? one < other : order < 0
    }
    return sorted.map { keys[$0] }
  }

  private static func compare(_ one: Key, _ other: Key, in index: Index) -> Int {
    index.order.compare(one.layout, in: one.bytes, other.layout, in: other.bytes.span)
  }

  private func key(_ clauses: IndexClauses) throws(ExpressionFault) -> [UInt8]? {
    if let condition = clauses.condition, try condition.isTrue(in: row) != true { return nil }
    var encoder = RecordEncoder()
    for term in clauses.terms {
      let value = try term.expression.value(in: row)
      if value == .null { return nil }
      encoder.append(value, database.header.encoding)
    }
    var key: [UInt8] = []
    encoder.write(to: &key)
    return key
  }

  /// Reports edited rows with the same key.
  private func noteRepeatedKeys(
    _ keys: [Key], in index: Index, findings: inout ConstraintCheck.Findings
  ) {
    for (one, other) in zip(keys, keys.dropFirst())
    where Self.compare(one, other, in: index) == 0 {
      note(other.row, other: one.row, in: index, findings: &findings)
    }
  }

  /// Reports edited rows whose key belongs to an unedited row. Both are in index order, so one walk
  /// is enough.
  private func noteTakenKeys(
    _ keys: [Key], in index: Index, dropped: Set<Int64>,
    findings: inout ConstraintCheck.Findings
  ) throws {
    guard !keys.isEmpty else { return }
    var cursor = try database.cursor(overIndex: index.object)
    var layout = RecordLayout()
    var next = 0
    while next < keys.count, try cursor.next() {
      try cursor.layOut(&layout, first: index.clauses.terms.count)
      let rowid: Int64? = try cursor.withRecord { entry in
        while next < keys.count {
          let order = index.order.compare(
            keys[next].layout, in: keys[next].bytes, layout, in: entry)
          if order > 0 { return nil }
          if order == 0 { return try Self.rowid(of: entry) }
          next += 1
        }
        return nil
      }
      guard let rowid, !dropped.contains(rowid) else { continue }
      note(
        keys[next].row, other: .stored(rowid: rowid), in: index, findings: &findings)
    }
  }

  private static func rowid(of entry: Span<UInt8>) throws -> Int64? {
    var layout = RecordLayout()
    try layout.parse(entry)
    guard case .integer(let rowid) = layout.value(layout.count - 1, in: entry) else { return nil }
    return rowid
  }

  private func note(
    _ row: ConstraintViolation.Row, other: ConstraintViolation.Row, in index: Index,
    findings: inout ConstraintCheck.Findings
  ) {
    findings.violations.append(
      ConstraintViolation(
        table: table.name, kind: .unique, columns: index.columns, text: index.object.name,
        row: row, other: other, otherTable: table.name))
  }
}
