import Bytes
import TestSupport
import Testing

struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the digest matches FIPS 180-4`(text: String, expected: String) {
    #expect(SHA256.hex(SHA256.of(Array(text.utf8).span)) == expected)
  }

  @Test func `a million bytes have the published digest`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      SHA256.hex(SHA256.of(bytes.span))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(.enabled(if: SHA256.hasInstructions, "the processor has no instructions for SHA-256"))
  func `the processor's instructions give the same digest`() {
    var generator = SeededGenerator(seed: 3)
    for length in Array(0...200) + [4_096, 100_001] {
      let bytes = generator.bytes(length)
      var digest = SHA256(usingInstructions: false)
      digest.update(bytes.span)
      #expect(digest.finish() == SHA256.of(bytes.span))
    }
  }

  @Test func `the digest does not depend on the pieces of the input`() throws {
    var generator = SeededGenerator(seed: 1)
    let folder = try TemporaryFolder()
    for length in Array(0...130) + [1000, 300_000] {
      let bytes = generator.bytes(length)
      let whole = SHA256.of(bytes.span)
      var digest = SHA256()
      var start = 0
      while start < length {
        let end = min(length, start + generator.integer(in: 0...max(90, length / 3)))
        digest.update(bytes.span.extracting(start..<end))
        start = end
      }
      #expect(digest.finish() == whole)
      let file = try InputFile(path: folder.write(bytes, to: "x"))
      #expect(try SHA256.of(FileRegion(file)) == whole)
    }
  }
}

struct CRC32Tests {
  @Test func `the checksum matches ISO 3309`() {
    #expect(CRC32.of(Array("123456789".utf8).span) == 0xCBF4_3926)
    #expect(CRC32.of([UInt8]().span) == 0)
  }

  @Test func `combined stripes give the checksum of the whole, also with empty ones`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<50 {
      let first = generator.bytes(generator.integer(in: 0...300))
      let second = generator.bytes(generator.integer(in: 0...300))
      var running = CRC32()
      running.update(first.span)
      running.update(second.span)
      let combined = CRC32.combine(
        CRC32.of(first.span), with: CRC32.of(second.span), secondCount: second.count)
      #expect(combined == running.value)
      #expect(combined == CRC32.of((first + second).span))
    }
  }
}

struct FingerprintTests {
  @Test func `fingerprints never change`() {
    let bytes = (0..<100).map { UInt8($0) }
    let fingerprint = Fingerprint(bytes.span)
    #expect(fingerprint.high == 0x8C7B_A52B_C17F_004A)
    #expect(fingerprint.low == 0xF5C3_E41D_7778_C106)
  }

  @Test func `similar inputs share no half of a fingerprint`() {
    var halves: Set<UInt64> = []
    var count = 0
    func take(_ bytes: [UInt8]) {
      let fingerprint = Fingerprint(bytes.span)
      halves.insert(fingerprint.high)
      halves.insert(fingerprint.low)
      count += 2
    }
    var generator = SeededGenerator(seed: 7)
    let bytes = generator.bytes(100)
    for length in 0...100 { take(Array(bytes[..<length])) }
    for bit in 0..<800 {
      var other = bytes
      other[bit / 8] ^= 1 << (bit % 8)
      take(other)
    }
    for length in 1...100 { take([UInt8](repeating: 0, count: length)) }
    for offset in 0..<84 {
      var other = bytes
      for index in 0..<8 { other.swapAt(offset + index, offset + 8 + index) }
      take(other)
    }
    #expect(halves.count == count)
  }
}

struct ReusedBytesTests {
  @Test(arguments: 0..<20)
  func `only the latest bytes are written`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var reused = ReusedBytes()
    for _ in 0..<20 {
      reused.removeAll()
      var expected: [UInt8] = []
      for _ in 0..<generator.integer(in: 0...30) {
        let value = generator.next() >> UInt64(generator.integer(in: 0...63))
        switch generator.integer(in: 0...3) {
        case 0:
          reused.append(UInt8(truncatingIfNeeded: value))
          expected.append(UInt8(truncatingIfNeeded: value))
        case 1:
          let run = generator.bytes(generator.integer(in: 0...200))
          reused.append(run.span)
          expected += run
        case 2:
          reused.append(varint: value)
          expected.append(varint: value)
        default:
          let width = generator.integer(in: 1...8)
          reused.append(bigEndian: value, width: width)
          for byte in (0..<width).reversed() {
            expected.append(UInt8(truncatingIfNeeded: value >> UInt64(byte * 8)))
          }
        }
      }
      var written: [UInt8] = [1]
      reused.write(to: &written)
      #expect(reused.count == expected.count)
      #expect(written == [1] + expected)
    }
  }
}
