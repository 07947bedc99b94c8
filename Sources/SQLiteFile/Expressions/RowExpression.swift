/// A compiled expression over the columns of one row. It covers a limited part of SQL.
///
/// It supports literals, columns, comparisons, `IS`, `IN`, `BETWEEN`, `LIKE`, `GLOB`, `AND`, `OR`,
/// `NOT`, `CASE`, `CAST`, arithmetic, bit operators, `||`, and functions with the same result in
/// all SQLite versions. Compiled expressions run without recursion, step by step on a stack.
package struct RowExpression: Equatable, Sendable {
  /// The columns that it names, by index in the table.
  package let columns: Set<Int>
  let steps: [Step]

  init(steps: [Step]) {
    self.steps = steps
    columns = Set(
      steps.compactMap { step in
        guard case .column(let column) = step else { return nil }
        return column
      })
  }

  /// The number of steps it takes, given the steps of computed columns.
  func work(_ columns: [Int: Int]) -> Int {
    steps.reduce(0) { sum, step in
      guard case .column(let column) = step else { return sum + 1 }
      return min(sum + 1 + (columns[column] ?? 0), 1 << 20)
    }
  }

  /// A step. It takes its operands from the stack and pushes its result.
  enum Step: Equatable, Sendable {
    case value(ExpressionValue)
    case column(Int)
    case rowid
    case compare(Comparison, ComparisonRule)
    /// `IS`, or `IS NOT` if negated.
    case `is`(ComparisonRule, isNegated: Bool)
    case isNull(isNegated: Bool)
    case between(low: ComparisonRule, high: ComparisonRule, isNegated: Bool)
    case isIn(count: Int, ComparisonRule, isNegated: Bool)
    case and, or, not
    /// `IS TRUE` and `IS FALSE`, with `NOT` if negated.
    case isTruth(Bool, isNegated: Bool)
    case negated, complement
    case arithmetic(Arithmetic)
    case joined
    /// On the stack, the pattern is above the value and the escape character above the pattern.
    case matches(TextPattern.Kind, hasEscape: Bool, isNegated: Bool)
    case choice(Choice)
    case cast(Affinity)
    /// The collating sequence is that of the arguments.
    case call(SQLFunction, count: Int, Collation)
  }

  enum Comparison: Sendable {
    case equal, unequal, less, lessOrEqual, greater, greaterOrEqual

    func holds(_ order: Int) -> Bool {
      switch self {
      case .equal: order == 0
      case .unequal: order != 0
      case .less: order < 0
      case .lessOrEqual: order <= 0
      case .greater: order > 0
      case .greaterOrEqual: order >= 0
      }
    }
  }

  enum Arithmetic: Sendable {
    case plus, minus, times, dividedBy, remainder
    case bitAnd, bitOr, shiftedLeft, shiftedRight
  }

  /// A `CASE` expression. Its operands are on the stack in order.
  struct Choice: Equatable, Sendable {
    /// How the value after `CASE` is compared with each `WHEN`. Nil if there is no such value, and
    /// each `WHEN` is a condition.
    var rules: [ComparisonRule]?
    /// The number of `WHEN` branches.
    var count: Int
    var hasElse: Bool
  }

  /// How two operands are converted before a comparison, and the collating sequence.
  struct ComparisonRule: Equatable, Sendable {
    enum Conversion: Sendable { case none, numbers, texts }
    var conversion: Conversion
    var collation: Collation
  }

  /// Provides the values of a row's columns.
  package protocol Row {
    /// The value of a column.
    func value(_ column: Int) throws(ExpressionFault) -> ExpressionValue
    /// The row id.
    var rowid: Int64 { get }
  }

  /// The value for a row.
  ///
  /// - Throws: `ExpressionFault` if it cannot be evaluated.
  package func value(in row: some Row) throws(ExpressionFault) -> ExpressionValue {
    var stack: [ExpressionValue] = []
    for step in steps { try step.run(&stack, row) }
    guard stack.count == 1, let value = stack.last else { throw ExpressionFault() }
    return value
  }

  /// Whether the expression is true for a row. Nil if that is unknown, as for comparisons with
  /// NULL.
  ///
  /// - Throws: `ExpressionFault` if it cannot be evaluated.
  package func isTrue(in row: some Row) throws(ExpressionFault) -> Bool? {
    try value(in: row).truth()
  }
}

