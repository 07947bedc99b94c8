/// English names of weekdays and months.
extension CivilDate {
  /// The weekday, from 0 for Sunday to 6 for Saturday.
  package var weekday: Int {
    // 1970-01-01 was a Thursday.
    ((daysSince1970 % 7) + 11) % 7
  }

  /// `Sunday` to `Saturday`. The first three letters are the short name.
  package var weekdayName: StaticString { Self.weekdays[weekday] }

  /// `January` to `December`. The first three letters are the short name. The month must be valid.
  package var monthName: StaticString { Self.months[month - 1] }

  private static let weekdays: [StaticString] = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  private static let months: [StaticString] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
