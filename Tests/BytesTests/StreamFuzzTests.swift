import Bytes
import TestSupport
import Testing

struct StreamFuzzTests {
  private func seeds(_ format: DeflateFormat) throws -> [[UInt8]] {
    var generator = SeededGenerator(seed: 1)
    let words = Array(repeating: "Quercus garryana, Thuja plicata; ", count: 20).joined()
    let plain: [[UInt8]] = [[], [7], Array(words.utf8), generator.bytes(300)]
    return try plain.flatMap { bytes in
      try [0, 1, 9].map { try Deflate.compress(bytes.span, format: format, level: $0) }
    }
  }

  @Test(arguments: [DeflateFormat.raw, .zlib, .gzip])
  func `damaged streams give an error or stay within their limit`(format: DeflateFormat) throws {
    let seeds = try seeds(format)
    Fuzz.run(iterations: 600) { seed in
      var mutator = Mutator(seed: seed)
      let original = seeds[mutator.generator.integer(in: 0...seeds.count - 1)]
      let bytes = mutator.mutated(original, others: seeds)
      do throws(BytesError) {
        let output = try Deflate.inflate(bytes.span, format: format, limit: 2000)
        #expect(output.count <= 2000)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test func `damaged gzip files give an error or stay within their limit`() throws {
    let folder = try TemporaryFolder()
    let seeds = try seeds(.gzip)
    try Fuzz.run(iterations: 800) { seed in
      var mutator = Mutator(seed: seed)
      let first = mutator.generator.integer(in: 0...seeds.count - 1)
      let second = mutator.generator.integer(in: 0...seeds.count - 1)
      let bytes = mutator.mutated(seeds[first] + seeds[second], others: seeds)
      var file = try OutputFile(scratchIn: folder.path)
      try file.append(bytes)
      let region = FileRegion(try file.reopen())
      let step = mutator.generator.integer(in: 1...3000)
      var output: [UInt8] = []
      do {
        let stream = try ByteStream(region: region, limit: 3000)
        while try stream.read(upTo: step, appendingTo: &output) > 0 {}
        #expect(output.count <= 3000)
        #expect(stream.isCompressed || output == bytes)
      } catch is BytesError {}
    }
  }

  @Test func `damaged numbers are read like in Swift, or not at all`() {
    let seeds = [
      "-122.65432109876543", "1.7976931348623157e308", "4.9e-324", "9007199254740993", "0.1",
      "1e23", "2.2250738585072012e-308", "123456789012345678901234567890e-25", "5e-324",
    ].map { Array($0.utf8) }
    let alphabet = Array("0123456789.eE+-".utf8)
    Fuzz.run(iterations: 3000) { seed in
      var mutator = Mutator(seed: seed)
      var bytes = seeds[mutator.generator.integer(in: 0...seeds.count - 1)]
      if seed % 2 == 0 {
        bytes = mutator.mutated(bytes, others: seeds)
      } else {
        for _ in 0..<mutator.generator.integer(in: 1...6) {
          let offset = mutator.generator.integer(in: 0...bytes.count - 1)
          bytes[offset] = alphabet[mutator.generator.integer(in: 0...alphabet.count - 1)]
        }
      }
      var position = 0
      guard let value = DecimalParser.parse(bytes.span, at: &position) else {
        #expect(position == 0)
        return
      }
      let text = String(decoding: bytes[..<position], as: UTF8.self)
      #expect(value.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }
}
