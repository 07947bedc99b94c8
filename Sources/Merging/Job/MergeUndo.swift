import Bytes
import FeatureData
import FoundationEssentials
import GeoPackage
import MapModel
import Packaging
import SQLiteFile

/// Takes a merge back, of a store that `merge` wrote.
///
/// The last one is taken back byte for byte where nothing was changed since. Any of those that the
/// store still knows is taken back record by record, as far as nothing later touched the same
/// fields; what others did in between stays.
package struct MergeUndo {
  private let path: String

  /// - Parameter path: of the store.
  package init(path: String) { self.path = path }

  /// What came of it.
  package enum Outcome: Sendable {
    /// The bytes from before the last merge are back.
    case restored
    /// The changes of a merge are taken back.
    case reversed(Changes)
    /// Nothing was written: something later touched the same fields.
    case refused(merge: MergeLedger.Merge, [Obstacle])
  }

  /// Changes that were taken back.
  package struct Changes: Sendable {
    package var merge: MergeLedger.Merge
    /// By table, the records that came back, were changed back, or went again.
    package var tables: [(title: String, changes: TableChanges)]
  }

  /// What keeps a merge from being taken back.
  package struct Obstacle: Sendable, Equatable {
    /// What people call the table.
    package var table: String
    /// The record: its GlobalID, or its number.
    package var record: String
    /// What people call the field; nil for the record as a whole.
    package var field: String?
    /// A sentence without its full stop.
    package var reason: String
  }

  /// Takes a merge back.
  ///
  /// - Parameters:
  ///   - number: the merge as `fieldpack log` counts them, from 1 for the last.
  ///   - now: the time that the tables are marked with; milliseconds since 1970 UTC.
  /// - Throws: ``MergingError/nothingToUndo(path:)``, ``MergingError/changedSinceMerge(path:)``,
  ///   ``MergingError/noSuchMerge(path:number:count:)``, ``MergingError/mergeNotKept(path:time:)``,
  ///   ``MergingError/photosNotKept(path:time:count:)``, and what reading and writing throw.
  package func run(number: Int, now: Int64) async throws -> Outcome {
    var unrestored: (any Error)?
    if number == 1 {
      do {
        try UndoFile.undo(path)
        return .restored
      } catch let error as MergingError { unrestored = error }
    }
    // A package holds more than its store, and a file that is none keeps no account.
    guard let package = try? OpenPackage(path: path), package.form == .store else {
      throw unrestored ?? MergingError.undoNeedsGeoPackage(path: path)
    }
    try await package.check { _, _ in }
    var account = MergeMetadata(ledger: try MergeLedger(of: package.store))
    var history = try MergeHistory(of: package.store)
    let count = account.ledger.merges.count
    guard (1...max(count, 1)).contains(number), count > 0 else {
      throw unrestored ?? MergingError.noSuchMerge(path: path, number: number, count: count)
    }
    let merge = account.ledger.merges[count - number]
    guard let entry = history.entry(of: merge) else {
      throw unrestored ?? MergingError.mergeNotKept(path: path, time: merge.time)
    }
    guard entry.lostPhotos == 0 else {
      throw MergingError.photosNotKept(path: path, time: merge.time, count: entry.lostPhotos)
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
    account.ledger.merges.remove(at: count - number)
    account.ledger.changes.subtract(entry.changes)
    history.remove(merge)
    account.history = history
    try await write(edits, account, map, now)
    return .reversed(
      Changes(
        merge: merge,
        tables: reversal.outcome.changes.map { (reversal.schema.tables[$0.table].title, $0) }))
  }

  private func write(
    _ edits: ResultEdits, _ account: MergeMetadata, _ map: StoredMap?, _ now: Int64
  ) async throws {
    var rewriter = GeoPackageRewriter(edits.current.store)
    rewriter.edits = try edits.edits()
    rewriter.pairEdits = edits.pairEdits
    rewriter.relations = try edits.relations(map)
    rewriter.metadata = account.metadata
    rewriter.lastChange = now
    var file = try AtomicFile(replacing: path, overwrite: true)
    _ = try await rewriter.write(into: &file)
    let replaced = ReplacedStore(path: path)
    try replaced.applyLog()
    // The bytes from before the last merge would bring back what was just taken back.
    try file.commit(removing: replaced.sidecars + [UndoFile.path(of: path)])
  }
}

/// The changes that take a merge back, and what stands against them.
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
      guard let place = schema.table(named: table.name) else {
        obstacles.append(
          .init(table: table.name, record: "", reason: "the table is not there any more"))
        continue
      }
      var changes = TableChanges(table: place, rows: [])
      for row in table.rows {
        if let change = try reversed(row, table, place) { changes.rows.append(change) }
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

  /// The change that takes a row back; nil where there is nothing to take back, or something
  /// stands against it.
  private mutating func reversed(
    _ row: MergeHistory.Row, _ table: MergeHistory.Table, _ place: Int
  ) throws -> RowChange? {
    let now = try rows.row(place, rowid: row.rowid)
    let id =
      try row.id ?? rows.identity(place, rowid: row.rowid)
      ?? GlobalID(high: 0, low: UInt64(bitPattern: row.rowid))
    if let now, let known = row.id, let field = schema.tables[place].place(of: .globalID),
      GlobalID(now[field]) != known
    {
      note(place, row, nil, "another record has its number now")
      return nil
    }
    guard let after = row.after else {
      return try broughtBack(row, table, place, id, now)
    }
    guard let now else {
      // What the merge added and somebody deleted since is gone already.
      if row.before != nil { note(place, row, nil, "it was deleted since") }
      return nil
    }
    guard let before = row.before else {
      return isUntouched(row, table, place, now, all: true)
        ? RowChange(id: id, before: now, after: nil) : nil
    }
    guard isUntouched(row, table, place, now, all: false) else { return nil }
    var values = now
    for known in after.keys {
      guard let field = field(known, table, place) else { continue }
      values.values[field] = before[known] ?? .null
    }
    return RowChange(id: id, before: now, after: values)
  }

  /// A row that the merge deleted.
  private mutating func broughtBack(
    _ row: MergeHistory.Row, _ table: MergeHistory.Table, _ place: Int, _ id: GlobalID,
    _ now: MergeRow?
  ) throws -> RowChange? {
    let isThere = try row.id.map { try rows.rowid(place, of: $0) != nil } ?? false
    guard now == nil, !isThere else {
      note(place, row, nil, "it is there again")
      return nil
    }
    var values = MergeRow(rowid: row.rowid, values: rows.defaults(of: place))
    for known in table.fields.indices {
      guard let field = field(known, table, place) else { continue }
      values.values[field] = row.before?[known] ?? .null
    }
    return RowChange(id: id, before: nil, after: values)
  }

  /// Whether the fields of a row are as the merge left them; what is not is noted.
  ///
  /// - Parameter all: whether all fields are looked at, or those that the merge changed.
  private mutating func isUntouched(
    _ row: MergeHistory.Row, _ table: MergeHistory.Table, _ place: Int, _ now: MergeRow, all: Bool
  ) -> Bool {
    var isUntouched = true
    for known in table.fields.indices where all || row.after?[known] != nil {
      let left = row.after?[known] ?? .null
      guard let field = field(known, table, place) else {
        note(place, row, nil, "its field \(table.fields[known]) is not there any more")
        return false
      }
      let merged = schema.tables[place].fields[field]
      guard merged.role != .content, !merged.meaning.isSame(now[field], left) else { continue }
      note(
        place, row, field, "the merge left \(Self.shown(left)), it is \(Self.shown(now[field])) now"
      )
      isUntouched = false
    }
    return isUntouched
  }

  private func field(_ known: Int, _ table: MergeHistory.Table, _ place: Int) -> Int? {
    schema.tables[place].place(named: table.fields[known])
  }

  private static func shown(_ value: FieldValue) -> String {
    switch value {
    case .null: "empty"
    case .blob: "a shape or file"
    default: "“\(value.plainText ?? "")”"
    }
  }

  private mutating func note(
    _ place: Int, _ row: MergeHistory.Row, _ field: Int?, _ reason: String
  ) {
    let table = schema.tables[place]
    obstacles.append(
      MergeUndo.Obstacle(
        table: table.title, record: row.id?.text ?? "\(row.rowid)",
        field: field.map { table.fields[$0].title }, reason: reason))
  }

  // MARK: What belongs together

  /// Records that go must leave no child behind, and those that come need their parents.
  private mutating func checkLinks() throws {
    for (place, link) in schema.links.enumerated() {
      let gone = changes(of: link.destination).filter { $0.after == nil }.compactMap(
        \.before?.rowid)
      for parent in changes(of: link.origin) where parent.after == nil {
        guard let before = parent.before, let key = key(before, link) else { continue }
        let repointed = Set(gone + changed(link))
        let isNamed = try rows.contains(
          link.destination, field: link.destinationField, key: key
        ) { !repointed.contains($0) }
        if isNamed { note(place, parent, "records that came later belong to it") }
      }
      for child in changes(of: link.destination) {
        guard let after = child.after, !after[link.destinationField].isNull,
          child.before.map({ $0[link.destinationField] != after[link.destinationField] }) ?? true,
          try !hasParent(after[link.destinationField], link)
        else { continue }
        note(place, child, "the record that it belongs to is not there any more", isChild: true)
      }
    }
  }

  private func changes(of table: Int) -> [RowChange] {
    outcome.changes.first { $0.table == table }?.rows ?? []
  }

  /// The rows that name another row than they did.
  private func changed(_ link: MergeLink) -> [Int64] {
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
    let gone = Set(changes.filter { $0.after == nil }.compactMap(\.before?.rowid))
    switch link.originKey {
    case .rowID:
      guard let rowid = value.wholeNumber, !gone.contains(rowid) else { return false }
      return try rows.row(link.origin, rowid: rowid) != nil
    case .field(let field):
      return try rows.contains(link.origin, field: field, key: key) { !gone.contains($0) }
    }
  }

  private mutating func note(
    _ place: Int, _ change: RowChange, _ reason: String, isChild: Bool = false
  ) {
    let link = schema.links[place]
    let table = schema.tables[isChild ? link.destination : link.origin]
    let rowid = change.before?.rowid ?? change.after?.rowid ?? 0
    obstacles.append(
      MergeUndo.Obstacle(
        table: table.title,
        record: table.place(of: .globalID) == nil ? "\(rowid)" : change.id.text, reason: reason))
  }

  /// What the database itself would refuse.
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
          reason: "the database refuses it (\(violation.kind.rawValue) \(violation.text))"))
    }
  }
}
