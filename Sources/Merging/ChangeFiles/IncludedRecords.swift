import FeatureData
import GeoPackage

/// The records that a change file includes: those that the crew changed, and those that a merge
/// looks up because of them.
///
/// A record is included as issued and as returned, or as one of them if the other lacks it:
///
///     changed     a value, the shape or the attachment differs by its bytes
///     parents     the records that an included record refers to, and their own parents
///     children    the records that refer to a deleted record, because they are deleted with it
///     pairs       both records of a pair that was added, removed or changed
///
/// Some tables are included completely: those whose records have no GlobalIDs of their own, because
/// only all of them show which is which.
struct IncludedRecords {
  let schema: MergeSchema
  let base: StoreRows
  let returned: StoreRows
  /// The GlobalIDs of the included records, by table.
  private(set) var records: [Set<GlobalID>]
  /// Whether all records of a table are included.
  private(set) var isComplete: [Bool]
  /// The number of records of each table, as issued and as returned.
  private(set) var counts: [(base: Int, returned: Int)] = []
  /// The tables with records that the crew added.
  private(set) var tablesWithAdditions: Set<Int> = []
  private var waiting: [RecordKey] = []

  /// Compares two states of a package by their bytes.
  ///
  /// - Throws: ``MergingError`` if a store cannot be read.
  init(schema: MergeSchema, base: GeoPackageReader, returned: GeoPackageReader) throws {
    self.schema = schema
    self.base = try StoreRows(base, schema: schema)
    self.returned = try StoreRows(returned, schema: schema)
    records = Array(repeating: [], count: schema.tables.count)
    isComplete = Array(repeating: false, count: schema.tables.count)
    let strict = Self.byBytes(schema)
    for table in schema.tables.indices {
      try compare(table, of: strict, base: base, returned: returned)
    }
    try includePairs()
    try spread()
  }

  /// The schema with values that are equal only if their bytes are. What the office data is, and so
  /// which values mean the same to a merge, isn't known yet.
  private static func byBytes(_ schema: MergeSchema) -> MergeSchema {
    var strict = schema
    (strict.clock, strict.isOfflineCopy) = (nil, false)
    for table in strict.tables.indices {
      for field in strict.tables[table].fields.indices {
        let meaning = strict.tables[table].fields[field].meaning
        strict.tables[table].fields[field].meaning = meaning.isGeometry ? .geometry : .bytes
      }
    }
    return strict
  }

  private mutating func compare(
    _ table: Int, of strict: MergeSchema, base: GeoPackageReader, returned: GeoPackageReader
  ) throws {
    let diff = try TableDiff(
      table: table, of: strict, base: base, returned: returned, packageID: "", packageIndex: 0)
    counts.append((diff.baseCount, diff.returnedCount))
    let isChanged = !diff.changes.rows.isEmpty || diff.issues.contains { $0.id != nil }
    // The office data may have a column that the crew added.
    if diff.issues.contains(where: { $0.kind == .extraColumn }) { isComplete[table] = true }
    guard isChanged else { return }
    if try !self.base.hasOnlyOwnIdentities(table) || !self.returned.hasOnlyOwnIdentities(table) {
      isComplete[table] = true
    }
    for change in diff.changes.rows {
      include(RecordKey(table: table, globalID: change.id))
      if change.action == .insert { tablesWithAdditions.insert(table) }
    }
    for case let id? in diff.issues.map(\.id) {
      include(RecordKey(table: table, globalID: id))
    }
  }

  /// Includes a record. What it refers to follows in ``spread()``.
  mutating func include(_ record: RecordKey) {
    guard records[record.table].insert(record.globalID).inserted else { return }
    waiting.append(record)
  }

  /// Includes the records that a merge looks up because of the included ones.
  mutating func spread() throws {
    while let record = waiting.popLast() {
      let issued = try base.row(record.table, record.globalID)
      let found = try returned.row(record.table, record.globalID)
      for row in [issued, found].compactMap(\.self) { try includeParents(of: row, record.table) }
      if let issued, found == nil { try includeChildren(of: issued, record) }
    }
  }

  private mutating func includeParents(of row: MergeRow, _ table: Int) throws {
    for link in schema.links where link.destination == table {
      guard let key = JoinKey(row[link.destinationField]) else { continue }
      for store in [base, returned] {
        for rowid in try rowids(of: link, key: key, in: store) {
          guard let id = try store.identity(link.origin, rowid: rowid) else { continue }
          include(RecordKey(table: link.origin, globalID: id))
        }
      }
    }
  }

  private func rowids(of link: MergeLink, key: JoinKey, in store: StoreRows) throws -> [Int64] {
    switch link.originKey {
    case .field(let field): return try store.rowids(link.origin, field: field, key: key)
    case .rowID:
      guard case .integer(let number) = key else { return [] }
      return [number]
    }
  }

  private mutating func includeChildren(of row: MergeRow, _ record: RecordKey) throws {
    for link in schema.links where link.origin == record.table {
      let key: JoinKey? =
        switch link.originKey {
        case .field(let field): JoinKey(row[field])
        case .rowID: .integer(row.rowid)
        }
      guard let key else { continue }
      for rowid in try base.rowids(link.destination, field: link.destinationField, key: key) {
        guard let id = try base.identity(link.destination, rowid: rowid) else { continue }
        include(RecordKey(table: link.destination, globalID: id))
      }
    }
  }

  /// Includes both records of each pair that differs.
  private mutating func includePairs() throws {
    for relation in schema.pairs {
      let pairs = RelatedPairs(relation: relation, schema: schema)
      for pair in try pairs.differing(base: base, returned: returned) {
        include(RecordKey(table: relation.base, globalID: pair.base))
        include(RecordKey(table: relation.related, globalID: pair.related))
      }
    }
  }

  /// The row ids of the records of a table that a store has and the change file doesn't include.
  func leftOut(_ table: Int, of store: StoreRows) throws -> Set<Int64> {
    guard !isComplete[table] else { return [] }
    let included = records[table]
    return Set(try store.identitiesByRowID(table).filter { !included.contains($1) }.keys)
  }
}
