import MapModel
import OrderedJSON
import Records

/// The columns of attachment tables, which are always the same.
enum AttachmentColumns {
  /// The field with the GlobalID of the attachment's record.
  static let parent = "REL_GLOBALID"

  /// The attachment table of a table.
  static func table(of table: GeodatabaseTable) -> GeodatabaseTable {
    GeodatabaseTable(
      name: table.name + "__ATTACH", layerID: table.layerID, objectIDField: "ATTACHMENTID",
      globalIDField: "GLOBALID",
      fields: [
        Field(name: "GLOBALID", type: .globalID, isNullable: false),
        Field(name: parent, type: .guid, isNullable: false),
        Field(name: "CONTENT_TYPE", type: .string, length: 150, isNullable: false),
        Field(name: "ATT_NAME", type: .string, length: 250, isNullable: false),
        Field(name: "DATA_SIZE", type: .integer, isNullable: false),
        Field(name: "DATA", type: .blob),
      ], serviceItem: .null)
  }

  /// Writes an attachment as a row in Fieldpack's row form.
  static func write(_ row: GeodatabaseAttachmentRow, to record: inout [UInt8]) {
    var encoder = RecordEncoder()
    encoder.appendNull()
    for text in [row.globalID, row.parentGlobalID, row.contentType, row.name] {
      encoder.append(text: text)
    }
    encoder.append(Int64(row.content.count))
    encoder.append(blob: row.content.span)
    record.removeAll(keepingCapacity: true)
    encoder.write(to: &record)
  }
}
