package import OrderedJSON

extension DateFormat {
  /// Reads the format from a field's `format` (`{"dateFormat": "shortDate"}`); nil if it has no
  /// known name.
  package init?(format: JSON?) {
    guard let name = format?["dateFormat"]?.string else { return nil }
    self.init(name: name)
  }

  /// Returns the time zone of a field's `format`, as in older maps (`{"dateFormat": "shortDate",
  /// "timezone": "utc"}`), if it has one. It applies to this field only.
  package static func timeZoneName(format: JSON?) -> String? {
    guard let name = format?["timezone"]?.string, !name.isEmpty else { return nil }
    return name
  }

  /// Reads a `fieldFormat` of type `date-time`, by styles or by parts as in `Intl.DateTimeFormat`.
  /// Returns nil for another type, or if the format is empty.
  package init?(fieldFormat: JSON?) {
    guard let fieldFormat, fieldFormat["type"]?.string == "date-time" else { return nil }
    var day = Self.day(style: fieldFormat["dateStyle"]?.string)
    var time = Self.time(style: fieldFormat["timeStyle"]?.string)
    let style = fieldFormat["timeStyle"]?.string
    if day == nil, time == nil {
      let parts = DayFormat(
        weekday: Self.words(fieldFormat["weekday"]), year: Self.width(fieldFormat["year"]),
        month: Self.width(fieldFormat["month"]), day: Self.width(fieldFormat["day"]))
      if parts != DayFormat() { day = parts }
      if fieldFormat["hour"]?.string != nil {
        time = fieldFormat["second"]?.string == nil ? .short : .long
      }
    }
    guard day != nil || time != nil else { return nil }
    let cycle = fieldFormat["hourCycle"]?.string
    let is24Hour = fieldFormat["hour12"]?.bool.map(!) ?? (cycle == "h23" || cycle == "h24")
    self.init(
      day: day, time: time, is24Hour: is24Hour,
      showsZone: style == "long" || style == "full" || fieldFormat["timeZoneName"]?.string != nil)
  }

  private static func day(style: String?) -> DayFormat? {
    switch style {
    case "short": .shortestDate
    case "medium": .shortMonthDayYear
    case "long": .longMonthDayYear
    case "full": .longDate
    default: nil
    }
  }

  private static func time(style: String?) -> Time? {
    switch style {
    case "short": .short
    case "medium", "long", "full": .long
    default: nil
    }
  }

  private static func width(_ value: JSON?) -> DayFormat.Width? {
    switch value?.string {
    case "numeric": .numeric
    case "2-digit": .twoDigit
    case "short", "narrow": .short
    case "long": .long
    default: nil
    }
  }

  private static func words(_ value: JSON?) -> DayFormat.Width? {
    width(value).map { $0 == .long ? .long : .short }
  }
}
