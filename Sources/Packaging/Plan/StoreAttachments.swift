import Bytes
import FeatureData
import GeoPackage
import Geodatabase
import Packages
import Records
import SQLiteFile

// The attachments of a source GeoPackage are rows of media tables (Related Tables Extension, OGC
// 18-000 §7). The record of an attachment is given
//
//   in Fieldpack's stores  by its column parent_globalid, which apps keep when they add photos
//   in other GeoPackages   by the relation's mapping table: base_id, related_id
//   in geodatabases        by its column REL_GLOBALID or REL_OBJECTID
//
// The content is in the row's column data, or in a file. The row's column path gives the file,
// relative to the folder of the store.

/// Finds the attachments in the GeoPackages and geodatabases of the tables.
struct StoreAttachments {
  private(set) var items: [Int: [PlannedAttachment]] = [:]
  private(set) var findings: [Finding] = []
  /// The existing files that rows name.
  private(set) var files: Set<String> = []
  /// The orphans of the current table.
  private var orphans: [String] = []
  private var missing: [String] = []

  /// - Throws: faults of the machine.
  init(_ tables: [PlannedTable]) throws {
    for (index, table) in tables.enumerated() {
      do {
        switch table.source {
        case let source as GeoPackageSource: try scan(table, source: source, index: index)
        case let source as GeodatabaseSource: try scan(table, source: source, index: index)
        default: break
        }
      } catch {
        guard !error.isFaultOfTheMachine else { throw error }
        findings.append(
          Finding(
            .attachmentNotReadable, subject: table.title,
            "The table's attachments can't be read.", samples: ["\(error)"],
            fix: "Export the file with the attachments again."))
      }
    }
  }

  private mutating func scan(
    _ table: PlannedTable, source: GeoPackageSource, index: Int
  ) throws {
    (orphans, missing) = ([], [])
    let relations = try source.reader.mediaRelations(of: source.tableName)
    var seen: Set<String> = []
    for relation in relations where seen.insert(relation.relatedTable).inserted {
      let alike = relations.filter { $0.relatedTable == relation.relatedTable }
      let parents = try parents(by: alike, of: table, source: source)
      try source.reader.forEachAttachment(in: relation.relatedTable) { rowid, row, content in
        let content = try self.content(
          of: row, isEmpty: content.isEmpty, in: source.reader, table: relation.relatedTable,
          rowid: rowid)
        let parent = GlobalID(row.parentGlobalID).map { [$0] }
        add(
          row, content: content, to: parent ?? parents[rowid] ?? [], of: index,
          location: "\(relation.relatedTable) row \(rowid)")
      }
    }
    report(table)
  }

  private mutating func scan(
    _ table: PlannedTable, source: GeodatabaseSource, index: Int
  ) throws {
    (orphans, missing) = ([], [])
    guard let name = source.reader.attachmentTable(of: source.dataset.name) else { return }
    var named: [(row: GeodatabaseAttachment, content: AttachmentContent, rowid: Int64)] = []
    try source.reader.forEachAttachment(in: name) { rowid, row in
      named.append((row, .geodatabaseRow(source.reader, table: name, rowid: rowid), rowid))
    }
    let byObjectID = try source.globalIDs(
      of: Set(named.filter { $0.row.parentGlobalID.isEmpty }.compactMap(\.row.parentObjectID)))
    for (row, content, rowid) in named {
      let parent = GlobalID(row.parentGlobalID) ?? row.parentObjectID.flatMap { byObjectID[$0] }
      let attachment = GeoPackageAttachment(
        parentGlobalID: row.parentGlobalID, globalID: row.globalID, name: row.name,
        contentType: row.contentType, size: 0, sha256: "", keywords: row.keywords)
      add(
        attachment, content: content, to: parent.map { [$0] } ?? [], of: index,
        location: "\(name) row \(rowid)")
    }
    report(table)
  }

  /// The records of each row of an attachment table, by the mapping tables.
  private func parents(
    by relations: [GeoPackageReader.StoredRelation], of table: PlannedTable,
    source: GeoPackageSource
  ) throws -> [Int64: [GlobalID]] {
    var pairs: [(base: Int64, related: Int64)] = []
    for relation in relations {
      try source.reader.forEachPair(of: relation) { pairs.append(($0, $1)) }
    }
    let column = table.schema.flatMap { schema in
      schema.globalIDColumn.flatMap { schema.columns[$0].sourceName }
    }
    guard let column, !pairs.isEmpty else { return [:] }
    let ids = try source.globalIDs(inField: column, of: Set(pairs.map(\.base)))
    var parents: [Int64: [GlobalID]] = [:]
    for pair in pairs {
      guard let id = ids[pair.base], parents[pair.related]?.contains(id) != true else { continue }
      parents[pair.related, default: []].append(id)
    }
    return parents
  }

  /// Where the content of a row is; `nil` if its file is missing.
  private mutating func content(
    of row: GeoPackageAttachment, isEmpty: Bool, in store: GeoPackageReader, table: String,
    rowid: Int64
  ) throws -> AttachmentContent? {
    guard isEmpty, let name = row.path, !name.isEmpty else {
      return .row(store, table: table, rowid: rowid)
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let path = LocalPath.folder(of: store.database.region.path) + "/" + name
    guard !parts.contains(where: { ["", ".", ".."].contains($0) }), try !LocalPath.isFolder(path),
      try unlessUnreadable({ try InputFile(path: path) }) != nil
    else { return nil }
    files.insert(path)
    return .file(path: path)
  }

  private mutating func add(
    _ row: GeoPackageAttachment, content: AttachmentContent?, to parents: [GlobalID],
    of table: Int, location: String
  ) {
    guard let content else { return missing.append(row.path ?? location) }
    guard !parents.isEmpty else { return orphans.append(row.name.isEmpty ? location : row.name) }
    let type = row.contentType.isEmpty ? nil : row.contentType
    for parent in parents {
      items[table, default: []].append(
        PlannedAttachment(
          content: content,
          name: row.name.isEmpty ? location + ContentType.suffix(of: row.contentType) : row.name,
          parent: parent, globalID: GlobalID(row.globalID), contentType: type,
          keywords: row.keywords))
    }
  }

  private mutating func report(_ table: PlannedTable) {
    if !orphans.isEmpty {
      findings.append(
        Finding(
          .attachmentOrphan, subject: table.title,
          table.schema?.globalIDColumn == nil
            ? NumberText.plural(
              orphans.count, one: "attachment belongs", many: "attachments belong")
              + " to records without GlobalIDs and can't be packed."
            : NumberText.plural(
              orphans.count, one: "attachment belongs", many: "attachments belong")
              + " to no record with a GlobalID.",
          count: orphans.count, samples: orphans,
          fix: "Give the records GlobalIDs and relate the attachments to them, or do without."))
    }
    if !missing.isEmpty {
      findings.append(
        Finding(
          .attachmentFileMissing, .warning, subject: table.title,
          NumberText.plural(missing.count, one: "attachment file is", many: "attachment files are")
            + " missing beside the GeoPackage.",
          count: missing.count, samples: missing,
          fix: "Put the package's attachments folder beside the GeoPackage."))
    }
  }
}
