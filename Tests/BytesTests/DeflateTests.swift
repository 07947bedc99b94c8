import Bytes
import TestSupport
import Testing

struct DeflateTests {
  private func text(_ count: Int, seed: UInt64 = 3) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    while bytes.count < count {
      bytes.append(literal: "tree ")
      bytes += Array(String(generator.integer(in: 0...999)).utf8)
    }
    return Array(bytes.prefix(count))
  }

  @Test(arguments: [DeflateFormat.raw, .zlib, .gzip], [0, 1, 100, 200_000])
  func `deflated data inflates to the original`(format: DeflateFormat, count: Int) throws {
    let bytes = text(count)
    for level in [0, 1, 6, 9] {
      let packed = try Deflate.compress(bytes.span, format: format, level: level)
      #expect(try Deflate.inflate(packed.span, format: format, limit: count) == bytes)
      if count > 0 {
        #expect(throws: BytesError.inflatedTooLarge(limit: count - 1)) {
          try Deflate.inflate(packed.span, format: format, limit: count - 1)
        }
      }
      #expect(throws: BytesError.self) {
        try Deflate.inflate((packed + [0]).span, format: format, limit: count)
      }
    }
  }

  @Test func `blocks compressed separately form one stream`() throws {
    let bytes = text(300_000)
    var stream: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 70_000)
      let dictionary = bytes.span.extracting(max(0, start - Deflate.windowSize)..<start)
      stream += try Deflate.compress(
        bytes.span.extracting(start..<end), dictionary: dictionary, level: 6,
        isLast: end == bytes.count)
      start = end
    }
    #expect(try Deflate.inflate(stream.span, format: .raw, limit: bytes.count) == bytes)
    let alone = try Deflate.compress(bytes.span, format: .raw, level: 6)
    #expect(stream.count < alone.count * 102 / 100)
  }

  @Test(arguments: [DeflateFormat.raw, .zlib, .gzip])
  func `a stream cut off anywhere is rejected`(format: DeflateFormat) throws {
    let packed = try Deflate.compress(text(500).span, format: format, level: 6)
    for end in 0..<packed.count {
      #expect(throws: BytesError.self) {
        try Deflate.inflate(packed.span.extracting(0..<end), format: format, limit: 1000)
      }
    }
  }

  @Test func `a wrong checksum is rejected`() throws {
    var packed = try Deflate.compress(text(500).span, format: .gzip, level: 6)
    packed[packed.count - 6] ^= 1
    #expect(throws: BytesError.self) {
      try Deflate.inflate(packed.span, format: .gzip, limit: 1000)
    }
  }
}

struct ByteStreamTests {
  private func read(_ bytes: [UInt8], step: Int, limit: Int = Int.max) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let file = try InputFile(path: folder.write(bytes, to: "stream"))
    let stream = try ByteStream(region: FileRegion(file), limit: limit)
    var output: [UInt8] = []
    while true {
      let before = output.count
      let count = try stream.read(upTo: step, appendingTo: &output)
      #expect(count == output.count - before && count <= step)
      if count == 0 { break }
    }
    #expect(stream.count == output.count)
    #expect(stream.position == bytes.count)
    #expect(try stream.read(upTo: step, appendingTo: &output) == 0)
    return output
  }

  private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    try Deflate.compress(bytes.span, format: .gzip, level: 6)
  }

  @Test(arguments: [1, 7, 1000, 1 << 20])
  func `plain and gzip files give the same bytes for any step size`(step: Int) throws {
    var generator = SeededGenerator(seed: 4)
    for count in [0, 1, 2, 3, 500, step == 1 ? 2000 : 300_000] {
      let bytes = generator.bytes(count)
      #expect(try read(bytes, step: step) == bytes)
      #expect(try read(gzip(bytes), step: step) == bytes)
    }
  }

  @Test func `gzip members can follow each other, with empty ones and trailing zeros`() throws {
    let first = Array("first ".utf8)
    let second = [UInt8](repeating: 7, count: 600_000)
    var file = try gzip(first) + gzip([]) + gzip(second)
    #expect(try read(file, step: 100_000) == first + second)
    file += [UInt8](repeating: 0, count: 300_000)
    #expect(try read(file, step: 100_000) == first + second)
    file.append(1)
    #expect(throws: BytesError.self) { try read(file, step: 100_000) }
  }

  @Test func `gzip cut off anywhere after its magic number is rejected`() throws {
    let file = try gzip(Array("some words, some words".utf8))
    for end in 3..<file.count {
      #expect(throws: BytesError.self) { try read(Array(file.prefix(end)), step: 64) }
    }
  }

  @Test func `output beyond the limit is rejected`() throws {
    let bytes = [UInt8](repeating: 0, count: 5000)
    #expect(try read(gzip(bytes), step: 999, limit: 5000) == bytes)
    #expect(throws: BytesError.inflatedTooLarge(limit: 4999)) {
      try read(gzip(bytes), step: 999, limit: 4999)
    }
    #expect(throws: BytesError.inflatedTooLarge(limit: 4999)) {
      try read(bytes, step: 999, limit: 4999)
    }
  }
}
