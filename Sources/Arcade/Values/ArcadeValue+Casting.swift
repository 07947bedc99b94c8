import OrderedJSON

// Conversion to numbers (Arcade: type casting, number). Null and empty text are 0, true is 1. Text
// is the number it spells, else NaN. A date is its milliseconds, for comparisons and `Number`.
// Everything else is NaN.

extension ArcadeValue {
  /// Makes a value from the code of a domain or type.
  init(code: JSON) {
    switch code {
    case .number(let number): self = .number(number.double)
    case .string(let text): self = .text(text)
    default: self = .null
    }
  }

  /// The value converted to a number.
  package var asNumber: Double {
    switch self {
    case .number(let value): value
    case .null: 0
    case .boolean(let value): value ? 1 : 0
    case .text(let text): ArcadeNumber.number(spelled: text)
    case .date(let date): Double(date.milliseconds)
    case .day(let day): Double(day.daysSince1970) * 86_400_000
    case .time(let time): Double(time.milliseconds)
    case .array, .dictionary, .feature, .featureSet, .geometry, .function, .tables: .nan
    }
  }

  /// The value as a number in arithmetic. Dates are not numbers here.
  var asOperand: Double {
    switch self {
    case .number(let value): value
    case .date, .day, .time: .nan
    default: asNumber
    }
  }

  /// The value as a 32-bit integer (ECMA-262, ToInt32).
  var asBits: UInt32 {
    let number = asOperand
    guard number.isFinite else { return 0 }
    let rest = number.rounded(.towardZero).truncatingRemainder(dividingBy: 4_294_967_296)
    return UInt32(truncatingIfNeeded: Int64(rest))
  }

  /// Whether this is null or empty text (function reference: IsEmpty).
  var isEmpty: Bool {
    switch self {
    case .null: true
    case .text(let text): text.isEmpty
    default: false
    }
  }

  /// The value converted to a boolean (Arcade: type casting, boolean).
  var asBoolean: Bool {
    switch self {
    case .boolean(let value): value
    case .number(let value): value != 0 && !value.isNaN
    case .text(let text): text.lowercased() == "true"
    default: false
    }
  }

  /// Whether a test function accepts by returning this (function reference: All, Any, None,
  /// Filter).
  var isTruthy: Bool {
    switch self {
    case .boolean(let value): value
    case .number(let value): value != 0 && !value.isNaN
    case .text(let text): !text.isEmpty
    case .null: false
    default: true
    }
  }
}
