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
  private var notices: [Int: RowNotices] = [:]
  /// For each table, the number of records that passed the layer's filter.
  private var passedCounts: [Int: Int] = [:]
  private(set) var accounts: [Int: TableAccount] = [:]
  /// For each table with attachments, the GlobalIDs of the packed records.
  private(set) var packedIDs: [Int: Set<GlobalID>] = [:]
  private(set) var overview: Overview

  /// - Parameter isScratch: whether the store is only read once, to make another store from it.
  init(output: consuming Output, plan: PackagePlan, now: Int64, isScratch: Bool = false) {
    self.now = now
    self.isScratch = isScratch
    self.plan = plan
    ledger = KeyLedger(plan.relationships)
    overview = Overview(plan.tables)
    writer = GeoPackageWriter(
      output: output, options: plan.storeOptions(now: now, isScratch: isScratch))
  }

  /// Reads the tables in the order of the plan and writes their records.
  func pack(report: (JobProgress) -> Void) async throws {
    let steps = SelectionPlan(
      roles: plan.tables.map(\.selectionRole), relationships: plan.relationships,
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
    notices[index] = RowNotices()
    passedCounts[index] = 0
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
        passedCounts[index, default: 0] += stripe.passedCount
        guard step.writes else { return }
        if idColumn != nil { noteIDs(stripe.takenKeys[relationColumns.count], of: index) }
        try write(stripe, of: index)
      })
    if step.writes { accounts[index] = try await endTable() }
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
    filter.takesAll = step.takesAll
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
    plan.tables.indices.filter { notices[$0]?.globalIDForms.isMixed == true }.map {
      plan.tables[$0]
    }
  }

  /// Findings about the packed records.
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

extension PlannedTable {
  /// How the area can select the table's records.
  var selectionRole: SelectionPlan.Role {
    guard let geometry = schema?.geometry else { return .none }
    return geometry.kind?.multiple == .multiPolygon ? .region : .feature
  }

  /// The column of the GlobalID in an encoded record.
  var globalIDRecordColumn: Int? {
    schema.flatMap { schema in schema.globalIDColumn.map { schema.firstFieldColumn + $0 } }
  }

  /// The layer's filter, compiled for its columns; `nil` if it has none.
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
