import Bytes
import FeatureData
import FoundationEssentials
import GeoPackage
import MapModel
import Packages
import Records

/// Undoes a merge in a store that `merge` wrote.
///
/// The last merge is undone byte for byte if the store wasn't changed since. Any merge in the
/// history can be undone record by record, if nothing later changed the same fields. Other changes
/// stay.
package struct MergeUndo {
  private let path: String

  /// - Parameter path: the path of the store.
  package init(path: String) { self.path = path }

  /// The outcome of an undo.
  package enum Outcome: Sendable {
    /// The file has the bytes from before the last merge again.
    case restored
    /// The changes of a merge were undone.
    case reversed(Changes)
    /// Nothing was written, because something later changed the same fields.
    case refused(merge: MergeLedger.Merge, [Obstacle])
  }

  /// The changes that an undo made.
  package struct Changes: Sendable {
    /// The merge that was undone.
    package var merge: MergeLedger.Merge
    /// The changes of each table: records restored, changed back, or removed again.
    package var tables: [(title: String, changes: TableChanges)]
  }

  /// A reason why a merge can't be undone.
  package struct Obstacle: Sendable, Equatable {
    /// The title of the table.
    package var table: String
    /// The GlobalID of the record, or its row number.
    package var record: String
    /// The title of the field; nil for the record as a whole.
    package var field: String?
    /// A sentence without a full stop.
    package var reason: String
  }

  /// Undoes a merge.
  ///
  /// - Parameters:
  ///   - number: the number of the merge as `fieldpack log` shows it; 1 is the last one.
  ///   - now: the time of last change for the tables, in milliseconds since 1970 UTC.
  /// - Throws: ``MergingError/nothingToUndo(path:)``, ``MergingError/changedSinceMerge(path:)``,
  ///   ``MergingError/noSuchMerge(path:number:count:)``, ``MergingError/mergeNotKept(path:time:)``,
  ///   ``MergingError/attachmentsNotKept(path:time:count:)``, and errors from reading and writing.
  package func run(number: Int, now: Int64) async throws -> Outcome {
    try JointCommit.finishEarlier(beside: path)
    var unrestored: (any Error)?
    if number == 1 {
      do {
        try UndoFile.undo(path)
        return .restored
      } catch let error as MergingError { unrestored = error }
    }
    // Only a GeoPackage keeps a history. A package also holds files that depend on its store.
    guard let package = try unlessUnreadable({ try OpenPackage(path: path) }),
      package.isSingleStore
    else {
      throw unrestored ?? MergingError.undoNeedsGeoPackage(path: path)
    }
    try await package.check { _, _ in }
    var metadata = MergeMetadata(ledger: try MergeLedger(of: package.store))
    var history = try MergeHistory(of: package.store)
    let count = metadata.ledger.merges.count
    guard (1...max(count, 1)).contains(number), count > 0 else {
      throw unrestored ?? MergingError.noSuchMerge(path: path, number: number, count: count)
    }
    let merge = metadata.ledger.merges[count - number]
    guard let entry = history.entry(of: merge) else {
      throw unrestored ?? MergingError.mergeNotKept(path: path, time: merge.time)
    }
    guard entry.lostAttachments == 0 else {
      throw MergingError.attachmentsNotKept(
        path: path, time: merge.time, count: entry.lostAttachments)
    }
    let map = try package.storedMap()
    var reversal = try Reversal(
      MergeSchema(reading: package.store, map: map), package.store)
    try reversal.reverse(entry)
    let edits = ResultEdits(
      schema: reversal.schema, outcome: reversal.outcome, current: package, packages: [])
    try reversal.checkConstraints(try edits.edits(), package.store)
    guard reversal.obstacles.isEmpty else {
      return .refused(merge: merge, reversal.obstacles)
    }
    metadata.ledger.merges.remove(at: count - number)
    metadata.ledger.changes.subtract(entry.changes)
    history.remove(merge)
    metadata.history = history
    try await write(edits, metadata: metadata, map: map, now: now)
    return .reversed(
      Changes(
        merge: merge,
        tables: reversal.outcome.changes.map { (reversal.schema.tables[$0.table].title, $0) }))
  }

  private func write(
    _ edits: ResultEdits, metadata: MergeMetadata, map: StoredMap?, now: Int64
  ) async throws {
    var rewriter = GeoPackageRewriter(edits.current.store)
    rewriter.edits = try edits.edits()
    rewriter.pairEdits = edits.pairEdits
    rewriter.relations = try edits.relations(map)
    rewriter.metadata = metadata.metadata
    rewriter.lastChange = now
    var file = try AtomicFile(replacing: path, overwrite: true)
    _ = try await rewriter.write(into: &file)
    let replaced = ReplacedStore(path: path)
    try replaced.applyLog()
    // The undo file holds the merge that was just undone, so it is removed.
    try file.commit(removing: replaced.sidecars + [UndoFile.path(of: path)])
  }
}

