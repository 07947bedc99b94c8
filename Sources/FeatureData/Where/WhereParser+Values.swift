import MapModel

extension WhereParser {
  /// Words that only this language's wider forms use, and what they are called.
  private static let unsupportedWords = [
    "CASE", "CAST", "EXTRACT", "EXISTS", "SELECT", "INTERVAL", "ANY", "SOME", "ALL",
    "CURRENT_TIME", "CURRENT_USER",
  ]

  /// Reads what can begin an expression.
  mutating func prefixed(_ minimum: Int) throws(WhereError) -> Result {
    let start = token
    switch start.kind {
    case .symbol(.open):
      try advance()
      let result = try expression(1)
      try expect(.close)
      return result
    case .symbol(.plus), .symbol(.minus):
      try advance()
      let value = try operand(7)
      return .value(try signed(value, isNegative: start.kind == .symbol(.minus), start.offset))
    case .number(let text):
      try advance()
      return .value(try Self.number(text, start.offset))
    case .text(let bytes):
      try advance()
      return .value(Self.text(bytes, start.offset))
    case .quotedName(let name):
      try advance()
      return .value(try column(name, start.offset))
    case .word(let word):
      try advance()
      return try worded(word, start, minimum)
    default:
      throw .unexpected(found: start.text, expected: "a field or value", offset: start.offset)
    }
  }

  private mutating func worded(
    _ word: String, _ start: WhereToken, _ minimum: Int
  ) throws(WhereError) -> Result {
    if start.isWord("NOT") {
      // `NOT` inside a comparison or sum would swallow what follows it.
      guard minimum <= 3 else { throw unexpected("a field or value after \(word)") }
      let offset = token.offset
      try requireTruth(try expression(3), offset)
      steps.append(.not)
      return .truth
    }
    if start.isWord("TRUE") || start.isWord("FALSE") {
      try push(.constant(start.isWord("TRUE")))
      return .truth
    }
    if start.isWord("NULL") {
      return .value(
        WhereParsedValue(type: .null, steps: [.constant(.null)], offset: start.offset))
    }
    if case .text(let bytes) = token.kind, start.isWord("DATE") || start.isWord("TIMESTAMP") {
      return .value(try moment(bytes, isDate: start.isWord("DATE")))
    }
    if start.isWord("UPPER") || start.isWord("LOWER"), token.kind == .symbol(.open) {
      return .value(try folded(start.isWord("UPPER") ? .upper : .lower))
    }
    if start.isWord("CURRENT_DATE") || start.isWord("CURRENT_TIMESTAMP"),
      table.index(named: word) == nil
    {
      return .value(try clock(start))
    }
    return .value(try column(word, start.offset))
  }

  private mutating func folded(_ step: WhereValueStep) throws(WhereError) -> WhereParsedValue {
    try advance()
    var value = try operand(5)
    try expect(.close)
    guard value.type == .text || value.type == .null else {
      throw .mismatch("\(value.type.rawValue) where text is needed", offset: value.offset)
    }
    value.literal = .none
    value.steps.append(step)
    return value
  }

  /// `DATE 'YYYY-MM-DD'` is that day's beginning in UTC, as hosted services keep dates.
  private mutating func moment(_ bytes: [UInt8], isDate: Bool) throws(WhereError)
    -> WhereParsedValue
  {
    let offset = token.offset
    guard let moment = DateText.milliseconds(bytes.span, in: 0..<bytes.count),
      !isDate || bytes.count == 10
    else {
      throw .unexpected(
        found: token.text, expected: isDate ? "'YYYY-MM-DD'" : "'YYYY-MM-DD hh:mm:ss'",
        offset: offset)
    }
    try advance()
    return WhereParsedValue(
      type: .moment, literal: .moment, steps: [.constant(.integer(moment))], offset: offset)
  }

  private mutating func clock(_ start: WhereToken) throws(WhereError) -> WhereParsedValue {
    guard var moment = now else { throw .unsupported(start.text, offset: start.offset) }
    if token.kind == .symbol(.open) {
      try advance()
      try expect(.close)
    }
    if start.isWord("CURRENT_DATE") {
      let rest = moment % 86_400_000
      moment -= rest < 0 ? rest + 86_400_000 : rest
    }
    return WhereParsedValue(
      type: .moment, literal: .moment, steps: [.constant(.integer(moment))], offset: start.offset)
  }

  private mutating func column(_ name: String, _ offset: Int) throws(WhereError)
    -> WhereParsedValue
  {
    guard let index = table.index(named: name) else {
      let isCall = token.kind == .symbol(.open)
      if isCall || Self.unsupportedWords.contains(where: { $0.isSameName(as: name) }) {
        throw .unsupported(isCall ? "\(name)(…)" : name, offset: offset)
      }
      throw .unknownField(name, nearest: table.nearest(to: name), offset: offset)
    }
    let type: WhereType
    switch table[index].type {
    case .smallInteger, .integer, .bigInteger, .single, .double, .objectID: type = .number
    case .string, .timeOnly, .xml: type = .text
    case .date, .dateOnly, .timestampOffset: type = .moment
    case .globalID, .guid: type = .identity
    case .blob, .raster, .geometry:
      throw .unsupported("\(table[index].type.rawValue) \(name)", offset: offset)
    }
    used.insert(index)
    return WhereParsedValue(
      type: type, steps: [.column(firstFieldColumn + index)], offset: offset)
  }

  private static func number(_ text: String, _ offset: Int) throws(WhereError) -> WhereParsedValue {
    let value: WhereValue
    if let integer = Int64(text) {
      value = .integer(integer)
    } else if let real = Double(text.hasSuffix(".") ? text + "0" : text), real.isFinite {
      value = .real(real)
    } else {
      throw .unexpected(found: text, expected: "a number", offset: offset)
    }
    return WhereParsedValue(
      type: .number, literal: .number(text), steps: [.constant(value)], offset: offset)
  }

  private static func text(_ bytes: [UInt8], _ offset: Int) -> WhereParsedValue {
    WhereParsedValue(
      type: .text, literal: .text(bytes), steps: [.constant(.bytes(bytes))], offset: offset)
  }

  private func signed(
    _ value: WhereParsedValue, isNegative: Bool, _ offset: Int
  ) throws(WhereError) -> WhereParsedValue {
    if isNegative, case .number(let text) = value.literal {
      return try Self.number(text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text, offset)
    }
    var number = try value.converted(to: .number)
    guard isNegative else { return number }
    number.literal = .none
    number.steps.append(.negate)
    return number
  }

  /// Both sides of `+ - * /` and the operator.
  func reckoned(
    _ left: WhereParsedValue, _ operation: WhereToken, _ right: WhereParsedValue
  ) throws(WhereError) -> WhereParsedValue {
    var result = try left.converted(to: .number)
    result.type = .number
    result.literal = .none
    result.steps += try right.converted(to: .number).steps
    guard result.steps.count < WhereClause.longestValue else {
      throw .unsupported(
        "a value of more than \(WhereClause.longestValue) terms", offset: left.offset)
    }
    switch operation.kind {
    case .symbol(.plus): result.steps.append(.add)
    case .symbol(.minus): result.steps.append(.subtract)
    case .symbol(.times): result.steps.append(.multiply)
    default: result.steps.append(.divide)
    }
    return result
  }
}
