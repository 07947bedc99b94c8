// Dates as text and as milliseconds.
//
//   read     YYYY-MM-DD                      also YYYY/MM/DD, as older GDAL writes it
//            …[T| ]hh:mm[:ss[.fraction]]     seconds and fraction optional
//            …[Z|±hh[[:]mm]]                 without it UTC, as in hosted feature services
//   written  YYYY-MM-DDThh:mm:ss.sssZ        DATETIME of GeoPackage 1.3 §1.1.1.1.3 (table 1)
//            YYYY-MM-DD                      DATE of the same table
//
// Texts are compared as points in time, so two spellings of the same time are equal.

/// Converts dates between text and milliseconds since 1970-01-01T00:00:00Z.
package enum DateText {
  /// 0001-01-01T00:00:00.000Z, the first time with a text form.
  package static let earliest: Int64 = -62_135_596_800_000
  /// 9999-12-31T23:59:59.999Z, the last time with a text form.
  package static let latest: Int64 = 253_402_300_799_999

  /// Returns milliseconds since 1970 UTC for the date, or date and time, that fills `range`
  /// exactly.
  ///
  /// Digits beyond milliseconds are cut off. Nil for any other text, an invalid day, a leap second,
  /// or a time outside the years 0001 to 9999.
  package static func milliseconds(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int64? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count, range.count >= 10 else {
      return nil
    }
    var reader = DateTextReader(position: range.lowerBound, end: range.upperBound)
    guard let date = reader.date(bytes) else { return nil }
    var result = Int64(date.daysSince1970) * 86_400_000
    if reader.position < range.upperBound {
      guard let time = reader.time(bytes), let offset = reader.offset(bytes),
        reader.position == range.upperBound
      else { return nil }
      result += Int64(time - offset)
    }
    return result >= earliest && result <= latest ? result : nil
  }

  /// Returns the local time of a text without a zone, as milliseconds since 1970-01-01T00:00 local
  /// time. Nil for a text with a zone or without a time of day.
  package static func localMilliseconds(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int64? {
    var reader = DateTextReader(position: range.lowerBound, end: range.upperBound)
    guard range.count > 10, reader.date(bytes) != nil, reader.time(bytes) != nil,
      reader.position == range.upperBound
    else { return nil }
    // Without an offset, it is read as UTC.
    return milliseconds(bytes, in: range)
  }

  /// Returns milliseconds for a string.
  package static func milliseconds(_ text: String) -> Int64? {
    let bytes = [UInt8](text.utf8)
    return milliseconds(bytes.span, in: 0..<bytes.count)
  }

  /// Returns a time as text, in the form of ``appendDateTime(_:to:)``. Empty outside the years 1 to
  /// 9999.
  package static func dateTime(_ milliseconds: Int64) -> String {
    var text: [UInt8] = []
    _ = appendDateTime(milliseconds, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends `YYYY-MM-DDThh:mm:ss.sssZ`. Outside the years 0001 to 9999, appends nothing and
  /// returns false.
  package static func appendDateTime(_ milliseconds: Int64, to output: inout [UInt8]) -> Bool {
    guard milliseconds >= earliest, milliseconds <= latest else { return false }
    let (day, time) = split(milliseconds)
    append(CivilDate(daysSince1970: day), to: &output)
    output.append(UInt8(ascii: "T"))
    append(time / 3_600_000, digits: 2, to: &output)
    output.append(UInt8(ascii: ":"))
    append(time / 60_000 % 60, digits: 2, to: &output)
    output.append(UInt8(ascii: ":"))
    append(time / 1_000 % 60, digits: 2, to: &output)
    output.append(UInt8(ascii: "."))
    append(time % 1_000, digits: 3, to: &output)
    output.append(UInt8(ascii: "Z"))
    return true
  }

  /// Appends the UTC day `YYYY-MM-DD`. Outside the years 0001 to 9999, appends nothing and returns
  /// false.
  package static func appendDate(_ milliseconds: Int64, to output: inout [UInt8]) -> Bool {
    guard milliseconds >= earliest, milliseconds <= latest else { return false }
    append(CivilDate(daysSince1970: split(milliseconds).day), to: &output)
    return true
  }

  /// Splits into days since 1970 and milliseconds of the day. Rounds down, also before 1970.
  private static func split(_ milliseconds: Int64) -> (day: Int, time: Int) {
    var (day, time) = Int(milliseconds).quotientAndRemainder(dividingBy: 86_400_000)
    if time < 0 {
      day -= 1
      time += 86_400_000
    }
    return (day, time)
  }

  private static func append(_ date: CivilDate, to output: inout [UInt8]) {
    append(date.year, digits: 4, to: &output)
    output.append(UInt8(ascii: "-"))
    append(date.month, digits: 2, to: &output)
    output.append(UInt8(ascii: "-"))
    append(date.day, digits: 2, to: &output)
  }

  private static func append(_ number: Int, digits: Int, to output: inout [UInt8]) {
    if digits == 4 {
      output.append(UInt8(truncatingIfNeeded: 48 + number / 1_000))
    }
    if digits >= 3 {
      output.append(UInt8(truncatingIfNeeded: 48 + number / 100 % 10))
    }
    output.append(UInt8(truncatingIfNeeded: 48 + number / 10 % 10))
    output.append(UInt8(truncatingIfNeeded: 48 + number % 10))
  }
}
