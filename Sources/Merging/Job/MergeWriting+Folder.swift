import Bytes
import GeoPackage
import MapModel
import OrderedJSON
import Packages
import Records

// Writes the result as a folder of data. It is read back before it appears, because text files
// can't hold everything that a store can.
extension MergeWriting {
  /// Writes the folder, and adds it to a commit.
  func write(
    ledger: MergeLedger, into folder: consuming AtomicFolder, with joint: JointCommit
  ) async throws {
    guard let form = current.folder, let map = request.map, let output = request.output else {
      return
    }
    report(JobProgress(phase: "Writing", subject: output, done: 0, total: 0))
    var scratch = try OutputFile(scratchIn: ScratchFolder.path)
    _ = try await rewriter(of: edits, metadata: nil).write(into: &scratch)
    let merged = try OpenPackage(store: FileRegion(try scratch.reopen()), path: output)
    let changed = edits.outcome.changes.filter { !$0.rows.isEmpty }
      .map { edits.schema.tables[$0.table].name }
    try form.write(
      merged, where: { table in changed.contains { $0.isSameName(as: table) } },
      to: { try folder.path(for: $0) })
    var file = try OutputFile(path: try folder.path(for: MergeLedger.fileName))
    try file.append(Array(ledger.metadata.text.utf8))
    try file.close()
    let path = folder.temporaryPath
    let difference: String?
    do {
      let back = try await request.opener.pack(
        path, map: map, minting: current.minting, now: request.now
      ) { _ in }
      difference = try await self.difference(
        between: merged.store, and: back.package.store, schema: edits.schema)
    } catch {
      guard !error.isFaultOfTheMachine else { throw error }
      difference = "the written files cannot be read back: \(error)"
    }
    if let difference { throw MergingError.outputNotAFolder(output: output, reason: difference) }
    try folder.commit(with: joint)
  }

  /// The difference between the merged data and the data read back; nil if there is none.
  private func difference(
    between merged: GeoPackageReader, and back: GeoPackageReader, schema: MergeSchema
  ) async throws -> String? {
    let diff = try await PackageDiff(
      base: merged, returned: back, schema: schema, packageID: "", packageIndex: 0)
    for changes in diff.tables where !changes.rows.isEmpty {
      let table = schema.tables[changes.table]
      guard !table.isAttachments else { continue }
      return NumberText.plural(changes.rows.count, one: "record", many: "records")
        + " of \(table.title) would be different when read back"
    }
    guard try attachments(of: merged) == attachments(of: back) else {
      return "some attachments would be different when read back"
    }
    return nil
  }

  /// The attachments of a store, by record and content. Names may change in the file system, so
  /// they are not compared.
  private func attachments(of store: GeoPackageReader) throws -> [String] {
    var attachments: [String] = []
    for relation in try store.relations() where relation.relationName == "media" {
      try store.forEachAttachment(in: relation.relatedTable) { _, item, _ in
        attachments.append(
          "\(relation.baseTable) \(item.parentGlobalID.uppercased()) \(item.sha256)")
      }
    }
    return attachments.sorted()
  }
}
