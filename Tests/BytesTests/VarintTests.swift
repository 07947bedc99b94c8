import Bytes
import Testing

struct VarintTests {
  @Test(
    arguments: [
      (0, [0]), (127, [0x7F]), (128, [0x81, 0]), (0x3FFF, [0xFF, 0x7F]), (0x4000, [0x81, 0x80, 0]),
      (UInt64.max, [UInt8](repeating: 0xFF, count: 9)),
      (1 << 56 - 1, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
    ] as [(UInt64, [UInt8])])
  func `a varint has the same bytes as in SQLite`(value: UInt64, expected: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.append(varint: value)
    #expect(bytes == expected)
    #expect(Varint.length(value) == expected.count)
  }

  @Test func `every power of two and its neighbors round-trip`() {
    for shift in 0..<64 {
      let power = UInt64(1) << UInt64(shift)
      for value: UInt64 in [power, power &- 1, power | 1] {
        var bytes: [UInt8] = [0xAA]
        bytes.append(varint: value)
        #expect(bytes.count == 1 + Varint.length(value))
        var position = 1
        #expect(Varint.read(bytes.span, at: &position) == value)
        #expect(position == bytes.count)
        for end in 1..<bytes.count {
          position = 1
          #expect(Varint.read(bytes.span.extracting(0..<end), at: &position) == nil)
          #expect(position == 1)
        }
      }
    }
  }
}
