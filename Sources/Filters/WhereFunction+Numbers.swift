import Bytes

// Functions of numbers. Integers stay integers unless they overflow. A result that isn't a number,
// as in a division by zero or the logarithm of -1, is null. Angles are in radians.

extension WhereFunction {
  /// Returns the result for one number.
  func ofNumber(_ number: WhereNumber) -> WhereValue {
    if case .integer(let value) = number, let whole = ofWhole(value) { return whole }
    let value = number.double
    let result: Double? =
      switch self {
      case .negate: -value
      case .absolute: value.magnitude
      case .ceiling: value.rounded(.up)
      case .floor: value.rounded(.down)
      case .sign: value > 0 ? 1 : value < 0 ? -1 : value
      case .log: value > 0 ? Transcendental.log(value) : nil
      case .log10: value > 0 ? Transcendental.log10(value) : nil
      case .sin: Transcendental.sin(value)
      case .cos: Transcendental.cos(value)
      case .tan: Transcendental.tan(value)
      case .asin: Transcendental.asin(value)
      case .acos: Transcendental.acos(value)
      case .atan: Transcendental.atan(value)
      default: nil
      }
    return WhereValue(real: result)
  }

  /// Returns the integer result for an integer, or nil if there is none.
  private func ofWhole(_ value: Int64) -> WhereValue? {
    switch self {
    case .negate: value == .min ? nil : .integer(-value)
    case .absolute: value == .min ? nil : .integer(value < 0 ? -value : value)
    case .ceiling, .floor: .integer(value)
    case .sign: .integer(value.signum())
    default: nil
    }
  }

  /// Returns the result for two numbers.
  func ofNumbers(_ one: WhereNumber, and two: WhereNumber) -> WhereValue {
    if self.isRounding { return rounded(one, digits: two) }
    if case .integer(let a) = one, case .integer(let b) = two {
      let (result, overflow): (Int64, Bool)
      switch self {
      case .add: (result, overflow) = a.addingReportingOverflow(b)
      case .subtract: (result, overflow) = a.subtractingReportingOverflow(b)
      case .multiply: (result, overflow) = a.multipliedReportingOverflow(by: b)
      case .divide, .modulo:
        if b == 0 { return .null }
        if case .modulo = self { return .integer(b == -1 ? 0 : a % b) }
        (result, overflow) = a.dividedReportingOverflow(by: b)
      default: (result, overflow) = (0, true)
      }
      if !overflow { return .integer(result) }
    }
    let a = one.double
    let b = two.double
    let result: Double? =
      switch self {
      case .add: a + b
      case .subtract: a - b
      case .multiply: a * b
      case .divide: b == 0 ? nil : a / b
      case .modulo: b == 0 ? nil : a.truncatingRemainder(dividingBy: b)
      case .power: Transcendental.pow(a, b)
      default: nil
      }
    return WhereValue(real: result)
  }

  private var isRounding: Bool {
    switch self {
    case .round, .truncate: true
    default: false
    }
  }

  /// Rounds to `digits` digits after the point, or before it if negative. Halves are rounded away
  /// from zero.
  private func rounded(_ number: WhereNumber, digits: WhereNumber) -> WhereValue {
    guard let digits = digits.cut else { return .null }
    let isCut = if case .truncate = self { true } else { false }
    switch number {
    case .integer(let value):
      guard digits < 0 else { return .integer(value) }
      guard digits > -19 else { return .integer(0) }
      let unit = (0..<(-digits)).reduce(Int64(1)) { power, _ in power * 10 }
      let rest = value % unit
      let cut = value - rest
      guard !isCut, rest.magnitude >= (unit / 2).magnitude else { return .integer(cut) }
      let (result, overflow) = cut.addingReportingOverflow(rest < 0 ? -unit : unit)
      return overflow ? .real(Double(cut) + Double(rest < 0 ? -unit : unit)) : .integer(result)
    case .real(let value):
      return WhereValue(real: DecimalRounding.round(value, digits: digits, isCut: isCut))
    }
  }
}

extension WhereValue {
  /// A double, or null if it is nil or not finite.
  init(real: Double?) {
    self = real.flatMap { $0.isNaN ? nil : .real($0) } ?? .null
  }
}

/// Rounds doubles like the decimal numbers that people see: 2.675 is treated as exactly that,
/// although the double is slightly smaller.
enum DecimalRounding {
  /// Returns the nearest double with `digits` digits after the point, with halves rounded away from
  /// zero. If `isCut`, further digits are cut off.
  static func round(_ value: Double, digits: Int64, isCut: Bool) -> Double {
    guard value.isFinite, digits <= 22 else { return value }
    guard digits >= -308 else { return 0 }
    let unit = Transcendental.pow(10, Double(digits.magnitude))
    let scaled = digits < 0 ? value / unit : value * unit
    // Beyond 2^52, a double has no digits after the point.
    guard scaled.magnitude < 0x1p52 else { return value }
    func unscaled(_ number: Double) -> Double { digits < 0 ? number * unit : number / unit }
    let near = scaled.rounded(.toNearestOrAwayFromZero)
    if unscaled(near) == value { return value }
    if isCut { return unscaled(scaled.rounded(.towardZero)) }
    let doubled = (scaled * 2).rounded()
    if unscaled(doubled / 2) == value {
      let half = doubled / 2
      return unscaled(half.rounded(.toNearestOrAwayFromZero))
    }
    return unscaled(near)
  }
}
