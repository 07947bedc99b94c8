import Bytes
import FeatureData
import OrderedJSON
package import Records

/// How a text format shows bytes, which it can't hold.
package enum BytesAsText: Sendable {
  /// As hexadecimal digits, like other tools.
  case hexadecimal
  /// As null, because they are useless to a reader and may be large.
  case leftOut
}

extension RecordValue {
  /// Appends the value in JSON form, and repairs malformed text.
  ///
  /// - Parameters:
  ///   - record: the record with the value.
  ///   - isBoolean: whether its column is Boolean.
  package func appendJSON(
    of record: Span<UInt8>, isBoolean: Bool, bytes: BytesAsText, to text: inout [UInt8]
  ) {
    switch self {
    case .integer(let number) where isBoolean:
      text.append(contentsOf: (number == 0 ? "false" : "true").utf8)
    case .integer(let number): text.append(contentsOf: String(number).utf8)
    case .real(let number): JSONWriter.append(number, to: &text)
    case .text(let range): JSONWriter.append(utf8: record.extracting(range), to: &text)
    case .blob(let range) where bytes == .hexadecimal:
      text.append(UInt8(ascii: "\""))
      text.append(contentsOf: SHA256.hex(record.extracting(range).copied()).utf8)
      text.append(UInt8(ascii: "\""))
    case .null, .blob: text.append(literal: "null")
    }
  }

  /// Appends the value as a CSV cell (RFC 4180), and repairs malformed text. Null is an empty cell;
  /// empty text is quoted.
  ///
  /// - Parameter record: the record with the value.
  package func appendCSV(
    of record: Span<UInt8>, delimiter: UInt8, bytes: BytesAsText, to text: inout [UInt8]
  ) {
    switch self {
    case .integer(let number): text.append(contentsOf: String(number).utf8)
    case .real(let number): CSVText.append(number, to: &text)
    case .text(let range):
      CSVText.append(record.extracting(range), delimiter: delimiter, to: &text)
    case .blob(let range) where bytes == .hexadecimal:
      text.append(contentsOf: SHA256.hex(record.extracting(range).copied()).utf8)
    case .null, .blob: break
    }
  }
}
