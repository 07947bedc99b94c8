/// A fingerprint of a sequence of parts. It depends on the parts and on their order, but not on how
/// the sequence was cut into runs, so that runs can be made on several cores.
///
/// Each part is a digit of a number in a large base: the fingerprint of two runs is
/// `first × base ^ (parts in second) + second`, modulo 2^64, in two halves with bases of their own.
package struct SequenceFingerprint: Sendable, Equatable {
  /// The number of parts.
  package private(set) var count = 0
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  // Odd, so that no power loses bits: digits of the square roots of 11 and 13.
  private static let highBase: UInt64 = 0x510E_527F_ADE6_82D1
  private static let lowBase: UInt64 = 0x9B05_688C_2B3E_6C1F

  /// The fingerprint of nothing.
  package init() {}

  /// Adds a part.
  package mutating func append(_ part: Fingerprint) {
    high = high &* Self.highBase &+ part.high
    low = low &* Self.lowBase &+ part.low
    count += 1
  }

  /// Adds all parts of another sequence.
  package mutating func append(_ run: SequenceFingerprint) {
    high = high &* Self.power(Self.highBase, run.count) &+ run.high
    low = low &* Self.power(Self.lowBase, run.count) &+ run.low
    count += run.count
  }

  /// The number of parts and both halves, 24 bytes.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt64(count))
    bytes.append(bigEndian: high)
    bytes.append(bigEndian: low)
    return bytes
  }

  private static func power(_ base: UInt64, _ exponent: Int) -> UInt64 {
    var (result, square, rest): (UInt64, UInt64, Int) = (1, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = result &* square }
      square = square &* square
      rest >>= 1
    }
    return result
  }
}
