import Foundation

/// Damages bytes as transfers, bugs and attackers do: flips bits, writes wrong numbers, and cuts,
/// duplicates or exchanges runs of bytes. The same seed gives the same damage.
package struct Mutator: Sendable {
  /// The source of random numbers.
  package var generator: SeededGenerator

  /// Creates a mutator for a seed.
  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Returns the bytes with one to four changes. Runs of `others` can replace parts. In a program
  /// that counts its branches, changes of several rounds add up (`FuzzCorpus`).
  package mutating func mutated(_ sound: [UInt8], others: [[UInt8]] = []) -> [UInt8] {
    mutated(sound) { bytes, generator in
      for _ in 0..<generator.integer(in: 1...4) {
        Self.damage(&bytes, others: others, &generator)
      }
    }
  }

  /// Returns the bytes with changes of a test's own.
  package mutating func mutated<Failure: Error>(
    _ sound: [UInt8], _ damage: (inout [UInt8], inout SeededGenerator) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    let corpus = FuzzCorpus.shared
    var bytes = corpus?.start(for: sound, generator: &generator) ?? sound
    try damage(&bytes, &generator)
    corpus?.note(bytes, from: sound)
    return bytes
  }

  private static func damage(
    _ bytes: inout [UInt8], others: [[UInt8]], _ generator: inout SeededGenerator
  ) {
    guard !bytes.isEmpty else {
      bytes = generator.bytes(generator.integer(in: 0...40))
      return
    }
    let offset = generator.integer(in: 0...bytes.count - 1)
    let run = offset..<min(bytes.count, offset + generator.integer(in: 1...24))
    switch generator.integer(in: 0...8) {
    case 0, 1: bytes[offset] ^= 1 << UInt8(generator.integer(in: 0...7))
    case 2: bytes[offset] = UInt8(truncatingIfNeeded: generator.next())
    case 3, 4: storeNumber(&bytes, at: offset, &generator)
    case 5: bytes.removeSubrange(run)
    case 6: bytes.insert(contentsOf: Array(bytes[run]), at: offset)
    case 7:
      guard let other = others.randomElement(using: &generator), !other.isEmpty else { return }
      let start = generator.integer(in: 0...other.count - 1)
      let end = min(other.count, start + generator.integer(in: 1...60))
      bytes.replaceSubrange(run, with: other[start..<end])
    default: bytes.removeLast(bytes.count - offset)
    }
  }

  /// Writes a number near a limit, in either byte order.
  private static func storeNumber(
    _ bytes: inout [UInt8], at offset: Int, _ generator: inout SeededGenerator
  ) {
    let edges: [UInt64] = [
      0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
      0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max, UInt64(bytes.count),
      UInt64(bytes.count) &- 1,
    ]
    var number = edges[generator.integer(in: 0...edges.count - 1)]
    number &+= UInt64(bitPattern: Int64(generator.integer(in: -1...1)))
    let width = [1, 2, 4, 8][generator.integer(in: 0...3)]
    let isBigEndian = generator.integer(in: 0...1) == 0
    for index in 0..<width where offset + index < bytes.count {
      let shift = UInt64(isBigEndian ? width - 1 - index : index) * 8
      bytes[offset + index] = UInt8(truncatingIfNeeded: number >> shift)
    }
  }
}
