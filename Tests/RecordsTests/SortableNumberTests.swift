import Bytes
import Records
import Testing

struct SortableNumberTests {
  private static let integers: [Int64] = {
    let wide = Int64(1) << 53
    let near = [0, 1, 2, 1023, 1024, 1025].map { Int64($0) }
    return [.min, .min + 1, .min + 1024, .max, .max - 1, .max - 511, .max - 512, .max - 1024]
      + near + near.map { -$0 } + near.map { wide + $0 } + near.map { -wide - $0 }
  }()
  private static let reals: [Double] =
    [
      .nan, -.infinity, .infinity, -0.0, 0.0, 0.5, -0.5, .leastNonzeroMagnitude, 1e300, -1e300,
      0x1p63, -0x1p63, (0x1p63).nextDown, (-0x1p63).nextDown, (-0x1p63).nextUp,
    ] + integers.map { Double($0) } + integers.map { Double($0).nextUp }

  @Test func `numbers sort by their bytes as in an index of SQLite`() {
    var numbers: [(value: RecordValue, bytes: [UInt8])] = []
    for integer in Self.integers {
      var bytes: [UInt8] = []
      SortableNumber.append(amongReals: integer, to: &bytes)
      numbers.append((.integer(integer), bytes))
    }
    for real in Self.reals {
      var bytes: [UInt8] = []
      SortableNumber.append(real, to: &bytes)
      numbers.append((.real(real), bytes))
    }
    for one in numbers {
      for other in numbers {
        let order = RecordOrder.compare(one.value, other.value)
        #expect(
          (order < 0) == one.bytes.lexicographicallyPrecedes(other.bytes),
          "\(one.value) and \(other.value)")
        #expect((order == 0) == (one.bytes == other.bytes), "\(one.value) and \(other.value)")
      }
    }
  }

  @Test func `whole numbers sort by their bytes and come back`() {
    let sorted = Self.integers.sorted()
    for (one, other) in zip(sorted, sorted.dropFirst()) where one != other {
      #expect(SortableNumber.bits(one) < SortableNumber.bits(other))
    }
    #expect(sorted.map { SortableNumber.value(SortableNumber.bits($0)) } == sorted)
  }
}
