import Bytes
import FeatureData
import GeoPackage
import Geometry
import MapModel
import SQLiteFile

/// The package's store under way, and what is known of it at the end.
///
/// A class, because the closures that collect rows share it; it is used from one task only.
final class PackedStore<Output: PatchableOutput & ~Copyable> {
  private var writer: GeoPackageWriter<Output>?
  private let now: Int64
  private let isScratch: Bool
  /// The plan; its surveys are complete once the rows are packed.
  private(set) var plan: PackagePlan
  private var ledger: KeyLedger
  /// Of the rows taken, stripe by stripe.
  private(set) var fingerprints: [UInt8] = []
  private var notices: [Int: RowNotices] = [:]
  /// By table: rows that passed the layer's own filter.
  private var passedCounts: [Int: Int] = [:]
  private(set) var accounts: [Int: TableAccount] = [:]
  /// By table with attachments: the GlobalIDs of the packed rows.
  private(set) var packedIDs: [Int: Set<GlobalID>] = [:]
  private(set) var overview: Overview

  /// - Parameter isScratch: whether the store is only read through once, to make another of it.
  init(output: consuming Output, plan: PackagePlan, now: Int64, isScratch: Bool = false) {
    self.now = now
    self.isScratch = isScratch
    self.plan = plan
    ledger = KeyLedger(plan.relationships)
    overview = Overview(plan.tables)
    writer = GeoPackageWriter(
      output: output, options: plan.storeOptions(now: now, isScratch: isScratch))
  }

  /// Reads the tables in the order of the plan and writes their rows.
  func pack(report: (JobProgress) -> Void) async throws {
    let steps = SelectionPlan(
      places: plan.tables.map(\.place), relationships: plan.relationships,
      hasArea: plan.area != nil
    ).steps
    for step in steps {
      ledger.reset(table: step.table)
      try await read(step, report: report)
    }
  }

  private func read(_ step: SelectionPlan.Step, report: (JobProgress) -> Void) async throws {
    let index = step.table
    let table = plan.tables[index]
    let filter = try filter(for: step, own: try await followOwn(step, report: report))
    let relationColumns = ledger.columns(of: index)
    let idColumn =
      plan.attachments.contains { $0.table == index && !$0.items.isEmpty }
      ? table.globalIDRecordColumn : nil
    let columns = relationColumns + (idColumn.map { [$0] } ?? [])
    if step.writes { try writer?.begin(table.storeTable(indexed: indexedColumns(of: index))) }
    notices[index] = RowNotices()
    passedCounts[index] = 0
    plan.tables[index] = try await RowReading.read(
      table, filter: filter, keyColumns: columns,
      progress: { done in
        report(
          JobProgress(
            phase: step.writes ? "Packing" : "Choosing", subject: table.title, done: done,
            total: table.source.byteCount))
      },
      collect: { stripe in
        for (place, column) in relationColumns.enumerated() {
          ledger.note(
            table: index, column: column, all: stripe.allKeys[place],
            taken: stripe.takenKeys[place])
        }
        passedCounts[index, default: 0] += stripe.passedCount
        guard step.writes else { return }
        if idColumn != nil { noteIDs(stripe.takenKeys[relationColumns.count], of: index) }
        try write(stripe, of: index)
      })
    if step.writes { accounts[index] = try await endTable() }
  }

  /// Makes the indexes and the R-tree of the table side by side, and ends it.
  private func endTable() async throws -> TableAccount? {
    guard let trees = writer?.trees, let pageSize = writer?.pageSize else { return nil }
    let made = try await withThrowingTaskGroup(of: TableTree.Made.self) { group in
      for tree in trees { group.addTask { try tree.make(pageSize: pageSize) } }
      var made: [TableTree.Made] = []
      for try await tree in group { made.append(tree) }
      return made
    }
    return try writer?.endTable(made)
  }

  private func write(_ stripe: RowReading.ReadStripe, of table: Int) throws(GeoPackageError) {
    let batch = stripe.batch
    fingerprints.append(bigEndian: stripe.fingerprint.high)
    fingerprints.append(bigEndian: stripe.fingerprint.low)
    notices[table]?.merge(batch.notices, firstRow: stripe.firstRow)
    overview.mark(batch.envelopes, of: table)
    guard !batch.rowids.isEmpty else {
      try writer?.append(rows: batch.bytes.span, ends: batch.ends, envelopes: batch.envelopes)
      return
    }
    let bytes = batch.bytes.span
    for row in 0..<batch.count {
      try writer?.append(
        bytes.extracting(batch.range(of: row)),
        envelope: batch.envelopes.isEmpty ? nil : batch.envelopes[row], rowid: batch.rowids[row])
    }
  }

  private func noteIDs(_ keys: [JoinKey?], of table: Int) {
    for case .globalID(let id)? in keys { packedIDs[table, default: []].insert(id) }
  }

