import FeatureData
import MapModel

extension WhereParser {
  /// Unsupported keywords of SQL.
  private static let unsupportedWords = [
    "EXISTS", "SELECT", "ANY", "SOME", "ALL",
  ]

  /// Parses the start of an expression.
  mutating func prefixExpression(_ minimum: Int) throws(WhereError) -> Result {
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
      return .value(text(bytes, start.offset))
    case .quotedName(let name):
      try advance()
      return .value(try column(name, start.offset))
    case .parameter(let name):
      try advance()
      return .value(try parameter(name, start.offset))
    case .word(let word):
      try advance()
      return try keywordExpression(word, start: start, minimum: minimum)
    default:
      throw .unexpected(found: start.text, expected: "a field or value", offset: start.offset)
    }
  }

  private mutating func keywordExpression(
    _ word: String, start: WhereToken, minimum: Int
  ) throws(WhereError) -> Result {
    if start.isWord("NOT") {
      // After `NOT` inside a comparison or sum, the operands would be ambiguous.
      guard minimum <= 3 else { throw unexpected("a field or value after \(word)") }
      let offset = token.offset
      try requireTruth(try expression(3), offset)
      try emit([.not])
      return .truth
    }
    if start.isWord("TRUE") || start.isWord("FALSE") {
      try emit([.constant(WhereValue(start.isWord("TRUE")))])
      return .truth
    }
    if start.isWord("NULL") {
      return .value(WhereParsedValue(.null, .null, offset: start.offset))
    }
    if start.isWord("CASE") { return try caseExpression(start) }
    if case .text(let bytes) = token.kind, start.isWord("DATE") || start.isWord("TIMESTAMP") {
      return .value(try moment(bytes, isDate: start.isWord("DATE")))
    }
    if start.isWord("INTERVAL"), isIntervalText {
      return .value(try interval(start.offset))
    }
    if Self.clocks.contains(where: start.isWord), table.index(named: word) == nil {
      return .value(try clock(start))
    }
    if start.isWord("CURRENT_USER"), table.index(named: word) == nil {
      // There is no current user for files.
      throw .unsupported(word, offset: start.offset)
    }
    if token.kind == .symbol(.open) { return .value(try called(word, start.offset)) }
    return .value(try column(word, start.offset))
  }

  /// Parses `DATE 'YYYY-MM-DD'`, which is the start of that day in UTC, as in hosted services.
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
    return WhereParsedValue(.moment, .integer(moment), literal: .moment, offset: offset)
  }

  private static let clocks = ["CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"]

  /// Returns the current day, second or millisecond in UTC. `()` may follow.
  private mutating func clock(_ start: WhereToken) throws(WhereError) -> WhereParsedValue {
    guard let now else {
      throw .unsupported("\(start.text) without a current time", offset: start.offset)
    }
    if try take(.open) { try expect(.close) }
    let unit: Int64 = start.isWord("CURRENT_DATE") ? 86_400_000 : 1_000
    let rest = ((now % unit) + unit) % unit
    if start.isWord("CURRENT_TIMESTAMP") {
      return WhereParsedValue(.moment, .integer(now), literal: .moment, offset: start.offset)
    }
    return WhereParsedValue(
      .moment, .integer(now - rest),
      literal: start.isWord("CURRENT_TIME") ? .time(now - rest) : .moment, offset: start.offset)
  }

  private mutating func parameter(_ name: String, _ offset: Int) throws(WhereError)
    -> WhereParsedValue
  {
    guard let index = parameters.firstIndex(where: { $0.isSameName(as: name) }) else {
      throw .unknownParameter(name, nearest: parameters.nearest(to: name), offset: offset)
    }
    occurrences.append(Occurrence(name: index, offset: offset))
    let step = WhereStep.parameter(occurrence: occurrences.count - 1, .open)
    return WhereParsedValue(.open, steps: [step], offset: offset)
  }

  private mutating func column(_ name: String, _ offset: Int) throws(WhereError)
    -> WhereParsedValue
  {
    guard let index = table.index(named: name) else {
      if let rowID, rowID.isSameName(as: name) {
        return WhereParsedValue(.number, steps: [.rowID], offset: offset)
      }
      if Self.unsupportedWords.contains(where: { $0.isSameName(as: name) }) {
        throw .unsupported(name, offset: offset)
      }
      let names = table.map(\.name) + [rowID].compactMap(\.self)
      throw .unknownField(name, nearest: names.nearest(to: name), offset: offset)
    }
    guard let type = table[index].type.whereType else {
      throw .unsupported("the \(table[index].type.rawValue) field \(name)", offset: offset)
    }
    used.insert(index)
    return WhereParsedValue(type, steps: [.column(firstFieldColumn + index)], offset: offset)
  }

  static func number(_ text: String, _ offset: Int) throws(WhereError) -> WhereParsedValue {
    let value: WhereValue
    if let integer = Int64(text) {
      value = .integer(integer)
    } else if let real = Double(text.hasSuffix(".") ? text + "0" : text), real.isFinite {
      value = .real(real)
    } else {
      throw .unexpected(found: text, expected: "a number", offset: offset)
    }
    return WhereParsedValue(.number, value, literal: .number(text), offset: offset)
  }

  mutating func text(_ bytes: [UInt8], _ offset: Int) -> WhereParsedValue {
    WhereParsedValue(.text, kept(bytes), literal: .text(bytes), offset: offset)
  }

  private mutating func signed(
    _ value: WhereParsedValue, isNegative: Bool, _ offset: Int
  ) throws(WhereError) -> WhereParsedValue {
    if isNegative, case .number(let text) = value.literal {
      return try Self.number(text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text, offset)
    }
    let isInterval = value.type == .interval
    let number = isInterval ? value : try converted(value, to: .number)
    guard isNegative else { return number }
    return try call(.negate, type: number.type, values: [number], offset: offset)
  }

  /// Compiles `+ - * / ||` with its two operands.
  mutating func arithmetic(
    _ left: WhereParsedValue, operation: WhereToken, right: WhereParsedValue
  ) throws(WhereError) -> WhereParsedValue {
    let function: WhereFunction
    switch operation.kind {
    case .symbol(.concatenate): return try concatenated([left, right], left.offset)
    case .symbol(.plus): function = .add
    case .symbol(.minus): function = .subtract
    case .symbol(.times): function = .multiply
    default: function = .divide
    }
    let types = [left.type, right.type]
    if types.contains(.moment) || types.contains(.interval) {
      return try momentArithmetic(left, operation: function, right: right)
    }
    let values = [try converted(left, to: .number), try converted(right, to: .number)]
    return try call(function, type: .number, values: values, offset: left.offset)
  }

  /// Joins texts. Numbers are converted to text. Null makes the result null.
  mutating func concatenated(
    _ values: [WhereParsedValue], _ offset: Int
  ) throws(WhereError) -> WhereParsedValue {
    var result: WhereParsedValue?
    for value in values {
      var text = value
      if value.type != .number || value.literal.isNumber { text = try converted(value, to: .text) }
      if let before = result {
        result = try call(.concatenate, type: .text, values: [before, text], offset: offset)
      } else {
        result = text
      }
    }
    return result ?? WhereParsedValue(.null, .null, offset: offset)
  }
}

extension WhereParsedValue.Literal {
  fileprivate var isNumber: Bool {
    if case .number = self { return true }
    return false
  }
}

extension FieldType {
  /// The type of the field's values. Nil for fields that filters can't use.
  var whereType: WhereType? {
    switch family {
    case .integer, .real, .rowNumber: .number
    case .text, .timeOfDay, .xml: .text
    case .moment, .day, .offsetMoment: .moment
    case .identity: .identity
    case .bytes, .shape: nil
    }
  }
}
