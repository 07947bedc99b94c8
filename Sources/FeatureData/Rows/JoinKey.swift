import Bytes
package import Records

/// A value that joins records: a GlobalID without regard to case and braces, a number, or text.
package enum JoinKey: Hashable, Comparable, Sendable {
  case globalID(GlobalID)
  case integer(Int64)
  case text([UInt8])

  /// Creates the key of a value. `nil` for null, a blob, a number that is not whole, and a GlobalID
  /// of zeros.
  package init?(_ value: RecordValue, in record: Span<UInt8>) {
    switch value {
    case .null, .blob: return nil
    case .integer(let number): self = .integer(number)
    case .real(let number):
      guard let whole = Int64(exactly: number) else { return nil }
      self = .integer(whole)
    case .text(let range):
      if let id = GlobalID(record, in: range) {
        if id.isNone { return nil }
        self = .globalID(id)
      } else {
        self = .text(record.extracting(range).copied())
      }
    }
  }

  /// Adds bytes that sort like the keys and from which ``init(sortable:)`` makes the key.
  package func appendSortable(to bytes: inout [UInt8]) {
    bytes.append(rank)
    switch self {
    case .globalID(let id):
      bytes.append(bigEndian: id.high)
      bytes.append(bigEndian: id.low)
    case .integer(let number): SortableNumber.append(number, to: &bytes)
    case .text(let text): bytes.append(text.span)
    }
  }

  /// Creates the key that ``appendSortable(to:)`` wrote.
  package init(sortable bytes: Span<UInt8>) {
    switch bytes[0] {
    case 0:
      self = .globalID(
        GlobalID(high: bytes.bigEndianUInt64(at: 1), low: bytes.bigEndianUInt64(at: 9)))
    case 1: self = .integer(SortableNumber.value(bytes.bigEndianUInt64(at: 1)))
    default: self = .text(bytes.extracting(1...).copied())
    }
  }

  /// GlobalIDs come before numbers, and numbers before texts, which sort by their bytes.
  package static func < (left: JoinKey, right: JoinKey) -> Bool {
    switch (left, right) {
    case (.globalID(let left), .globalID(let right)): left < right
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): left.span.compare(right.span) < 0
    default: left.rank < right.rank
    }
  }

  private var rank: UInt8 {
    switch self {
    case .globalID: 0
    case .integer: 1
    case .text: 2
    }
  }

  /// A hash for this run only, for ``HashChains``.
  package var chainHash: Int {
    switch self {
    case .globalID(let id): id.chainHash
    case .integer, .text: hashValue
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
