import Records
import TestSupport
import Testing

/// The first columns of records, compared with the whole records.
struct PartialLayoutTests {
  private func record(_ generator: inout SeededGenerator, columns: Int) -> [UInt8] {
    var encoder = RecordEncoder()
    for _ in 0..<columns {
      switch generator.integer(in: 0...4) {
      case 0: encoder.appendNull()
      case 1: encoder.append(Int64(generator.integer(in: -70_000...70_000)))
      case 2: encoder.append(Double(generator.integer(in: 0...99)) / 7)
      case 3: encoder.append(text: String(repeating: "a", count: generator.integer(in: 0...90)))
      default:
        let blob = [UInt8](repeating: 7, count: generator.integer(in: 0...20_000))
        encoder.append(blob: blob.span)
      }
    }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    return bytes
  }

  @Test func `a partial layout equals the first columns of the whole record`() throws {
    var generator = SeededGenerator(seed: 8)
    var (whole, part) = (RecordLayout(), RecordLayout())
    for _ in 0..<400 {
      let columns = generator.integer(in: 1...20)
      let bytes = record(&generator, columns: columns)
      try whole.parse(bytes.span)
      #expect(RecordLayout.columnCount(of: bytes.span) == columns)
      let wanted = generator.integer(in: 0...24)
      try part.parse(bytes.span, first: wanted)
      #expect(part.count == min(wanted, columns))
      for column in 0..<25 {
        let expected: RecordValue = column < wanted ? whole.value(column, in: bytes.span) : .null
        #expect(part.value(column, in: bytes.span) == expected)
      }
    }
  }

  @Test(
    arguments: [[], [5], [0x81], [3, 1, 0x81, 7], [3, 10, 1], [2, 4, 1], [4, 0, 23, 1, 0x61]]
      as [[UInt8]])
  func `a record is rejected if its first columns are cut or have no valid type`(bytes: [UInt8]) {
    var layout = RecordLayout()
    #expect(throws: RecordError.self) { try layout.parse(bytes.span, first: 2) }
  }
}
