// A compiled clause: tests joined by three-valued logic, in postfix order with jumps that skip the
// right side where the left decides.
//
//   A AND B      A  jumpIfFalse(end)  B  and  end:
//   A OR B       A  jumpIfTrue(end)   B  or   end:
//   NOT A        A  not

/// A step of a compiled clause.
enum WhereStep: Sendable {
  /// Pushes a truth known beforehand; nil is unknown.
  case constant(Bool?)
  /// Pushes the outcome of a test, by its number.
  case test(Int)
  case not, and, or
  /// Goes on at a step, the top left in place, when the top is false (true).
  case jumpIfFalse(Int), jumpIfTrue(Int)
}

/// A test of one row.
enum WhereTest: Sendable {
  case compare(WhereOperand, WhereComparison, WhereOperand, WhereMode)
  case between(WhereOperand, from: WhereOperand, WhereMode, to: WhereOperand, WhereMode)
  case isNull(WhereOperand)
  case member(WhereOperand, WhereSet)
  case like(WhereOperand, LikePattern)
}

/// One side of a test.
enum WhereOperand: Sendable {
  case column(Int)
  case constant(WhereValue)
  /// In postfix order.
  case computed([WhereValueStep])
}

/// A step of a computed value.
enum WhereValueStep: Sendable {
  case column(Int)
  case constant(WhereValue)
  case negate, add, subtract, multiply, divide
  case upper, lower
}

/// The list of an `IN`, sorted for searching.
struct WhereSet: Sendable {
  var numbers: [WhereNumber] = []
  var texts: [[UInt8]] = []
  var moments: [Int64] = []
  var identities: [GlobalID] = []
  var mode: WhereMode
  /// With a NULL in the list, what is not found is unknown, not false.
  var hasNull = false

  init(mode: WhereMode) {
    self.mode = mode
  }

  mutating func sort() {
    numbers.sort { ($0.order($1) ?? 0) < 0 }
    texts.sort { $0.lexicographicallyPrecedes($1) }
    moments.sort()
    identities.sort()
  }
}
