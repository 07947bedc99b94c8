import Foundation

/// The rounds of tests that damage their inputs.
package enum Fuzz {
  /// Seconds of processor time from `FIELDPACK_FUZZ_SECONDS`; nil for the short, fixed run.
  /// Processor time, so that an hour is an hour on a busy machine, too.
  package static let seconds = ProcessInfo.processInfo.environment["FIELDPACK_FUZZ_SECONDS"]
    .flatMap(Double.init)

  /// Runs `body` with `iterations` seeds in a row, or until the time is up.
  package static func run(
    iterations: Int, _ body: (_ seed: UInt64) throws -> Void
  ) rethrows {
    for seed in FuzzRounds(iterations: iterations) { try body(seed) }
  }

  /// Runs `body` with `iterations` seeds in a row, or until the time is up.
  package static func run(
    iterations: Int, _ body: (_ seed: UInt64) async throws -> Void
  ) async rethrows {
    for seed in FuzzRounds(iterations: iterations) { try await body(seed) }
  }
}

/// The seeds of a test, one for each round.
private struct FuzzRounds: Sequence, IteratorProtocol {
  /// The first seed, from `FIELDPACK_FUZZ_SEED`, so that further hours try other inputs.
  private static let firstSeed =
    ProcessInfo.processInfo.environment["FIELDPACK_FUZZ_SEED"].flatMap(UInt64.init) ?? 0

  private let iterations: Int
  private var count = 0
  private let start = Self.processorSeconds
  private var roundStart = Self.processorSeconds
  /// The time of the slowest round, in seconds.
  private var slowest = 0.0

  init(iterations: Int) { self.iterations = iterations }

  mutating func next() -> UInt64? {
    let now = Self.processorSeconds
    if count > 0 {
      FuzzCorpus.shared?.endRound()
      slowest = Swift.max(slowest, now - roundStart)
    }
    guard Fuzz.seconds.map({ now - start < $0 }) ?? (count < iterations) else {
      if Fuzz.seconds != nil { print(summary) }
      return nil
    }
    roundStart = now
    count += 1
    return Self.firstSeed &+ UInt64(count - 1)
  }

  private var summary: String {
    let kept = FuzzCorpus.shared.map { ", kept \($0.summary.count) in \($0.summary.size) bytes" }
    let milliseconds = Int(slowest * 1_000)
    return "fuzzed \(count) inputs, the slowest in \(milliseconds) ms\(kept ?? "")"
  }

  /// What this process has used, in all its threads. POSIX has a million ticks in a second.
  private static var processorSeconds: Double { Double(clock()) / 1_000_000 }
}
