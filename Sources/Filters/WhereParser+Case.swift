extension WhereParser {
  /// A branch of a `CASE`: the steps of its condition, and its result.
  private struct Branch {
    var condition: [WhereStep]
    var outcome: Outcome
  }

  private enum Outcome {
    case truth([WhereStep])
    case value(WhereParsedValue)
  }

  /// Parses `CASE [x] WHEN a THEN b … [ELSE c] END`. Without `ELSE`, the result is null if no
  /// branch applies. Branches are values of one type, or Booleans.
  mutating func caseExpression(_ start: WhereToken) throws(WhereError) -> Result {
    let subject = token.isWord("WHEN") ? nil : try operand(5)
    guard token.isWord("WHEN") else { throw unexpected("WHEN") }
    var branches: [Branch] = []
    while try take("WHEN") {
      let condition = try condition(of: subject)
      try expect("THEN")
      branches.append(Branch(condition: condition, outcome: try outcome()))
    }
    var last = Outcome.value(WhereParsedValue(.null, .null, offset: start.offset))
    if try take("ELSE") { last = try outcome() }
    guard try take("END") else {
      throw unexpected(branches.isEmpty ? "WHEN" : "WHEN, ELSE or END")
    }
    let outcomes = branches.map(\.outcome) + [last]
    let isTruth = outcomes.contains { if case .truth = $0 { true } else { false } }
    if isTruth {
      var bodies: [[WhereStep]] = []
      for outcome in outcomes { bodies.append(try truth(outcome)) }
      try emitTest(Self.joined(branches, bodies))
      return .truth
    }
    let (values, type) = try unified(
      outcomes.compactMap { if case .value(let value) = $0 { value } else { nil } })
    let steps = Self.joined(branches, values.map(\.steps))
    return .value(try computed(type, steps: steps, offset: start.offset))
  }

  private mutating func condition(
    of subject: WhereParsedValue?
  ) throws(WhereError) -> [WhereStep] {
    if let subject { return try compared(subject, comparison: .equal, to: try operand(5)) }
    let mark = steps.count
    let start = token.offset
    try requireTruth(try expression(1), start)
    return cut(from: mark)
  }

  private mutating func outcome() throws(WhereError) -> Outcome {
    let mark = steps.count
    switch try expression(1) {
    case .truth: return .truth(cut(from: mark))
    case .value(let value): return .value(value)
    }
  }

  private func truth(_ outcome: Outcome) throws(WhereError) -> [WhereStep] {
    switch outcome {
    case .truth(let steps): return steps
    case .value(let value):
      guard value.type == .null else {
        throw .mismatch(
          "\(value.type.rawValue) used where true or false is needed", offset: value.offset)
      }
      return value.steps
    }
  }

  /// Joins the steps of all branches. `bodies` has one element more than there are conditions.
  private static func joined(_ branches: [Branch], _ bodies: [[WhereStep]]) -> [WhereStep] {
    var count = bodies.last?.count ?? 0
    var ends: [Int] = []
    for (branch, body) in zip(branches, bodies).reversed() {
      ends.append(count)
      count += branch.condition.count + body.count + 2
    }
    var steps: [WhereStep] = []
    steps.reserveCapacity(count)
    for (index, branch) in branches.enumerated() {
      let body = bodies[index]
      steps += branch.condition
      steps.append(.jumpUnlessTrue(body.count + 2))
      steps += body
      steps.append(.jump(ends[branches.count - 1 - index] + 1))
    }
    return steps + (bodies.last ?? [])
  }
}
