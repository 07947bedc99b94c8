import FeatureData
import Merging
import TestSupport
import Testing

struct GlobalIDSetTests {
  @Test func `an id is in the set once it was added, and only then`() {
    var set = GlobalIDSet()
    var mirror: Set<GlobalID> = []
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5_000 {
      // Few ids, so that they repeat; zero among them.
      let id = GlobalID(
        high: UInt64(generator.integer(in: 0...40)), low: UInt64(generator.integer(in: 0...40)))
      #expect(set.contains(id) == mirror.contains(id))
      #expect(set.insert(id) == mirror.insert(id).inserted)
    }
    #expect(set.count == mirror.count)
    #expect(!set.contains(GlobalID(high: 1, low: 999)))
  }
}
