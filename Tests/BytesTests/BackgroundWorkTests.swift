import Bytes
import Synchronization
import Testing

struct BackgroundWorkTests {
  @Test func `work is done once, however often its value is read`() async {
    let count = Atomic(0)
    let work = BackgroundWork { count.wrappingAdd(1, ordering: .relaxed).newValue }
    work.begin()
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { work.value() } }
      for await value in group { #expect(value == 1) }
    }
    #expect(work.value() == 1)
  }

  @Test func `tasks on all cores can wait for work that no core has begun`() async {
    let sums = await withTaskGroup(of: Int.self) { group in
      for first in 0..<100 {
        group.addTask {
          let works = (0..<20).map { number in BackgroundWork { first + number } }
          return works.reduce(0) { $0 + $1.value() }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums.sorted() == (0..<100).map { 20 * $0 + 190 })
  }
}
