import Bytes
import FeatureData
import MapModel
import Records

// How a stored value becomes text (Web Map Specification, fieldInfo.format). The order is that of
// the ArcGIS maps SDK:
//
//   1  null is empty
//   2  a coded value is its name: by the domain of the row's type, otherwise of the field
//   3  the field that contains the row's type is the type's name
//   4  the map's format: dates, and texts of an ISO 8601 date, by dateFormat; numbers, and texts that
//      contain a number, by places and digitSeparator
//   5  without a format: dates as 10/29/2021, 3:04 PM; numbers and text unchanged
//
// Rules 2 and 3 do not apply to a `relationships/ID/FIELD` of another table's records, which ArcGIS
// shows as its code. They do apply in lists of related records.

/// A field as pop-ups show it: where its values are in a record, and how they become text.
struct FieldValue: Sendable {
  /// What kind of values a field has.
  enum Nature: Sendable {
    case text
    case number
    case boolean
    case date
    /// A day without a time.
    case dateOnly
    /// A time without a day.
    case timeOnly
    /// A date and time with its own offset.
    case timestampOffset
    case identity
    case blob
  }

  /// The column in the record.
  var column: Int
  let nature: Nature
  /// The names of codes in the field's own domain, if it has one.
  private(set) var names: CodedNames?
  /// The names of codes by the index of the row's type, for types with their own domain for the
  /// field. Nil if that domain has no codes.
  private(set) var namesByType: [Int: CodedNames?]
  /// The types' names, if this field contains the row's type.
  private(set) var typeNames: CodedNames?
  /// The map's number format.
  let number: NumberFormat?
  /// The map's date format, or the default one.
  private(set) var date: DateFormat
  /// Whether the map gives a date format. It then also applies to numbers of milliseconds, and to
  /// texts of ISO 8601 dates.
  let hasDateFormat: Bool
  /// The time zone for dates.
  let zone: TimeZoneRules

  /// The kind of value, for readers of the pop-up that need some of its values.
  var kind: PopupFieldRow.Kind {
    if typeNames != nil || names != nil || !namesByType.isEmpty { return .code }
    return switch nature {
    case .text, .boolean, .blob: .text
    case .number: .number
    case .date, .dateOnly, .timeOnly, .timestampOffset: .date
    case .identity: .identity
    }
  }

  /// The same field with its codes shown as stored.
  var withoutNames: FieldValue {
    var result = self
    result.names = nil
    result.namesByType = [:]
    result.typeNames = nil
    return result
  }

  /// The same field as labels from before Arcade show it: without a format of the map, only the day of
  /// a date.
  var inLabels: FieldValue {
    var result = self
    if !hasDateFormat, nature == .date || nature == .timestampOffset { result.date = .shortDate }
    return result
  }

  /// Returns the name of a coded value or type, by rules 2 and 3.
  ///
  /// - Parameter type: The index of the row's type, if it has one.
  func name(of value: RecordValue, in record: Span<UInt8>, type: Int?) -> String? {
    var codes = names
    if let type, !namesByType.isEmpty, let own = namesByType[type] { codes = own }
    return codes?.name(of: value, in: record) ?? typeNames?.name(of: value, in: record)
  }

  /// Appends a value's text. Appends nothing for null.
  func append(
    _ value: RecordValue, in record: Span<UInt8>, type: Int?, to output: inout [UInt8]
  ) {
    if let name = name(of: value, in: record, type: type) {
      output.append(contentsOf: name.utf8)
      return
    }
    switch value {
    case .null: return
    case .integer(let value): append(value, to: &output)
    case .real(let value): append(value, to: &output)
    case .text(let range): append(text: record.extracting(range), to: &output)
    case .blob(let range):
      NumberFormat.plain.append(Int64(range.count), to: &output)
      output.append(literal: range.count == 1 ? " byte" : " bytes")
    }
  }

  private func append(_ value: Int64, to output: inout [UInt8]) {
    if nature == .boolean, value == 0 || value == 1 {
      output.append(literal: value == 1 ? "Yes" : "No")
    } else if nature == .date || hasDateFormat,
      date.append(milliseconds: value, in: zone, to: &output)
    {
      return
    } else {
      (number ?? .plain).append(value, to: &output)
    }
  }

  private func append(_ value: Double, to output: inout [UInt8]) {
    if nature == .date || hasDateFormat, let milliseconds = Int64(exactly: value.rounded(.down)),
      date.append(milliseconds: milliseconds, in: zone, to: &output)
    {
      return
    }
    (number ?? .plain).append(value, to: &output)
  }

  private func append(text: Span<UInt8>, to output: inout [UInt8]) {
    let isWritten =
      switch nature {
      case .date:
        DateText.milliseconds(text, in: 0..<text.count).map {
          date.append(milliseconds: $0, in: zone, to: &output)
        } ?? false
      case .dateOnly: append(day: text, to: &output)
      case .timeOnly: append(time: text, to: &output)
      case .timestampOffset: append(timestamp: text, to: &output)
      case .text where hasDateFormat: append(spelledDate: text, to: &output)
      case .text, .number, .boolean, .identity, .blob:
        !hasDateFormat && number?.append(text: text, to: &output) ?? false
      }
    if !isWritten { output.append(text) }
  }

  /// Appends a text that spells a whole date: a day alone, or a moment.
  private func append(spelledDate text: Span<UInt8>, to output: inout [UInt8]) -> Bool {
    if text.count == 10 { return append(day: text, to: &output) }
    guard text.count > 10, let moment = DateText.milliseconds(text, in: 0..<text.count) else {
      return false
    }
    return date.append(milliseconds: moment, in: zone, to: &output)
  }

  private func append(day text: Span<UInt8>, to output: inout [UInt8]) -> Bool {
    guard let milliseconds = DateText.milliseconds(text, in: 0..<text.count) else { return false }
    return DateFormat(day: date.day ?? .shortDate, time: nil)
      .append(milliseconds: milliseconds, in: .utc, to: &output)
  }

  private func append(time text: Span<UInt8>, to output: inout [UInt8]) -> Bool {
    guard let second = ClockTime.secondOfDay(text) else { return false }
    date.append(secondOfDay: second, to: &output)
    return true
  }

  /// Appends a time with a UTC offset. It is shown in that offset, which follows the time.
  private func append(timestamp text: Span<UInt8>, to output: inout [UInt8]) -> Bool {
    guard let mark = ClockTime.offsetMark(text),
      let local = DateText.milliseconds(text, in: 0..<mark),
      date.append(milliseconds: local, in: .utc, to: &output)
    else { return false }
    guard date.time != nil, mark < text.count else { return true }
    output.append(UInt8(ascii: " "))
    if text[mark] | 0x20 == UInt8(ascii: "z") {
      output.append(literal: "UTC")
    } else {
      output.append(text.extracting(mark..<text.count))
    }
    return true
  }
}
