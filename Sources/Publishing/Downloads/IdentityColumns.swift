import Bytes
import FeatureData
import OrderedJSON
import Records

// Texts of GlobalIDs would be a third of the exported values:
//
//   [{"bytes":"…","others":[[17,"…"]]}]
//
// bytes    Base64 of 16 bytes for each record, most significant first; zeros for null
// others   the number of a record, and its text if that is not {8-4-4-4-12} in upper case

/// The GlobalIDs and other identities of a shard's records, for downloads.
struct IdentityColumns: Sendable {
  private struct Column: Sendable {
    var bytes: [UInt8] = []
    var others: [(record: Int, text: String)] = []
  }

  private var columns: [Column]

  /// - Parameter count: The number of columns.
  init(count: Int) { columns = Array(repeating: Column(), count: count) }

  /// Adds the value of the next record to a column.
  mutating func append(_ value: RecordValue, in record: Span<UInt8>, to column: Int) {
    guard case .text(let range) = value else {
      columns[column].bytes.append(zeros: 16)
      return
    }
    let text = record.extracting(range)
    if let id = GlobalID(text, in: 0..<text.count), !id.isNone {
      var canonical: [UInt8] = []
      id.appendText(to: &canonical)
      if text.isEqual(to: canonical.span) {
        columns[column].bytes.append(bigEndian: id.high)
        columns[column].bytes.append(bigEndian: id.low)
        return
      }
    }
    columns[column].others.append((columns[column].bytes.count / 16, text.repairedString()))
    columns[column].bytes.append(zeros: 16)
  }

  /// Appends the columns as JSON text that is safe in a script.
  func write(to script: inout [UInt8]) {
    script.append(UInt8(ascii: "["))
    for (index, column) in columns.enumerated() {
      if index > 0 { script.append(UInt8(ascii: ",")) }
      script.append(literal: "{\"bytes\":\"")
      Base64Text.append(column.bytes.span, to: &script)
      script.append(literal: "\",\"others\":")
      let others: [JSON] = column.others.map { [.number($0.record), .string($0.text)] }
      script += JSONWriter.write(.array(others), forScript: true)
      script.append(UInt8(ascii: "}"))
    }
    script.append(UInt8(ascii: "]"))
  }
}
