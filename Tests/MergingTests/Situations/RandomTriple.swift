import TestSupport

/// A random city as issued, as two crews returned it, and as the office has it.
struct RandomTriple {
  var base: RandomCity
  var returned: [RandomCity]
  var current: RandomCity

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    base = RandomCity(using: &generator)
    returned = [base, base]
    current = base
    returned[0].edit(generator.integer(in: 0...5), first: 1_000, using: &generator)
    returned[1].edit(generator.integer(in: 0...5), first: 2_000, using: &generator)
    current.edit(generator.integer(in: 0...5), first: 3_000, using: &generator)
  }

  func merge() async throws -> CityMerge {
    try await CityMerge(base: base.text, returned: returned.map(\.text), current: current.text)
  }
}
