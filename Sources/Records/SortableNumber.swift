import Bytes

/// Numbers as bytes that sort like the numbers.
package enum SortableNumber {
  /// Adds a whole number in eight bytes.
  package static func append(_ value: Int64, to bytes: inout [UInt8]) {
    bytes.append(bigEndian: bits(value))
  }

  /// Eight bytes of a whole number that sort like it.
  package static func bits(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value) ^ 1 << 63
  }

  /// The whole number with these ``bits(_:)``.
  package static func value(_ bits: UInt64) -> Int64 {
    Int64(bitPattern: bits ^ 1 << 63)
  }

  /// Adds an integer in ten bytes that sort among those of reals: the largest real that is not above
  /// it, and the difference.
  package static func append(amongReals value: Int64, to bytes: inout [UInt8]) {
    var floor = Double(value)
    // A double cannot hold all integers beyond 2^53. The nearest one may be larger.
    if Int64(exactly: floor).map({ $0 > value }) ?? true { floor = floor.nextDown }
    append(bitsOf: floor, to: &bytes)
    let rest = value &- (Int64(exactly: floor) ?? value)
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: rest))
  }

  /// Adds a real in ten bytes. The two zeros are equal, and NaN comes first, as in ``RecordOrder``.
  package static func append(_ value: Double, to bytes: inout [UInt8]) {
    if value.isNaN { return bytes.append(zeros: 10) }
    append(bitsOf: value, to: &bytes)
    bytes.append(bigEndian: UInt16(0))
  }

  private static func append(bitsOf value: Double, to bytes: inout [UInt8]) {
    let bits = (value == 0 ? 0 : value).bitPattern
    bytes.append(bigEndian: bits & 1 << 63 == 0 ? bits | 1 << 63 : ~bits)
  }
}
