import Bytes
import Records
import SQLiteFile
import TestSupport
import Testing

struct KeySorterTests {
  /// The forms of keys, each with a different way of being equal or nearly equal.
  enum Form: CaseIterable, Sendable {
    case numbers, texts, prefixes, zeros, few, empty

    func key(_ generator: inout SeededGenerator) -> [UInt8] {
      switch self {
      case .numbers: generator.bytes(8)
      case .texts: Array("{\(generator.integer(in: 0...9_999_999))-tail}".utf8)
      case .prefixes: [UInt8](repeating: 65, count: generator.integer(in: 0...20))
      case .zeros: generator.bytes(generator.integer(in: 0...3)) + [UInt8](repeating: 0, count: 9)
      case .few: [UInt8(generator.integer(in: 0...4))]
      case .empty: []
      }
    }
  }

  @Test(arguments: Form.allCases, [40, 3_000, 1 << 24])
  func `keys come out by their bytes, equal ones in the order in which they came`(
    form: Form, room: Int
  ) throws {
    var generator = SeededGenerator(seed: UInt64(room))
    var sorter = KeySorter(payloadLength: 8, room: room)
    var expected: [(key: [UInt8], payload: UInt64)] = []
    for number in 0..<2_000 {
      let key = form.key(&generator)
      expected.append((key, UInt64(number)))
      try sorter.append(key.span, payload: UInt64(number))
    }
    expected.sort { left, right in
      let order = left.key.span.compare(right.key.span)
      return order == 0 ? left.payload < right.payload : order < 0
    }
    #expect(sorter.count == expected.count)
    var sorted = try sorter.sorted()
    var previous: [UInt8]?
    for (key, payload) in expected {
      try #require(try sorted.next())
      #expect(sorted.withEntry { $0.extracting(0..<sorted.keyLength).copied() } == key)
      let found = sorted.withEntry { $0.bigEndianUInt64(at: sorted.keyLength) }
      #expect(found == payload)
      #expect(sorted.isRepeated == (previous == key))
      previous = key
    }
    #expect(try !sorted.next())
    #expect(try !sorted.next())
  }

  @Test func `a sorter can be read several times, and filled further`() throws {
    var sorter = KeySorter(payloadLength: 0, room: 64)
    func keys() throws -> [UInt8] {
      var sorted = try sorter.sorted()
      var keys: [UInt8] = []
      while try sorted.next() { keys.append(sorted.withEntry { $0[0] }) }
      return keys
    }
    for key: UInt8 in (0..<200).reversed() { try sorter.append { $0.append(key) } }
    #expect(try keys() == Array(0..<200))
    #expect(try keys() == Array(0..<200))
    try sorter.append { $0.append(250) }
    #expect(try keys() == Array(0..<200) + [250])
  }

  @Test func `many sorters at once wait for each other's work and not for a free core`()
    async throws
  {
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for seed in 0..<64 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(seed))
          var sorter = KeySorter(payloadLength: 0, room: 200)
          for _ in 0..<1_000 {
            let key = generator.bytes(8)
            try sorter.append { $0.append(key.span) }
          }
          var sorted = try sorter.sorted()
          var count = 0
          while try sorted.next() { count += 1 }
          return count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [Int](repeating: 1_000, count: 64))
  }
}

struct SpilledTreesTests {
  /// Values of all kinds, with numbers that differ little.
  private static func value(
    _ generator: inout SeededGenerator, in record: inout [UInt8]
  ) -> RecordValue {
    let wide = Int64(1) << 53
    record = generator.bytes(generator.integer(in: 0...12))
    return switch generator.integer(in: 0...6) {
    case 0: .null
    case 1: .integer(Int64(generator.integer(in: -3...3)))
    case 2: .integer(wide + Int64(generator.integer(in: 0...3)))
    case 3: .real(Double(wide) + Double(generator.integer(in: 0...3)))
    case 4: .real(Double(generator.integer(in: -6...6)) / 2)
    case 5: .text(0..<record.count)
    default: .blob(0..<record.count)
    }
  }

  @Test(arguments: [60, 2_000])
  func `an index that does not fit in memory has the same pages and duplicates`(
    room: Int
  ) throws {
    var (small, large) = (
      IndexSorter(findsDuplicates: true, room: room), IndexSorter(findsDuplicates: true)
    )
    var generator = SeededGenerator(seed: UInt64(room))
    var record: [UInt8] = []
    for row in 0..<3_000 {
      let value = Self.value(&generator, in: &record)
      try small.append(value, of: record.span, rowid: Int64(row))
      try large.append(value, of: record.span, rowid: Int64(row))
    }
    var (one, other) = (PageWriter(pageSize: 512), PageWriter(pageSize: 512))
    let (root, duplicates) = try small.finish(&one)
    let (expectedRoot, expectedDuplicates) = try large.finish(&other)
    #expect(root == expectedRoot)
    #expect(duplicates == expectedDuplicates)
    #expect(!duplicates.isEmpty)
    #expect(try Self.bytes(&one) == Self.bytes(&other))
  }

  @Test(arguments: [0, 1, 500, 4_000])
  func `an R-tree that does not fit in memory has the same pages`(rows: Int) throws {
    var (small, large) = (
      RTreeWriter(pageSize: 512, room: 100), RTreeWriter(pageSize: 512)
    )
    var generator = SeededGenerator(seed: UInt64(rows))
    for row in 0..<rows {
      let x = Double(generator.integer(in: 0...999))
      let y = Double(generator.integer(in: 0...999))
      try small.append(id: Int64(row) - 7, minX: x, maxX: x + 1, minY: y, maxY: y)
      try large.append(id: Int64(row) - 7, minX: x, maxX: x + 1, minY: y, maxY: y)
    }
    var (one, other) = (PageWriter(pageSize: 512), PageWriter(pageSize: 512))
    #expect(try small.finish(&one) == large.finish(&other))
    #expect(try Self.bytes(&one) == Self.bytes(&other))
  }

  @Test func `pages that were set aside in files equal those that stayed in memory`() throws {
    var sorter = IndexSorter()
    for row in 0..<4_000 {
      try sorter.append(text: "key \(row * 7_919 % 4_001)".utf8.span, rowid: Int64(row))
    }
    var (small, large) = (
      PageWriter(apartWithPageSize: 512, room: 3_000), PageWriter(apartWithPageSize: 512)
    )
    let root = try sorter.finish(&small).root
    #expect(try sorter.finish(&large).root == root)
    var (one, other) = (
      PageWriter(pageSize: 512, startingAt: 9), PageWriter(pageSize: 512, startingAt: 9)
    )
    #expect(one.append(small) == 9)
    #expect(other.append(large) == 9)
    #expect(one.pendingCount == other.pendingCount)
    #expect(try Self.bytes(&one) == Self.bytes(&other))
  }

  private static func bytes(_ pages: inout PageWriter) throws -> [UInt8] {
    var output = MemoryOutput()
    try pages.drain(into: &output)
    return output.bytes
  }
}
