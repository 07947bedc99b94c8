import Bytes
import Records

/// Evaluates the steps of a clause on a stack of values. The stack only grows, so that a row needs
/// no allocation.
struct WhereMachine: Sendable {
  /// The texts of the clause, and intermediate texts.
  var memory = WhereMemory()
  /// The lists of `IN`.
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
        let one = pop()
        let order = memory.order(one, to: two, mode: mode, in: record)
        push(WhereValue(order.map(comparison.holds)))
      case .between(let mode): between(mode, record)
      case .isNull: push(WhereValue(pop().isNull))
      case .member(let number), .memberOfParameter(let number, _, _):
        let value = pop()
        push(WhereValue(sets[number].contains(value, in: &memory, record)))
      case .like(let escape):
        let pattern = pop()
        let text = pop()
        push(WhereValue(memory.matches(text, pattern: pattern, escape: escape, in: record)))
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
    let above = memory.order(value, to: low, mode: mode, in: record).map { $0 >= 0 }
    let below = memory.order(value, to: high, mode: mode, in: record).map { $0 <= 0 }
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
