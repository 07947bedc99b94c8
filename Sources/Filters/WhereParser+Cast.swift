// CAST(value AS type), with the type names of databases:
//
//   SMALLINT  INTEGER  INT  BIGINT               fractions are cut off
//   FLOAT  REAL  DOUBLE [PRECISION]              DECIMAL|NUMERIC[(digits[, digits after the point])]
//   CHAR  CHARACTER  VARCHAR  NVARCHAR  TEXT     [(characters)], cut to that length
//   DATE  TIMESTAMP  TIME

extension WhereParser {
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
    guard isKnown else { throw refused(value, type) }
    var wanted = type
    if case .castToTime = function {
      // Times of day are texts. They can be cast only from dates or texts.
      guard [.text, .moment, .null, .open].contains(value.type) else {
        throw refused(value, .moment)
      }
      wanted = .moment
    }
    let subject = value.type == .open ? try converted(value, to: wanted) : value
    return try call(function, type: type, values: [subject], offset: offset)
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
