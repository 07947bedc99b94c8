// SHA-1 (FIPS 180-4 §6.1) is used only for UUIDs of version 5 (RFC 9562 §5.5). It offers no
// security. Contents are compared by `SHA256`.

/// The SHA-1 digest of bytes in memory.
package enum SHA1 {
  /// Returns the 20 bytes of the digest.
  package static func of(_ bytes: Span<UInt8>) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    var schedule = [UInt32](repeating: 0, count: 80)
    let whole = bytes.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) {
      add(bytes, at: start, schedule: &schedule, state: &state)
    }
    var tail = bytes.extracting(whole..<bytes.count).copied()
    tail.append(0x80)
    // The last 8 bytes of the last block hold the length in bits.
    tail.append(zeros: (120 - tail.count) % 64)
    tail.append(bigEndian: UInt64(bytes.count) &* 8)
    for start in stride(from: 0, to: tail.count, by: 64) {
      add(tail.span, at: start, schedule: &schedule, state: &state)
    }
    var digest: [UInt8] = []
    for word in state { digest.append(bigEndian: word) }
    return digest
  }

  /// Adds one block of 64 bytes to the state.
  private static func add(
    _ bytes: Span<UInt8>, at start: Int, schedule: inout [UInt32], state: inout [UInt32]
  ) {
    for index in 0..<16 { schedule[index] = bytes.bigEndianUInt32(at: start + 4 * index) }
    for index in 16..<80 {
      schedule[index] = rotate(
        schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16], 1)
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (mix, constant): (UInt32, UInt32)
      switch index {
      case 0..<20: (mix, constant) = (b & c | ~b & d, 0x5a82_7999)
      case 20..<40: (mix, constant) = (b ^ c ^ d, 0x6ed9_eba1)
      case 40..<60: (mix, constant) = (b & c | b & d | c & d, 0x8f1b_bcdc)
      default: (mix, constant) = (b ^ c ^ d, 0xca62_c1d6)
      }
      let next = rotate(a, 5) &+ mix &+ e &+ constant &+ schedule[index]
      (a, b, c, d, e) = (next, a, rotate(b, 30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }
}
