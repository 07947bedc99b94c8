import Bytes
import SQLiteFile

extension WhereOperand {
  /// The value for a row.
  func value(_ layout: RecordLayout, _ record: Span<UInt8>) -> WhereValue {
    switch self {
    case .column(let column): WhereValue(layout, column, record)
    case .constant(let value): value
    case .computed(let steps): Self.compute(steps, layout, record)
    }
  }

  private static func compute(
    _ steps: [WhereValueStep], _ layout: RecordLayout, _ record: Span<UInt8>
  ) -> WhereValue {
    var stack: [WhereValue] = []
    for step in steps {
      switch step {
      case .column(let column): stack.append(WhereValue(layout, column, record))
      case .constant(let value): stack.append(value)
      case .upper, .lower:
        let value = stack.popLast() ?? .null
        if case .upper = step {
          stack.append(value.folded(record) { $0.uppercased() })
        } else {
          stack.append(value.folded(record) { $0.lowercased() })
        }
      case .negate:
        let value = stack.popLast() ?? .null
        stack.append(reckon(.subtract, .integer(0), value, record))
      case .add, .subtract, .multiply, .divide:
        let right = stack.popLast() ?? .null
        let left = stack.popLast() ?? .null
        stack.append(reckon(step, left, right, record))
      }
    }
    return stack.last ?? .null
  }

  /// Whole numbers stay whole unless they overflow; a division by zero, like any result that is no
  /// number, is NULL.
  private static func reckon(
    _ step: WhereValueStep, _ left: WhereValue, _ right: WhereValue, _ record: Span<UInt8>
  ) -> WhereValue {
    guard let one = left.number(record), let two = right.number(record) else { return .null }
    if case .integer(let a) = one, case .integer(let b) = two {
      let (result, overflow): (Int64, Bool)
      switch step {
      case .add: (result, overflow) = a.addingReportingOverflow(b)
      case .subtract: (result, overflow) = a.subtractingReportingOverflow(b)
      case .multiply: (result, overflow) = a.multipliedReportingOverflow(by: b)
      default:
        if b == 0 { return .null }
        (result, overflow) = a.dividedReportingOverflow(by: b)
      }
      if !overflow { return .integer(result) }
    }
    let result: Double
    switch step {
    case .add: result = one.double + two.double
    case .subtract: result = one.double - two.double
    case .multiply: result = one.double * two.double
    default:
      if two.double == 0 { return .null }
      result = one.double / two.double
    }
    return result.isNaN ? .null : .real(result)
  }
}

extension WhereValue {
  /// The value of a column; bytes that are not text count as NULL.
  init(_ layout: RecordLayout, _ column: Int, _ record: Span<UInt8>) {
    switch layout.value(column, in: record) {
    case .null, .blob: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let range): self = .text(range)
    }
  }

  /// The text in other letters; NULL stays NULL.
  fileprivate func folded(_ record: Span<UInt8>, _ fold: (String) -> String) -> WhereValue {
    if case .null = self { return .null }
    return .bytes(Array(fold(String(decoding: textBytes(record), as: UTF8.self)).utf8))
  }
}

extension WhereNumber {
  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }
}
