import Bytes
import FeatureData

extension WhereParser {
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
      return .value(
        try compiler.signed(value, isNegative: start.kind == .symbol(.minus), start.offset))
    case .number(let text):
      try advance()
      return .value(try WhereCompiler.number(text, start.offset))
    case .text(let bytes):
      try advance()
      return .value(compiler.text(bytes, start.offset))
    case .quotedName(let name):
      try advance()
      return .value(try compiler.column(name, start.offset))
    case .parameter(let name):
      try advance()
      return .value(try compiler.parameter(name, start.offset))
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
      try compiler.emit([.not])
      return .truth
    }
    if start.isWord("TRUE") || start.isWord("FALSE") {
      try compiler.emit([.constant(WhereValue(start.isWord("TRUE")))])
      return .truth
    }
    if start.isWord("NULL") {
      return .value(WhereParsedValue(.null, .null, offset: start.offset))
    }
    if start.isWord("CASE") { return try caseExpression(start) }
    if case .text(let bytes) = token.kind, start.isWord("DATE") || start.isWord("TIMESTAMP") {
      return .value(try moment(bytes, isDate: start.isWord("DATE")))
    }
    if case .text(let bytes) = token.kind, start.isWord("TIME") {
      return .value(try timeOfDay(bytes))
    }
    if start.isWord("INTERVAL"), isIntervalText {
      return .value(try interval(start.offset))
    }
    if Self.clocks.contains(where: start.isWord), !compiler.hasField(word) {
      let value = try compiler.clock(start)
      if try take(.open) { try expect(.close) }
      return .value(value)
    }
    if start.isWord("CURRENT_USER"), !compiler.hasField(word) {
      // There is no current user for files.
      throw .unsupported(word, offset: start.offset)
    }
    if token.kind == .symbol(.open) { return .value(try called(word, start.offset)) }
    return .value(try compiler.column(word, start.offset))
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

  /// Parses `TIME 'hh:mm:ss'`, which compares with the texts of time-only fields.
  private mutating func timeOfDay(_ bytes: [UInt8]) throws(WhereError) -> WhereParsedValue {
    let offset = token.offset
    let text = WhereCompiler.firstDay + bytes
    guard bytes.allSatisfy("0123456789:.".utf8.contains),
      let moment = DateText.milliseconds(text.span, in: 0..<text.count)
    else {
      throw .unexpected(found: token.text, expected: "'hh:mm:ss'", offset: offset)
    }
    try advance()
    return WhereParsedValue(.moment, .integer(moment), literal: .time(moment), offset: offset)
  }

  private static let clocks = ["CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"]

  // Intervals of the SQL standard. The sign is before or inside the quotes. The first part may have
  // any number of digits, and the others must be in the range of their unit.
  //
  //   INTERVAL '3' DAY|HOUR|MINUTE|SECOND      INTERVAL -'1 12:30:00.5' DAY TO SECOND
  //   INTERVAL '1 12' DAY TO HOUR              INTERVAL '90:15' MINUTE TO SECOND

  /// Whether the text of an interval follows its keyword.
  var isIntervalText: Bool {
    switch token.kind {
    case .text, .number, .symbol(.minus), .symbol(.plus): !compiler.hasField("INTERVAL")
    default: false
    }
  }

  mutating func interval(_ offset: Int) throws(WhereError) -> WhereParsedValue {
    let isNegative = token.kind == .symbol(.minus)
    if isNegative || token.kind == .symbol(.plus) { try advance() }
    let quoted = token
    guard case .text(let bytes) = token.kind else { throw unexpected("an interval in quotes") }
    try advance()
    let first = try intervalUnit()
    var last = first
    if try take("TO") {
      let start = token
      last = try intervalUnit()
      guard let outer = first.milliseconds, let inner = last.milliseconds, outer > inner else {
        throw .unexpected(
          found: start.text, expected: "a smaller unit than \(first.rawValue)",
          offset: start.offset)
      }
    }
    var reader = IntervalText(bytes)
    guard let length = reader.read(from: first, to: last) else {
      throw .unexpected(
        found: quoted.text, expected: IntervalText.form(from: first, to: last),
        offset: quoted.offset)
    }
    return WhereParsedValue(
      .interval, .integer(isNegative ? -length : length), offset: offset)
  }

  /// Parses a unit with an optional number of digits, as in `DAY(3)`, which is ignored.
  private mutating func intervalUnit() throws(WhereError) -> WhereUnit {
    guard let unit = WhereUnit(token) else {
      throw unexpected("DAY, HOUR, MINUTE or SECOND")
    }
    guard unit.milliseconds != nil else {
      throw .unsupported("an interval of \(unit.rawValue)", offset: token.offset)
    }
    try advance()
    if try take(.open) {
      repeat { _ = try wholeNumber() } while try take(.comma)
      try expect(.close)
    }
    return unit
  }

  /// Parses an integer, as in types.
  mutating func wholeNumber() throws(WhereError) -> Int {
    guard case .number(let text) = token.kind, let number = Int(text) else {
      throw unexpected("a whole number")
    }
    try advance()
    return number
  }
}
