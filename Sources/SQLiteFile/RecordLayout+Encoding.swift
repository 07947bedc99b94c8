import Bytes
package import Records

extension RecordLayout {
  /// Reads the header of a record of a file.
  ///
  /// - Throws: `SQLiteFileError.damagedRecord`.
  package mutating func parse(stored record: Span<UInt8>) throws(SQLiteFileError) {
    do throws(RecordError) { try parse(record) } catch { throw .damagedRecord(error) }
  }

  /// Reads the first `wanted` columns of a record of a file.
  ///
  /// - Throws: `SQLiteFileError.damagedRecord`.
  package mutating func parse(
    stored record: Span<UInt8>, first wanted: Int
  ) throws(SQLiteFileError) {
    do throws(RecordError) { try parse(record, first: wanted) } catch {
      throw .damagedRecord(error)
    }
  }

  /// Converts the texts of a record from UTF-8 to the encoding of a file.
  ///
  /// - Throws: `SQLiteFileError.damagedRecord`.
  package static func transcode(
    _ record: inout [UInt8], to encoding: DatabaseHeader.TextEncoding
  ) throws(SQLiteFileError) {
    guard encoding != .utf8 else { return }
    var layout = RecordLayout()
    try layout.parse(stored: record.span)
    let source = record
    record = layout.rewritten(source.span) { column, encoder in
      guard case .text(let range) = layout.value(column, in: source.span) else { return false }
      let text = source.span.extracting(range).repairedString()
      let encoded = StoredText.encoded(text, encoding)
      encoder.append(text: encoded.span)
      return true
    }
  }
}
