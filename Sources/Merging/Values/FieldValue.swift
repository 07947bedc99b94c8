import Bytes
package import SQLiteFile

/// A value of a row that was touched. Text is bytes: two encodings of one letter are two values.
package enum FieldValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  /// Bytes; of a geometry, the GeoPackage blob.
  case blob([UInt8])

  /// The value at a place of a record.
  package init(_ value: RecordValue, of record: Span<UInt8>) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = number.isNaN ? .null : .real(number)
    case .text(let range): self = .text(record.extracting(range).copied())
    case .blob(let range): self = .blob(record.extracting(range).copied())
    }
  }

  /// The value of an SQL expression.
  package init(_ value: SQLValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(Array(text.utf8))
    case .blob(let bytes): self = .blob(bytes)
    }
  }

  /// The bytes of a text, or NULL.
  package init(text: String?) {
    self = text.map { .text(Array($0.utf8)) } ?? .null
  }

  /// Whether it is NULL.
  package var isNull: Bool { self == .null }

  /// The value without any format; nil for NULL.
  package var plainText: String? {
    switch self {
    case .null: nil
    case .integer(let number): String(number)
    case .real(let number): Int64(exactly: number).map { String($0) } ?? String(number)
    case .text: text
    case .blob(let bytes): NumberText.bytes(bytes.count)
    }
  }

  /// The text for people, what is not UTF-8 replaced by U+FFFD; nil for anything else.
  package var text: String? {
    if case .text(let bytes) = self { bytes.span.repairedString() } else { nil }
  }
}

extension RecordEncoder {
  /// The next column is this value.
  package mutating func append(_ value: FieldValue) {
    switch value {
    case .null: appendNull()
    case .integer(let number): append(number)
    case .real(let number): append(number)
    case .text(let bytes): append(text: bytes.span)
    case .blob(let bytes): append(blob: bytes.span)
    }
  }
}
