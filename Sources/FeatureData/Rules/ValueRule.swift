import Bytes
import MapModel
import OrderedJSON
import Records

/// A field's rule for its values.
struct ValueRule: Sendable {
  private let field: Field
  private let storage: ColumnStorage
  private let range: ClosedRange<Double>?
  /// The allowed codes, or nil if any value is allowed.
  private let codes: Set<[UInt8]>?

  init(_ field: Field, domain: Domain?) {
    self.field = field
    storage = ColumnStorage(field.type)
    switch domain {
    case .range(_, let minimum, let maximum) where minimum <= maximum:
      (range, codes) = (minimum...maximum, nil)
    case .codedValues(_, let values):
      let isReal = storage == .real
      (range, codes) = (nil, Set(values.compactMap { Self.text(of: $0.code, isReal: isReal) }))
    case .range, .inherited, nil: (range, codes) = (nil, nil)
    }
  }

  func violation(_ value: SQLValue) -> FieldViolation? {
    if value == .null {
      return field.isNullable ? nil : found(.nullNotAllowed, "Value must not be empty")
    }
    switch storage {
    case .integer, .boolean:
      guard value.number != nil else { return found(.invalid, "Value must be a number") }
      guard let whole = value.integer else {
        return found(.invalid, "Value must be a whole number")
      }
      return rangeViolation(Double(whole)) ?? codeViolation(Array(String(whole).utf8))
    case .real:
      guard let number = value.number, number.isFinite else {
        return found(.invalid, "Value must be a number")
      }
      return rangeViolation(number) ?? codeViolation(Array("\(number)".utf8))
    case .date, .dateTime:
      guard let text = value.text, let instant = DateText.milliseconds(text) else { return misfit }
      return rangeViolation(Double(instant)) ?? codeViolation(Array(text.utf8))
    case .text: return textViolation(value)
    case .blob:
      guard case .blob = value else { return misfit }
      return nil
    }
  }

  private func textViolation(_ value: SQLValue) -> FieldViolation? {
    guard let text = value.text else { return misfit }
    if field.type.isIdentity, GlobalID(text) == nil { return misfit }
    if let length = field.length, text.utf8.count > length, text.utf16.count > length {
      return found(.exceedsMaximumLength, "Value exceeds maximum field length of \(length)")
    }
    // An empty text isn't a code. It means null.
    return text.isEmpty ? nil : codeViolation(Array(text.utf8))
  }

  private func rangeViolation(_ value: Double) -> FieldViolation? {
    for range in [range, field.type.limits].compactMap(\.self) where !range.contains(value) {
      let kind = field.type.isDate ? "date" : "number"
      return found(
        .valueOutOfRange,
        "Enter a \(kind) between \(shown(range.lowerBound)) and \(shown(range.upperBound))")
    }
    return nil
  }

  private func codeViolation(_ text: [UInt8]) -> FieldViolation? {
    guard let codes, !codes.contains(text) else { return nil }
    return found(.illegalDomainCode, "Value must be within domain")
  }

  private var misfit: FieldViolation { found(.invalid, "Value must be of correct type") }

  private func found(_ code: FieldViolation.Code, _ message: String) -> FieldViolation {
    FieldViolation(code: code, field: field.name, message: message)
  }

  private func shown(_ limit: Double) -> String {
    guard let whole = Int64(exactly: limit) else { return "\(limit)" }
    var date: [UInt8] = []
    guard field.type.isDate, DateText.appendDate(whole, to: &date) else { return "\(whole)" }
    return date.span.repairedString()
  }

  private static func text(of code: JSON, isReal: Bool) -> [UInt8]? {
    guard isReal else { return ColumnRule.text(of: code) }
    let number = code.double ?? Double(code.scalarText)
    return number.map { Array("\($0)".utf8) }
  }

  /// Returns the text of a type field's value, for finding it among the types' ids.
  static func text(_ value: SQLValue) -> [UInt8]? {
    switch value {
    case .integer(let number): Array(String(number).utf8)
    case .real(let number): Array((Int64(exactly: number).map { "\($0)" } ?? "\(number)").utf8)
    case .text(let text): Array(text.utf8)
    case .null, .blob: nil
    }
  }
}

extension SQLValue {
  /// The number, or nil for other values.
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}
