package import Bytes
import FeatureData
import GeoPackage
import Geodatabase
import Geometry
import MapModel
import OrderedJSON
import Records

// Makes the geodatabase of a package from its GeoPackage. Records are copied in encoded form,
// object IDs are the row IDs, and attachments are stored in rows.
extension MobileMapParts {
  /// Writes the geodatabase of a store.
  ///
  /// - Throws: `GeoPackageError`, `GeodatabaseError`, and the errors of reading files.
  package func writeGeodatabase<Output: PatchableOutput & ~Copyable>(
    from region: FileRegion, files: Files, into output: consuming Output,
    findings: inout [Finding]
  ) async throws -> Output {
    let store = try GeoPackageReader(region: region)
    var writer = try GeodatabaseWriter(output: output, content: content(store))
    var accounts: [GeodatabaseTableAccount] = []
    for index in plan.tables.indices {
      try writer.begin(table: index)
      try await appendRows(of: plan.tables[index], in: store, to: &writer)
      accounts.append(try writer.endTable())
      guard plan.tables[index].hasAttachments else { continue }
      try writer.begin(attachmentsOf: index)
      findings += try appendAttachments(
        of: plan.tables[index], in: store, files: files, to: &writer)
      _ = try writer.endTable()
    }
    findings += plan.findings(accounts, writer.notes)
    return try writer.finish()
  }

  /// The geodatabase's content besides rows.
  private func content(_ store: GeoPackageReader) -> GeodatabaseContent {
    let (boxes, box) = bounds(store)
    let reference = plan.reference(of: map)
    let addresses = Set(plan.tables.compactMap { $0.stored.layer.address?.layer(nil) })
    return GeodatabaseContent(
      created: created, service: plan.service(map, extent: box),
      serviceURL: addresses.count == 1 ? addresses.first?.description ?? "" : "",
      replica: ReplicaTerms(
        name: "Fieldpack_" + String(id.plainText.prefix(8)),
        id: GlobalID(namespace: id, name: "replica"),
        // The owner that services write if nobody signed in.
        owner: "Esri_Anonymous",
        direction: plan.tables.contains(where: \.isEditable) ? .bidirectional : .download,
        queryBox: box, spatialReference: reference,
        returnsAttachments: plan.tables.contains(where: \.hasAttachments)),
      tables: plan.tables.indices.map { plan.content(of: $0, extent: boxes[$0]) },
      relationships: plan.relationships)
  }

  /// Reads rows while earlier ones are written.
  private func appendRows<Output: PatchableOutput & ~Copyable>(
    of table: GeodatabasePlan.Table, in store: GeoPackageReader,
    to writer: inout GeodatabaseWriter<Output>
  ) async throws {
    var ahead = try RecordBatches(table, in: store).next()
    while !ahead.batch.ends.isEmpty {
      let (batch, rest) = ahead
      async let following = rest.next()
      let bytes = batch.bytes.span
      var start = 0
      for (end, objectID) in zip(batch.ends, batch.objectIDs) {
        try writer.append(bytes.extracting(start..<end), objectID: objectID)
        start = end
      }
      ahead = try await following
    }
  }

  private func appendAttachments<Output: PatchableOutput & ~Copyable>(
    of parent: GeodatabasePlan.Table, in store: GeoPackageReader, files: Files,
    to writer: inout GeodatabaseWriter<Output>
  ) throws -> [Finding] {
    var missing: [String] = []
    var number: Int64 = 0
    var media: [String] = []
    for relation in try store.mediaRelations(of: parent.name)
    where !media.contains(relation.relatedTable) { media.append(relation.relatedTable) }
    for table in media {
      try store.forEachAttachment(in: table) { _, row, content in
        var bytes = content.copied()
        if bytes.isEmpty, let path = row.path {
          guard let file = try files(path) else { return missing.append(row.name) }
          bytes = file
        }
        guard let owner = GlobalID(row.parentGlobalID) else { return missing.append(row.name) }
        number += 1
        let own = GlobalID(row.globalID) ?? GlobalID(namespace: owner, name: "\(number)")
        try writer.append(
          GeodatabaseAttachmentRow(
            id: number, globalID: own.text, parentGlobalID: owner.text,
            contentType: row.contentType, name: row.name, content: bytes))
      }
    }
    guard !missing.isEmpty else { return [] }
    return [
      Finding(
        .geodatabaseValueChanged, subject: parent.title,
        NumberText.plural(missing.count, one: "attachment is", many: "attachments are")
          + " not in the package's geodatabase, because the file or the record is missing.",
        count: missing.count, samples: missing)
    ]
  }

  /// The boxes of the tables' records, and their common box in the map's spatial reference.
  private func bounds(_ store: GeoPackageReader) -> (tables: [Envelope], map: Envelope) {
    let reference = plan.reference(of: map)
    var whole = Envelope.empty
    let tables = plan.tables.map { table in
      let box =
        store.contents.first { $0.tableName.isSameName(as: table.name) }?.bounds ?? .empty
      if let own = table.spatialReference,
        let moved = try? CoordinateTransform(from: own, to: reference).envelope(of: box)
      {
        whole.formUnion(moved)
      }
      return box
    }
    return (tables, whole)
  }
}
