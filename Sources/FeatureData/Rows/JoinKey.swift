import Bytes
package import Records

/// A value that joins records: a GlobalID without regard to case and braces, a number, or text.
package enum JoinKey: Hashable, Sendable {
  case globalID(GlobalID)
  case integer(Int64)
  case text([UInt8])

  /// Creates the key of a value. `nil` for null, a blob, and a number that is not whole.
  package init?(_ value: RecordValue, in record: Span<UInt8>) {
    switch value {
    case .null, .blob: return nil
    case .integer(let number): self = .integer(number)
    case .real(let number):
      guard let whole = Int64(exactly: number) else { return nil }
      self = .integer(whole)
    case .text(let range):
      if let id = GlobalID(record, in: range) {
        self = .globalID(id)
      } else {
        self = .text(record.extracting(range).copied())
      }
    }
  }

  /// The key as text.
  package var text: String {
    switch self {
    case .globalID(let id): id.text
    case .integer(let number): String(number)
    case .text(let bytes): bytes.span.repairedString()
    }
  }
}
