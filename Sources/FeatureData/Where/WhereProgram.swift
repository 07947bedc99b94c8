// A compiled clause: steps in postfix order on a stack of values, with jumps that skip what need
// not be known. Jumps count steps from where they stand, so that programs can be joined.
//
//   A AND B                          A  jumpIfFalse(end)  B  and  end:
//   A OR B                           A  jumpIfTrue(end)   B  or   end:
//   CASE WHEN A THEN B ELSE C END    A  jumpUnlessTrue(next)  B  jump(end)  next: C  end:
//   COALESCE(A, B)                   A  jumpUnlessNull(end)   B  end:

/// A step of a compiled clause.
enum WhereStep: Sendable {
  /// Pushes the value of a column of the record.
  case column(Int)
  /// Pushes the number of the row in its table.
  case rowID
  /// Pushes a value known beforehand.
  case constant(WhereValue)
  /// Pushes what the run has for an occurrence of a parameter, in the type it is needed in.
  case parameter(occurrence: Int, WhereType)

  /// Take the values on top and push a truth.
  case compare(WhereComparison, WhereMode)
  case between(WhereMode)
  case isNull
  /// Whether the value is in a list, by its number.
  case member(Int)
  /// The same for a list that the run makes of an occurrence of a parameter.
  case memberOfParameter(list: Int, occurrence: Int, WhereType)
  case like(escape: UInt8?)
  case not, and, or

  case jump(Int)
  /// Go on there, the top left in place, when the top is false (true, no NULL).
  case jumpIfFalse(Int), jumpIfTrue(Int)
  /// Takes the top; leaves it in place when it jumps.
  case jumpUnlessNull(Int)
  /// Takes the top; goes on there unless it is true.
  case jumpUnlessTrue(Int)

  /// Takes the values on top that the function needs, and pushes its result.
  case call(WhereFunction)

  /// Whether it tells the same for every row and run.
  var isConstant: Bool {
    switch self {
    case .column, .rowID, .parameter, .memberOfParameter: false
    default: true
    }
  }

  /// Whether it makes the stack higher.
  var isPush: Bool {
    switch self {
    case .column, .rowID, .constant, .parameter: true
    default: false
    }
  }
}

/// A function of values; the last value is on top of the stack.
enum WhereFunction: Sendable {
  // Of one number.
  case negate, absolute, ceiling, floor, sign
  case log, log10, sin, cos, tan, asin, acos, atan
  // Of two.
  case add, subtract, multiply, divide, modulo, power
  /// A number and how many digits stay behind the point.
  case round, truncate

  // Of texts; positions and lengths in characters (code points), from 1.
  case upper, lower, length, concatenate
  /// Where the first text begins in the second; 0 when it does not.
  case position
  /// A text, where to begin, and how many characters; without that, all that follow.
  case substring, substringOfLength
  /// A text and the characters to take off its ends.
  case trim(leading: Bool, trailing: Bool)

  // Of dates and intervals.
  case later, earlier, difference, scale
  case extract(WhereUnit)

  case castToInteger(bits: Int)
  case castToReal
  /// Digits in all, and behind the point.
  case castToDecimal(precision: Int, scale: Int)
  /// The most characters; a date is written by its own form.
  case castToText(limit: Int, isMoment: Bool)
  case castToMoment(isDay: Bool)
  /// The time of day, `hh:mm:ss`, as fields of times hold it.
  case castToTime
  /// The first value, NULL when both are equal.
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

  /// Milliseconds of a unit of one length; nil for years and months.
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
