import OrderedJSON

/// Computes results of feature sets, or finds the shared ones.
enum ResultSharing {
  /// With fewer rows or steps, computing a result is as fast as finding it.
  private static let fewestRows = 256
  private static let fewestSteps = 4_096

  /// Computes a result of a feature set, or finds the shared one.
  ///
  /// - Parameters:
  ///   - how: the function and all its arguments except the feature set, as text.
  ///   - make: makes a feature set, or a value that is not a reference.
  static func shared(
    _ set: ArcadeFeatureSet, in run: inout ArcadeRun,
    how: (inout ArcadeRun) throws(ArcadeProblem) -> String,
    make: (inout ArcadeRun) throws(ArcadeProblem) -> ArcadeValue
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let results = run.context.tables?.results, let held = run.held(set),
      let start = held.origin,
      run.count(of: set) >= Self.fewestRows
    else { return try make(&run) }
    let origin = try "\(run.context.now) \(start)\n\(how(&run))"
    let (steps, bytes) = (run.budget.stepsLeft, run.budget.bytesLeft)
    if let known = results.result(for: origin),
      let found = try found(known, of: held.table, origin: origin, in: &run)
    {
      return found
    }
    let made: ArcadeValue
    do throws(ArcadeProblem) {
      made = try make(&run)
    } catch {
      if error.isLimit {
        results.keep(.init(outcome: .failure(error), steps: steps, bytes: bytes), for: origin)
      }
      throw error
    }
    guard steps - run.budget.stepsLeft >= Self.fewestSteps, let outcome = outcome(of: made, in: run)
    else {
      return made
    }
    results.keep(
      .init(
        outcome: outcome, steps: steps - run.budget.stepsLeft, bytes: bytes - run.budget.bytesLeft),
      for: origin)
    setOrigin(origin, of: made, in: &run)
    return made
  }

  /// Arguments as text that is different for all other arguments.
  static func spelled(
    _ arguments: ArcadeArguments, from first: Int, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> String {
    var values: [JSON] = []
    for index in first..<max(first, arguments.count) {
      let value = run.value(arguments, index)
      values += [.string(value.kind), try ArcadeJSON.json(of: value, in: &run)]
    }
    return String(decoding: JSONWriter.write(.array(values)), as: UTF8.self)
  }

  /// A shared result; nil if computing it might end differently now.
  private static func found(
    _ known: SharedResults.Result, of table: Int, origin: String, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue? {
    if case .failure(let problem) = known.outcome {
      guard run.budget.stepsLeft == known.steps, run.budget.bytesLeft == known.bytes else {
        return nil
      }
      throw problem
    }
    // If a limit would stop the run, compute the result to report the right limit.
    guard run.budget.stepsLeft >= known.steps, run.budget.bytesLeft >= known.bytes else {
      return nil
    }
    run.budget.stepsLeft -= known.steps
    run.budget.bytesLeft -= known.bytes
    switch known.outcome {
    case .rows(let rows):
      return featureSet(HeldFeatureSet(table: table, rows: rows), origin: origin, in: &run)
    case .table(let made):
      run.heap.tables.append(made)
      return featureSet(
        HeldFeatureSet(table: ~(run.heap.tables.count - 1), rows: nil), origin: origin, in: &run)
    case .value(let value): return value
    case .failure: return nil
    }
  }

  private static func featureSet(_ set: HeldFeatureSet, origin: String, in run: inout ArcadeRun)
    -> ArcadeValue
  {
    run.heap.featureSets.append(set)
    let value = ArcadeValue.featureSet(
      ArcadeFeatureSet(slot: Int32(run.heap.featureSets.count - 1)))
    setOrigin(origin, of: value, in: &run)
    return value
  }

  /// Records how a feature set was derived.
  private static func setOrigin(_ origin: String, of value: ArcadeValue, in run: inout ArcadeRun) {
    guard case .featureSet(let set) = value else { return }
    run.heap.featureSets[Int(set.slot)].origin = origin
  }

  private static func outcome(of value: ArcadeValue, in run: ArcadeRun) -> SharedResults.Outcome? {
    switch value {
    case .featureSet(let set):
      guard let held = run.held(set) else { return nil }
      if let rows = held.rows { return .rows(rows) }
      return held.table < 0 ? run.table(numbered: held.table).map { .table($0) } : nil
    case .null, .boolean, .number, .text, .date, .day, .time: return .value(value)
    case .array, .dictionary, .feature, .geometry, .function, .tables: return nil
    }
  }
}
