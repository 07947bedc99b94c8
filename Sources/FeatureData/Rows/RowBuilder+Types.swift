import Bytes
import Records

// A row's type decides on its rules, so the type is read first.
extension RowBuilder {
  /// Selects the rules of the current row by the token of its type.
  mutating func takeRules(
    _ types: TypeRules, for token: ValueToken, in bytes: Span<UInt8>, row: Int,
    notices: inout RowNotices
  ) {
    takeRules(types, resolved(token, in: bytes), row: row, notices: &notices)
  }

  /// Selects the rules of the current row by the stored value of its type.
  mutating func takeRules(
    _ types: TypeRules, _ value: RecordValue, of record: Span<UInt8>, row: Int,
    notices: inout RowNotices
  ) {
    switch value {
    case .integer(let number):
      takeRules(types, Array(String(number).utf8), row: row, notices: &notices)
    case .text(let range):
      takeRules(types, record.extracting(range).copied(), row: row, notices: &notices)
    default: rules = plainRules
    }
  }

  private mutating func takeRules(
    _ types: TypeRules, _ text: [UInt8], row: Int, notices: inout RowNotices
  ) {
    rules = plainRules
    guard !text.isEmpty else { return }
    var id = text
    // Services also send whole numbers as 1.0.
    if plainRules[types.column].storage == .integer, let number = NumberValue.integer(text.span) {
      id = Array(String(number).utf8)
    }
    if let found = types.rules(forType: id.span) {
      rules = found
    } else if plainRules[types.column].codes.isEmpty {
      // A field with its own codes reports the value itself.
      notices.note(
        .typeUnknown, column: plainRules[types.column].name, row: row, value: sample(text.span))
    }
  }
}