extension RowExpression.Step {
  fileprivate func run(
    _ stack: inout [ExpressionValue], _ row: some RowExpression.Row
  ) throws(ExpressionFault) {
    switch self {
    case .value(let value): stack.append(value)
    case .column(let column): stack.append(try row.value(column))
    case .rowid: stack.append(.integer(row.rowid))
    case .compare, .is, .and, .or, .arithmetic, .joined:
      let right = try Self.pop(&stack)
      let left = try Self.pop(&stack)
      stack.append(try combine(left, right))
    case .isNull(let isNegated):
      let isNull = try Self.pop(&stack) == .null
      stack.append(ExpressionValue(isNull != isNegated))
    case .not: stack.append(ExpressionValue(try Self.pop(&stack).truth().map { !$0 }))
    case .isTruth(let truth, let isNegated):
      let isSame = try Self.pop(&stack).truth() == truth
      stack.append(ExpressionValue(isSame != isNegated))
    case .negated: stack.append(try Self.pop(&stack).negated())
    case .complement:
      stack.append(try Self.pop(&stack).bits().map { .integer(~$0) } ?? .null)
    case .cast(let affinity): stack.append(try Self.pop(&stack).cast(to: affinity))
    case .matches(let kind, let hasEscape, let isNegated):
      let escape = hasEscape ? try Self.pop(&stack) : nil
      let pattern = try Self.pop(&stack)
      let value = try Self.pop(&stack)
      let matches = try TextPattern.matches(value, kind, pattern: pattern, escape: escape)
      stack.append(ExpressionValue(matches.map { $0 != isNegated }))
    case .choice(let choice): try Self.choose(choice, &stack)
    case .between(let low, let high, let isNegated):
      let greatest = try Self.pop(&stack)
      let least = try Self.pop(&stack)
      let value = try Self.pop(&stack)
      let isAbove = try low.order(value, least).map { $0 >= 0 }
      let isBelow = try high.order(value, greatest).map { $0 <= 0 }
      let isInside = Self.and(isAbove, isBelow)
      stack.append(ExpressionValue(isInside.map { $0 != isNegated }))
    case .isIn(let count, let rule, let isNegated):
      let isIn = try Self.isIn(&stack, count: count, rule: rule)
      stack.append(ExpressionValue(isIn.map { $0 != isNegated }))
    case .call(let function, let count, let collation):
      stack.append(try function.value(of: try Self.pop(count, &stack), collation))
    }
  }

  private static func choose(
    _ choice: RowExpression.Choice, _ stack: inout [ExpressionValue]
  ) throws(ExpressionFault) {
    var result = choice.hasElse ? try pop(&stack) : .null
    let branches = try pop(choice.count * 2, &stack)
    let value = choice.rules == nil ? nil : try pop(&stack)
    for branch in 0..<choice.count {
      let condition = branches[branch * 2]
      let isMet =
        if let value, let rule = choice.rules?[branch] {
          try rule.order(value, condition) == 0
        } else {
          try condition.truth() == true
        }
      if isMet {
        result = branches[branch * 2 + 1]
        break
      }
    }
    stack.append(result)
  }

  private static func pop(
    _ count: Int, _ stack: inout [ExpressionValue]
  ) throws(ExpressionFault) -> [ExpressionValue] {
    guard stack.count >= count else { throw ExpressionFault() }
    let values = Array(stack.suffix(count))
    stack.removeLast(count)
    return values
  }

  private static func pop(
    _ stack: inout [ExpressionValue]
  ) throws(ExpressionFault) -> ExpressionValue {
    guard let value = stack.popLast() else { throw ExpressionFault() }
    return value
  }

  private func combine(
    _ left: ExpressionValue, _ right: ExpressionValue
  ) throws(ExpressionFault) -> ExpressionValue {
    switch self {
    case .compare(let comparison, let rule):
      return ExpressionValue(try rule.order(left, right).map(comparison.holds))
    case .is(let rule, let isNegated):
      let isSame =
        left == .null || right == .null
        ? left == right : try rule.order(left, right) == 0
      return ExpressionValue(isSame != isNegated)
    case .and: return ExpressionValue(Self.and(try left.truth(), try right.truth()))
    case .or:
      let isNeither = Self.and(try left.truth().map { !$0 }, try right.truth().map { !$0 })
      return ExpressionValue(isNeither.map { !$0 })
    case .arithmetic(let operation): return try operation.value(left, right)
    case .joined:
      if left == .null || right == .null { return .null }
      return .text(try left.text() + right.text())
    case .value, .column, .rowid, .isNull, .between, .isIn, .not, .isTruth, .negated, .complement,
      .matches, .choice, .cast, .call:
      throw ExpressionFault()
    }
  }

  /// False wins over unknown, and unknown over true.
  private static func and(_ left: Bool?, _ right: Bool?) -> Bool? {
    if left == false || right == false { return false }
    return left == nil || right == nil ? nil : true
  }

