// A compiled clause: steps in postfix order on a stack of values, with jumps that skip unneeded
// steps. Jumps are relative, so that programs can be joined.
//
//   A AND B                          A  jumpIfFalse(end)  B  and  end:
//   A OR B                           A  jumpIfTrue(end)   B  or   end:
//   CASE WHEN A THEN B ELSE C END    A  jumpUnlessTrue(next)  B  jump(end)  next: C  end:
//   COALESCE(A, B)                   A  jumpUnlessNull(end)   B  end:

/// A step of a compiled clause.
enum WhereStep: Sendable {
  /// Pushes the value of a column of the record.
  case column(Int)
  /// Pushes the row number.
  case rowID
  /// Pushes a constant.
  case constant(WhereValue)
  /// Pushes the run's value for an occurrence of a parameter, in the required type.
  case parameter(occurrence: Int, WhereType)

  /// Takes the values on top and pushes a Boolean.
  case compare(WhereComparison, WhereMode)
  case between(WhereMode)
  case isNull
  /// Pushes whether the value on top is in the list with this number.
  case member(Int)
  /// The same for the list of an occurrence of a parameter.
  case memberOfParameter(list: Int, occurrence: Int, WhereType)
  case like(escape: UInt8?)
  case not, and, or

  case jump(Int)
  /// Jumps if the top is false (or true). The top stays on the stack.
  case jumpIfFalse(Int), jumpIfTrue(Int)
  /// Takes the top. If it is not null, jumps and leaves it on the stack.
  case jumpUnlessNull(Int)
  /// Takes the top. Jumps unless it is true.
  case jumpUnlessTrue(Int)

  /// Takes the function's values from the top and pushes its result.
  case call(WhereFunction)

  /// Whether its result is the same for every row and run.
  var isConstant: Bool {
    switch self {
    case .column, .rowID, .parameter, .memberOfParameter: false
    case .constant, .compare, .between, .isNull, .member, .like, .not, .and, .or, .jump,
      .jumpIfFalse, .jumpIfTrue, .jumpUnlessNull, .jumpUnlessTrue, .call:
      true
    }
  }

  /// How far it jumps, in steps; nil if it never does.
  var jump: Int? {
    switch self {
    case .jump(let count), .jumpIfFalse(let count), .jumpIfTrue(let count),
      .jumpUnlessNull(let count), .jumpUnlessTrue(let count):
      count
    case .column, .rowID, .constant, .parameter, .compare, .between, .isNull, .member,
      .memberOfParameter, .like, .not, .and, .or, .call:
      nil
    }
  }

  /// Whether it pushes a value.
  var isPush: Bool {
    switch self {
    case .column, .rowID, .constant, .parameter: true
    case .compare, .between, .isNull, .member, .memberOfParameter, .like, .not, .and, .or, .jump,
      .jumpIfFalse, .jumpIfTrue, .jumpUnlessNull, .jumpUnlessTrue, .call:
      false
    }
  }
}

/// A function of values. The last value is on top of the stack.
enum WhereFunction: Sendable {
  // Of one number.
  case negate, absolute, ceiling, floor, sign
  case log, log10, sin, cos, tan, asin, acos, atan
  // Of two.
  case add, subtract, multiply, divide, modulo, power
  /// A number and the number of digits after the point.
  case round, truncate

  // Functions of texts. Positions and lengths are in characters (code points), from 1.
  case upper, lower, length, concatenate
  /// The position of the first text in the second, or 0.
  case position
  /// A text, a start and a number of characters. Without the number, all characters to the end.
  case substring, substringOfLength
  /// A text and the characters to remove from its ends.
  case trim(leading: Bool, trailing: Bool)

  // Of dates and intervals.
  case later, earlier, difference, scale
  case extract(WhereUnit)

  case castToInteger(bits: Int)
  case castToReal
  /// The total number of digits, and the number of digits after the point.
  case castToDecimal(precision: Int, scale: Int)
  /// The maximum number of characters. A date is written in its own form.
  case castToText(limit: Int, isMoment: Bool)
  case castToMoment(isDay: Bool)
  /// The time of day, `hh:mm:ss`, as stored in time fields.
  case castToTime
  /// The first value, or null if both are equal.
  case nullIf(WhereMode)
}

/// A part of a date.
enum WhereUnit: String, Sendable, CaseIterable {
  case year = "YEAR"
  case month = "MONTH"
  case day = "DAY"
  case hour = "HOUR"
  case minute = "MINUTE"
  case second = "SECOND"

  init?(_ token: WhereToken) {
    guard let unit = Self.allCases.first(where: { token.isWord($0.rawValue) }) else { return nil }
    self = unit
  }

  /// The milliseconds of a unit with a fixed length. Nil for years and months.
  var milliseconds: Int64? {
    switch self {
    case .year, .month: nil
    case .day: 86_400_000
    case .hour: 3_600_000
    case .minute: 60_000
    case .second: 1_000
    }
  }
}
