import CCoverage
import Foundation
import Synchronization

/// Inputs that reached code that no input before them had reached. Damage begins at them, too, so
/// that changes add up. Only in a program that counts its branches.
final class FuzzCorpus: Sendable {
  /// The corpus of this process, which runs one test; nil if branches are not counted.
  static let shared: FuzzCorpus? =
    Fuzz.seconds == nil || coverage_branches() == 0 ? nil : FuzzCorpus()

  private struct State {
    /// Inputs by the hash of the sound input that they come from.
    var kept: [Int: [[UInt8]]] = [:]
    var size = 0
    var count = 0
    /// The inputs of the current round. Larger ones than `largest` aren't kept: those that double
    /// each time would soon take all time and memory.
    var round: [(origin: Int, input: [UInt8], largest: Int)] = []
  }

  private let state = Mutex(State())
  /// Where the inputs of the current round are written, so that they survive a trap.
  private let folder = ProcessInfo.processInfo.environment["FIELDPACK_FUZZ_FOLDER"]
  /// The largest size of a corpus, in bytes.
  private static let limit = 64 << 20

  /// Where damage of `sound` begins: mostly at an input that comes from it.
  func start(for sound: [UInt8], generator: inout SeededGenerator) -> [UInt8] {
    state.withLock { state in
      guard let kept = state.kept[sound.hashValue], generator.integer(in: 0...7) > 0 else {
        return sound
      }
      return kept.randomElement(using: &generator) ?? sound
    }
  }

  /// Takes note of an input that a test is about to read.
  func note(_ input: [UInt8], from sound: [UInt8]) {
    let number = state.withLock { state in
      state.round.append((sound.hashValue, input, largest: 4 * sound.count + 4_096))
      return state.round.count
    }
    guard let folder else { return }
    try? Data(input).write(to: URL(filePath: "\(folder)/\(number)"))
  }

  /// Ends a round, and keeps its inputs if they reached new code.
  func endRound() {
    let new = coverage_take_new()
    state.withLock { state in
      if new > 0 {
        for (origin, input, largest) in state.round
        where input.count <= min(largest, Self.limit - state.size) {
          state.kept[origin, default: []].append(input)
          state.size += input.count
          state.count += 1
        }
      }
      state.round.removeAll(keepingCapacity: true)
    }
  }

  /// How many inputs were kept, in how many bytes.
  var summary: (count: Int, size: Int) { state.withLock { ($0.count, $0.size) } }
}
