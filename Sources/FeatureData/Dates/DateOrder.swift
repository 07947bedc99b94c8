// Dates as ArcGIS Online and spreadsheets write them.
//
//   read  1/13/1999, 13.01.1999            day and month with one or two digits, in either order
//         … 2:30 PM, … 14:30:15[.fraction] then an offset as in ISO 8601; without it UTC

/// Which number comes first in dates such as 1/2/2019.
package enum DateOrder: Sendable, Equatable {
  case dayFirst, monthFirst
}

extension DateText {
  /// Returns milliseconds since 1970 UTC for a date with slashes or dots that fills `range` exactly.
  ///
  /// Nil for any other text, and for an invalid day.
  static func milliseconds(
    _ bytes: Span<UInt8>, in range: Range<Int>, order: DateOrder
  ) -> Int64? {
    var reader = DateTextReader(position: range.lowerBound, end: range.upperBound)
    guard let numbers = reader.calendarNumbers(bytes) else { return nil }
    let (month, day) =
      order == .monthFirst
      ? (numbers.first, numbers.second) : (numbers.second, numbers.first)
    let date = CivilDate(year: numbers.year, month: month, day: day)
    guard date.isValid, let time = reader.rest(bytes) else { return nil }
    let result = Int64(date.daysSince1970) * 86_400_000 + Int64(time)
    return result >= earliest && result <= latest ? result : nil
  }

  /// Returns how a text writes a date, or an empty set if it isn't one.
  static func kinds(_ bytes: Span<UInt8>, in range: Range<Int>) -> ValueKinds {
    guard range.count >= 8, bytes[range.lowerBound] &- 0x30 < 10 else { return [] }
    if milliseconds(bytes, in: range) != nil {
      return range.count > 10 ? [.isoDate, .timeOfDay] : .isoDate
    }
    var reader = DateTextReader(position: range.lowerBound, end: range.upperBound)
    guard let numbers = reader.calendarNumbers(bytes) else { return [] }
    var kinds: ValueKinds =
      numbers.separator == UInt8(ascii: "/") ? .slashDate : .dotDate
    if reader.position < range.upperBound { kinds.insert(.timeOfDay) }
    let isDayFirst = milliseconds(bytes, in: range, order: .dayFirst) != nil
    let isMonthFirst = milliseconds(bytes, in: range, order: .monthFirst) != nil
    guard isDayFirst || isMonthFirst else { return [] }
    if !isMonthFirst { kinds.insert(.dayFirst) }
    if !isDayFirst { kinds.insert(.monthFirst) }
    return kinds
  }
}

extension DateTextReader {
  /// Reads the time and offset after a date up to the end. Returns milliseconds of the UTC day, 0
  /// without a time.
  fileprivate mutating func rest(_ bytes: Span<UInt8>) -> Int? {
    guard position < end else { return 0 }
    guard let time = clockTime(bytes), let offset = offset(bytes), position == end else {
      return nil
    }
    return time - offset
  }
}
