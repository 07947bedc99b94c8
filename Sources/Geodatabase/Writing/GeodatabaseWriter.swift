package import Bytes
import SQLiteFile

/// Writes a mobile geodatabase of release 10.5.1 in one pass. First it gets the content, then the
/// rows of one table after another.
///
/// ```swift
/// var writer = try GeodatabaseWriter(output: file, content: content)
/// try writer.begin(table: 0)
/// try writer.append(record, objectID: 1)
/// let account = try writer.endTable()
/// try writer.begin(attachmentsOf: 0)
/// try writer.append(photo)
/// _ = try writer.endTable()
/// let file = try writer.finish()
/// ```
/// Tables can come in any order, each once. A table that isn't begun has no rows. Memory holds a
/// batch of pages, and the boxes, object IDs and GlobalIDs of the current table. The same calls
/// give the same bytes. ``notes`` and the accounts list what the file stores differently.
package struct GeodatabaseWriter<Output: PatchableOutput & ~Copyable>: ~Copyable {
  private var output: Output
  private let plan: CatalogPlan
  private var database = DatabaseWriter(pageSize: 4_096)
  private var current: WrittenTable?
  /// The written datasets, by index in the plan.
  private var finished: [Int: FinishedDataset] = [:]
  private var buffers = RowBuffers()
  /// Complete pages are written to the output when they reach this number of bytes.
  private let drainSize = 1 << 18

  /// Begins a geodatabase in an empty output.
  ///
  /// - Throws: `GeodatabaseError.badFieldName`, `.noSuchField`.
  package init(
    output: consuming Output, content: GeodatabaseContent
  ) throws {
    self.output = output
    plan = try CatalogPlan(content)
  }

  /// Differences between the file and the content, known before any row.
  package var notes: [GeodatabaseNote] { plan.notes }

  /// The names of the tables in the file, in the order of the content.
  package var tableNames: [String] {
    plan.entries.filter { !$0.isForAttachments }.map(\.name)
  }

  /// Begins the rows of a table, by its index in the content.
  ///
  /// - Throws: `GeodatabaseError.outOfSequence`.
  package mutating func begin(table: Int) throws {
    try begin(table, isForAttachments: false)
  }

  /// Begins the attachments of a table's rows.
  ///
  /// - Throws: `GeodatabaseError.outOfSequence`, also for a table without attachments.
  package mutating func begin(attachmentsOf table: Int) throws {
    try begin(table, isForAttachments: true)
  }

  private mutating func begin(
    _ table: Int, isForAttachments: Bool
  ) throws {
    guard current == nil,
      let datasetIndex = plan.entries.firstIndex(where: {
        $0.table == table && $0.isForAttachments == isForAttachments
      }), finished[datasetIndex] == nil
    else { throw GeodatabaseError.outOfSequence(table: "table \(table)") }
    current = started(datasetIndex)
  }

  private func started(_ datasetIndex: Int) -> WrittenTable {
    WrittenTable(
      plan.table(at: datasetIndex), at: plan.entries[datasetIndex],
      isReplica: plan.content.replica != nil,
      keyFields: plan.keyFields[datasetIndex], pageSize: database.pages.pageSize)
  }

  /// Adds a row in Fieldpack's row form, as in its GeoPackages: null, the geometry of a feature,
  /// and the columns, with dates and GlobalIDs as text.
  ///
  /// Object IDs must ascend in a plain geodatabase, but not in a replica.
  /// - Throws: `GeodatabaseError.damagedRow`, `.objectIDTooLarge`, `.noGlobalID`, `SQLiteFileError`,
  ///   `.outOfSequence`.
  package mutating func append(
    _ record: Span<UInt8>, objectID: Int64
  ) throws {
    guard current != nil else { throw GeodatabaseError.outOfSequence(table: "") }
    try current?.append(record, objectID: objectID, &buffers, to: &database.pages)
    if database.pages.pendingCount >= drainSize { try database.pages.drainPages(to: &output) }
  }

  /// Adds an attachment.
  ///
  /// - Throws: the errors of adding rows.
  package mutating func append(
    _ attachment: GeodatabaseAttachmentRow
  ) throws {
    guard current?.entry.isForAttachments == true else {
      throw GeodatabaseError.outOfSequence(table: "")
    }
    var record: [UInt8] = []
    AttachmentColumns.write(attachment, to: &record)
    try append(record.span, objectID: attachment.id)
  }

  /// Ends the current table and returns its account.
  ///
  /// - Throws: `GeodatabaseError.objectIDTwice`, `SQLiteFileError`, `.outOfSequence`.
  package mutating func endTable() throws -> GeodatabaseTableAccount {
    guard var table = current else { throw GeodatabaseError.outOfSequence(table: "") }
    current = nil
    let done = try table.finish(&database.pages, into: &output)
    guard
      let datasetIndex = plan.entries.firstIndex(where: {
        $0.registration == done.entry.registration
      })
    else { throw GeodatabaseError.outOfSequence(table: done.entry.name) }
    finished[datasetIndex] = done
    try database.pages.drainPages(to: &output)
    return done.account
  }

  /// Writes the catalog and page 1, and returns the complete output.
  ///
  /// - Throws: `SQLiteFileError`, `.outOfSequence`.
  package consuming func finish() throws -> Output {
    guard current == nil else {
      throw GeodatabaseError.outOfSequence(table: current?.entry.name ?? "")
    }
    var datasets: [FinishedDataset] = []
    for datasetIndex in plan.entries.indices {
      if let done = finished[datasetIndex] {
        datasets.append(done)
      } else {
        var empty = started(datasetIndex)
        datasets.append(try empty.finish(&database.pages, into: &output))
      }
    }
    try CatalogTables(plan, datasets).write(to: &database)
    try database.finish(
      into: &output, applicationID: GeodatabaseReader.applicationID, userVersion: 0)
    return output
  }
}
