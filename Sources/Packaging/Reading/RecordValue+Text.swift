import Bytes
import FeatureData
import Geometry
import OrderedJSON
package import SQLiteFile

/// What becomes of bytes in a format of text, which has no place for them.
package enum BytesAsText: Sendable {
  /// Hexadecimal digits, as other tools write them.
  case hexadecimal
  /// Nothing: they are no use to a reader, and may be large.
  case leftOut
}

extension RecordValue {
  /// Appends the value as JSON has it; malformed text is mended.
  ///
  /// - Parameters:
  ///   - record: the record it is a value of.
  ///   - isBoolean: whether its column holds truth values.
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

  /// Appends the value as a cell of CSV (RFC 4180): NULL is empty, empty text is quoted, malformed
  /// text is mended.
  ///
  /// - Parameter record: the record it is a value of.
  package func appendCSV(
    of record: Span<UInt8>, delimiter: UInt8, bytes: BytesAsText, to text: inout [UInt8]
  ) {
    switch self {
    case .integer(let number): text.append(contentsOf: String(number).utf8)
    case .real(let number): CoordinateText.append(number, to: &text)
    case .text(let range):
      CSVText.append(record.extracting(range), delimiter: delimiter, to: &text)
    case .blob(let range) where bytes == .hexadecimal:
      text.append(contentsOf: SHA256.hex(record.extracting(range).copied()).utf8)
    case .null, .blob: break
    }
  }
}