/// The changes that undo a merge, and the obstacles.
private struct Reversal {
  let schema: MergeSchema
  private let rows: StoreRows
  private(set) var outcome = MergeOutcome()
  private(set) var obstacles: [MergeUndo.Obstacle] = []

  init(_ schema: MergeSchema, _ store: GeoPackageReader) throws {
    self.schema = schema
    rows = try StoreRows(store, schema: schema)
  }

  mutating func reverse(_ entry: MergeHistory.Entry) throws {
    for table in entry.tables {
      guard let tableIndex = schema.table(named: table.name) else {
        obstacles.append(
          .init(table: table.name, record: "", reason: "the table no longer exists"))
        continue
      }
      var changes = TableChanges(table: tableIndex, rows: [])
      for row in table.rows {
        if let change = try reversed(row, table, at: tableIndex) { changes.rows.append(change) }
      }
      if !changes.rows.isEmpty { outcome.changes.append(changes) }
    }
    for pairs in entry.pairs {
      let relation = schema.pairs.firstIndex { $0.mappingTable.isSameName(as: pairs.table) }
      guard let relation else { continue }
      let removed = pairs.edits.removed.sorted { ($0.base, $0.related) < ($1.base, $1.related) }
      outcome.pairs[relation] = PairEdits(removed: Set(pairs.edits.added), added: removed)
    }
    try checkLinks()
  }

  // MARK: Rows

  /// The change that undoes a row's change; nil if nothing needs to be undone or there is an
  /// obstacle.
  private mutating func reversed(
    _ row: MergeHistory.Row, _ table: MergeHistory.Table, at tableIndex: Int
  ) throws -> RowChange? {
    let now = try rows.row(tableIndex, rowid: row.rowid)
    let id =
      try row.id ?? rows.identity(tableIndex, rowid: row.rowid)
      ?? GlobalID(high: 0, low: UInt64(bitPattern: row.rowid))
    if let now, let known = row.id, let field = schema.tables[tableIndex].fieldIndex(of: .globalID),
      GlobalID(now[field]) != known
    {
      addObstacle(table: tableIndex, row, "another record now has its row number")
      return nil
    }
    guard let after = row.after else {
      return try restored(row, table, at: tableIndex, as: id, now: now)
    }
    guard let now else {
      // A row that the merge added and somebody deleted since needs no undo.
      if row.before != nil { addObstacle(table: tableIndex, row, "it was deleted after the merge") }
      return nil
    }
    guard let before = row.before else {
      return isUntouched(row, table, at: tableIndex, now: now, all: true)
        ? RowChange(id: id, before: now, after: nil) : nil
    }
    guard isUntouched(row, table, at: tableIndex, now: now, all: false) else { return nil }
    var values = now
    for known in after.keys {
      guard let field = field(known, table, at: tableIndex) else { continue }
      values.values[field] = before[known] ?? .null
    }
    return RowChange(id: id, before: now, after: values)
  }

  /// The change that restores a row that the merge deleted.
  private mutating func restored(
    _ row: MergeHistory.Row, _ table: MergeHistory.Table, at tableIndex: Int, as id: GlobalID,
    now: MergeRow?
  ) throws -> RowChange? {
    let isThere = try row.id.map { try rows.rowid(tableIndex, of: $0) != nil } ?? false
    guard now == nil, !isThere else {
      addObstacle(table: tableIndex, row, "it exists again")
      return nil
    }
    var values = MergeRow(rowid: row.rowid, values: rows.defaults(of: tableIndex))
    for known in table.fields.indices {
      guard let field = field(known, table, at: tableIndex) else { continue }
      values.values[field] = row.before?[known] ?? .null
    }
    return RowChange(id: id, before: nil, after: values)
  }

  /// Whether the fields of a row have the values that the merge set. Others become obstacles.
  ///
  /// - Parameter all: whether to compare all fields, or only those that the merge changed.
  private mutating func isUntouched(
    _ row: MergeHistory.Row, _ table: MergeHistory.Table, at tableIndex: Int, now: MergeRow,
    all: Bool
  ) -> Bool {
    var isUntouched = true
    for known in table.fields.indices where all || row.after?[known] != nil {
      let left = row.after?[known] ?? .null
      guard let field = field(known, table, at: tableIndex) else {
        addObstacle(table: tableIndex, row, "its field \(table.fields[known]) no longer exists")
        return false
      }
      let merged = schema.tables[tableIndex].fields[field]
      guard merged.role != .content, !merged.meaning.isSame(now[field], left) else { continue }
      addObstacle(
        table: tableIndex, row, field: field,
        "the merge left \(Self.shown(left)), but now it is \(Self.shown(now[field]))"
      )
      isUntouched = false
    }
    return isUntouched
  }

