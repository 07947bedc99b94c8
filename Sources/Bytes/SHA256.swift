#if arch(x86_64)
  import CSHA256
#endif

/// The SHA-256 digest (FIPS 180-4). Packages identify their members and inputs by it.
package struct SHA256: Sendable {
  /// The hash value so far. It starts as the square roots of the first eight primes.
  var state: InlineArray<8, UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  /// Bytes that do not yet fill a block, and how many they are. An array would be allocated for
  /// every digest, and most are of short records.
  private var pending = InlineArray<64, UInt8>(repeating: 0)
  private var pendingCount = 0
  private var count: UInt64 = 0
  private let usesInstructions: Bool

  /// Whether this processor has instructions for the digest, which are five times as fast.
  package static let hasInstructions: Bool = {
    #if arch(x86_64)
      sha256_has_instructions()
    #else
      false
    #endif
  }()

  /// A digest of no bytes.
  package init() { self.init(usingInstructions: true) }

  /// A digest of no bytes.
  ///
  /// - Parameter usingInstructions: whether to use the processor's instructions, if it has any.
  package init(usingInstructions: Bool) {
    usesInstructions = usingInstructions && Self.hasInstructions
  }

  /// Adds bytes to the digest.
  package mutating func update(_ bytes: Span<UInt8>) {
    count &+= UInt64(bytes.count)
    var start = 0
    if pendingCount > 0 {
      start = min(64 - pendingCount, bytes.count)
      keep(bytes.extracting(0..<start))
      guard pendingCount == 64 else { return }
      compressPending()
    }
    let end = start + (bytes.count - start) / 64 * 64
    if end > start { compress(bytes.extracting(start..<end)) }
    keep(bytes.extracting(end...))
  }

  /// Returns the 32 bytes of the digest.
  package consuming func finish() -> [UInt8] {
    pending[pendingCount] = 0x80
    pendingCount += 1
    if pendingCount > 56 {
      fillPending(upTo: 64)
      compressPending()
    }
    fillPending(upTo: 56)
    let bits = count &* 8
    for index in 0..<8 {
      pending[56 + index] = UInt8(truncatingIfNeeded: bits &>> UInt64(56 - 8 * index))
    }
    compressPending()
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for index in state.indices { digest.append(bigEndian: state[index]) }
    return digest
  }

  /// Adds bytes to those that do not yet fill a block.
  private mutating func keep(_ bytes: Span<UInt8>) {
    for index in bytes.indices { pending[pendingCount &+ index] = bytes[index] }
    pendingCount += bytes.count
  }

  private mutating func fillPending(upTo end: Int) {
    while pendingCount < end {
      pending[pendingCount] = 0
      pendingCount += 1
    }
  }

  private mutating func compressPending() {
    let block = pending
    compress(block.span)
    pendingCount = 0
  }

  /// Returns the digest of these bytes.
  package static func of(_ bytes: Span<UInt8>) -> [UInt8] {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finish()
  }

  /// Returns the digest of a whole file region.
  package static func of(_ region: FileRegion) throws(BytesError) -> [UInt8] {
    var digest = SHA256()
    var buffer: [UInt8] = []
    var offset = 0
    while offset < region.count {
      let length = min(256 * 1024, region.count - offset)
      try region.read(at: offset, count: length, into: &buffer)
      digest.update(buffer.span)
      offset += length
    }
    return digest.finish()
  }

  /// Returns lower-case hexadecimal digits, two for each byte.
  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = [UInt8](literal: "0123456789abcdef")
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds whole blocks of 64 bytes.
  private mutating func compress(_ blocks: Span<UInt8>) {
    unsafe blocks.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe compress(base, blocks: buffer.count / 64)
    }
  }

  /// Adds `count` blocks of 64 bytes.
  @unsafe private mutating func compress(_ bytes: UnsafeRawPointer, blocks count: Int) {
    #if arch(x86_64)
      if usesInstructions {
        var words = state.mutableSpan
        unsafe words.withUnsafeMutableBufferPointer { words in
          unsafe sha256_compress(words.baseAddress, bytes, count)
        }
        return
      }
    #endif
    unsafe compressByRounds(bytes, blocks: count)
  }
}
