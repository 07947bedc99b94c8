import OrderedJSON
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

extension ArcadeWorkspace {
  /// With fewer rows or steps, computing a result is as fast as finding it.
  private static let fewestRows = 256
  private static let fewestSteps = 4_096

  /// Computes a result of a feature set, or finds the shared one.
  ///
  /// - Parameters:
  ///   - how: the function and all its arguments except the feature set, as text.
  ///   - make: makes a feature set, or a value that is not a reference.
  mutating func shared(
    _ set: ArcadeFeatureSet, how: (inout ArcadeWorkspace) throws(ArcadeProblem) -> String,
    make: (inout ArcadeWorkspace) throws(ArcadeProblem) -> ArcadeValue
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let results = context.tables?.results, let held = held(set), let start = held.origin,
      count(of: set) >= Self.fewestRows
    else { return try make(&self) }
    let origin = try "\(context.now) \(start)\n\(how(&self))"
    let (steps, bytes) = (stepsLeft, bytesLeft)
    if let known = results.result(for: origin),
      let found = try found(known, in: held.table, origin: origin)
    {
      return found
    }
    let made: ArcadeValue
    do throws(ArcadeProblem) {
      made = try make(&self)
    } catch {
      if error.isLimit {
        results.keep(.init(outcome: .failure(error), steps: steps, bytes: bytes), for: origin)
      }
      throw error
    }
    guard steps - stepsLeft >= Self.fewestSteps, let outcome = outcome(of: made) else {
      return made
    }
    results.keep(
      .init(outcome: outcome, steps: steps - stepsLeft, bytes: bytes - bytesLeft), for: origin)
    setOrigin(origin, of: made)
    return made
  }

  /// Arguments as text that is different for all other arguments.
  mutating func spelled(
    _ arguments: ArcadeArguments, from first: Int
  ) throws(ArcadeProblem) -> String {
    var values: [JSON] = []
    for index in first..<max(first, arguments.count) {
      let value = value(arguments, index)
      values += [.string(value.kind), try json(of: value)]
    }
    return String(decoding: JSONWriter.write(.array(values)), as: UTF8.self)
  }

  /// A shared result; nil if computing it might end differently now.
  private mutating func found(
    _ known: SharedResults.Result, in table: Int, origin: String
  ) throws(ArcadeProblem) -> ArcadeValue? {
    if case .failure(let problem) = known.outcome {
      guard stepsLeft == known.steps, bytesLeft == known.bytes else { return nil }
      throw problem
    }
    // If a limit would stop the run, compute the result to report the right limit.
    guard stepsLeft >= known.steps, bytesLeft >= known.bytes else { return nil }
    stepsLeft -= known.steps
    bytesLeft -= known.bytes
    switch known.outcome {
    case .rows(let rows):
      return featureSet(HeldFeatureSet(table: table, rows: rows), origin: origin)
    case .table(let made):
      heap.tables.append(made)
      return featureSet(
        HeldFeatureSet(table: ~(heap.tables.count - 1), rows: nil), origin: origin)
    case .value(let value): return value
    case .failure: return nil
    }
  }

  private mutating func featureSet(_ set: HeldFeatureSet, origin: String) -> ArcadeValue {
    heap.featureSets.append(set)
    let value = ArcadeValue.featureSet(
      ArcadeFeatureSet(slot: Int32(heap.featureSets.count - 1)))
    setOrigin(origin, of: value)
    return value
  }

  /// Records how a feature set was derived.
  private mutating func setOrigin(_ origin: String, of value: ArcadeValue) {
    guard case .featureSet(let set) = value else { return }
    heap.featureSets[Int(set.slot)].origin = origin
  }

  private func outcome(of value: ArcadeValue) -> SharedResults.Outcome? {
    switch value {
    case .featureSet(let set):
      guard let held = held(set) else { return nil }
      if let rows = held.rows { return .rows(rows) }
      return held.table < 0 ? table(numbered: held.table).map { .table($0) } : nil
    case .null, .boolean, .number, .text, .date, .day, .time: return .value(value)
    case .array, .dictionary, .feature, .geometry, .function, .tables: return nil
    }
  }
}

extension ArcadeProblem {
  /// Whether this is an error at a limit of the run.
  fileprivate var isLimit: Bool {
    switch self {
    case .tooManySteps, .tooMuchMemory: true
    default: false
    }
  }
}
