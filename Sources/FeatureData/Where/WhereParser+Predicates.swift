import MapModel
import SQLiteFile

extension WhereParser {
  /// Compiles what follows a value: a comparison, or `IS`, `[NOT] IN`, `LIKE`, `BETWEEN`.
  /// The operator is passed already.
  mutating func predicate(
    _ left: WhereParsedValue, _ operation: WhereToken
  ) throws(WhereError) {
    if case .symbol(let symbol) = operation.kind {
      guard let comparison = WhereComparison(symbol) else { throw unexpected("a comparison") }
      let (one, mode, two) = try WhereParsedValue.matched(left, try operand(5))
      return try test(.compare(one.operand, comparison, two.operand, mode), one, two)
    }
    if operation.isWord("IS") {
      let isNegated = try take("NOT")
      guard try take("NULL") else { throw unexpected("NULL") }
      try test(.isNull(left.operand), left)
      if isNegated { steps.append(.not) }
      return
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
    if isNegated { steps.append(.not) }
  }

  private mutating func between(_ value: WhereParsedValue) throws(WhereError) {
    let low = try operand(5)
    guard try take("AND") else { throw unexpected("AND") }
    let high = try operand(5)
    let (one, lowMode, from) = try WhereParsedValue.matched(value, low)
    let (two, highMode, to) = try WhereParsedValue.matched(value, high)
    // A literal between two fields may be read in two ways.
    guard lowMode == highMode || low.type == .null || high.type == .null else {
      throw .mismatch("limits of different types", offset: value.offset)
    }
    let subject = low.type == .null ? two : one
    try test(
      .between(subject.operand, from: from.operand, lowMode, to: to.operand, highMode), subject,
      from, to)
  }

  private mutating func member(_ value: WhereParsedValue) throws(WhereError) {
    try expect(.open)
    if token.isWord("SELECT") { throw .unsupported("a subquery", offset: token.offset) }
    var list = WhereSet(mode: .texts)
    var subject: WhereParsedValue?
    repeat {
      let element = try operand(5)
      if element.type == .null {
        list.hasNull = true
        continue
      }
      guard element.steps.count == 1, case .constant = element.steps[0] else {
        throw .unsupported("a list of more than plain values", offset: element.offset)
      }
      let (one, mode, two) = try WhereParsedValue.matched(value, element)
      if subject == nil {
        subject = one
        list.mode = mode
      }
      guard list.mode == mode else {
        throw .mismatch("a list of different types", offset: element.offset)
      }
      list.add(two)
    } while try take(.comma)
    try expect(.close)
    list.sort()
    let tested = subject ?? value
    try test(.member(tested.operand, list), tested)
  }

  private mutating func like(_ value: WhereParsedValue) throws(WhereError) {
    let pattern = try operand(5)
    var escape: UInt8?
    if try take("ESCAPE") {
      guard case .text(let bytes) = token.kind, bytes.count == 1 else {
        throw unexpected("one character in quotes")
      }
      escape = bytes[0]
      try advance()
    }
    if pattern.type == .null || value.type == .null { return try push(.constant(nil)) }
    guard value.type == .text || value.type == .identity else {
      throw .mismatch("LIKE on \(value.type.rawValue)", offset: value.offset)
    }
    guard case .text(let bytes) = pattern.literal else {
      throw .unsupported("a pattern that is no plain text", offset: pattern.offset)
    }
    guard let compiled = LikePattern(bytes, escape: escape) else {
      throw .mismatch("a pattern that ends in its escape character", offset: pattern.offset)
    }
    try test(.like(value.operand, compiled), value)
  }

  /// Adds a test; one that reads no field is decided now.
  private mutating func test(
    _ test: WhereTest, _ values: WhereParsedValue...
  ) throws(WhereError) {
    let readsFields = values.contains { value in
      value.steps.contains { if case .column = $0 { true } else { false } }
    }
    guard readsFields else {
      let nothing: [UInt8] = []
      let outcome = test.outcome(layout: RecordLayout(), record: nothing.span)
      return try push(.constant(outcome))
    }
    tests.append(test)
    try push(.test(tests.count - 1))
  }

  private mutating func take(_ keyword: String) throws(WhereError) -> Bool {
    guard token.isWord(keyword) else { return false }
    try advance()
    return true
  }

  private mutating func take(_ symbol: WhereSymbol) throws(WhereError) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    try advance()
    return true
  }
}

extension WhereSet {
  /// Adds a literal that was converted to the list's type.
  fileprivate mutating func add(_ literal: WhereParsedValue) {
    guard case .constant(let value)? = literal.steps.first else { return }
    let nothing: [UInt8] = []
    switch mode {
    case .numbers: value.number(nothing.span).map { numbers.append($0) }
    case .moments: value.moment(nothing.span).map { moments.append($0) }
    case .texts: texts.append(value.textBytes(nothing.span))
    case .identities:
      if let identity = value.identity(nothing.span) {
        identities.append(identity)
      } else {
        texts.append(value.textBytes(nothing.span))
      }
    }
  }
}
