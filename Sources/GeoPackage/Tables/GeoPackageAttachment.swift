package import Records

/// An attachment of a record, as a row of a media table (Related Tables Extension §7).
package struct GeoPackageAttachment: Equatable, Sendable {
  /// The GlobalID of the record it belongs to.
  package var parentGlobalID: String
  /// The GlobalID of the attachment.
  package var globalID: String
  /// Its original name.
  package var name: String
  /// Its media type.
  package var contentType: String
  /// Size of the content in bytes.
  package var size: Int
  /// SHA-256 of the content, 64 hexadecimal digits.
  package var sha256: String
  /// The path of the content relative to the GeoPackage; nil if the content is in the row.
  package var path: String?
  /// Keywords for sorting attachments (Esri attachment keywords).
  package var keywords: String?

  /// Creates an attachment.
  package init(
    parentGlobalID: String, globalID: String, name: String, contentType: String, size: Int,
    sha256: String, path: String? = nil, keywords: String? = nil
  ) {
    self.parentGlobalID = parentGlobalID
    self.globalID = globalID
    self.name = name
    self.contentType = contentType
    self.size = size
    self.sha256 = sha256
    self.path = path
    self.keywords = keywords
  }

  /// Replaces the columns of `encoder` with the row. `content` is empty if the attachment is a
  /// separate file.
  package func encode(content: Span<UInt8>, into encoder: inout RecordEncoder) {
    encoder.removeAll()
    encoder.appendNull()
    encoder.append(blob: content)
    encoder.append(text: contentType)
    encoder.append(text: parentGlobalID)
    encoder.append(text: globalID)
    encoder.append(text: name)
    encoder.append(Int64(size))
    encoder.append(text: sha256)
    encoder.append(SQLValue(path))
    encoder.append(SQLValue(keywords))
  }
}

extension GeoPackageTable {
  /// Names of columns of a media table that other modules use.
  package enum AttachmentColumn {
    /// The GlobalID of the parent.
    package static let parent = "parent_globalid"
    /// The attachment's GlobalID.
    package static let globalID = "globalid"
  }

  /// The media table for the attachments of `parent`.
  package static func attachments(of parent: String, name: String) -> GeoPackageTable {
    // An attachment in a separate file has no bytes in its row, and apps that add one omit the
    // column.
    var data = GeoPackageColumn(name: "data", type: .blob, isNotNull: true, defaultSQL: "x''")
    data.nullBecomesDefault = true
    var globalID = GeoPackageColumn(
      name: AttachmentColumn.globalID, type: .text(length: 38), index: .unique)
    globalID.mintsGlobalIDs = true
    return GeoPackageTable(
      name: name, identifier: name, description: "Attachments of \(parent)", idColumn: "id",
      columns: [
        data,
        .init(name: "content_type", type: .text(length: nil), isNotNull: true),
        .init(name: AttachmentColumn.parent, type: .text(length: 38), index: .plain),
        globalID,
        .init(name: "name", type: .text(length: nil)),
        .init(name: "size", type: .integer),
        .init(name: "sha256", type: .text(length: 64)),
        .init(name: "path", type: .text(length: nil)),
        .init(name: "keywords", type: .text(length: nil)),
      ])
  }

  /// The relation between `parent` and its media table.
  package static func attachmentRelation(
    parent: String, parentKey: String, table: String, mappingTable: String
  ) -> GeoPackageRelation {
    GeoPackageRelation(
      mappingTable: mappingTable, relationName: "media", baseTable: parent, baseKey: parentKey,
      relatedTable: table, relatedKey: AttachmentColumn.parent)
  }
}
