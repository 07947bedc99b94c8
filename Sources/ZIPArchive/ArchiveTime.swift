/// A date and time in MS-DOS form (APPNOTE §4.4.6): years 1980 to 2107, even seconds, no zone.
package struct ArchiveTime: Sendable, Equatable {
  /// Seconds halved in bits 0–4, minutes in 5–10, hours in 11–15.
  package let time: UInt16
  /// Day in bits 0–4, month in 5–8, years since 1980 in 9–15.
  package let date: UInt16

  /// Creates a time from the two fields of a header.
  package init(time: UInt16, date: UInt16) {
    self.time = time
    self.date = date
  }

  /// Creates a time from a calendar date and time. Nil outside 1980 to 2107 or the calendar's
  /// ranges.
  package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard 1980...2107 ~= year, 1...12 ~= month, 1...31 ~= day, 0...23 ~= hour, 0...59 ~= minute,
      0...59 ~= second
    else { return nil }
    date = UInt16((year - 1980) << 9 | month << 5 | day)
    time = UInt16(hour << 11 | minute << 5 | second / 2)
  }

  /// 1980-01-01 00:00:00, the default time of every member. With it, the same members give the same
  /// bytes.
  package static let fixed = ArchiveTime(time: 0, date: 0x21)
}
