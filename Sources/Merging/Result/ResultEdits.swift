import Bytes
import GeoPackage
import MapModel
import Packages
import Records

/// What a merge changes in the office store, in the form that rewriting the store needs.
struct ResultEdits {
  let schema: MergeSchema
  let outcome: MergeOutcome
  let current: OpenPackage
  /// The packages of the merge, in the order of the outcome.
  let packages: [OpenPackage]
  /// The attachments that are files beside the store; nil stores all of them in their rows.
  var files: ResultFiles?

  /// The edits by table.
  func edits() throws -> [String: TableEdits] {
    var edits: [String: TableEdits] = [:]
    for changes in outcome.changes where !changes.rows.isEmpty {
      edits[schema.tables[changes.table].name] = self.edits(changes)
    }
    for (tableIndex, table) in schema.tables.enumerated() where table.isAttachments {
      let sources = attachmentSources(in: tableIndex)
      if let files {
        guard edits[table.name] != nil || !sources.isEmpty else { continue }
        edits[table.name, default: TableEdits()].filling = naming(
          of: table, files.paths[tableIndex])
      } else if try !sources.isEmpty || hasChangedRows(tableIndex) || namesFiles(table) {
        edits[table.name, default: TableEdits()].filling = filling(of: table, sources)
      }
    }
    return edits
  }

  /// The row ids of the rows that may differ in the result, by table.
  var touchedRows: [String: Set<Int64>] {
    var touched: [String: Set<Int64>] = [:]
    for changes in outcome.changes {
      let ids = changes.rows.flatMap { [$0.before?.rowid, $0.after?.rowid].compactMap(\.self) }
      if !ids.isEmpty { touched[schema.tables[changes.table].name, default: []].formUnion(ids) }
    }
    for (tableIndex, table) in schema.tables.enumerated() where table.isAttachments {
      let ids = attachmentSources(in: tableIndex).keys
      if !ids.isEmpty { touched[table.name, default: []].formUnion(ids) }
    }
    return touched
  }

  /// The relations that are defined by keys: those of the map, and those of attachments tables that
  /// the map doesn't define.
  func relations(_ map: StoredMap?) throws -> [GeoPackageRelation] {
    var relations = try map?.relations(in: current.store) ?? []
    for relation in try current.store.relations() {
      guard let table = schema.table(named: relation.relatedTable),
        let link = schema.links.first(where: {
          $0.destination == table && schema.tables[table].isAttachments
            && schema.tables[$0.origin].name.isSameName(as: relation.baseTable)
        }), case .field(let key) = link.originKey,
        !relations.contains(where: { $0.mappingTable.isSameName(as: relation.mappingTable) })
      else { continue }
      relations.append(
        GeoPackageTable.attachmentRelation(
          parent: relation.baseTable, parentKey: schema.tables[link.origin].fields[key].name,
          table: relation.relatedTable, mappingTable: relation.mappingTable))
    }
    return relations
  }

  /// The attachments tables that the result needs and the office store lacks.
  func addedTables() -> [GeoPackageRewriter.AddedTable] {
    schema.links.compactMap { link in
      let (parent, media) = (schema.tables[link.origin], schema.tables[link.destination])
      guard media.isAttachments, current.store.isFree(media.name),
        case .field(let key) = link.originKey,
        outcome.changes.contains(where: { $0.table == link.destination && !$0.rows.isEmpty })
      else { return nil }
      var mapping = "rel_\(parent.name)_media"
      while !current.store.isFree(mapping) { mapping += "_2" }
      return .init(
        .attachments(of: parent.name, name: media.name),
        relation: GeoPackageTable.attachmentRelation(
          parent: parent.name, parentKey: parent.fields[key].name, table: media.name,
          mappingTable: mapping))
    }
  }

  /// The changes in tables of pairs, by table name.
  var pairEdits: [String: PairEdits] {
    Dictionary(
      outcome.pairs.map { (schema.pairs[$0].mappingTable, $1) },
      uniquingKeysWith: { first, _ in first })
  }

  private func edits(_ changes: TableChanges) -> TableEdits {
    var edits = TableEdits()
    for row in changes.rows {
      switch (row.before, row.after) {
      case (let before?, nil): edits.deleted.append(before.rowid)
      case (let before?, let after?): edits.replaced.append((before.rowid, record(after.values)))
      case (nil, let after?):
        edits.added.append((after.rowid > 0 ? after.rowid : nil, record(after.values)))
      case (nil, nil): break
      }
    }
    return edits
  }

  private func record(_ values: [FieldValue]) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    for value in values { encoder.append(value) }
    var record: [UInt8] = []
    encoder.write(to: &record)
    return record
  }

  /// Where the bytes of new and changed attachments are, by their row ids in the result.
  func attachmentSources(in table: Int) -> [Int64: AttachmentSource] {
    let rows = outcome.changes.first { $0.table == table }?.rows ?? []
    let rowids = Dictionary(
      rows.compactMap { row in row.after.map { (row.id, $0.rowid) } },
      uniquingKeysWith: { first, _ in first })
    var sources: [Int64: AttachmentSource] = [:]
    for source in outcome.attachments where source.table == table {
      if let rowid = rowids[source.id] ?? source.waiting { sources[rowid] = source }
    }
    return sources
  }

  /// Whether the merge changes attachment rows but not their bytes, for example a name or keyword.
  private func hasChangedRows(_ table: Int) -> Bool {
    outcome.changes.contains { changes in
      changes.table == table && changes.rows.contains { $0.before != nil && $0.after != nil }
    }
  }

  /// Whether attachments of the office data are files beside its store.
  private func namesFiles(_ table: MergeTable) throws -> Bool {
    guard let path = table.fieldIndex(named: "path"), !current.store.isFree(table.name) else {
      return false
    }
    var rows = try current.store.rows(of: table.name)
    var layout = RecordLayout()
    while try rows.next() {
      let bytes = rows.bytes
      try layout.parse(bytes.span.extracting(rows.record))
      if !layout.isNull(path + 1) { return true }
    }
    return false
  }

  /// Puts the bytes of attachments into their rows as they are written, so the result needs no
  /// files.
  private func filling(
    of table: MergeTable, _ sources: [Int64: AttachmentSource]
  ) -> TableEdits.Filling? {
    guard let content = table.fieldIndex(of: .content) else { return nil }
    let path = table.fieldIndex(named: "path")
    let name = table.name
    let (current, packages) = (self.current, self.packages)
    return { rowid, record in
      var layout = RecordLayout()
      try layout.parse(record)
      let source = sources[rowid]
      if source == nil, case .blob(let range) = layout.value(content + 1, in: record),
        !range.isEmpty
      {
        return nil
      }
      let attachment = AttachmentBytes(
        package: source.map { packages[$0.package] } ?? current, table: name,
        rowid: source?.rowid ?? rowid, path: source?.path)
      let bytes = try attachment.bytes()
      let written = bytes ?? []
      return layout.rewritten(record) { column, encoder in
        switch column - 1 {
        case content: encoder.append(blob: written.span)
        // A missing attachment keeps its path, so that people know which file to ask for.
        case path where bytes != nil: encoder.appendNull()
        default: return false
        }
        return true
      }
    }
  }
}
