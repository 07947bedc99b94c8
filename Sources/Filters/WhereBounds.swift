// Most filters compare one field with a value: `DBH > 30`, `Code = @code AND Made BETWEEN @a AND @b`.
// An index of that field finds the few rows that can be selected.

/// The comparisons of fields with values that every selected row meets.
package struct WhereBounds: Sendable, Equatable {
  /// How a field compares with a value.
  package enum Comparison: Sendable {
    case equal, less, lessOrEqual, greater, greaterOrEqual

    /// Nil for `<>`, which no index answers.
    init?(_ comparison: WhereComparison, isMirrored: Bool) {
      switch (comparison, isMirrored) {
      case (.equal, _): self = .equal
      case (.notEqual, _): return nil
      case (.less, false), (.greater, true): self = .less
      case (.lessOrEqual, false), (.greaterOrEqual, true): self = .lessOrEqual
      case (.greater, false), (.less, true): self = .greater
      case (.greaterOrEqual, false), (.lessOrEqual, true): self = .greaterOrEqual
      }
    }
  }

  /// A comparison of a field with a value.
  package struct Bound: Sendable, Equatable {
    /// The column of the record.
    package let column: Int
    package let comparison: Comparison
    /// A number, a moment, a text, or null, which selects no row.
    package let value: WhereParameter
  }

  /// The bounds, in the order of the clause.
  package private(set) var list: [Bound] = []
  /// Whether each row that meets all bounds is selected.
  package private(set) var isWhole = true

  /// Finds the comparisons that `AND` joins in a program.
  ///
  /// - Parameter value: the value that a step pushes; nil if it depends on the row, or if no index
  ///   can compare with it.
  init(of steps: [WhereStep], value: (WhereStep, WhereMode) -> WhereParameter?) {
    var waiting = [steps[...]]
    var parts = 0
    while let next = waiting.popLast() {
      parts += 1
      guard parts <= Self.mostParts else {
        isWhole = false
        return
      }
      if let split = Self.conjunction(next) {
        waiting += [next[(split + 1)..<(next.endIndex - 1)], next[..<split]]
      } else if let bounds = Self.bounds(Array(next), value) {
        list += bounds
      } else {
        isWhole = false
      }
    }
  }

  /// A clause with more conditions is read row by row, because each is searched in all of it.
  private static let mostParts = 64

  /// The index of the jump between the two sides, if the steps are `A jumpIfFalse B and`.
  private static func conjunction(_ steps: ArraySlice<WhereStep>) -> Int? {
    guard case .and? = steps.last else { return nil }
    let split = steps.indices.last { index in
      if case .jumpIfFalse(let count) = steps[index] {
        index + count == steps.endIndex
      } else {
        false
      }
    }
    // In a CASE, other jumps lead beyond the sides.
    guard let split, staysInside(steps[..<split]),
      staysInside(steps[(split + 1)..<(steps.endIndex - 1)])
    else { return nil }
    return split
  }

  private static func staysInside(_ steps: ArraySlice<WhereStep>) -> Bool {
    steps.indices.allSatisfy { index in
      steps[index].jump.map { index + $0 <= steps.endIndex } ?? true
    }
  }

  /// The bounds of a single comparison or `BETWEEN` of a column.
  private static func bounds(
    _ steps: [WhereStep], _ value: (WhereStep, WhereMode) -> WhereParameter?
  ) -> [Bound]? {
    guard let last = steps.last else { return nil }
    switch (steps.count, last) {
    case (3, .compare(let comparison, let mode)):
      if case .column(let column) = steps[0], let limit = value(steps[1], mode),
        let comparison = Comparison(comparison, isMirrored: false)
      {
        return [Bound(column: column, comparison: comparison, value: limit)]
      }
      if case .column(let column) = steps[1], let limit = value(steps[0], mode),
        let comparison = Comparison(comparison, isMirrored: true)
      {
        return [Bound(column: column, comparison: comparison, value: limit)]
      }
      return nil
    case (4, .between(let mode)):
      guard case .column(let column) = steps[0], let low = value(steps[1], mode),
        let high = value(steps[2], mode)
      else { return nil }
      return [
        Bound(column: column, comparison: .greaterOrEqual, value: low),
        Bound(column: column, comparison: .lessOrEqual, value: high),
      ]
    default: return nil
    }
  }
}

extension WhereRun {
  /// What every selected row meets, with the values of this run's parameters.
  package var bounds: WhereBounds {
    WhereBounds(of: clause.steps) { step, mode in
      if case .constant(let value) = step { return limit(value, mode) }
      guard case .parameter(let occurrence, _) = step else { return nil }
      return limit(machine.parameters[occurrence], mode)
    }
  }

  /// A value as it is compared. Nil if an index can't compare it exactly.
  private func limit(_ value: WhereValue, _ mode: WhereMode) -> WhereParameter? {
    if value.isNull { return .null }
    let memory = machine.memory
    switch (mode, value) {
    case (.numbers, .integer(let number)):
      return number.magnitude <= 1 << 53 ? .number(Double(number)) : nil
    case (.numbers, .real(let number)): return .number(number)
    case (.moments, _):
      let noRecord: [UInt8] = []
      return memory.moment(value, noRecord.span).map { .moment($0) } ?? .null
    case (.texts, .made(let range)), (.identities, .made(let range)):
      return .text(String(decoding: memory.bytes[range], as: UTF8.self))
    default: return nil
    }
  }
}
