import Bytes
import FeatureData

/// The parts of a date and how they are written. Order and separators are American English, except
/// for `isDayFirst`.
package struct DayFormat: Sendable, Hashable {
  /// The length of a weekday or month name, or the number of digits.
  package enum Width: Sendable, Hashable {
    /// As few digits as possible.
    case numeric
    /// Two digits; for a year the last two.
    case twoDigit
    /// `Fri`, `Oct`.
    case short
    /// `Friday`, `October`.
    case long
  }

  /// The weekday, always written in words; nil to leave it out.
  package var weekday: Width?
  /// The year; nil to leave it out.
  package var year: Width?
  /// The month; nil to leave it out.
  package var month: Width?
  /// The day of the month; nil to leave it out.
  package var day: Width?
  /// Whether the day is before a numeric month.
  package var isDayFirst: Bool

  /// Creates a format.
  package init(
    weekday: Width? = nil, year: Width? = nil, month: Width? = nil, day: Width? = nil,
    isDayFirst: Bool = false
  ) {
    self.weekday = weekday
    self.year = year
    self.month = month
    self.day = day
    self.isDayFirst = isDayFirst
  }

  /// `10/29/2021`
  package static let shortDate = DayFormat(year: .numeric, month: .numeric, day: .numeric)
  /// `10/29/21`
  package static let shortestDate = DayFormat(year: .twoDigit, month: .numeric, day: .numeric)
  /// `29/10/2021`
  package static let shortDateDayFirst = DayFormat(
    year: .numeric, month: .numeric, day: .numeric, isDayFirst: true)
  /// `October 29, 2021`
  package static let longMonthDayYear = DayFormat(year: .numeric, month: .long, day: .numeric)
  /// `Oct 29, 2021`
  package static let shortMonthDayYear = DayFormat(year: .numeric, month: .short, day: .numeric)
  /// `Friday, October 29, 2021`
  package static let longDate = DayFormat(
    weekday: .long, year: .numeric, month: .long, day: .numeric)

  /// Appends the date that is `days` after 1970-01-01.
  func append(daysSince1970 days: Int, to output: inout [UInt8]) {
    let date = CivilDate(daysSince1970: days)
    if let weekday {
      append(date.weekdayName, weekday, to: &output)
      if year != nil || month != nil || day != nil { output.append(literal: ", ") }
    }
    switch month {
    case .short, .long: appendWords(date, to: &output)
    case .numeric, .twoDigit, nil: appendDigits(date, to: &output)
    }
  }

  private func appendWords(_ date: CivilDate, to output: inout [UInt8]) {
    append(date.monthName, month, to: &output)
    if let day {
      output.append(UInt8(ascii: " "))
      append(date.day, day, to: &output)
    }
    if let year {
      output.append(literal: day == nil ? " " : ", ")
      append(date.year, year, to: &output)
    }
  }

  private func appendDigits(_ date: CivilDate, to output: inout [UInt8]) {
    var isFirst = true
    func add(_ number: Int, _ width: Width?, to output: inout [UInt8]) {
      guard let width else { return }
      if !isFirst { output.append(UInt8(ascii: "/")) }
      isFirst = false
      append(number, width, to: &output)
    }
    if isDayFirst { add(date.day, day, to: &output) }
    add(date.month, month, to: &output)
    if !isDayFirst { add(date.day, day, to: &output) }
    add(date.year, year, to: &output)
  }

  private func append(_ number: Int, _ width: Width, to output: inout [UInt8]) {
    if width == .twoDigit {
      output.append(twoDigits: abs(number) % 100)
    } else {
      output.append(decimal: number)
    }
  }

  private func append(_ name: StaticString, _ width: Width?, to output: inout [UInt8]) {
    let start = output.count
    output.append(literal: name)
    // The short names of months and weekdays are the first three letters of the long names.
    if width == .short { output.removeLast(output.count - start - 3) }
  }
}
