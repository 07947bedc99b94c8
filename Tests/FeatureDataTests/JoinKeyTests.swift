import Bytes
import FeatureData
import Records
import Testing

struct JoinKeyTests {
  @Test func `keys sort like their sortable bytes, from which they come back`() {
    let keys: [JoinKey] = [
      .globalID(GlobalID(high: 0, low: 1)), .globalID(GlobalID(high: 1, low: 0)),
      .globalID(GlobalID(high: .max, low: 7)), .integer(.min), .integer(-1), .integer(0),
      .integer(.max), .text([]), .text([0]), .text(Array("a".utf8)), .text(Array("ab".utf8)),
      .text([255]),
    ]
    let sortable = keys.map { key in
      var bytes: [UInt8] = []
      key.appendSortable(to: &bytes)
      return bytes
    }
    for (one, left) in zip(keys, sortable) {
      let back = JoinKey(sortable: left.span)
      #expect(back == one)
      for (other, right) in zip(keys, sortable) {
        #expect((one < other) == left.lexicographicallyPrecedes(right))
      }
    }
    #expect(keys == keys.sorted())
  }

  @Test func `a GlobalID of zeros is no key`() {
    for text in ["{00000000-0000-0000-0000-000000000000}", "00000000000000000000000000000000"] {
      let bytes = Array(text.utf8)
      #expect(JoinKey(.text(0..<bytes.count), in: bytes.span) == nil)
    }
  }
}
