import MapModel

extension WhereParser {
  /// A function with values separated by commas.
  private struct Plain {
    let name: String
    /// The type of each value. The last one may be omitted if there is a default.
    let types: [WhereType]
    let result: WhereType
    let function: WhereFunction
    var defaultValue: Int64?

    init(
      _ name: String, _ types: [WhereType], _ result: WhereType, _ function: WhereFunction,
      defaultValue: Int64? = nil
    ) {
      self.name = name
      self.types = types
      self.result = result
      self.function = function
      self.defaultValue = defaultValue
    }
  }

  private static let plain: [Plain] = [
    Plain("ABS", [.number], .number, .absolute), Plain("CEILING", [.number], .number, .ceiling),
    Plain("FLOOR", [.number], .number, .floor), Plain("SIGN", [.number], .number, .sign),
    Plain("LOG", [.number], .number, .log), Plain("LOG10", [.number], .number, .log10),
    Plain("SIN", [.number], .number, .sin), Plain("COS", [.number], .number, .cos),
    Plain("TAN", [.number], .number, .tan), Plain("ASIN", [.number], .number, .asin),
    Plain("ACOS", [.number], .number, .acos), Plain("ATAN", [.number], .number, .atan),
    Plain("POWER", [.number, .number], .number, .power),
    Plain("MOD", [.number, .number], .number, .modulo),
    Plain("ROUND", [.number, .number], .number, .round, defaultValue: 0),
    Plain("TRUNCATE", [.number, .number], .number, .truncate, defaultValue: 0),
    Plain("UPPER", [.text], .text, .upper), Plain("LOWER", [.text], .text, .lower),
    Plain("CHAR_LENGTH", [.text], .number, .length), Plain("LENGTH", [.text], .number, .length),
  ]

  /// Functions with keywords or a special syntax.
  private static let specialNames = [
    "CONCAT", "POSITION", "SUBSTRING", "TRIM", "CAST", "COALESCE", "NULLIF", "EXTRACT",
  ]

  /// Parses a call from its `(`.
  mutating func called(_ name: String, _ offset: Int) throws(WhereError) -> WhereParsedValue {
    if let plain = Self.plain.first(where: { $0.name.isSameName(as: name) }) {
      return try called(plain, offset)
    }
    guard let function = Self.specialNames.first(where: { $0.isSameName(as: name) }) else {
      if ["EXISTS", "ANY", "SOME", "ALL"].contains(where: { $0.isSameName(as: name) }) {
        throw .unsupported("\(name)(…)", offset: offset)
      }
      let names = Self.plain.map(\.name) + Self.specialNames
      throw .unknownFunction(name, nearest: names.nearest(to: name), offset: offset)
    }
    try expect(.open)
    let result =
      switch function {
      case "CONCAT": try concatenation(offset)
      case "POSITION": try position(offset)
      case "SUBSTRING": try substring(offset)
      case "TRIM": try trim(offset)
      case "CAST": try cast(offset)
      case "COALESCE": try coalesce(offset)
      case "NULLIF": try nullIf(offset)
      default: try extract(offset)
      }
    try expect(.close)
    return result
  }

  private mutating func called(_ plain: Plain, _ offset: Int) throws(WhereError)
    -> WhereParsedValue
  {
    try expect(.open)
    var values = try list()
    try expect(.close)
    if values.count == plain.types.count - 1, let value = plain.defaultValue {
      values.append(WhereParsedValue(.number, .integer(value), offset: offset))
    }
    guard values.count == plain.types.count else {
      let most = Self.counted(plain.types.count)
      throw .valueCount(
        function: plain.name,
        expected: plain.defaultValue == nil ? most : "\(plain.types.count - 1) or \(most)",
        found: values.count, offset: offset)
    }
    for index in values.indices {
      values[index] = try argument(values[index], plain.types[index])
    }
    return try compiler.call(plain.function, type: plain.result, values: values, offset: offset)
  }

  private static func counted(_ count: Int) -> String {
    count == 1 ? "1 value" : "\(count) values"
  }

  /// Parses values separated by commas. There are none before `)`.
  private mutating func list() throws(WhereError) -> [WhereParsedValue] {
    var values: [WhereParsedValue] = []
    if token.kind == .symbol(.close) { return values }
    repeat { values.append(try operand(5)) } while try take(.comma)
    return values
  }

