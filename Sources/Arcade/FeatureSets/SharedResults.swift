import OrderedJSON
import Synchronization

// An expression like `100 * $feature.Value / Sum($layer, 'Value')` would read the whole layer for
// each of its features. So what comes of a table alone, without the feature at hand, is worked out
// once for all features, and for all threads:
//
//   origin   how a feature set came of a table: the table's number, then each function with all
//            that it was given; nil for a set that hangs on a feature
//
// What a run may take does not depend on who ran before: a result that is found here counts as many
// steps and bytes as making it did, and an end at a limit is found as well.

/// What came of tables alone.
final class SharedResults: Sendable {
  /// What a function made of a feature set.
  enum Outcome: Sendable {
    /// These rows of the same table.
    case rows([Int])
    /// A table of the run.
    case table(ArcadeTable)
    /// A number, a text, a date.
    case value(ArcadeValue)
    /// A limit came before the end.
    case failure(ArcadeProblem)
  }

  struct Result: Sendable {
    let outcome: Outcome
    /// What making it took; of a failure, what was left when it began.
    let steps: Int
    let bytes: Int
  }

  private struct State: Sendable {
    var results: [String: Result] = [:]
    var size = 0
  }

  /// How many bytes are kept, about.
  private static let room = 32 << 20

  private let state = Mutex(State())

  /// What was made before; nil for nothing.
  func result(for origin: String) -> Result? {
    state.withLock { $0.results[origin] }
  }

  /// Keeps a result; where there is no room, all others go.
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
  /// Of fewer rows, and what took fewer steps, results are as soon made as found.
  private static let fewestRows = 256
  private static let fewestSteps = 4_096

  /// Makes something of a feature set, or finds it made.
  ///
  /// - Parameters:
  ///   - how: the function, and all it is given besides the feature set.
  ///   - make: makes a feature set, or a value that holds no place in the run's memory.
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

  /// Arguments in letters that no others have.
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

  /// A result that was made before; nil where making it may come to another end now.
  private mutating func found(
    _ known: SharedResults.Result, in table: Int, origin: String
  ) throws(ArcadeProblem) -> ArcadeValue? {
    if case .failure(let problem) = known.outcome {
      guard stepsLeft == known.steps, bytesLeft == known.bytes else { return nil }
      throw problem
    }
    // Where it would not come to its end, making it tells which limit comes first.
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

  /// Notes how a feature set came about.
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
  /// Whether it says that a run took all it may.
  fileprivate var isLimit: Bool {
    switch self {
    case .tooManySteps, .tooMuchMemory: true
    default: false
    }
  }
}
