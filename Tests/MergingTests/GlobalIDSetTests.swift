import FeatureData
import Merging
import TestSupport
import Testing

struct GlobalIDSetTests {
  @Test func `the set contains an id only after it was added`() {
    var set = GlobalIDSet()
    var mirror: Set<GlobalID> = []
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5_000 {
      // Use few ids, so that they repeat and include zero.
      let id = GlobalID(
        high: UInt64(generator.integer(in: 0...40)), low: UInt64(generator.integer(in: 0...40)))
      #expect(set.contains(id) == mirror.contains(id))
      #expect(set.insert(id) == mirror.insert(id).inserted)
    }
    #expect(set.count == mirror.count)
    #expect(!set.contains(GlobalID(high: 1, low: 999)))
  }
}
