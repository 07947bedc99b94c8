extension WhereCompiler {
  mutating func signed(
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

  /// Compiles arithmetic with dates and intervals.
  private mutating func momentArithmetic(
    _ left: WhereParsedValue, operation function: WhereFunction, right: WhereParsedValue
  ) throws(WhereError) -> WhereParsedValue {
    switch (left.type, function, right.type) {
    case (.moment, .add, .interval), (.moment, .add, .null):
      return try call(.later, type: .moment, values: [left, right], offset: left.offset)
    case (.interval, .add, .moment):
      return try call(.later, type: .moment, values: [right, left], offset: left.offset)
    case (.moment, .subtract, .interval):
      return try call(.earlier, type: .moment, values: [left, right], offset: left.offset)
    case (.moment, .subtract, .moment), (.moment, .subtract, .text):
      let values = [left, try converted(right, to: .moment)]
      return try call(.difference, type: .interval, values: values, offset: left.offset)
    case (.text, .subtract, .moment):
      let values = [try converted(left, to: .moment), right]
      return try call(.difference, type: .interval, values: values, offset: left.offset)
    case (.interval, .add, .interval), (.interval, .subtract, .interval):
      return try call(function, type: .interval, values: [left, right], offset: left.offset)
    case (.interval, .multiply, .number):
      return try call(.scale, type: .interval, values: [left, right], offset: left.offset)
    case (.number, .multiply, .interval):
      return try call(.scale, type: .interval, values: [right, left], offset: left.offset)
    default:
      let isLeft = left.type == .moment || left.type == .interval
      let other = isLeft ? right : left
      throw .mismatch(
        other.type == .moment
          ? "a date used in arithmetic"
          : "\(other.type.rawValue) combined with a date or an interval",
        offset: other.offset)
    }
  }
}

extension WhereParsedValue.Literal {
  fileprivate var isNumber: Bool {
    if case .number = self { return true }
    return false
  }
}
