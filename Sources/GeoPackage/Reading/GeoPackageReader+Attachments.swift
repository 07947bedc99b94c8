import Bytes
import Records

extension GeoPackageReader {
  /// The relations of a table with its media tables.
  package func mediaRelations(of table: String) throws -> [StoredRelation] {
    try relations().filter {
      GeoPackageNames.folded($0.relationName) == "media"
        && GeoPackageNames.folded($0.baseTable) == GeoPackageNames.folded(table)
    }
  }

  /// Calls `body` with each attachment of a media table and its content, which is empty if the
  /// attachment is a separate file. Columns that the media table lacks are empty.
  ///
  /// - Throws: what `body` throws, and what ``rows(of:)`` throws.
  package func forEachAttachment(
    in name: String,
    _ body: (_ rowid: Int64, _ attachment: GeoPackageAttachment, _ content: Span<UInt8>) throws ->
      Void
  ) throws {
    var rows = try rows(of: name)
    let columns = AttachmentColumns(rows.table)
    var layout = RecordLayout()
    while try rows.next() {
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      try layout.parse(record, of: rows)
      try body(
        rows.rowid, columns.attachment(layout, record),
        record.extracting(columns.content(layout, record)))
    }
  }

  /// Reads one attachment of a media table and its content, which is empty if the attachment is a
  /// separate file. Returns nil if there is no such row. Does not read other rows.
  ///
  /// - Throws: what ``rows(of:)`` throws.
  package func attachment(
    in name: String, rowid: Int64
  ) throws -> (attachment: GeoPackageAttachment, content: [UInt8])? {
    var rows = try rows(of: name)
    guard try rows.find(rowid) else { return nil }
    var layout = RecordLayout()
    let bytes = rows.bytes
    let record = bytes.span.extracting(rows.record)
    try layout.parse(record, of: rows)
    let columns = AttachmentColumns(rows.table)
    return (
      columns.attachment(layout, record),
      record.extracting(columns.content(layout, record)).copied()
    )
  }
}

extension RecordLayout {
  fileprivate mutating func parse(
    _ record: Span<UInt8>, of rows: GeoPackageRows
  ) throws {
    try about("\(rows.table.name), row \(rows.rowid)") { try parse(record) }
  }
}

/// The indexes of a media table's columns in a row.
private struct AttachmentColumns {
  private let data: Int?
  private let name: String
  private let table: GeoPackageTable

  init(_ table: GeoPackageTable) {
    self.table = table
    data = Self.recordIndex(of: "data", in: table)
    name = Self.nameColumns.first { Self.recordIndex(of: $0, in: table) != nil } ?? "name"
  }

  func attachment(_ layout: RecordLayout, _ record: Span<UInt8>) -> GeoPackageAttachment {
    func value(_ name: String) -> SQLValue {
      guard let index = Self.recordIndex(of: name, in: table) else { return .null }
      return SQLValue(layout.value(index, in: record), of: record)
    }
    return GeoPackageAttachment(
      parentGlobalID: value(GeoPackageTable.AttachmentColumn.parent).text ?? "",
      globalID: value(GeoPackageTable.AttachmentColumn.globalID).text ?? "",
      name: value(name).text ?? "", contentType: value("content_type").text ?? "",
      size: value("size").integer.flatMap { Int(exactly: $0) } ?? 0,
      sha256: value("sha256").text ?? "", path: value("path").text,
      keywords: value("keywords").text)
  }

  /// The standard only requires content and type. These are the usual columns for the name.
  private static let nameColumns = ["name", "filename", "file_name", "att_name"]

  /// The range of the content in a record.
  func content(_ layout: RecordLayout, _ record: Span<UInt8>) -> Range<Int> {
    guard let data, case .blob(let range) = layout.value(data, in: record) else { return 0..<0 }
    return range
  }

  private static func recordIndex(of name: String, in table: GeoPackageTable) -> Int? {
    table.columns.firstIndex { GeoPackageNames.folded($0.name) == name }
      .map { $0 + table.firstColumn }
  }
}