  /// Converts an argument of a function. A GlobalID counts as its text.
  private mutating func argument(
    _ value: WhereParsedValue, _ type: WhereType
  ) throws(WhereError) -> WhereParsedValue {
    if type == .text, value.type == .number { throw compiler.refused(value, type) }
    return try compiler.converted(value, to: type)
  }

  private mutating func concatenation(_ offset: Int) throws(WhereError) -> WhereParsedValue {
    let values = try list()
    guard values.count >= 2 else {
      throw .valueCount(
        function: "CONCAT", expected: "2 values or more", found: values.count, offset: offset)
    }
    return try compiler.concatenated(values, offset)
  }

  /// Parses `POSITION(a IN b)` or `POSITION(a, b)`.
  private mutating func position(_ offset: Int) throws(WhereError) -> WhereParsedValue {
    let part = try argument(try operand(5), .text)
    if try !take("IN"), try !take(.comma) { throw unexpected("IN or `,`") }
    let whole = try argument(try operand(5), .text)
    return try compiler.call(.position, type: .number, values: [part, whole], offset: offset)
  }

  /// Parses `SUBSTRING(s FROM i [FOR n])` or `SUBSTRING(s, i[, n])`.
  private mutating func substring(_ offset: Int) throws(WhereError) -> WhereParsedValue {
    var values = [try argument(try operand(5), .text)]
    let isWorded = try take("FROM")
    if !isWorded, try !take(.comma) { throw unexpected("FROM or `,`") }
    values.append(try argument(try operand(5), .number))
    if try isWorded ? take("FOR") : take(.comma) {
      values.append(try argument(try operand(5), .number))
    }
    return try compiler.call(
      values.count == 3 ? .substringOfLength : .substring, type: .text, values: values,
      offset: offset)
  }

  /// Parses `TRIM([[LEADING|TRAILING|BOTH] [c] FROM] s)`.
  private mutating func trim(_ offset: Int) throws(WhereError) -> WhereParsedValue {
    let mark = mark
    let side = mark.token
    var hasSide = ["LEADING", "TRAILING", "BOTH"].contains(where: side.isWord)
    if hasSide {
      try advance()
      // A field may have that name.
      if token.kind == .symbol(.close) || token.kind == .symbol(.concatenate) {
        rewind(to: mark)
        hasSide = false
      }
    }
    var characters = WhereParsedValue(.text, compiler.kept([0x20]), offset: offset)
    var text: WhereParsedValue
    if hasSide, try take("FROM") {
      text = try operand(5)
    } else {
      text = try operand(5)
      if try take("FROM") {
        characters = try argument(text, .text)
        text = try operand(5)
      } else if hasSide {
        throw unexpected("FROM")
      }
    }
    text = try argument(text, .text)
    let function = WhereFunction.trim(
      leading: !(hasSide && side.isWord("TRAILING")),
      trailing: !(hasSide && side.isWord("LEADING")))
    return try compiler.call(function, type: .text, values: [text, characters], offset: offset)
  }

  private mutating func coalesce(_ offset: Int) throws(WhereError) -> WhereParsedValue {
    let (values, type) = try compiler.unified(try someValues("COALESCE", offset))
    var steps: [WhereStep] = []
    for value in values.reversed() {
      if !steps.isEmpty { steps.insert(.jumpUnlessNull(steps.count + 1), at: 0) }
      steps = value.steps + steps
    }
    return try compiler.computed(type, steps: steps, offset: offset)
  }

  private mutating func someValues(
    _ name: String, _ offset: Int
  ) throws(WhereError) -> [WhereParsedValue] {
    let values = try list()
    guard !values.isEmpty else {
      throw .valueCount(function: name, expected: "1 value or more", found: 0, offset: offset)
    }
    // Each value is copied once for each that follows.
    guard values.count <= WhereClause.deepest else {
      throw .tooMany(limit: WhereClause.deepest, offset: offset)
    }
    return values
  }

  private mutating func nullIf(_ offset: Int) throws(WhereError) -> WhereParsedValue {
    let values = try list()
    guard values.count == 2 else {
      throw .valueCount(
        function: "NULLIF", expected: "2 values", found: values.count, offset: offset)
    }
    let (pair, type) = try compiler.unified(values)
    return try compiler.call(.nullIf(type.mode), type: type, values: pair, offset: offset)
  }

