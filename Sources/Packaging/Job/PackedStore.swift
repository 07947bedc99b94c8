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
  let now: Int64
  private let isScratch: Bool
  /// The rows, if they were read before; nil reads them from their sources.
  private let gathered: GatheredMap?
  /// The plan; its surveys are complete once the records are packed.
  private(set) var plan: PackagePlan
  private var ledger: KeyLedger
  /// What is odd about the keys of relationships.
  private var keyFindings: [Finding] = []
  /// The fingerprint of the packed records of each table.
  private(set) var fingerprints: [SequenceFingerprint]
  /// What was read and written, by table.
  private(set) var runs: [TableRun]
  private(set) var overview: Overview

  /// - Parameters:
  ///   - gathered: the rows, if they were read before.
  ///   - isScratch: whether the store is only read once, to make another store from it.
  init(
    output: consuming Output, plan: PackagePlan, now: Int64, gathered: GatheredMap? = nil,
    isScratch: Bool = false
  ) {
    self.now = now
    self.isScratch = isScratch
    self.gathered = gathered
    self.plan = plan
    ledger = KeyLedger(plan.relationships)
    overview = Overview(plan.tables)
    runs = plan.tables.map { _ in TableRun() }
    fingerprints = plan.tables.map { _ in SequenceFingerprint() }
    writer = GeoPackageWriter(
      output: output, options: GeoPackageOptions(of: plan, now: now, isScratch: isScratch))
  }

  /// Reads the tables in the order of the plan and writes their records.
  func pack(report: (JobProgress) -> Void) async throws {
    let steps = SelectionPlan(
      roles: plan.tables.map { SelectionPlan.Role(of: $0) }, relationships: plan.relationships,
      hasArea: plan.selects
    ).steps
    for (number, step) in steps.enumerated() {
      ledger.reset(table: step.table)
      if let gathered {
        ledger.adopt(gathered.tables[step.table].keys, ofTable: step.table)
      }
      try await read(step, isLast: number == steps.count - 1, report: report)
    }
  }

  private func read(
    _ step: SelectionPlan.Step, isLast: Bool, report: (JobProgress) -> Void
  ) async throws {
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
    try await rows(
      of: index, filter: filter, keyColumns: columns, phase: step.writes ? "Packing" : "Selecting",
      report: report
    ) { stripe in
      for (keyIndex, column) in relationColumns.enumerated() {
        try ledger.note(
          table: index, column: column, all: stripe.allKeys[keyIndex],
          taken: stripe.takenKeys[keyIndex])
      }
      runs[index].passedCount += stripe.passedCount
      guard step.writes else { return }
      if idColumn != nil { runs[index].note(stripe.takenKeys[relationColumns.count]) }
      try write(stripe, of: index)
    }
    let (complete, titles) = (ledger, plan.titles)
    // Comparing the keys takes as long as making an index.
    async let findings = isLast ? complete.findings(titles: titles) : []
    if step.writes { runs[index].account = try await endTable() }
    if isLast { keyFindings = try await findings }
  }

  /// Passes on the selected rows of a table, gathered or from its source.
  private func rows(
    of index: Int, filter: RowFilter, keyColumns: [Int], phase: String,
    report: (JobProgress) -> Void, collect: (RowReading.ReadStripe) throws -> Void
  ) async throws {
    if let gathered {
      return try gathered.tables[index].read(
        filter, share: plan.share, keyColumns: keyColumns, collect: collect)
    }
    let table = plan.tables[index]
    plan.tables[index] = try await RowReading.read(
      table, filter: filter, keyColumns: keyColumns,
      progress: { done in
        report(
          JobProgress(
            phase: phase, subject: table.title, done: done, total: table.source.byteCount))
      }, collect: collect)
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
    fingerprints[table].append(stripe.fingerprint)
    runs[table].byteCount += batch.bytes.count
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
    var beginnings = step
    beginnings.fromOrigins.removeAll { plan.relationships[$0].isSelfRelationship }
    beginnings.fromDestinations = []
    let (chosen, keys) = try await beginningRows(
      of: step.table, try filter(for: beginnings, followed: nil), columns, report: report)
    followed.follow(
      from: chosen, in: keys,
      wanted: try step.fromDestinations.filter { !plan.relationships[$0].isSelfRelationship }
        .compactMap { index in
          try columns.firstIndex(of: plan.relationships[index].originColumn).map {
            ($0, try ledger.chosenDestinations(index))
          }
        })
    return followed
  }

  /// The rows that a filter selects, and the keys of all rows.
  private func beginningRows(
    of index: Int, _ filter: RowFilter, _ columns: [Int], report: (JobProgress) -> Void
  ) async throws -> (chosen: [Int], keys: RowKeys) {
    if let table = gathered?.tables[index], let keys = table.selfKeys {
      return (try table.rows(filter, share: plan.share), keys)
    }
    let table = plan.tables[index]
    var chosen: [Int] = []
    var keys = RowKeys(columns: columns.count)
    try await RowReading.read(
      table, filter: filter, keyColumns: columns,
      progress: { done in
        report(
          JobProgress(
            phase: "Selecting", subject: table.title, done: done, total: table.source.byteCount))
      },
      collect: { stripe in
        chosen += stripe.marks.indices.filter { stripe.marks[$0] }.map { keys.count + $0 }
        for (column, all) in stripe.allKeys.enumerated() {
          var open = all
          for row in stripe.refused { open[row] = nil }
          keys.append(open, toColumn: column)
        }
      })
    return (chosen, keys)
  }

  private func filter(
    for step: SelectionPlan.Step, followed: SelfRelationships?
  ) throws -> RowFilter {
    let table = plan.tables[step.table]
    var filter = RowFilter()
    filter.whereClause = try table.whereClause(now: now)
    filter.selection = try table.selectionClause(now: now)
    filter.takesAll = step.takesAll && !table.leavesRecordsOut
    if table.leavesRecordsOut { return filter }
    if step.usesArea {
      // Without a shape, the filters of the layers select alone.
      filter.area = try plan.area.flatMap { try table.areaFilter($0) }
      if plan.area == nil { filter.takesAll = true }
    }
    for index in step.fromOrigins {
      filter.keys.append(
        (
          plan.relationships[index].destinationColumn,
          try followed?.origins[index] ?? ledger.chosenOrigins(index)
        ))
    }
    for index in step.fromDestinations {
      filter.keys.append(
        (
          plan.relationships[index].originColumn,
          try followed?.named[index] ?? ledger.chosenDestinations(index)
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
  private var respellingTables: [Int] {
    runs.indices.filter { runs[$0].notices.globalIDForms.isMixed }
  }

  /// Findings about GlobalIDs that differ only in spelling.
  func respelledFindings() async throws -> [Finding] {
    if let gathered { return respellingTables.compactMap { gathered.tables[$0].respelled } }
    var findings: [Finding] = []
    for index in respellingTables {
      if let finding = try await RespelledIDs.finding(in: plan.tables[index]) {
        findings.append(finding)
      }
    }
    return findings
  }

  /// Findings about the packed records.
  func rowFindings() -> [Finding] {
    var findings = keyFindings
    for (table, run) in zip(plan.tables, runs) {
      findings += run.notices.findings(for: table).about(table)
      if let account = run.account, !table.leavesRecordsOut {
        findings += account.findings(for: table, passedCount: run.passedCount).about(table)
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
