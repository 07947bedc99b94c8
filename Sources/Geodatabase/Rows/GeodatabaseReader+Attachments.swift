import MapModel
import SQLiteFile

/// A row of a table of attachments: its content aside, what is known of a photo or file.
package struct GeodatabaseAttachment: Equatable, Sendable {
  /// The GlobalID of the record it belongs to; empty where records are named by object id.
  package var parentGlobalID: String
  /// The object id of the record it belongs to, where records are named so.
  package var parentObjectID: Int64?
  /// Its own GlobalID; empty without one.
  package var globalID: String
  package var name: String
  package var contentType: String
  /// The words by which it is sorted; nil without any.
  package var keywords: String?
}

extension GeodatabaseReader {
  /// Calls `body` with the row id of each attachment of a table, and what is known of it: of the
  /// current ones, or of ``asDownloaded()`` of those that came.
  ///
  /// - Throws: what `body` throws, and `GeodatabaseError` where the file is damaged.
  package func forEachAttachment(
    in name: String,
    _ body: (_ rowid: Int64, _ attachment: GeodatabaseAttachment) throws -> Void
  ) throws {
    do {
      let table = try database.table(named: name)
      let places = StoredAttachmentColumns(table)
      let download = downloads?[table.name.lowercased()]
      var decoder = RowDecoder(table, in: database)
      try database.forEachRow(of: table) { rowid, record in
        try decoder.decode(rowid: rowid, record: record)
        let state = places.state(rowid, decoder, record)
        guard try state.counts(asOf: download, in: table.name) else { return }
        try body(rowid, places.attachment(decoder, record))
      }
    } catch let error as SQLiteFileError {
      throw GeodatabaseError.database(error)
    }
  }

  /// The content of one attachment; nil where there is no such row.
  ///
  /// - Throws: `GeodatabaseError.database` where the file is damaged.
  package func attachmentContent(
    in name: String, rowid: Int64
  ) throws(GeodatabaseError) -> [UInt8]? {
    do {
      let table = try database.table(named: name)
      var cursor = try database.cursor(over: table)
      guard !table.isWithoutRowid, try cursor.find(rowid) else { return nil }
      var decoder = RowDecoder(table, in: database)
      let bytes = cursor.bytes
      let record = bytes.span.extracting(cursor.record)
      try decoder.decode(rowid: rowid, record: record, page: cursor.page)
      return StoredAttachmentColumns(table).content(decoder, record)
    } catch {
      throw .database(error)
    }
  }
}

/// Where a table of attachments keeps what.
private struct StoredAttachmentColumns {
  private let table: StoredTable

  init(_ table: StoredTable) { self.table = table }

  /// From when until when a row is so; from ever to ever in a table without history.
  func state(_ rowid: Int64, _ decoder: RowDecoder, _ record: Span<UInt8>) -> RowState {
    let names = GeodatabaseDataset.History.names.dropFirst()
    guard names.allSatisfy({ table.column(named: $0) != nil }) else {
      return RowState(rowid: rowid, objectID: nil, hasHistory: false)
    }
    let times = names.map { value($0, decoder, record).real }
    return RowState(
      rowid: rowid, objectID: value("ATTACHMENTID", decoder, record).integer, hasHistory: true,
      from: times[0], to: times[1])
  }

  func attachment(_ decoder: RowDecoder, _ record: Span<UInt8>) -> GeodatabaseAttachment {
    func text(_ name: String) -> String? { value(name, decoder, record).text }
    return GeodatabaseAttachment(
      parentGlobalID: text("REL_GLOBALID") ?? "",
      parentObjectID: value("REL_OBJECTID", decoder, record).integer,
      globalID: text("GLOBALID") ?? "", name: text("ATT_NAME") ?? "",
      contentType: text("CONTENT_TYPE") ?? "", keywords: text("KEYWORDS"))
  }

  func content(_ decoder: RowDecoder, _ record: Span<UInt8>) -> [UInt8] {
    guard case .blob(let bytes) = value("DATA", decoder, record) else { return [] }
    return bytes
  }

  private func value(
    _ name: String, _ decoder: RowDecoder, _ record: Span<UInt8>
  ) -> SQLValue {
    table.column(named: name).map { decoder.value($0, of: record) } ?? .null
  }
}
