import FeatureData
import OrderedJSON

extension FieldValue {
  /// The constant of a rule as a store keeps it: dates are text, and Booleans are 1 and 0.
  init(constant json: JSON, _ meaning: FieldMeaning) {
    switch json {
    case .string(let text):
      self = Self.date(DateText.milliseconds(text), meaning) ?? .init(text: text)
    case .number(let number):
      let value = number.int64.map { FieldValue.integer($0) } ?? .real(number.double)
      self = number.int64.flatMap { Self.date($0, meaning) } ?? value
    case .bool(let isTrue): self = .integer(isTrue ? 1 : 0)
    case .null, .array, .object: self = .null
    }
  }

  /// An instant as the value of a date field; nil for other fields.
  private static func date(_ instant: Int64?, _ meaning: FieldMeaning) -> FieldValue? {
    guard let instant else { return nil }
    var text: [UInt8] = []
    let isWritten =
      switch meaning {
      case .dateTime: DateText.appendDateTime(instant, to: &text)
      case .date: DateText.appendDate(instant, to: &text)
      case .number, .identity, .geometry, .gridded, .text, .bytes: false
      }
    return isWritten ? .text(text) : nil
  }
}