  /// Parses `EXTRACT(unit FROM date)`, also of the time in a time-only field.
  private mutating func extract(_ offset: Int) throws(WhereError) -> WhereParsedValue {
    guard let unit = WhereUnit(token) else {
      throw unexpected("YEAR, MONTH, DAY, HOUR, MINUTE or SECOND")
    }
    try advance()
    try expect("FROM")
    let value = try operand(5)
    let isTime = compiler.isTimeOfDay(value) && unit.milliseconds.map { $0 <= 3_600_000 } == true
    let moment = try isTime ? compiler.onFirstDay(value) : argument(value, .moment)
    return try compiler.call(.extract(unit), type: .number, values: [moment], offset: offset)
  }

  // CAST(value AS type), with the type names of databases:
  //
  //   SMALLINT  INTEGER  INT  BIGINT               fractions are cut off
  //   FLOAT  REAL  DOUBLE [PRECISION]              DECIMAL|NUMERIC[(digits[, digits after the point])]
  //   CHAR  CHARACTER  VARCHAR  NVARCHAR  TEXT     [(characters)], cut to that length
  //   DATE  TIMESTAMP  TIME

  mutating func cast(_ offset: Int) throws(WhereError) -> WhereParsedValue {
    let value = try operand(5)
    try expect("AS")
    let (function, type) = try castType(value)
    let isKnown =
      switch (value.type, type) {
      case (.null, _), (.open, _), (.number, .number), (.number, .text), (.text, _),
        (.moment, .moment), (.moment, .text), (.identity, .text):
        true
      default: false
      }
    guard isKnown else { throw compiler.refused(value, type) }
    var wanted = type
    if case .castToTime = function {
      // Times of day are texts. They can be cast only from dates or texts.
      guard [.text, .moment, .null, .open].contains(value.type) else {
        throw compiler.refused(value, .moment)
      }
      wanted = .moment
    }
    let subject = value.type == .open ? try compiler.converted(value, to: wanted) : value
    return try compiler.call(function, type: type, values: [subject], offset: offset)
  }

  private mutating func castType(
    _ value: WhereParsedValue
  ) throws(WhereError) -> (WhereFunction, WhereType) {
    let name = token
    func isOne(_ names: String...) -> Bool { names.contains(where: name.isWord) }
    if isOne("SMALLINT", "INTEGER", "INT", "BIGINT") {
      try advance()
      let bits = isOne("SMALLINT") ? 16 : isOne("BIGINT") ? 64 : 32
      return (.castToInteger(bits: bits), .number)
    }
    if isOne("FLOAT", "REAL", "DOUBLE") {
      try advance()
      if isOne("DOUBLE") { _ = try take("PRECISION") }
      _ = try sizes(atMost: 1)
      return (.castToReal, .number)
    }
    if isOne("DECIMAL", "NUMERIC") {
      try advance()
      let offset = token.offset
      let sizes = try sizes(atMost: 2)
      let scale = sizes.count == 2 ? sizes[1] : 0
      let precision = sizes.first ?? 38
      guard precision <= 38, scale <= precision else {
        throw .mismatch("a number with more than 38 digits", offset: offset)
      }
      if sizes.isEmpty { return (.castToReal, .number) }
      return (.castToDecimal(precision: precision, scale: scale), .number)
    }
    if isOne("CHAR", "CHARACTER", "VARCHAR", "NVARCHAR", "TEXT") {
      try advance()
      if isOne("CHARACTER") { _ = try take("VARYING") }
      let limit = try sizes(atMost: 1).first ?? .max
      return (.castToText(limit: limit, isMoment: value.type == .moment), .text)
    }
    if isOne("DATE", "TIMESTAMP") {
      try advance()
      return (.castToMoment(isDay: isOne("DATE")), .moment)
    }
    if try take("TIME") { return (.castToTime, .text) }
    throw unexpected("a type such as INTEGER, FLOAT, VARCHAR(20), DATE or TIMESTAMP")
  }

  /// Parses the numbers in parentheses after the name of a type.
  private mutating func sizes(atMost count: Int) throws(WhereError) -> [Int] {
    guard try take(.open) else { return [] }
    var sizes: [Int] = []
    repeat {
      sizes.append(try wholeNumber())
      if sizes.count == count { break }
    } while try take(.comma)
    try expect(.close)
    return sizes
  }
}
