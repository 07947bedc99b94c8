import Bytes
import Records

extension RecordEncoder {
  /// Appends a value's text in the storage of its column. A value that does not fit is kept as text
  /// and noted, so that nothing is lost before someone has seen it.
  mutating func append(
    _ kind: ValueToken.Kind, text: Span<UInt8>, rule: ColumnRule, row: Int,
    notices: inout RowNotices
  ) {
    // An empty text in a column of numbers or dates means null, and so does a GlobalID of zeros.
    if text.isEmpty ? rule.storage != .text || rule.isGlobalID : rule.isNoGlobalID(text) {
      return appendNull(rule, row: row, notices: &notices)
    }
    switch rule.storage {
    case .text: appendText(kind, text: text, rule: rule, row: row, notices: &notices)
    case .integer: appendInteger(kind, text: text, rule: rule, row: row, notices: &notices)
    case .real: appendReal(kind, text: text, rule: rule, row: row, notices: &notices)
    case .boolean: appendBoolean(kind, text: text, rule: rule, row: row, notices: &notices)
    case .date, .dateTime: appendDate(kind, text: text, rule: rule, row: row, notices: &notices)
    case .blob: appendMisfit(text, notice: .wrongType, rule: rule, row: row, notices: &notices)
    }
  }

  /// Appends null, and notes it if the column requires a value.
  mutating func appendNull(_ rule: ColumnRule, row: Int, notices: inout RowNotices) {
    appendNull()
    if rule.isGlobalID {
      notices.note(.globalIDMissing, column: rule.name, row: row)
    } else if !rule.isNullable {
      notices.note(.nullNotAllowed, column: rule.name, row: row)
    }
  }

  private mutating func appendText(
    _ kind: ValueToken.Kind, text: Span<UInt8>, rule: ColumnRule, row: Int,
    notices: inout RowNotices
  ) {
    if text.count > rule.maximumLength, utf16Count(text) > rule.maximumLength {
      notices.note(.textTooLong, column: rule.name, row: row, value: sample(text))
    }
    // An empty text isn't a code. It means null.
    if !rule.codes.isEmpty, !text.isEmpty, !rule.allows(text) {
      notices.note(.outsideDomain, column: rule.name, row: row, value: sample(text))
    }
    if rule.isGlobalID {
      if GlobalID(text, in: 0..<text.count) == nil {
        notices.note(.globalIDMalformed, column: rule.name, row: row, value: sample(text))
      } else {
        notices.noteForm(ofGlobalID: text)
      }
    }
    append(text: text)
  }

  private mutating func appendInteger(
    _ kind: ValueToken.Kind, text: Span<UInt8>, rule: ColumnRule, row: Int,
    notices: inout RowNotices
  ) {
    guard let value = NumberValue.integer(text, rule.form) else {
      return appendMisfit(text, notice: .wrongType, rule: rule, row: row, notices: &notices)
    }
    if let range = rule.range, !range.contains(Double(value)) {
      notices.note(.outsideRange, column: rule.name, row: row, value: sample(text))
    }
    if !rule.codes.isEmpty, !rule.allows(Array(String(value).utf8).span) {
      notices.note(.outsideDomain, column: rule.name, row: row, value: sample(text))
    }
    append(value)
  }

  private mutating func appendReal(
    _ kind: ValueToken.Kind, text: Span<UInt8>, rule: ColumnRule, row: Int,
    notices: inout RowNotices
  ) {
    guard let value = NumberValue.double(text, rule.form), value.isFinite else {
      return appendMisfit(text, notice: .wrongType, rule: rule, row: row, notices: &notices)
    }
    if let range = rule.range, !range.contains(value) {
      notices.note(.outsideRange, column: rule.name, row: row, value: sample(text))
    }
    append(value)
  }

  private mutating func appendBoolean(
    _ kind: ValueToken.Kind, text: Span<UInt8>, rule: ColumnRule, row: Int,
    notices: inout RowNotices
  ) {
    switch kind {
    case .true: append(1 as Int64)
    case .false: append(0 as Int64)
    default: appendMisfit(text, notice: .wrongType, rule: rule, row: row, notices: &notices)
    }
  }

  /// Appends a date. Dates are milliseconds since 1970 UTC (Esri JSON), ISO 8601 text, or in the form
  /// of their column.
  private mutating func appendDate(
    _ kind: ValueToken.Kind, text: Span<UInt8>, rule: ColumnRule, row: Int,
    notices: inout RowNotices
  ) {
    let isNumber = kind == .integer || kind == .number
    var instant = isNumber ? NumberValue.integer(text) : nil
    if !isNumber {
      instant = DateText.milliseconds(text, in: 0..<text.count)
      if instant == nil, case .date(let order) = rule.form {
        instant = DateText.milliseconds(text, in: 0..<text.count, order: order)
      }
    }
    guard let instant else {
      return appendMisfit(
        text, notice: isNumber ? .dateOutOfRange : .notADate, rule: rule, row: row,
        notices: &notices)
    }
    var written: [UInt8] = []
    guard
      rule.storage == .date
        ? DateText.appendDate(instant, to: &written)
        : DateText.appendDateTime(instant, to: &written)
    else {
      return appendMisfit(text, notice: .dateOutOfRange, rule: rule, row: row, notices: &notices)
    }
    append(text: written.span)
  }

  private mutating func appendMisfit(
    _ text: Span<UInt8>, notice: ValueNotice, rule: ColumnRule, row: Int,
    notices: inout RowNotices
  ) {
    notices.note(notice, column: rule.name, row: row, value: sample(text))
    // Text that looks like a number can't be stored in a number column (SQLite, §2 of datatype3).
    if rule.storage == .blob { append(text: text) } else { append(misfit: text) }
  }
}

/// Returns the start of a value in quotes, for a message.
func sample(_ text: Span<UInt8>) -> String {
  let shown = text.count > 40 ? text.extracting(0..<40) : text
  return "\"\(String(decoding: shown.copied(), as: UTF8.self))\""
    + (text.count > 40 ? "…" : "")
}

/// Returns the length in UTF-16 units: two for scalars of four bytes, one for others.
private func utf16Count(_ text: Span<UInt8>) -> Int {
  var count = 0
  for index in text.indices {
    let byte = text[index]
    if byte & 0xC0 != 0x80 { count += byte >= 0xF0 ? 2 : 1 }
  }
  return count
}
