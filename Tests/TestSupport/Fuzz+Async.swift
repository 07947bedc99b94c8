import Foundation

extension Fuzz {
  /// Runs `body` with `iterations` seeds in a row, or until the time is up.
  package static func run(
    iterations: Int, _ body: (_ seed: UInt64) async throws -> Void
  ) async rethrows {
    let begin = processorSeconds
    var count = 0
    while seconds.map({ processorSeconds - begin < $0 }) ?? (count < iterations) {
      try await body(firstSeed &+ UInt64(count))
      count += 1
    }
    if seconds != nil { print("fuzzed \(count) inputs") }
  }
}
