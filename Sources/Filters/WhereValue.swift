/// A value during evaluation. It contains no bytes, so that copying it costs nothing.
enum WhereValue: Sendable, Equatable {
  case null
  /// An integer, a date in milliseconds since 1970 UTC, an interval in milliseconds, or a Boolean
  /// as 1 or 0.
  case integer(Int64)
  case real(Double)
  /// A range of bytes in the row's record.
  case text(Range<Int>)
  /// A range of `WhereMemory.bytes`: text of the clause, or intermediate text.
  case made(Range<Int>)

  /// A Boolean, or nil for unknown.
  init(_ truth: Bool?) {
    self = truth.map { .integer($0 ? 1 : 0) } ?? .null
  }

  /// The value as a Boolean, or nil for unknown.
  var truth: Bool? {
    guard case .integer(let value) = self else { return nil }
    return value != 0
  }

  var isNull: Bool {
    if case .null = self { return true }
    return false
  }
}

/// A number. Integers are exact.
enum WhereNumber: Sendable {
  case integer(Int64)
  case real(Double)

  /// Returns a number below, equal to or above 0 as this number is less, equal or greater. Nil for
  /// NaN. An integer and a double are compared exactly, without rounding.
  func order(_ other: WhereNumber) -> Int? {
    switch (self, other) {
    case (.integer(let one), .integer(let two)): one < two ? -1 : one > two ? 1 : 0
    case (.real(let one), .real(let two)):
      one.isNaN || two.isNaN ? nil : one < two ? -1 : one > two ? 1 : 0
    case (.integer(let one), .real(let two)): Self.order(one, two)
    case (.real(let one), .integer(let two)): Self.order(two, one).map { -$0 }
    }
  }

  private static func order(_ integer: Int64, _ real: Double) -> Int? {
    if real.isNaN { return nil }
    if real >= 0x1p63 { return -1 }
    if real < -0x1p63 { return 1 }
    let whole = Int64(real.rounded(.towardZero))
    if integer != whole { return integer < whole ? -1 : 1 }
    let rest = real - Double(whole)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }

  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  var value: WhereValue {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    }
  }

  /// The number without its fraction, or nil beyond 64 bits.
  var cut: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value):
      value >= -0x1p63 && value < 0x1p63 ? Int64(value.rounded(.towardZero)) : nil
    }
  }
}

/// The types of values before rows are read.
enum WhereType: String, Sendable {
  case number = "a number"
  case text = "text"
  /// A date, with or without a time.
  case moment = "a date"
  /// A duration.
  case interval = "an interval"
  /// A GlobalID or GUID, compared without regard to case, braces and hyphens.
  case identity = "a GlobalID"
  /// The literal null.
  case null = "NULL"
  /// A parameter. It takes the type of the value it is compared with.
  case open = "a parameter"
}

/// How two values are compared.
enum WhereMode: Sendable {
  case numbers
  case texts
  case moments
  case identities
}

/// A comparison operator.
enum WhereComparison: Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

  init?(_ symbol: WhereSymbol) {
    switch symbol {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .plus, .minus, .times, .divided, .concatenate, .open, .close, .comma: return nil
    }
  }

  /// Returns whether values in this order satisfy the operator.
  func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}
