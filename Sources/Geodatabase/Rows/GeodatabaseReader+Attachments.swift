import MapModel
import Records
import SQLiteFile

/// A row of an attachment table without its content.
package struct GeodatabaseAttachment: Equatable, Sendable {
  /// The GlobalID of its record; empty if attachments refer to object IDs.
  package var parentGlobalID: String
  /// The object ID of its record, if attachments refer to object IDs.
  package var parentObjectID: Int64?
  /// Its own GlobalID; empty if it has none.
  package var globalID: String
  package var name: String
  package var contentType: String
  /// Its keywords; nil if it has none.
  package var keywords: String?
}

extension GeodatabaseReader {
  /// Calls `body` with the row ID and the description of each attachment of a table: the current
  /// ones, or the downloaded ones for ``asDownloaded()``.
  ///
  /// - Throws: the errors of `body`, and `GeodatabaseError` if the file is damaged.
  package func forEachAttachment(
    in name: String,
    _ body: (_ rowid: Int64, _ attachment: GeodatabaseAttachment) throws -> Void
  ) throws {
    let table = try database.table(named: name)
    let columns = StoredAttachmentColumns(table)
    let download = downloads?[table.name.lowercased()]
    var decoder = RowDecoder(table, in: database)
    try database.forEachRow(of: table) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      let state = columns.state(ofRow: rowid, decoder: decoder, record: record)
      guard try state.counts(asOf: download, in: table.name) else { return }
      try body(rowid, columns.attachment(decoder, record))
    }
  }

  /// The content of an attachment; nil if there is no such row.
  ///
  /// - Throws: `SQLiteFileError` if the file is damaged.
  package func attachmentContent(
    in name: String, rowid: Int64
  ) throws -> [UInt8]? {
    let table = try database.table(named: name)
    var cursor = try database.cursor(over: table)
    guard !table.isWithoutRowid, try cursor.find(rowid) else { return nil }
    var decoder = RowDecoder(table, in: database)
    let bytes = cursor.bytes
    let record = bytes.span.extracting(cursor.record)
    try decoder.decode(rowid: rowid, record: record, page: cursor.page)
    return StoredAttachmentColumns(table).content(decoder, record)
  }
}

/// The columns of an attachment table.
private struct StoredAttachmentColumns {
  private let table: StoredTable

  init(_ table: StoredTable) { self.table = table }

  /// The state of a row. In a table without history, rows have no begin and end.
  func state(ofRow rowid: Int64, decoder: RowDecoder, record: Span<UInt8>) -> RowState {
    let names = GeodatabaseDataset.History.names.dropFirst()
    guard names.allSatisfy({ table.column(named: $0) != nil }) else {
      return RowState(rowid: rowid, objectID: nil, hasHistory: false)
    }
    let times = names.map { value(of: $0, decoder: decoder, record: record).real }
    return RowState(
      rowid: rowid, objectID: value(of: "ATTACHMENTID", decoder: decoder, record: record).integer,
      hasHistory: true,
      from: times[0], to: times[1])
  }

  func attachment(_ decoder: RowDecoder, _ record: Span<UInt8>) -> GeodatabaseAttachment {
    func text(_ name: String) -> String? {
      value(of: name, decoder: decoder, record: record).text
    }
    return GeodatabaseAttachment(
      parentGlobalID: text("REL_GLOBALID") ?? "",
      parentObjectID: value(of: "REL_OBJECTID", decoder: decoder, record: record).integer,
      globalID: text("GLOBALID") ?? "", name: text("ATT_NAME") ?? "",
      contentType: text("CONTENT_TYPE") ?? "", keywords: text("KEYWORDS"))
  }

  func content(_ decoder: RowDecoder, _ record: Span<UInt8>) -> [UInt8] {
    guard case .blob(let bytes) = value(of: "DATA", decoder: decoder, record: record) else {
      return []
    }
    return bytes
  }

  private func value(
    of name: String, decoder: RowDecoder, record: Span<UInt8>
  ) -> SQLValue {
    table.column(named: name).map { decoder.value($0, of: record) } ?? .null
  }
}
