import Bytes
import FeatureData
import OrderedJSON
import Records

// `data/LAYER/identities.js`, which browsers load for downloads only:
//
//   FP.identities("trees",{"columns":[{"bytes":"…","others":[[17,"…"]]}]});
//
// bytes    Base64 of 16 bytes for each record, most significant first; zeros for null
// others   the number of a record, and its text if that is not {8-4-4-4-12} in upper case

/// The GlobalIDs and other identities of records, in the order of the shards.
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

  /// Adds the columns of the following records.
  mutating func append(_ next: IdentityColumns) {
    for index in columns.indices {
      let count = columns[index].bytes.count / 16
      columns[index].bytes += next.columns[index].bytes
      columns[index].others += next.columns[index].others.map { ($0.record + count, $0.text) }
    }
  }

  /// Returns the file of a layer; nil if it has no such columns.
  func script(layer: String) -> [UInt8]? {
    guard !columns.isEmpty else { return nil }
    var script = ScriptText("identities", layer: layer)
    var list: [UInt8] = [UInt8(ascii: "[")]
    for (index, column) in columns.enumerated() {
      if index > 0 { list.append(UInt8(ascii: ",")) }
      list.append(literal: "{\"bytes\":\"")
      Base64Text.append(column.bytes.span, to: &list)
      list.append(literal: "\",\"others\":")
      let others: [JSON] = column.others.map { [.number($0.record), .string($0.text)] }
      list += JSONWriter.write(.array(others), forScript: true)
      list.append(UInt8(ascii: "}"))
    }
    list.append(UInt8(ascii: "]"))
    script.member("columns", written: list)
    return script.finish()
  }
}
