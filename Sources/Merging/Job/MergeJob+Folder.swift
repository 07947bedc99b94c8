import Bytes
import GeoPackage
import MapModel
import OrderedJSON
import Packaging
import SQLiteFile

// A result in the form of a folder of data. What was written is read back before it appears: text
// has no place for all that a store can hold.
extension MergeJob {
  /// Whether the result is a folder of data.
  var writesFolder: Bool { request.output?.hasSuffix("/") == true }

  /// Refuses a form that the current data does not have.
  ///
  /// - Throws: ``MergingError/changesNeedGeoPackage(path:current:)``,
  ///   ``MergingError/outputNeedsPackage(output:current:)``,
  ///   ``MergingError/outputNotAFolder(output:reason:)``.
  func checkForm(of current: CurrentData) throws(MergingError) {
    if let path = request.changes, current.isPacked {
      throw .changesNeedGeoPackage(path: path, current: request.current)
    }
    guard let output = request.output else { return }
    if writesPackage, !current.isPackageFile {
      throw .outputNeedsPackage(output: output, current: request.current)
    }
    guard writesFolder else { return }
    guard let form = current.folder else {
      throw .outputNotAFolder(
        output: output, reason: "\(request.current) is none, or --map does not say what it holds")
    }
    if let obstacle = form.obstacle { throw .outputNotAFolder(output: output, reason: obstacle) }
  }

  /// Writes the folder; it appears whole or not at all.
  func write(
    _ edits: ResultEdits, _ ledger: MergeLedger, _ current: CurrentData,
    into folder: consuming AtomicFolder
  ) async throws {
    guard let form = current.folder, let map = request.map, let output = request.output else {
      return
    }
    report(JobProgress(phase: "Writing", subject: output, done: 0, total: 0))
    var scratch = try OutputFile(scratchIn: EnvironmentValue.string("TMPDIR") ?? "/tmp")
    _ = try await rewriter(edits, nil, current).write(into: &scratch)
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
      let back = try await CurrentData.pack(map: map, data: path, now: request.now) { _ in }
      difference = try await self.difference(merged.store, back.package.store, edits.schema)
    } catch {
      difference = "what was written cannot be read back: \(error)"
    }
    if let difference { throw MergingError.outputNotAFolder(output: output, reason: difference) }
    try folder.commit()
  }

  /// What would not come back of the merged data; nil for nothing.
  private func difference(
    _ merged: GeoPackageReader, _ back: GeoPackageReader, _ schema: MergeSchema
  ) async throws -> String? {
    let diff = try await PackageDiff(
      base: merged, returned: back, schema: schema, packageID: "", packageIndex: 0)
    for changes in diff.tables where !changes.rows.isEmpty {
      let table = schema.tables[changes.table]
      guard !table.isAttachments else { continue }
      return "\(changes.rows.count) rows of \(table.title) would not read back as they were merged"
    }
    guard try photos(of: merged) == photos(of: back) else {
      return "not all photos would read back as they were merged"
    }
    return nil
  }

  /// The photos of a store, by their records and contents: names follow the file system.
  private func photos(of store: GeoPackageReader) throws -> [String] {
    var photos: [String] = []
    for relation in try store.relations() where relation.relationName == "media" {
      try store.forEachAttachment(in: relation.relatedTable) { _, item, _ in
        photos.append("\(relation.baseTable) \(item.parentGlobalID.uppercased()) \(item.sha256)")
      }
    }
    return photos.sorted()
  }
}
