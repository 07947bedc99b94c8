import Bytes
package import FeatureData
package import GeoPackage
package import Geodatabase
import MapModel
import OrderedJSON

/// Where the content of an attachment is.
package enum AttachmentContent: Sendable {
  /// A file.
  case file(path: String)
  /// A row of a media table.
  case row(GeoPackageReader, table: String, rowid: Int64)
  /// A row of a geodatabase's table of attachments.
  case geodatabaseRow(GeodatabaseReader, table: String, rowid: Int64)

  /// The largest attachment, in bytes.
  private static let sizeLimit = 1 << 30

  /// The file's path; `nil` for a row.
  var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// All of it.
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

  /// What a package says of it: size, SHA-256, and the first bytes, which show its type.
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

/// A photo or file that waits to be packed.
package struct PlannedAttachment: Sendable {
  package var content: AttachmentContent
  /// Its own name.
  package var name: String
  package var parent: GlobalID
  /// Its own identity, where its source gives one.
  package var globalID: GlobalID?
  /// Its media type, where its source gives one.
  package var contentType: String?
  /// The words by which it is sorted.
  package var keywords: String?
}

/// The attachments of one table.
package struct PlannedAttachments: Sendable {
  /// Index of the table.
  package var table: Int
  package var items: [PlannedAttachment]

  /// The name of the media table in the store.
  func storeName(_ plan: PackagePlan) -> String { plan.tables[table].name + "_attachments" }
}

extension PlannedTable {
  /// Whether crews may give attachments to its records, which GlobalIDs tell apart.
  fileprivate var mayGetAttachments: Bool {
    isEditable && layer.hasAttachments && schema?.globalIDColumn != nil
  }

  /// Whether crews edit records that GlobalIDs tell apart, and the layer's definition does not say
  /// whether these may have attachments.
  fileprivate var lacksWordOfAttachments: Bool {
    isEditable && schema?.globalIDColumn != nil
      && layer.definition.source["hasAttachments"] == nil && !(source is GeodatabaseSource)
  }
}

extension PackagePlan {
  /// Finds the photos and files of the tables: in the data folder, then in the GeoPackages and
  /// geodatabases that tables come from. What crews may give photos to gets a place for them before
  /// the first one is taken.
  mutating func findAttachments() throws(PackagingError) {
    let stored = StoreAttachments(tables)
    var items = try AttachmentFolder.scan(
      folder.attachments, tables, claimed: stored.files, &noted)
    noted += stored.findings
    items.merge(stored.items) { $0 + $1 }
    attachments = tables.indices.compactMap { table in
      let found = items[table] ?? []
      guard !found.isEmpty || tables[table].mayGetAttachments else { return nil }
      return PlannedAttachments(table: table, items: found)
    }
    for (index, table) in tables.enumerated()
    where table.lacksWordOfAttachments && !attachments.contains(where: { $0.table == index }) {
      noted.append(
        Finding(
          .attachmentsNotDeclared, subject: table.title,
          "Nothing says whether its records may have photos and files, and none came: crews get no "
            + "place for them."))
    }
  }
}
