/// Days in words, in English.
extension CivilDate {
  /// 0 for Sunday to 6 for Saturday.
  package var weekday: Int {
    // 1970-01-01 was a Thursday.
    ((daysSince1970 % 7) + 11) % 7
  }

  /// `Sunday` to `Saturday`; the first three letters are the short name.
  package var weekdayName: StaticString { Self.weekdays[weekday] }

  /// `January` to `December`; the first three letters are the short name. The month must be one of
  /// the calendar's.
  package var monthName: StaticString { Self.months[month - 1] }

  private static let weekdays: [StaticString] = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  private static let months: [StaticString] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
