import Bytes
package import FeatureData
package import GeoPackage
package import Geodatabase
import MapModel
import OrderedJSON
import Packages

/// Where the content of an attachment is stored.
package enum AttachmentContent: Sendable {
  /// A file.
  case file(path: String)
  /// A row of an attachment table.
  case row(GeoPackageReader, table: String, rowid: Int64)
  /// A row of a geodatabase's attachment table.
  case geodatabaseRow(GeodatabaseReader, table: String, rowid: Int64)

  /// The size limit of an attachment, in bytes.
  private static let sizeLimit = 1 << 30

  /// The path of the file; `nil` for a row.
  var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// Reads all of it.
  ///
  /// - Throws: `BytesError`, `GeoPackageError`.
  func read() throws -> [UInt8] {
    switch self {
    case .file(let path):
      return try FileRegion(InputFile(path: path)).readAll(limit: Self.sizeLimit)
    case .row(let store, let table, let rowid):
      guard let content = try store.attachment(in: table, rowid: rowid)?.content else {
        throw GeoPackageError.damagedRow(table: table, rowid: rowid)
      }
      return content
    case .geodatabaseRow(let reader, let table, let rowid):
      guard let content = try reader.attachmentContent(in: table, rowid: rowid) else {
        throw GeodatabaseError.noSuchAttachment(table: table, rowid: rowid)
      }
      return content
    }
  }

  /// Its size, its SHA-256, and its first bytes, which show the type.
  func account() throws -> (size: Int, sha256: String, head: [UInt8]) {
    guard let path else {
      let content = try read()
      return (content.count, SHA256.hex(SHA256.of(content.span)), Array(content.prefix(16)))
    }
    let region = FileRegion(try InputFile(path: path))
    return (
      region.count, SHA256.hex(try SHA256.of(region)),
      try region.read(at: 0, count: min(16, region.count))
    )
  }
}

/// An attachment that will be packed.
package struct PlannedAttachment: Sendable {
  package var content: AttachmentContent
  /// Its file name.
  package var name: String
  package var parent: GlobalID
  /// Its own GlobalID, if the source gives one.
  package var globalID: GlobalID?
  /// Its media type, if the source gives one.
  package var contentType: String?
  /// Its keywords, which pop-ups can filter by.
  package var keywords: String?
}

/// The attachments of one table.
package struct PlannedAttachments: Sendable {
  /// The index of the table.
  package var table: Int
  package var items: [PlannedAttachment]

  /// The name of the attachment table in the store.
  func storeName(_ plan: PackagePlan) -> String { plan.tables[table].name + "_attachments" }
}

extension PlannedAttachments {
  /// Finds the attachments of tables: in the data folder, then in the GeoPackages and
  /// geodatabases of the tables. A layer that crews may add attachments to gets an attachment table
  /// even if it is empty.
  static func find(
    for tables: [PlannedTable], in folder: DataFolder, findings: inout [Finding]
  ) throws -> [PlannedAttachments] {
    let stored = try StoreAttachments(tables)
    var items = try AttachmentFolder.scan(
      folder.attachments, tables: tables, claimed: stored.files, findings: &findings)
    findings += stored.findings
    items.merge(stored.items) { $0 + $1 }
    let attachments: [PlannedAttachments] = tables.indices.compactMap { table in
      let found = items[table] ?? []
      guard !found.isEmpty || tables[table].mayGetAttachments else { return nil }
      return PlannedAttachments(table: table, items: found)
    }
    for (index, table) in tables.enumerated()
    where table.leavesAttachmentsUndeclared && !attachments.contains(where: { $0.table == index }) {
      findings.append(
        Finding(
          .attachmentsNotDeclared, subject: table.title,
          "The layer's definition doesn't say whether its records may have attachments, and the "
            + "data has none, so crews can't add any."))
    }
    return attachments
  }
}
