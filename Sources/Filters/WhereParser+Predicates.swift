extension WhereParser {
  /// Compiles a comparison, `IS`, `[NOT] IN`, `LIKE` or `BETWEEN` after a value. The operator has
  /// already been read.
  mutating func predicate(
    _ left: WhereParsedValue, _ operation: WhereToken
  ) throws(WhereError) {
    if case .symbol(let symbol) = operation.kind {
      guard let comparison = WhereComparison(symbol) else { throw unexpected("a comparison") }
      return try emitTest(try compared(left, comparison: comparison, to: try operand(5)))
    }
    if operation.isWord("IS") {
      let isNegated = try take("NOT")
      guard try take("NULL") else { throw unexpected("NULL") }
      return try emitTest(left.steps + [.isNull] + (isNegated ? [.not] : []))
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
    if isNegated { try emit([.not]) }
  }

  /// Returns the steps of a comparison.
  mutating func compared(
    _ left: WhereParsedValue, comparison: WhereComparison, to right: WhereParsedValue
  ) throws(WhereError) -> [WhereStep] {
    let (values, type) = try unified([left, right])
    return values[0].steps + values[1].steps + [.compare(comparison, type.mode)]
  }

  private mutating func between(_ value: WhereParsedValue) throws(WhereError) {
    let low = try operand(5)
    try expect("AND")
    let (values, type) = try unified([value, low, try operand(5)])
    try emitTest(values.flatMap(\.steps) + [.between(type.mode)])
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
    let (values, type) = try unified(elements)
    let subject = values[0]
    var list = WhereSet(mode: type.mode)
    var others: [WhereParsedValue] = []
    for element in values.dropFirst() {
      if element.type == .null {
        list.hasNull = true
      } else if element.steps.count == 1, case .constant(let constant) = element.steps[0] {
        list.add(constant, in: &machine)
      } else {
        others.append(element)
      }
    }
    list.sort()
    machine.sets.append(list)
    let start = steps.count
    try emit(subject.steps + [.member(machine.sets.count - 1)])
    for other in others {
      var test = subject.steps + other.steps + [.compare(.equal, type.mode), .or]
      if other.steps.count == 1, case .parameter(let occurrence, let type) = other.steps[0] {
        // A parameter may have many values. Until a run sets them, it is null.
        var none = WhereSet(mode: type.mode)
        none.hasNull = true
        machine.sets.append(none)
        let step = WhereStep.memberOfParameter(
          list: machine.sets.count - 1, occurrence: occurrence, type)
        test = subject.steps + [step, .or]
      }
      try emit([.jumpIfTrue(test.count + 1)] + test)
    }
    try emitTest(cut(from: start))
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
    if subject.type == .open { subject = try converted(subject, to: .text) }
    guard [.text, .identity, .null].contains(subject.type) else {
      throw .mismatch("LIKE on \(subject.type.rawValue)", offset: subject.offset)
    }
    guard pattern.type != .number else { throw refused(pattern, .text) }
    pattern = try converted(pattern, to: .text)
    if case .constant(.made(let range))? = pattern.steps.first, pattern.steps.count == 1,
      !LikePattern.isPattern(machine.bytes.span.extracting(range), escape: escape)
    {
      throw .mismatch("a pattern that ends in its escape character", offset: pattern.offset)
    }
    try emitTest(subject.steps + pattern.steps + [.like(escape: escape)])
  }
}
