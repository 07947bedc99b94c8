import Synchronization

// An expression like `100 * $feature.Value / Sum($layer, 'Value')` would read the whole layer once
// per feature. Results that depend on a table alone are therefore computed once, and shared by all
// features and threads.
//
//   origin   how a feature set was derived from a table: the table's number, then each function with
//            its arguments; nil if the set depends on the feature
//
// Limits do not depend on what ran before. A shared result counts as many steps and bytes as
// computing it did, and an error at a limit is shared too.

/// Results that depend on tables alone.
final class SharedResults: Sendable {
  /// The result of a function of a feature set.
  enum Outcome: Sendable {
    /// Rows of the same table.
    case rows([Int])
    /// A table that the run made.
    case table(ArcadeTable)
    /// A number, text or date.
    case value(ArcadeValue)
    /// An error at a limit.
    case failure(ArcadeProblem)
  }

  struct Result: Sendable {
    let outcome: Outcome
    /// The cost of computing it; for a failure, what was left when it began.
    let steps: Int
    let bytes: Int
  }

  private struct State: Sendable {
    var results: [String: Result] = [:]
    var size = 0
  }

  /// The approximate number of bytes to keep.
  private static let room = 32 << 20

  private let state = Mutex(State())

  /// The result of an earlier run; nil if there is none.
  func result(for origin: String) -> Result? {
    state.withLock { $0.results[origin] }
  }

  /// Keeps a result. If there is no room, drops all others.
  func keep(_ result: Result, for origin: String) {
    var size = 256 + 2 * origin.utf8.count
    switch result.outcome {
    case .rows(let rows): size += 8 * rows.count
    case .table, .value, .failure: size += result.bytes
    }
    guard size <= Self.room else { return }
    state.withLock { state in
      if state.size + size > Self.room { state = State() }
      if state.results.updateValue(result, forKey: origin) == nil { state.size += size }
    }
  }
}
