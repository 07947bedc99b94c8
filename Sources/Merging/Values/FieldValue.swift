import Bytes
package import Records

/// A field value of a row in the merge. Text is stored as bytes, so two encodings of a letter
/// differ.
package enum FieldValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  /// Bytes. A geometry is a GeoPackage geometry blob.
  case blob([UInt8])

  /// Creates a value from a stored record.
  package init(_ value: RecordValue, of record: Span<UInt8>) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = number.isNaN ? .null : .real(number)
    case .text(let range): self = .text(record.extracting(range).copied())
    case .blob(let range): self = .blob(record.extracting(range).copied())
    }
  }

  /// Creates a value from the result of an SQL expression.
  package init(_ value: SQLValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(Array(text.utf8))
    case .blob(let bytes): self = .blob(bytes)
    }
  }

  /// Creates a text value, or null for nil.
  package init(text: String?) {
    self = text.map { .text(Array($0.utf8)) } ?? .null
  }

  /// Whether the value is null.
  package var isNull: Bool { self == .null }

  /// Whether the value is null or an empty text.
  var isEmpty: Bool {
    switch self {
    case .null: true
    case .text(let text): text.isEmpty
    case .integer, .real, .blob: false
    }
  }

  /// The value as a whole number. Nil if it is not one.
  var wholeNumber: Int64? {
    switch self {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number)
    case .null, .text, .blob: nil
    }
  }

  /// The value as unformatted text. Nil for null.
  package var plainText: String? {
    switch self {
    case .null: nil
    case .integer(let number): String(number)
    case .real(let number): Int64(exactly: number).map { String($0) } ?? String(number)
    case .text: text
    case .blob(let bytes): NumberText.bytes(bytes.count)
    }
  }

  /// The text, with invalid UTF-8 replaced by U+FFFD. Nil if the value is not text.
  package var text: String? {
    if case .text(let bytes) = self { bytes.span.repairedString() } else { nil }
  }

  /// Orders values that are not equal: by type, then by number or bytes.
  func precedes(_ other: FieldValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)), (.blob(let left), .blob(let right)):
      left.lexicographicallyPrecedes(right)
    // Of different types, or two nulls.
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer: 1
    case .real: 2
    case .text: 3
    case .blob: 4
    }
  }
}

extension RecordEncoder {
  /// Appends a value as the next column.
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
