import Bytes
import FeatureData
import GeoPackage
import Geodatabase
import SQLiteFile

// A source GeoPackage's photos and files: rows of media tables (Related Tables Extension,
// OGC 18-000 §7). Which record a row belongs to says
//
//   in our own stores   its column parent_globalid, which apps keep when they add photos
//   in others           the relation's mapping table: base_id, related_id
//   in geodatabases     its column REL_GLOBALID, or REL_OBJECTID
//
// The content is in the row's column data, or in a file that the row's column path names from the
// store's folder on.

/// Finds the photos and files in the GeoPackages and geodatabases that tables come from.
struct StoreAttachments {
  private(set) var items: [Int: [PlannedAttachment]] = [:]
  private(set) var findings: [Finding] = []
  /// The files that rows name and that are there.
  private(set) var files: Set<String> = []
  /// Of the table under way.
  private var orphans: [String] = []
  private var missing: [String] = []

  init(_ tables: [PlannedTable]) {
    for (index, table) in tables.enumerated() {
      do {
        switch table.source {
        case let source as GeoPackageSource: try scan(table, source, index)
        case let source as GeodatabaseSource: try scan(table, source, index)
        default: break
        }
      } catch {
        findings.append(
          Finding(
            .attachmentUnreadable, subject: table.title,
            "The table's photos and files cannot be read.", samples: ["\(error)"],
            fix: "Export the file again that they are in."))
      }
    }
  }

  private mutating func scan(
    _ table: PlannedTable, _ source: GeoPackageSource, _ index: Int
  ) throws {
    (orphans, missing) = ([], [])
    let relations = try source.reader.mediaRelations(of: source.tableName)
    var seen: Set<String> = []
    for relation in relations where seen.insert(relation.relatedTable).inserted {
      let alike = relations.filter { $0.relatedTable == relation.relatedTable }
      let parents = try parents(by: alike, of: table, source)
      try source.reader.forEachAttachment(in: relation.relatedTable) { rowid, row, content in
        let content = self.content(
          of: row, isEmpty: content.isEmpty, in: source.reader, relation.relatedTable, rowid)
        let own = GlobalID(row.parentGlobalID).map { [$0] }
        add(
          row, content, to: own ?? parents[rowid] ?? [], of: index,
          place: "\(relation.relatedTable) row \(rowid)")
      }
    }
    tell(of: table)
  }

  private mutating func scan(
    _ table: PlannedTable, _ source: GeodatabaseSource, _ index: Int
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
        attachment, content, to: parent.map { [$0] } ?? [], of: index,
        place: "\(name) row \(rowid)")
    }
    tell(of: table)
  }

  /// By row of a media table: the records that mapping tables relate it to.
  private func parents(
    by relations: [GeoPackageReader.StoredRelation], of table: PlannedTable,
    _ source: GeoPackageSource
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

  /// Where the content of a row is; `nil` when the file it names is not there.
  private mutating func content(
    of row: GeoPackageAttachment, isEmpty: Bool, in store: GeoPackageReader, _ table: String,
    _ rowid: Int64
  ) -> AttachmentContent? {
    guard isEmpty, let name = row.path, !name.isEmpty else {
      return .row(store, table: table, rowid: rowid)
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let path = DataFolder.folder(of: store.database.region.path) + "/" + name
    guard !parts.contains(where: { ["", ".", ".."].contains($0) }), !DataFolder.isFolder(path),
      (try? InputFile(path: path)) != nil
    else { return nil }
    files.insert(path)
    return .file(path: path)
  }

  private mutating func add(
    _ row: GeoPackageAttachment, _ content: AttachmentContent?, to parents: [GlobalID],
    of table: Int, place: String
  ) {
    guard let content else { return missing.append(row.path ?? place) }
    guard !parents.isEmpty else { return orphans.append(row.name.isEmpty ? place : row.name) }
    let type = row.contentType.isEmpty ? nil : row.contentType
    for parent in parents {
      items[table, default: []].append(
        PlannedAttachment(
          content: content,
          name: row.name.isEmpty ? place + ContentType.suffix(of: row.contentType) : row.name,
          parent: parent, globalID: GlobalID(row.globalID), contentType: type,
          keywords: row.keywords))
    }
  }

  private mutating func tell(of table: PlannedTable) {
    if !orphans.isEmpty {
      findings.append(
        Finding(
          .attachmentOrphan, subject: table.title,
          table.schema?.globalIDColumn == nil
            ? "Photos and files belong to records without GlobalIDs, and cannot be packed."
            : "Photos and files belong to no record with a GlobalID.",
          count: orphans.count, samples: orphans,
          fix: "Give the records GlobalIDs and relate the photos to them, or do without."))
    }
    if !missing.isEmpty {
      findings.append(
        Finding(
          .photoMissing, .warning, subject: table.title,
          "Photos are named by rows of its GeoPackage and do not lie beside it.",
          count: missing.count, samples: missing,
          fix: "Put the package's folder attachments beside the GeoPackage."))
    }
  }
}