  /// Reads the keys of a table that is related to itself once more, to follow its relationships;
  /// `nil` where the step follows none.
  private func followOwn(
    _ step: SelectionPlan.Step, report: (JobProgress) -> Void
  ) async throws -> OwnRelationships? {
    let columns = ledger.columns(of: step.table)
    guard var own = OwnRelationships(step, plan.relationships, columns: columns) else { return nil }
    let table = plan.tables[step.table]
    var beginnings = step
    beginnings.fromOrigins.removeAll { plan.relationships[$0].isOwn }
    beginnings.fromDestinations = []
    try await RowReading.read(
      table, filter: try filter(for: beginnings, own: nil), keyColumns: columns,
      progress: { done in
        report(
          JobProgress(
            phase: "Choosing", subject: table.title, done: done, total: table.source.byteCount))
      }, collect: { own.note($0) })
    own.follow(
      wanted: step.fromDestinations.filter { !plan.relationships[$0].isOwn }.compactMap { index in
        columns.firstIndex(of: plan.relationships[index].originColumn).map {
          ($0, ledger.chosenDestinations(index))
        }
      })
    return own
  }

  private func filter(
    for step: SelectionPlan.Step, own: OwnRelationships?
  ) throws -> RowFilter {
    let table = plan.tables[step.table]
    var filter = RowFilter()
    filter.whereClause = try table.whereClause(now: now)
    filter.takesAll = step.takesAll
    if step.usesArea, let area = plan.area, let field = table.schema?.geometry {
      filter.area = try AreaFilter(
        polygon: area.prepared, in: area.spatialReference, layer: field.spatialReference)
    }
    for index in step.fromOrigins {
      filter.keys.append(
        (
          plan.relationships[index].destinationColumn,
          own?.origins[index] ?? ledger.chosenOrigins(index)
        ))
    }
    for index in step.fromDestinations {
      filter.keys.append(
        (
          plan.relationships[index].originColumn,
          own?.named[index] ?? ledger.chosenDestinations(index)
        ))
    }
    return filter
  }

  /// Foreign keys get an index, so that related records are found quickly on a phone.
  private func indexedColumns(of table: Int) -> Set<Int> {
    guard !isScratch, let first = plan.tables[table].schema?.firstFieldColumn else { return [] }
    return Set(
      plan.relationships.filter { $0.destination == table }.map { $0.destinationColumn - first })
  }

  /// The tables that write their GlobalIDs in several ways.
  var respellingTables: [PlannedTable] {
    plan.tables.indices.filter { notices[$0]?.globalIDForms.isMixed == true }.map {
      plan.tables[$0]
    }
  }

  /// What the rows showed.
  func rowFindings() -> [Finding] {
    var findings = ledger.findings(titles: plan.titles)
    for (index, table) in plan.tables.enumerated() {
      findings += (notices[index] ?? RowNotices()).findings(for: table)
      if let account = accounts[index] {
        findings += account.findings(for: table, passedCount: passedCounts[index] ?? 0)
      }
    }
    return findings
  }

  /// Writes the attachments' rows and what the package says of itself, and gives the file back.
  func finish(
    attachments: [PackedAttachments], metadata: [GeoPackageMetadata],
    project: StoredProject? = nil
  ) throws -> Output? {
    // A table without rows too: the relation between it and its parent is declared.
    for group in attachments {
      try writer?.begin(group.storeTable)
      var encoder = RecordEncoder()
      var record: [UInt8] = []
      for item in group.items {
        record.removeAll(keepingCapacity: true)
        let content = try item.rowContent()
        item.row.encode(content: content.span, into: &encoder)
        encoder.write(to: &record)
        try writer?.append(record.span)
      }
      _ = try writer?.endTable()
    }
    writer?.add(metadata)
    if let project { writer?.add(project) }
    return try writer.take()?.finish()
  }
}

extension PlannedTable {
  /// What its rows can be chosen by.
  var place: SelectionPlan.Place {
    guard let geometry = schema?.geometry else { return .none }
    return geometry.kind?.multiple == .multiPolygon ? .region : .feature
  }

  /// The place of the GlobalID in a row's record.
  var globalIDRecordColumn: Int? {
    schema.flatMap { schema in schema.globalIDColumn.map { schema.firstFieldColumn + $0 } }
  }

  /// The layer's own filter, compiled for its columns; `nil` when it has none.
  ///
  /// - Parameter now: the time of the package, for `CURRENT_TIMESTAMP`.
  func whereClause(now: Int64) throws(WhereError) -> WhereClause? {
    guard !isUnfiltered, let text = layer.definition.definitionExpression, let schema else {
      return nil
    }
    return try WhereClause(
      parsing: text, fields: schema.fields, firstFieldColumn: schema.firstFieldColumn, now: now)
  }
}
