package import Bytes
import SQLiteFile

/// Writes a mobile geodatabase of release 10.5.1 in one pass: its content is told first, then the
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
/// Tables come in any order, each once; one that never begins has no rows. Memory holds a batch of
/// pages and, for the table under way, its boxes, object ids and GlobalIDs. The same calls give the
/// same bytes. What a geodatabase keeps otherwise than it was told stands in ``notes`` and in the
/// accounts.
package struct GeodatabaseWriter<Output: PatchableOutput & ~Copyable>: ~Copyable {
  private var output: Output
  private let plan: CataloguePlan
  private var database = DatabaseWriter(pageSize: 4_096)
  private var current: WrittenTable?
  /// The datasets whose rows are written, by place.
  private var finished: [Int: FinishedDataset] = [:]
  private var buffers = RowBuffers()
  /// Pages are handed on when this many bytes are complete.
  private let drainSize = 1 << 18

  /// Begins a geodatabase in an output that is empty.
  ///
  /// - Throws: `GeodatabaseError.badFieldName`, `.noSuchField`.
  package init(
    output: consuming Output, content: GeodatabaseContent
  ) throws(GeodatabaseError) {
    self.output = output
    plan = try CataloguePlan(content)
  }

  /// What the file has otherwise than its content, before any row.
  package var notes: [GeodatabaseNote] { plan.notes }

  /// The names that the tables have in the file, in the order of the content.
  package var tableNames: [String] {
    plan.places.filter { !$0.isOfAttachments }.map(\.name)
  }

  /// Begins the rows of a table, by its place in the content.
  ///
  /// - Throws: `GeodatabaseError.outOfSequence`.
  package mutating func begin(table: Int) throws(GeodatabaseError) {
    try begin(table, isOfAttachments: false)
  }

  /// Begins the photos and files of a table's rows.
  ///
  /// - Throws: `GeodatabaseError.outOfSequence`, also for a table without attachments.
  package mutating func begin(attachmentsOf table: Int) throws(GeodatabaseError) {
    try begin(table, isOfAttachments: true)
  }

  private mutating func begin(
    _ table: Int, isOfAttachments: Bool
  ) throws(GeodatabaseError) {
    guard current == nil,
      let place = plan.places.firstIndex(where: {
        $0.table == table && $0.isOfAttachments == isOfAttachments
      }), finished[place] == nil
    else { throw .outOfSequence(table: "table \(table)") }
    current = started(place)
  }

  private func started(_ place: Int) -> WrittenTable {
    WrittenTable(
      plan.table(at: place), at: plan.places[place], isReplica: plan.content.replica != nil,
      keyFields: plan.keyFields[place], pageSize: database.pages.pageSize)
  }

  /// Adds a row in the tool's row form, as a GeoPackage of this tool keeps it: NULL, the geometry
  /// of a feature, the columns; dates and GlobalIDs as texts.
  ///
  /// Object ids of plain content ascend; those of a replica need not.
  /// - Throws: `GeodatabaseError.damagedRow`, `.objectIDTooLarge`, `.noGlobalID`, `.database`,
  ///   `.outOfSequence`.
  package mutating func append(
    _ record: Span<UInt8>, objectID: Int64
  ) throws(GeodatabaseError) {
    guard current != nil else { throw .outOfSequence(table: "") }
    try current?.append(record, objectID: objectID, &buffers, to: &database.pages)
    if database.pages.pendingCount >= drainSize { try database.pages.handOn(to: &output) }
  }

  /// Adds a photo or file.
  ///
  /// - Throws: as for rows.
  package mutating func append(
    _ attachment: GeodatabaseAttachmentRow
  ) throws(GeodatabaseError) {
    guard current?.place.isOfAttachments == true else { throw .outOfSequence(table: "") }
    var record: [UInt8] = []
    AttachmentColumns.write(attachment, to: &record)
    try append(record.span, objectID: attachment.id)
  }

  /// Ends the table under way and tells what was seen in it.
  ///
  /// - Throws: `GeodatabaseError.objectIDTwice`, `.database`, `.outOfSequence`.
  package mutating func endTable() throws(GeodatabaseError) -> GeodatabaseTableAccount {
    guard var table = current else { throw .outOfSequence(table: "") }
    current = nil
    let done = try table.finish(&database.pages, into: &output)
    guard let place = plan.places.firstIndex(where: { $0.registration == done.place.registration })
    else { throw .outOfSequence(table: done.place.name) }
    finished[place] = done
    try database.pages.handOn(to: &output)
    return done.account
  }

  /// Writes the catalogue and page 1, and gives the output back, complete.
  ///
  /// - Throws: `GeodatabaseError.database`, `.outOfSequence`.
  package consuming func finish() throws(GeodatabaseError) -> Output {
    guard current == nil else { throw .outOfSequence(table: current?.place.name ?? "") }
    var datasets: [FinishedDataset] = []
    for place in plan.places.indices {
      if let done = finished[place] {
        datasets.append(done)
      } else {
        var empty = started(place)
        datasets.append(try empty.finish(&database.pages, into: &output))
      }
    }
    do {
      try CatalogueTables(plan, datasets).write(to: &database)
      try database.finish(
        into: &output, applicationID: GeodatabaseReader.applicationID, userVersion: 0)
    } catch {
      throw .database(error)
    }
    return output
  }
}