  private func field(_ known: Int, _ table: MergeHistory.Table, at tableIndex: Int) -> Int? {
    schema.tables[tableIndex].fieldIndex(named: table.fields[known])
  }

  private static func shown(_ value: FieldValue) -> String {
    switch value {
    case .null: "empty"
    case .blob: "a geometry or file"
    default: "“\(value.plainText ?? "")”"
    }
  }

  private mutating func addObstacle(
    table tableIndex: Int, _ row: MergeHistory.Row, field: Int? = nil, _ reason: String
  ) {
    let table = schema.tables[tableIndex]
    obstacles.append(
      MergeUndo.Obstacle(
        table: table.title, record: row.id?.text ?? "\(row.rowid)",
        field: field.map { table.fields[$0].title }, reason: reason))
  }

  // MARK: Relationships and constraints

  /// Checks relationships: removed records may have no children left, and restored records need
  /// their parents.
  private mutating func checkLinks() throws {
    for (linkIndex, link) in schema.links.enumerated() {
      let removed = changes(of: link.destination).filter { $0.after == nil }.compactMap(
        \.before?.rowid)
      for parent in changes(of: link.origin) where parent.after == nil {
        guard let before = parent.before, let key = key(before, link) else { continue }
        let repointed = Set(removed + changedChildren(of: link))
        let isNamed = try rows.contains(
          link.destination, field: link.destinationField, key: key
        ) { !repointed.contains($0) }
        if isNamed {
          addObstacle(link: linkIndex, parent, "records that were added later belong to it")
        }
      }
      for child in changes(of: link.destination) {
        guard let after = child.after, !after[link.destinationField].isNull,
          child.before.map({ $0[link.destinationField] != after[link.destinationField] }) ?? true,
          try !hasParent(after[link.destinationField], link)
        else { continue }
        addObstacle(
          link: linkIndex, child, "the record that it belongs to no longer exists", isChild: true)
      }
    }
  }

  private func changes(of table: Int) -> [RowChange] {
    outcome.changes.first { $0.table == table }?.rows ?? []
  }

  /// The children whose parent changes.
  private func changedChildren(of link: MergeLink) -> [Int64] {
    changes(of: link.destination).compactMap { change in
      guard let before = change.before, let after = change.after,
        before[link.destinationField] != after[link.destinationField]
      else { return nil }
      return before.rowid
    }
  }

  private func key(_ row: MergeRow, _ link: MergeLink) -> JoinKey? {
    switch link.originKey {
    case .rowID: .integer(row.rowid)
    case .field(let field): JoinKey(row[field])
    }
  }

  private func hasParent(_ value: FieldValue, _ link: MergeLink) throws -> Bool {
    guard let key = JoinKey(value) else { return true }
    let changes = changes(of: link.origin)
    if changes.contains(where: { change in change.after.map { self.key($0, link) == key } ?? false }
    ) {
      return true
    }
    let removed = Set(changes.filter { $0.after == nil }.compactMap(\.before?.rowid))
    switch link.originKey {
    case .rowID:
      guard let rowid = value.wholeNumber, !removed.contains(rowid) else { return false }
      return try rows.row(link.origin, rowid: rowid) != nil
    case .field(let field):
      return try rows.contains(link.origin, field: field, key: key) { !removed.contains($0) }
    }
  }

  private mutating func addObstacle(
    link linkIndex: Int, _ change: RowChange, _ reason: String, isChild: Bool = false
  ) {
    let link = schema.links[linkIndex]
    let table = schema.tables[isChild ? link.destination : link.origin]
    let rowid = change.before?.rowid ?? change.after?.rowid ?? 0
    obstacles.append(
      MergeUndo.Obstacle(
        table: table.title,
        record: table.fieldIndex(of: .globalID) == nil ? "\(rowid)" : change.id.text, reason: reason
      ))
  }

  /// Checks the constraints of the database.
  mutating func checkConstraints(
    _ edits: [String: TableEdits], _ store: GeoPackageReader
  ) throws {
    guard obstacles.isEmpty else { return }
    for violation in try ConstraintCheck(store).violations(of: edits) {
      let record =
        switch violation.row {
        case .stored(let rowid): "\(rowid)"
        case .added: "a record that was deleted"
        }
      obstacles.append(
        MergeUndo.Obstacle(
          table: violation.table, record: record,
          field: violation.columns.joined(separator: ", "),
          reason: "a database constraint refuses it (\(violation.kind.rawValue) \(violation.text))"
        ))
    }
  }
}
