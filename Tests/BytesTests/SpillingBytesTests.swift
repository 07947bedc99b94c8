import Bytes
import TestSupport
import Testing

/// Bytes are the same wherever they are kept.
@Suite struct SpillingBytesTests {
  @Test(
    "Any range can be read, whether the bytes fit into memory or not",
    arguments: [0, 1, 100, 5_000])
  func ranges(room: Int) throws {
    var generator = SeededGenerator(seed: UInt64(room))
    var writer = SpillingBytes(room: room)
    var all: [UInt8] = []
    for _ in 0..<200 {
      let piece = (0..<generator.integer(in: 0...40)).map { _ in
        UInt8(generator.integer(in: 0...255))
      }
      try writer.append(piece.span)
      all += piece
    }
    #expect(writer.count == all.count)
    let bytes = try writer.finish()
    #expect(bytes.count == all.count)
    var buffer: [UInt8] = [1, 2, 3]
    for _ in 0..<200 {
      let start = generator.integer(in: 0...all.count)
      let range = start..<generator.integer(in: start...all.count)
      try bytes.read(range, into: &buffer)
      #expect(buffer == Array(all[range]))
    }
  }
}
