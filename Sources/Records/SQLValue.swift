import Bytes

/// A value of a small table, such as metadata, settings or catalogs. Rows of layers use records
/// instead.
package enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByNilLiteral
{
  /// Creates a text.
  package init(stringLiteral value: String) { self = .text(value) }
  /// Creates an integer.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates NULL.
  package init(nilLiteral: ()) { self = .null }

  /// Creates a text, or NULL.
  package init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
  /// Creates a double, or NULL.
  package init(_ real: Double?) { self = real.map(SQLValue.real) ?? .null }
}

extension RecordEncoder {
  /// Appends a value.
  package mutating func append(_ value: SQLValue) {
    switch value {
    case .null: appendNull()
    case .integer(let integer): append(integer)
    case .real(let real): append(real)
    case .text(let text): append(text: text)
    case .blob(let blob): append(blob: blob.span)
    }
  }
}

extension SQLValue {
  /// Copies a value from a record. Replaces bytes that are not UTF-8 by U+FFFD.
  package init(_ value: RecordValue, of record: Span<UInt8>) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let range): self = .text(record.extracting(range).repairedString())
    case .blob(let range): self = .blob(record.extracting(range).copied())
    }
  }

  /// The text; nil for other values.
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The integer, including a double that is a whole number in range.
  package var integer: Int64? {
    switch self {
    case .integer(let integer): integer
    case .real(let real): Int64(exactly: real)
    default: nil
    }
  }
  /// The number as a double.
  package var real: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: nil
    }
  }
}
