import Bytes
package import Records

extension RecordLayout {
  /// Reads the header of a record of a file, or its first `wanted` columns.
  ///
  /// - Throws: `SQLiteFileError.damagedRecord`.
  package mutating func parse(
    stored record: Span<UInt8>, first wanted: Int? = nil
  ) throws(SQLiteFileError) {
    do throws(RecordError) {
      if let wanted { try parse(record, first: wanted) } else { try parse(record) }
    } catch { throw .damagedRecord(error) }
  }

  /// Reads the header of the record of a row, or its first `wanted` columns.
  ///
  /// - Throws: `SQLiteFileError.damagedRow`.
  @inline(__always)
  mutating func parse(
    _ record: Span<UInt8>, first wanted: Int? = nil, ofRow rowid: @autoclosure () -> Int64,
    on page: @autoclosure () -> UInt32
  ) throws(SQLiteFileError) {
    do throws(RecordError) {
      if let wanted { try parse(record, first: wanted) } else { try parse(record) }
    } catch {
      throw .damagedRow(page: page(), rowid: rowid(), problem: error.problem)
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
