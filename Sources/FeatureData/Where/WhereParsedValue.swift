import Bytes

/// A value whose comparison is not known yet.
struct WhereParsedValue {
  /// A literal, which takes the type of what it is compared with.
  enum Literal {
    case none
    /// With the text as written, for text fields.
    case number(String)
    case text([UInt8])
    case moment
  }

  var type: WhereType
  var literal = Literal.none
  /// In postfix order.
  var steps: [WhereValueStep]
  let offset: Int

  /// As one side of a test.
  var operand: WhereOperand {
    guard steps.count == 1 else { return .computed(steps) }
    return switch steps[0] {
    case .column(let column): .column(column)
    case .constant(let value): .constant(value)
    default: .computed(steps)
    }
  }

  /// The same value of another type; only literals have one.
  ///
  /// - Throws: `mismatch`.
  func converted(to wanted: WhereType) throws(WhereError) -> WhereParsedValue {
    if type == wanted || type == .null { return self }
    var result = self
    result.type = wanted
    switch (literal, wanted) {
    case (.text(let bytes), .number):
      guard let number = WhereNumber(bytes.span, in: 0..<bytes.count) else { throw refused(wanted) }
      result.steps = [.constant(number.value)]
    case (.text(let bytes), .moment):
      guard let moment = DateText.milliseconds(bytes.span, in: 0..<bytes.count) else {
        throw refused(wanted)
      }
      result.steps = [.constant(.integer(moment))]
    case (.number(let text), .text):
      result.steps = [.constant(.bytes(Array(text.utf8)))]
    case (.text, .identity): break
    case (.none, .identity) where type == .text, (.none, .text) where type == .identity: break
    default: throw refused(wanted)
    }
    return result
  }

  private func refused(_ wanted: WhereType) -> WhereError {
    .mismatch("\(type.rawValue) where \(wanted.rawValue) is needed", offset: offset)
  }

  /// The type in which two values are compared, and both in it.
  ///
  /// A literal follows a field; of two literals a text follows a number or date.
  static func matched(
    _ one: WhereParsedValue, _ two: WhereParsedValue
  ) throws(WhereError) -> (WhereParsedValue, WhereMode, WhereParsedValue) {
    let type = comparisonType(one, two)
    let mode: WhereMode =
      switch type {
      case .number: .numbers
      case .moment: .moments
      case .identity: .identities
      case .text, .null: .texts
      }
    return (try one.converted(to: type), mode, try two.converted(to: type))
  }

  private static func comparisonType(
    _ one: WhereParsedValue, _ two: WhereParsedValue
  ) -> WhereType {
    if one.type == two.type || two.type == .null { return one.type }
    if one.type == .null { return two.type }
    if one.type == .identity || two.type == .identity { return .identity }
    switch (one.literal, two.literal) {
    case (.none, _): return one.type
    case (_, .none): return two.type
    default: return one.type == .text ? two.type : one.type
    }
  }
}

extension WhereNumber {
  var value: WhereValue {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    }
  }
}
