import FeatureData
import GeoPackage
import Geometry
import Packaging
import TestSupport
import Testing

/// Rows are found by keys and boxes as if all were compared.
@Suite struct GatheringTests {
  @Test("The rows with a key are found among all kinds of keys", arguments: [false, true])
  func keys(isFiltered: Bool) throws {
    var generator = SeededGenerator(seed: isFiltered ? 1 : 2)
    func key() -> JoinKey? {
      let number = generator.integer(in: 0...900)
      return switch generator.integer(in: 0...3) {
      case 0: nil
      case 1: .integer(Int64(number - 450))
      case 2: .text(Array(String(repeating: "x", count: number % 70).utf8) + [UInt8(number % 9)])
      default: .globalID(GlobalID(high: UInt64(number), low: UInt64(number * 7)))
      }
    }
    var builder = KeyIndex.Builder(isFiltered: isFiltered)
    var rows: [JoinKey: [Int]] = [:]
    var counts: [JoinKey: Int] = [:]
    var row = 0
    for _ in 0..<20 {
      let all = (0..<generator.integer(in: 0...400)).map { _ in key() }
      let taken = all.filter { _ in !isFiltered || generator.integer(in: 0...2) > 0 }
      try builder.append(all: all, taken: taken)
      for case let key? in all { counts[key, default: 0] += 1 }
      for key in taken {
        if let key { rows[key, default: []].append(row) }
        row += 1
      }
    }
    let index = try builder.finish()
    var lookup = KeyIndex.Lookup(index)
    for key in counts.keys.sorted(by: { $0.text < $1.text }) {
      var found: [Int] = []
      try lookup.each(with: key) { if let row = $0 { found.append(row) } }
      #expect(found.sorted() == rows[key] ?? [], "\(key)")
      #expect(try lookup.contains(key))
    }
    for key in [JoinKey.integer(-9_999), .integer(9_999), .text([]), .text([255])] {
      #expect(try !lookup.contains(key))
    }
    #expect(index.repeated.count == counts.values.count { $0 > 1 })
  }

  @Test("No key is found where there are none")
  func noKeys() throws {
    var lookup = KeyIndex.Lookup(try KeyIndex.Builder(isFiltered: false).finish())
    #expect(try !lookup.contains(.integer(1)))
  }

  @Test("The rows whose boxes meet a box are found", arguments: [0, 1, 7, 3_000])
  func boxes(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    func box() -> Envelope {
      let size = generator.integer(in: 0...20) == 0 ? 60.0 : 2
      let (x, y) = (
        Double.random(in: -50...50, using: &generator),
        Double(generator.integer(in: -20...20))
      )
      return Envelope(
        minX: x, minY: y, maxX: x + Double.random(in: 0...size, using: &generator),
        maxY: y + (generator.integer(in: 0...3) == 0 ? size : 0))
    }
    let all = (0..<count).map { _ in generator.integer(in: 0...9) == 0 ? Envelope.empty : box() }
    var builder = BoxIndex.Builder()
    for box in all { try builder.append(box) }
    let index = try builder.finish()
    for _ in 0..<100 {
      let wanted = box()
      var found: [Int] = []
      try index.each(meeting: wanted) { found.append(Int($0)) }
      #expect(found.sorted() == all.indices.filter { all[$0].intersects(wanted) })
    }
  }
}
