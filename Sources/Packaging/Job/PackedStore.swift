import Bytes
import FeatureData
import Filters
import GeoPackage
import Geometry
import MapModel
import Packages
import Records

/// The package's store while it is written, and its results.
///
/// It is a class because the closures that collect records share it. It is used from one task only.
final class PackedStore<Output: PatchableOutput & ~Copyable> {
  private var writer: GeoPackageWriter<Output>?
  private let now: Int64
  private let isScratch: Bool
  /// The plan; its surveys are complete once the records are packed.
  private(set) var plan: PackagePlan
  private var ledger: KeyLedger
  /// The fingerprints of the packed records, stripe by stripe.
  private(set) var fingerprints: [UInt8] = []
  /// What was read and written, by table.
  private(set) var runs: [TableRun]
  private(set) var overview: Overview

  /// - Parameter isScratch: whether the store is only read once, to make another store from it.
  init(output: consuming Output, plan: PackagePlan, now: Int64, isScratch: Bool = false) {
    self.now = now
    self.isScratch = isScratch
    self.plan = plan
    ledger = KeyLedger(plan.relationships)
    overview = Overview(plan.tables)
    runs = plan.tables.map { _ in TableRun() }
    writer = GeoPackageWriter(
      output: output, options: GeoPackageOptions(of: plan, now: now, isScratch: isScratch))
  }

  /// Reads the tables in the order of the plan and writes their records.
  func pack(report: (JobProgress) -> Void) async throws {
    let steps = SelectionPlan(
      roles: plan.tables.map { SelectionPlan.Role(of: $0) }, relationships: plan.relationships,
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
    let filter = try filter(
      for: step, followed: try await followSelfRelationships(step, report: report))
    let relationColumns = ledger.columns(of: index)
    let idColumn =
      plan.attachments.contains { $0.table == index && !$0.items.isEmpty }
      ? table.globalIDRecordColumn : nil
    let columns = relationColumns + (idColumn.map { [$0] } ?? [])
    if step.writes { try writer?.begin(table.storeTable(indexed: indexedColumns(of: index))) }
    runs[index].beginReading()
    plan.tables[index] = try await RowReading.read(
      table, filter: filter, keyColumns: columns,
      progress: { done in
        report(
          JobProgress(
            phase: step.writes ? "Packing" : "Selecting", subject: table.title, done: done,
            total: table.source.byteCount))
      },
      collect: { stripe in
        for (keyIndex, column) in relationColumns.enumerated() {
          ledger.note(
            table: index, column: column, all: stripe.allKeys[keyIndex],
            taken: stripe.takenKeys[keyIndex])
        }
        runs[index].passedCount += stripe.passedCount
        guard step.writes else { return }
        if idColumn != nil { runs[index].note(stripe.takenKeys[relationColumns.count]) }
        try write(stripe, of: index)
      })
    if step.writes { runs[index].account = try await endTable() }
  }

  /// Makes the indexes and the R-tree of the table in parallel, and ends the table.
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

  private func write(_ stripe: RowReading.ReadStripe, of table: Int) throws {
    let batch = stripe.batch
    fingerprints.append(bigEndian: stripe.fingerprint.high)
    fingerprints.append(bigEndian: stripe.fingerprint.low)
    runs[table].notices.merge(batch.notices, firstRow: stripe.firstRow)
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

  /// Reads the keys of a table once more to follow its relationships with itself; `nil` if the step
  /// has none.
  private func followSelfRelationships(
    _ step: SelectionPlan.Step, report: (JobProgress) -> Void
  ) async throws -> SelfRelationships? {
    let columns = ledger.columns(of: step.table)
    guard var followed = SelfRelationships(step, plan.relationships, columns: columns) else {
      return nil
    }
    let table = plan.tables[step.table]
    var beginnings = step
    beginnings.fromOrigins.removeAll { plan.relationships[$0].isSelfRelationship }
    beginnings.fromDestinations = []
    try await RowReading.read(
      table, filter: try filter(for: beginnings, followed: nil), keyColumns: columns,
      progress: { done in
        report(
          JobProgress(
            phase: "Selecting", subject: table.title, done: done, total: table.source.byteCount))
      }, collect: { followed.note($0) })
    followed.follow(
      wanted: step.fromDestinations.filter { !plan.relationships[$0].isSelfRelationship }
        .compactMap { index in
          columns.firstIndex(of: plan.relationships[index].originColumn).map {
            ($0, ledger.chosenDestinations(index))
          }
        })
    return followed
  }

  private func filter(
    for step: SelectionPlan.Step, followed: SelfRelationships?
  ) throws -> RowFilter {
    let table = plan.tables[step.table]
    var filter = RowFilter()
    filter.whereClause = try table.whereClause(now: now)
    filter.takesAll = step.takesAll && !table.leavesRecordsOut
    if table.leavesRecordsOut { return filter }
    if step.usesArea, let area = plan.area, let field = table.schema?.geometry {
      filter.area = try AreaFilter(
        polygon: area.prepared, in: area.spatialReference, layer: field.spatialReference)
    }
    for index in step.fromOrigins {
      filter.keys.append(
        (
          plan.relationships[index].destinationColumn,
          followed?.origins[index] ?? ledger.chosenOrigins(index)
        ))
    }
    for index in step.fromDestinations {
      filter.keys.append(
        (
          plan.relationships[index].originColumn,
          followed?.named[index] ?? ledger.chosenDestinations(index)
        ))
    }
    return filter
  }

  /// Foreign keys get an index, so that a phone finds related records quickly.
  private func indexedColumns(of table: Int) -> Set<Int> {
    guard !isScratch, let first = plan.tables[table].schema?.firstFieldColumn else { return [] }
    return Set(
      plan.relationships.filter { $0.destination == table }.map { $0.destinationColumn - first })
  }

  /// The tables that write their GlobalIDs in more than one form.
  var respellingTables: [PlannedTable] {
    zip(plan.tables, runs).filter { $1.notices.globalIDForms.isMixed }.map(\.0)
  }

  /// Findings about the packed records.
  func rowFindings() -> [Finding] {
    var findings = ledger.findings(titles: plan.titles)
    for (table, run) in zip(plan.tables, runs) {
      findings += run.notices.findings(for: table)
      if let account = run.account, !table.leavesRecordsOut {
        findings += account.findings(for: table, passedCount: run.passedCount)
      }
    }
    return findings
  }

  /// Writes the attachments' rows and the metadata, and returns the output.
  func finish(
    attachments: [PackedAttachments], metadata: [GeoPackageMetadata],
    project: StoredProject? = nil
  ) throws -> Output? {
    // Also a table without rows, because its relation to the parent is declared.
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