  private static func isIn(
    _ stack: inout [ExpressionValue], count: Int, rule: RowExpression.ComparisonRule
  ) throws(ExpressionFault) -> Bool? {
    let list = try pop(count, &stack)
    let value = try pop(&stack)
    var result: Bool? = false
    for item in list {
      switch try rule.order(value, item) {
      case 0: return true
      case nil: result = nil
      default: break
      }
    }
    return result
  }
}

extension RowExpression.ComparisonRule {
  /// Compares two values; nil if one of them is NULL.
  fileprivate func order(
    _ left: ExpressionValue, _ right: ExpressionValue
  ) throws(ExpressionFault) -> Int? {
    if left == .null || right == .null { return nil }
    switch conversion {
    case .none: return left.compare(right, collation)
    case .numbers: return left.asNumber.compare(right.asNumber, collation)
    case .texts:
      // A number becomes a text only when compared with a text.
      guard left.isText != right.isText else { return left.compare(right, collation) }
      return try left.applying(.text).compare(try right.applying(.text), collation)
    }
  }
}

extension ExpressionValue {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }

  fileprivate func negated() throws(ExpressionFault) -> ExpressionValue {
    switch self {
    case .null: return .null
    case .integer(let integer):
      return integer == .min ? .real(-Double(integer)) : .integer(-integer)
    // SQLite subtracts the number from zero, which never gives negative zero.
    case .real(let real): return .real(0 - real)
    case .text, .blob: throw ExpressionFault()
    }
  }
}

extension RowExpression.Arithmetic {
  fileprivate func value(
    _ left: ExpressionValue, _ right: ExpressionValue
  ) throws(ExpressionFault) -> ExpressionValue {
    switch (left, right) {
    case (.text, _), (_, .text), (.blob, _), (_, .blob): throw ExpressionFault()
    case (.null, _), (_, .null): return .null
    default: break
    }
    switch self {
    case .plus, .minus, .times, .dividedBy: return numbers(left, right)
    default:
      guard let one = try left.bits(), let other = try right.bits() else { return .null }
      return whole(one, other, isReal: left.isReal || right.isReal)
    }
  }

  private func numbers(_ left: ExpressionValue, _ right: ExpressionValue) -> ExpressionValue {
    switch (left, right) {
    case (.integer(let left), .integer(let right)):
      integers(left, right) ?? reals(Double(left), Double(right))
    case (.integer(let left), .real(let right)): reals(Double(left), right)
    case (.real(let left), .integer(let right)): reals(left, Double(right))
    case (.real(let left), .real(let right)): reals(left, right)
    default: .null
    }
  }

  /// Operations on integers only. A remainder is real if one operand was.
  private func whole(_ left: Int64, _ right: Int64, isReal: Bool) -> ExpressionValue {
    switch self {
    case .bitAnd: return .integer(left & right)
    case .bitOr: return .integer(left | right)
    // A negative count shifts the other way. Shifting all bits out leaves zero, or the sign.
    case .shiftedLeft: return .integer(left << right)
    case .shiftedRight: return .integer(left >> right)
    default:
      if right == 0 { return .null }
      let remainder = right == -1 ? 0 : left % right
      return isReal ? .real(Double(remainder)) : .integer(remainder)
    }
  }

  /// Returns nil if the result is not a 64-bit integer. SQLite then continues with doubles.
  private func integers(_ left: Int64, _ right: Int64) -> ExpressionValue? {
    let result =
      switch self {
      case .plus: left.addingReportingOverflow(right)
      case .minus: left.subtractingReportingOverflow(right)
      case .times: left.multipliedReportingOverflow(by: right)
      default: left.dividedReportingOverflow(by: right)
      }
    if self == .dividedBy, right == 0 { return .null }
    return result.overflow ? nil : .integer(result.partialValue)
  }

  private func reals(_ left: Double, _ right: Double) -> ExpressionValue {
    let result =
      switch self {
      case .plus: left + right
      case .minus: left - right
      case .times: left * right
      default: left / right
      }
    return result.isNaN || (self == .dividedBy && right == 0) ? .null : .real(result)
  }
}

extension ExpressionValue {
  fileprivate var isReal: Bool { if case .real = self { true } else { false } }

  /// The integer that bit operators use; nil for NULL.
  ///
  /// - Throws: `ExpressionFault` for texts and blobs.
  fileprivate func bits() throws(ExpressionFault) -> Int64? {
    switch self {
    case .null: nil
    case .integer(let integer): integer
    case .real(let real): Self.truncated(real)
    case .text, .blob: throw ExpressionFault()
    }
  }

  /// A real number without its fraction, limited to 64 bits.
  static func truncated(_ real: Double) -> Int64 {
    if real <= -0x1p63 { return .min }
    return real >= 0x1p63 ? .max : Int64(real)
  }
}
