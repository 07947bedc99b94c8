extension WhereParser {
  /// Compiles a comparison, `IS`, `[NOT] IN`, `LIKE` or `BETWEEN` after a value. The operator has
  /// already been read.
  mutating func predicate(
    _ left: WhereParsedValue, _ operation: WhereToken
  ) throws(WhereError) {
    if case .symbol(let symbol) = operation.kind {
      guard let comparison = WhereComparison(symbol) else { throw unexpected("a comparison") }
      return try compiler.emitTest(
        try compiler.compared(left, comparison: comparison, to: try operand(5)))
    }
    if operation.isWord("IS") {
      let isNegated = try take("NOT")
      guard try take("NULL") else { throw unexpected("NULL") }
      return try compiler.emitTest(left.steps + [.isNull] + (isNegated ? [.not] : []))
    }
    let isNegated = operation.isWord("NOT")
    var kind = operation
    if isNegated {
      kind = token
      try advance()
    }
    if kind.isWord("IN") {
      try member(left)
    } else if kind.isWord("LIKE") {
      try like(left)
    } else if kind.isWord("BETWEEN") {
      try between(left)
    } else {
      throw .unexpected(
        found: kind.text, expected: "IN, LIKE or BETWEEN", offset: kind.offset)
    }
    if isNegated { try compiler.emit([.not]) }
  }

  private mutating func between(_ value: WhereParsedValue) throws(WhereError) {
    let low = try operand(5)
    try expect("AND")
    let (values, type) = try compiler.unified([value, low, try operand(5)])
    try compiler.emitTest(values.flatMap(\.steps) + [.between(type.mode)])
  }

  /// Compiles `IN`. Constant values are searched as a list. So are the values of a parameter, in
  /// parentheses or alone (`IN @list`). Other values are compared one after another.
  private mutating func member(_ value: WhereParsedValue) throws(WhereError) {
    var elements = [value]
    if case .parameter = token.kind {
      elements.append(try operand(7))
    } else {
      try expect(.open)
      if token.isWord("SELECT") { throw .unsupported("a subquery", offset: token.offset) }
      repeat { elements.append(try operand(5)) } while try take(.comma)
      try expect(.close)
    }
    let (values, type) = try compiler.unified(elements)
    let subject = values[0]
    let (list, others) = compiler.list(of: values.dropFirst(), type.mode)
    let number = compiler.add(list)
    let start = compiler.steps.count
    try compiler.emit(subject.steps + [.member(number)])
    for other in others {
      var test = subject.steps + other.steps + [.compare(.equal, type.mode), .or]
      if other.steps.count == 1, case .parameter(let occurrence, let type) = other.steps[0] {
        // A parameter may have many values. Until a run sets them, it is null.
        var none = WhereSet(mode: type.mode)
        none.hasNull = true
        let step = WhereStep.memberOfParameter(
          list: compiler.add(none), occurrence: occurrence, type)
        test = subject.steps + [step, .or]
      }
      try compiler.emit([.jumpIfTrue(test.count + 1)] + test)
    }
    try compiler.emitTest(compiler.cut(from: start))
  }

  private mutating func like(_ value: WhereParsedValue) throws(WhereError) {
    var pattern = try operand(5)
    var escape: UInt8?
    if try take("ESCAPE") {
      guard case .text(let bytes) = token.kind, bytes.count == 1 else {
        throw unexpected("one character in quotes")
      }
      escape = bytes[0]
      try advance()
    }
    var subject = value
    if subject.type == .open { subject = try compiler.converted(subject, to: .text) }
    guard [.text, .identity, .null].contains(subject.type) else {
      throw .mismatch("LIKE on \(subject.type.rawValue)", offset: subject.offset)
    }
    guard pattern.type != .number else { throw compiler.refused(pattern, .text) }
    pattern = try compiler.converted(pattern, to: .text)
    if case .constant(.made(let range))? = pattern.steps.first, pattern.steps.count == 1,
      !compiler.isPattern(range, escape: escape)
    {
      throw .mismatch("a pattern that ends in its escape character", offset: pattern.offset)
    }
    try compiler.emitTest(subject.steps + pattern.steps + [.like(escape: escape)])
  }

  // MARK: CASE

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
      try compiler.emitTest(Self.joined(branches, bodies))
      return .truth
    }
    let (values, type) = try compiler.unified(
      outcomes.compactMap { if case .value(let value) = $0 { value } else { nil } })
    let steps = Self.joined(branches, values.map(\.steps))
    return .value(try compiler.computed(type, steps: steps, offset: start.offset))
  }

  private mutating func condition(
    of subject: WhereParsedValue?
  ) throws(WhereError) -> [WhereStep] {
    if let subject { return try compiler.compared(subject, comparison: .equal, to: try operand(5)) }
    let mark = compiler.steps.count
    let start = token.offset
    try requireTruth(try expression(1), start)
    return compiler.cut(from: mark)
  }

  private mutating func outcome() throws(WhereError) -> Outcome {
    let mark = compiler.steps.count
    switch try expression(1) {
    case .truth: return .truth(compiler.cut(from: mark))
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
