import Bytes
import TestSupport
import Testing

struct SpanTests {
  @Test func `numbers load in both byte orders from any offset`() {
    let bytes: [UInt8] = [0xFF, 1, 2, 3, 4, 5, 6, 7, 8]
    let span = bytes.span
    #expect(span.bigEndianUInt16(at: 1) == 0x0102)
    #expect(span.littleEndianUInt16(at: 1) == 0x0201)
    #expect(span.bigEndianUInt32(at: 1) == 0x0102_0304)
    #expect(span.littleEndianUInt32(at: 1) == 0x0403_0201)
    #expect(span.bigEndianUInt64(at: 1) == 0x0102_0304_0506_0708)
    #expect(span.littleEndianUInt64(at: 1) == 0x0807_0605_0403_0201)
  }

  @Test func `appended and stored values can be loaded again`() {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt16(0xABCD))
    bytes.append(bigEndian: UInt32(7))
    bytes.append(bigEndian: UInt64(8))
    bytes.append(bigEndian: -1.5)
    bytes.append(littleEndian: UInt16(9))
    bytes.append(littleEndian: UInt32(10))
    bytes.append(littleEndian: UInt64(11))
    bytes.append(littleEndian: Double.pi)
    #expect(bytes.span.bigEndianUInt16(at: 0) == 0xABCD)
    #expect(bytes.span.bigEndianDouble(at: 14) == -1.5)
    #expect(bytes.span.littleEndianUInt64(at: 28) == 11)
    #expect(bytes.span.littleEndianDouble(at: 36) == .pi)
    bytes.store(bigEndian: UInt32(0x0102_0304), at: 40)
    #expect(bytes[40...] == [1, 2, 3, 4])
    bytes.store([9, 8].span, at: 42)
    #expect(bytes[40...] == [1, 2, 9, 8])
    bytes.append(literal: "né")
    bytes.append(zeros: 2)
    #expect(bytes.suffix(5) == [0x6E, 0xC3, 0xA9, 0, 0])
  }

  @Test func `bytes can be moved within their array, also when they overlap`() {
    var bytes: [UInt8] = [0, 1, 2, 3, 4, 5]
    bytes.move(2..<6, to: 1)
    #expect(bytes == [0, 2, 3, 4, 5, 5])
    bytes.move(0..<4, to: 2)
    #expect(bytes == [0, 2, 0, 2, 3, 4])
    bytes.move(6..<6, to: 6)
    #expect(bytes == [0, 2, 0, 2, 3, 4])
  }

  @Test func `spans compare like memcmp, with prefixes first`() {
    let words: [[UInt8]] = [[], [0], [0, 0], [1], [1, 255], [2], [128], [255]]
    for (left, first) in words.enumerated() {
      for (right, second) in words.enumerated() {
        #expect(first.span.compare(second.span).signum() == (left - right).signum())
        #expect(first.span.isEqual(to: second.span) == (left == right))
      }
    }
  }

  @Test func `the search for a byte begins at the start index`() {
    let bytes = Array("a,b,c".utf8)
    let comma = UInt8(ascii: ",")
    #expect(bytes.span.firstIndex(of: comma) == 1)
    #expect(bytes.span.firstIndex(of: comma, from: 2) == 3)
    #expect(bytes.span.firstIndex(of: comma, from: 4) == nil)
    #expect(bytes.span.firstIndex(of: comma, from: 5) == nil)
    #expect(bytes.span.firstIndex(of: comma, from: -1) == nil)
    #expect([UInt8]().span.firstIndex(of: comma) == nil)
    #expect(bytes.span.matches("b,", at: 2) == true)
    #expect(bytes.span.matches("c,", at: 4) == false)
    #expect(bytes.span.matches("c", at: Int.max) == false)
  }

  @Test func `text is validated or repaired`() {
    #expect(Array("naïve".utf8).span.validatedString() == "naïve")
    #expect(([0x61, 0xFF] as [UInt8]).span.validatedString() == nil)
    #expect(([0x61, 0xFF] as [UInt8]).span.repairedString() == "a\u{FFFD}")
  }

  @Test func `a reader throws at the end of its bytes and does not move`() throws {
    var reader = ByteReader([1, 2, 3, 4, 5, 6, 7])
    #expect(try reader.readUInt8() == 1)
    #expect(try reader.readLittleEndianUInt16() == 0x0302)
    #expect(throws: BytesError.truncated(offset: 3, needed: 8, available: 4)) {
      try reader.readBigEndianUInt64()
    }
    #expect(try reader.readBytes(4) == [4, 5, 6, 7])
    #expect(throws: BytesError.self) { try reader.readBytes(-1) }
    for position in [Int.min, -1, 8, Int.max] {
      reader.seek(to: position)
      #expect(throws: BytesError.self) { try reader.readUInt8() }
    }
  }
}

struct UTF8ValidationTests {
  @Test(
    arguments: [
      ([], nil), ([0x7F], nil), ([0xC2, 0x80], nil), ([0xC1, 0xBF], 0), ([0xE0, 0x9F, 0xBF], 0),
      ([0xE0, 0xA0, 0x80], nil), ([0xED, 0x9F, 0xBF], nil), ([0xED, 0xA0, 0x80], 0),
      ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x8F, 0xBF, 0xBF], nil),
      ([0xF4, 0x90, 0x80, 0x80], 0),
      ([0x41, 0xC2], 1), ([0x41, 0xE2, 0x82], 1), ([0x41, 0x80], 1), ([0xFF], 0),
    ] as [([UInt8], Int?)])
  func `the first malformed sequence is found`(bytes: [UInt8], invalid: Int?) {
    #expect(UTF8Validation.firstInvalid(bytes.span) == invalid)
    let padded = [UInt8](repeating: 0x61, count: 21) + bytes
    #expect(UTF8Validation.firstInvalid(padded.span) == invalid.map { $0 + 21 })
    #expect(UTF8Validation.isValid(padded.span) == (invalid == nil))
    #expect(UTF8Validation.isASCII(padded.span) == bytes.allSatisfy { $0 < 0x80 })
  }

  @Test func `random bytes are validated like in Swift`() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<5_000 {
      let starts: [UInt8] = [0x41, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0x80, 0x9F, 0xA0, 0xBF]
      let bytes = (0..<generator.integer(in: 0...12)).map { _ in
        starts[generator.integer(in: 0...starts.count - 1)]
      }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      #expect(UTF8Validation.isValid(bytes.span) == isValid)
    }
  }
}
