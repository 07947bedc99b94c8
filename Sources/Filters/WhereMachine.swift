import Bytes
import Records

/// Evaluates a clause: a stack of values, and the bytes of texts that are not in the record. Both
/// only grow, so that a row needs no allocation.
struct WhereMachine: Sendable {
  /// The maximum number of bytes of intermediate texts for one row. A text beyond the limit is
  /// null.
  static let mostMade = 1 << 24

  /// Texts of the clause and its parameters, followed by intermediate texts.
  var bytes: [UInt8] = []
  /// The number of `bytes` that are kept for all rows.
  var keptCount = 0
  var sets: [WhereSet] = []
  /// The values of parameters, by occurrence.
  var parameters: [WhereValue] = []
  /// The row number in the table.
  var rowid: Int64 = 0
  private var stack: [WhereValue] = []
  private var height = 0

  /// Reserves memory for a program.
  mutating func reserve(for steps: [WhereStep]) {
    let pushes = steps.count { $0.isPush } + 1
    if stack.count < pushes {
      stack.append(contentsOf: repeatElement(.null, count: pushes - stack.count))
    }
  }

  /// Discards the intermediate texts of a row.
  mutating func beginRow() {
    if bytes.count > keptCount { bytes.removeLast(bytes.count - keptCount) }
  }

  /// Returns the result of a program for a row. Its memory must be reserved.
  mutating func result(
    of steps: [WhereStep], _ layout: RecordLayout, _ record: Span<UInt8>
  ) -> WhereValue {
    height = 0
    var index = 0
    while index < steps.count {
      switch steps[index] {
      case .column(let column): push(WhereValue(layout, column, record))
      case .rowID: push(.integer(rowid))
      case .constant(let value): push(value)
      case .parameter(let occurrence, _): push(parameters[occurrence])
      case .compare(let comparison, let mode):
        let two = pop()
        let order = order(pop(), to: two, mode: mode, in: record)
        push(WhereValue(order.map(comparison.holds)))
      case .between(let mode): between(mode, record)
      case .isNull: push(WhereValue(pop().isNull))
      case .member(let number), .memberOfParameter(let number, _, _):
        let value = pop()
        push(WhereValue(contains(value, inSet: number, in: record)))
      case .like(let escape):
        let pattern = pop()
        push(WhereValue(matches(pop(), pattern: pattern, escape: escape, in: record)))
      case .not: push(WhereValue(pop().truth.map { !$0 }))
      case .and: and()
      case .or: or()
      case .jump(let count): index += count - 1
      case .jumpIfFalse(let count):
        if top.truth == false { index += count - 1 }
      case .jumpIfTrue(let count):
        if top.truth == true { index += count - 1 }
      case .jumpUnlessNull(let count):
        if top.isNull { _ = pop() } else { index += count - 1 }
      case .jumpUnlessTrue(let count):
        if pop().truth != true { index += count - 1 }
      case .call(let function): call(function, record)
      }
      index += 1
    }
    return pop()
  }

  private var top: WhereValue { height > 0 ? stack[height - 1] : .null }

  mutating func push(_ value: WhereValue) {
    stack[height] = value
    height += 1
  }

  mutating func pop() -> WhereValue {
    guard height > 0 else { return .null }
    height -= 1
    return stack[height]
  }

  private mutating func between(_ mode: WhereMode, _ record: Span<UInt8>) {
    let high = pop()
    let low = pop()
    let value = pop()
    let above = order(value, to: low, mode: mode, in: record).map { $0 >= 0 }
    let below = order(value, to: high, mode: mode, in: record).map { $0 <= 0 }
    if above == false || below == false { return push(.integer(0)) }
    push(above == nil || below == nil ? .null : .integer(1))
  }

  private mutating func and() {
    let two = pop().truth
    let one = pop().truth
    if one == false || two == false { return push(.integer(0)) }
    push(one == nil || two == nil ? .null : .integer(1))
  }

  private mutating func or() {
    let two = pop().truth
    let one = pop().truth
    if one == true || two == true { return push(.integer(1)) }
    push(one == nil || two == nil ? .null : .integer(0))
  }

  private mutating func call(_ function: WhereFunction, _ record: Span<UInt8>) {
    switch function {
    case .negate, .absolute, .ceiling, .floor, .sign, .log, .log10, .sin, .cos, .tan, .asin, .acos,
      .atan:
      push(number(pop(), record).map(function.ofNumber) ?? .null)
    case .add, .subtract, .multiply, .divide, .modulo, .power, .round, .truncate:
      let two = number(pop(), record)
      guard let one = number(pop(), record), let two else { return push(.null) }
      push(function.ofNumbers(one, and: two))
    case .upper, .lower, .length, .concatenate, .position, .substring, .substringOfLength, .trim:
      callText(function, record)
    case .later, .earlier, .difference, .scale, .extract:
      callMoment(function, record)
    case .castToInteger, .castToReal, .castToDecimal, .castToText, .castToMoment,
      .castToTime:
      cast(function, record)
    case .nullIf(let mode):
      let two = pop()
      let one = pop()
      push(order(one, to: two, mode: mode, in: record) == 0 ? .null : one)
    }
  }
}

extension WhereValue {
  /// The value of a column. Bytes that are not text count as null.
  init(_ layout: RecordLayout, _ column: Int, _ record: Span<UInt8>) {
    switch layout.value(column, in: record) {
    case .null, .blob: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let range): self = .text(range)
    }
  }
}
