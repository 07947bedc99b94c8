import Bytes

/// The order of values and records in an index (File Format §2.3, BINARY collation, ascending):
/// NULL before numbers before texts before blobs.
package enum RecordOrder {
  /// Compares two numbers or NULLs: negative, zero or positive. Compares texts and blobs by class
  /// only, because their bytes are not available here.
  package static func compare(_ left: RecordValue, _ right: RecordValue) -> Int {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.real(let left), .real(let right)): compare(left, right)
    case (.integer(let left), .real(let right)): compare(left, right)
    case (.real(let left), .integer(let right)): -compare(right, left)
    default: rank(left) - rank(right)
    }
  }

  /// Compares two values whose bytes are in these records.
  package static func compare(
    _ left: RecordValue, in leftRecord: Span<UInt8>, _ right: RecordValue,
    in rightRecord: Span<UInt8>
  ) -> Int {
    switch (left, right) {
    case (.text(let left), .text(let right)), (.blob(let left), .blob(let right)):
      leftRecord.extracting(left).compare(rightRecord.extracting(right))
    default: compare(left, right)
    }
  }

  private static func rank(_ value: RecordValue) -> Int {
    switch value {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  private static func compare(_ left: Double, _ right: Double) -> Int {
    left < right ? -1 : left == right ? 0 : left.isNaN ? (right.isNaN ? 0 : -1) : 1
  }

  /// Compares exactly. A double cannot hold all integers beyond 2^53, so the integer is not
  /// converted.
  private static func compare(_ left: Int64, _ right: Double) -> Int {
    if right.isNaN { return 1 }
    if right >= 0x1p63 { return -1 }
    if right < -0x1p63 { return 1 }
    let whole = Int64(right)
    if left != whole { return left < whole ? -1 : 1 }
    let rest = right - Double(whole)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }
}
