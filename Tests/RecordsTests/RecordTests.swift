import Records
import TestSupport
import Testing

/// Records, checked against the layout in File Format §2.1 and by reading them back.
struct RecordTests {
  @Test func `a record consists of header length, serial types and values`() {
    var encoder = RecordEncoder()
    encoder.appendNull()
    encoder.append(Int64(0))
    encoder.append(Int64(1))
    encoder.append(Int64(-2))
    encoder.append(2.5)
    encoder.append(text: "añ")
    encoder.append(blob: [7, 8].span)
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    #expect(
      bytes == [8, 0, 8, 9, 1, 7, 19, 16, 0xfe, 0x40, 4, 0, 0, 0, 0, 0, 0, 0x61, 0xc3, 0xb1, 7, 8])
    #expect(encoder.byteCount == bytes.count)
  }

  @Test(
    arguments: [
      (0, 0), (1, 0), (2, 1), (127, 1), (128, 2), (-128, 1), (-129, 2), (32767, 2), (32768, 3),
      (-32768, 2), (-32769, 3), (8_388_607, 3), (8_388_608, 4), (-8_388_609, 4), (1 << 31 - 1, 4),
      (1 << 31, 6), (-(1 << 31) - 1, 6), (1 << 47 - 1, 6), (1 << 47, 8), (-(1 << 47) - 1, 8),
      (Int64.max, 8), (Int64.min, 8),
    ] as [(Int64, Int)])
  func `an integer takes its smallest serial type and is read back`(_ value: Int64, width: Int)
    throws
  {
    var encoder = RecordEncoder()
    encoder.append(value)
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    #expect(bytes.count == 2 + width)
    var layout = RecordLayout()
    try layout.parse(bytes.span)
    #expect(layout.value(0, in: bytes.span) == .integer(value))
  }

  @Test func `NaN becomes NULL, other doubles keep their bits`() throws {
    var encoder = RecordEncoder()
    let values = [0.0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, 1e300, 3]
    encoder.append(Double.nan)
    for value in values { encoder.append(value) }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    var layout = RecordLayout()
    try layout.parse(bytes.span)
    #expect(layout.value(0, in: bytes.span) == .null)
    for (column, value) in values.enumerated() {
      guard case .real(let real) = layout.value(column + 1, in: bytes.span) else {
        Issue.record("column \(column + 1) is not a double")
        continue
      }
      #expect(real.bitPattern == value.bitPattern)
    }
  }

  @Test(arguments: [0, 1, 57, 58, 8_185, 8_186, 8_187, 70_000])
  func `texts and blobs of any length are read back`(_ length: Int) throws {
    let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var encoder = RecordEncoder()
    encoder.append(text: payload.span)
    encoder.append(blob: payload.span)
    encoder.append(Int64(77))
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    #expect(encoder.byteCount == bytes.count)
    var layout = RecordLayout()
    try layout.parse(bytes.span)
    guard case .text(let text) = layout.value(0, in: bytes.span),
      case .blob(let blob) = layout.value(1, in: bytes.span)
    else {
      Issue.record("classes were lost")
      return
    }
    #expect(Array(bytes[text]) == payload)
    #expect(Array(bytes[blob]) == payload)
    #expect(layout.value(2, in: bytes.span) == .integer(77))
    #expect(layout.value(3, in: bytes.span) == .null)
    #expect(layout.byteCount == bytes.count)
  }

  @Test(arguments: [1, 125, 126, 127, 128, 16_380, 16_381, 16_382, 16_383, 32_767])
  func `the header length includes itself at any width`(_ columns: Int) throws {
    var encoder = RecordEncoder()
    for _ in 0..<columns { encoder.appendNull() }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    #expect(encoder.byteCount == bytes.count)
    var layout = RecordLayout()
    try layout.parse(bytes.span)
    #expect(layout.count == columns)
    #expect(layout.byteCount == bytes.count)
  }

  @Test(
    arguments: [
      [], [0x80], [5, 0], [2, 10], [2, 11], [2, 13 + 2], [2, 1], [3, 0x81], [0], [1],
      [10, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0],
    ] as [[UInt8]])
  func `a damaged record is an error, never a crash`(_ bytes: [UInt8]) {
    var layout = RecordLayout()
    #expect(throws: RecordError.self) { try layout.parse(bytes.span) }
  }

  @Test func `random bytes are parsed or rejected`() {
    var generator = SeededGenerator(seed: 4)
    var layout = RecordLayout()
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...40, using: &generator)
      var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if count > 0 { bytes[0] = UInt8(Int.random(in: 0...count + 1, using: &generator)) }
      guard (try? layout.parse(bytes.span)) != nil else { continue }
      #expect(layout.byteCount <= bytes.count)
      for column in 0..<layout.count { _ = layout.value(column, in: bytes.span) }
    }
  }

  @Test func `a copied column equals the original`() throws {
    var encoder = RecordEncoder()
    encoder.append(Int64(-70_000))
    encoder.append(text: "x")
    encoder.append(1.5)
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    var layout = RecordLayout()
    try layout.parse(bytes.span)
    var copy = RecordEncoder()
    for column in 0..<4 { copy.append(layout.value(column, in: bytes.span), of: bytes.span) }
    var copied: [UInt8] = []
    copy.write(to: &copied)
    try layout.parse(copied.span)
    #expect(layout.count == 4)
    #expect(layout.isNull(3))
    #expect(layout.value(0, in: copied.span) == .integer(-70_000))
  }
}
