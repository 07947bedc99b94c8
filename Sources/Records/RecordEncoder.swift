// A record (SQLite File Format §2.1):
//
//   varint   header length, itself included
//   varint   serial type of column 0, 1, …
//   body     the values, in the same order, without gaps
//
//   serial type   value                          bytes in the body
//   0             NULL                           0
//   1 2 3 4 5 6   big-endian two's complement    1 2 3 4 6 8
//   7             IEEE 754 double, big-endian    8
//   8 9           the integers 0 and 1           0
//   even N ≥ 12   BLOB                           (N − 12) / 2
//   odd N ≥ 13    TEXT                           (N − 13) / 2

package import Bytes

/// Builds one SQLite record, column by column. All of Fieldpack uses records as its row form.
///
/// Keep one encoder per source and call ``removeAll()`` between rows, so that its buffers stay
/// allocated. Integers take the smallest serial type, as in libsqlite3 (0 and 1 take 8 and 9).
package struct RecordEncoder: Sendable {
  @usableFromInline var types = ReusedBytes()
  @usableFromInline var body = ReusedBytes()

  /// Creates an encoder without columns.
  @inlinable package init() {}

  /// Removes the columns but keeps the memory.
  @inlinable package mutating func removeAll() {
    types.removeAll()
    body.removeAll()
  }

  /// Size in bytes of the record that ``write(to:)`` appends.
  @inlinable package var byteCount: Int {
    Self.headerLength(typeBytes: types.count) + body.count
  }

  /// Appends NULL.
  @inlinable package mutating func appendNull() { types.append(0) }

  /// Appends an integer.
  @inlinable package mutating func append(_ value: Int64) {
    let width: Int
    switch value {
    case 0:
      types.append(8)
      return
    case 1:
      types.append(9)
      return
    case -0x80...0x7f: width = 1
    case -0x8000...0x7fff: width = 2
    case -0x80_0000...0x7f_ffff: width = 3
    case -0x8000_0000...0x7fff_ffff: width = 4
    case -0x8000_0000_0000...0x7fff_ffff_ffff: width = 6
    default: width = 8
    }
    types.append(width == 8 ? 6 : width == 6 ? 5 : UInt8(truncatingIfNeeded: width))
    body.append(bigEndian: UInt64(bitPattern: value), width: width)
  }

  /// Appends a double. NaN, which SQLite cannot store, becomes NULL.
  @inlinable package mutating func append(_ value: Double) {
    guard !value.isNaN else { return appendNull() }
    types.append(7)
    body.append(bigEndian: value.bitPattern, width: 8)
  }

  /// Appends a text given as UTF-8 bytes, which are stored unchanged.
  @inlinable package mutating func append(text: Span<UInt8>) {
    appendType(UInt64(truncatingIfNeeded: text.count) &* 2 &+ 13)
    body.append(text)
  }

  /// Appends the text of a Swift string.
  @inlinable package mutating func append(text: String) {
    var text = text
    text.makeContiguousUTF8()
    append(text: text.utf8.span)
  }

  /// Appends a blob.
  @inlinable package mutating func append(blob: Span<UInt8>) {
    appendType(UInt64(truncatingIfNeeded: blob.count) &* 2 &+ 12)
    body.append(blob)
  }

  /// Appends a value of another record; its ranges refer to `record`.
  @inlinable package mutating func append(_ value: RecordValue, of record: Span<UInt8>) {
    switch value {
    case .null: appendNull()
    case .integer(let integer): append(integer)
    case .real(let real): append(real)
    case .text(let range): append(text: record.extracting(range))
    case .blob(let range): append(blob: record.extracting(range))
    }
  }

  /// Appends the finished record to `bytes`.
  @inlinable package func write(to bytes: inout [UInt8]) {
    let length = Self.headerLength(typeBytes: types.count)
    if length < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: length))
    } else {
      bytes.append(varint: UInt64(truncatingIfNeeded: length))
    }
    types.write(to: &bytes)
    body.write(to: &bytes)
  }

  /// The header length for `typeBytes` bytes of serial types. The varint of the length counts
  /// itself.
  @inlinable static func headerLength(typeBytes: Int) -> Int {
    typeBytes < 0x7f
      ? typeBytes + 1 : typeBytes < 0x3ffe ? typeBytes + 2 : typeBytes + 3
  }

  @inlinable mutating func appendType(_ type: UInt64) { types.append(varint: type) }
}

extension RecordLayout {
  /// Rewrites the record that was parsed last, with some columns replaced.
  ///
  /// - Parameter replace: appends another value for a column and returns true, or returns false to
  ///   keep the column's value.
  package func rewritten(
    _ record: Span<UInt8>, replacing replace: (_ column: Int, inout RecordEncoder) -> Bool
  ) -> [UInt8] {
    var encoder = RecordEncoder()
    for column in 0..<count where !replace(column, &encoder) {
      encoder.append(value(column, in: record), of: record)
    }
    var written: [UInt8] = []
    encoder.write(to: &written)
    return written
  }
}
