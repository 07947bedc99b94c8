import Bytes
import FeatureData

// Date patterns (function reference, Text, format). A run of one letter is split into the longest
// known pieces. Other characters, and text in [ ], are copied.
//
//   D DD DDD       day of the month, with two digits, day of the year from 1
//   d ddd dddd     1 for Monday to 7 for Sunday, Mon, Monday
//   M MM MMM MMMM  month from 1, with two digits, Jan, January
//   Y YY YYYY Q    year, its last two digits, with four digits; quarter
//   H HH h hh      hour from 0 to 23, from 1 to 12
//   m mm s ss      minute and second
//   S SS SSS       tenth, hundredth, thousandth of a second
//   A a            AM or PM
//   Z ZZ           offset: -07:00, -0700
//   X x            seconds and milliseconds since 1970 UTC

/// Writes dates with patterns.
enum DatePattern {
  /// Appends a date, written with a pattern.
  static func append(_ parts: DateParts, by pattern: Span<UInt8>, to output: inout [UInt8]) {
    var position = 0
    while position < pattern.count {
      let letter = pattern[position]
      if letter == UInt8(ascii: "["), let end = end(ofLiteral: pattern, from: position) {
        for index in position + 1..<end { output.append(pattern[index]) }
        position = end + 1
        continue
      }
      var run = 1
      while run < 4, position + run < pattern.count, pattern[position + run] == letter { run += 1 }
      let width = width(of: letter, run: run)
      if width == 0 {
        output.append(letter)
        position += 1
      } else {
        append(parts, letter: letter, width: width, to: &output)
        position += width
      }
    }
  }

  /// The index of the bracket that ends a literal.
  private static func end(ofLiteral pattern: Span<UInt8>, from start: Int) -> Int? {
    var end = start + 1
    while end < pattern.count {
      if pattern[end] == UInt8(ascii: "]") { return end }
      if pattern[end] == UInt8(ascii: "[") { return nil }
      end += 1
    }
    return nil
  }

  /// The number of letters in the longest known piece at the start of a run of 1 to 4 letters; 0
  /// for a letter without meaning.
  static func width(of letter: UInt8, run: Int) -> Int {
    switch letter {
    case UInt8(ascii: "M"): run
    case UInt8(ascii: "D"), UInt8(ascii: "S"): min(run, 3)
    case UInt8(ascii: "d"): run >= 3 ? run : 1
    case UInt8(ascii: "Y"): run == 3 ? 2 : run
    case UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "m"), UInt8(ascii: "s"),
      UInt8(ascii: "Z"):
      min(run, 2)
    case UInt8(ascii: "Q"), UInt8(ascii: "A"), UInt8(ascii: "a"), UInt8(ascii: "X"),
      UInt8(ascii: "x"):
      1
    default: 0
    }
  }

  private static func append(
    _ parts: DateParts, letter: UInt8, width: Int, to output: inout [UInt8]
  ) {
    switch letter {
    case UInt8(ascii: "D"):
      if width == 3 {
        output.append(decimal: parts.date.dayOfYear + 1)
      } else {
        output.append(parts.date.day, digits: width)
      }
    case UInt8(ascii: "d"):
      if width == 1 {
        output.append(decimal: parts.date.isoWeekday)
      } else {
        append(parts.date.weekdayName, isShort: width == 3, to: &output)
      }
    case UInt8(ascii: "M"):
      if width <= 2 {
        output.append(parts.date.month, digits: width)
      } else {
        append(parts.date.monthName, isShort: width == 3, to: &output)
      }
    case UInt8(ascii: "Y"): append(year: parts.date.year, width: width, to: &output)
    case UInt8(ascii: "Q"): output.append(decimal: parts.date.quarter)
    case UInt8(ascii: "Z"):
      if let offset = parts.offset {
        append(offset: offset, separator: width == 1 ? ":" : nil, to: &output)
      }
    case UInt8(ascii: "X"):
      output.append(decimal: Int(ArcadeDate.flooredSeconds(parts.milliseconds)))
    case UInt8(ascii: "x"): output.append(decimal: Int(parts.milliseconds))
    default: append(time: parts, letter: letter, width: width, to: &output)
    }
  }

  private static func append(
    time parts: DateParts, letter: UInt8, width: Int, to output: inout [UInt8]
  ) {
    switch letter {
    case UInt8(ascii: "H"): output.append(parts.hour, digits: width)
    case UInt8(ascii: "h"):
      output.append(parts.hour % 12 == 0 ? 12 : parts.hour % 12, digits: width)
    case UInt8(ascii: "m"): output.append(parts.minute, digits: width)
    case UInt8(ascii: "s"): output.append(parts.second, digits: width)
    case UInt8(ascii: "S"):
      let scale = width == 1 ? 100 : width == 2 ? 10 : 1
      output.append(parts.millisecond / scale, digits: width)
    default: output.append(literal: parts.hour < 12 ? "AM" : "PM")
    }
  }

  private static func append(year: Int, width: Int, to output: inout [UInt8]) {
    if width == 2 {
      output.append(twoDigits: abs(year) % 100)
    } else {
      if year < 0 { output.append(UInt8(ascii: "-")) }
      output.append(abs(year), digits: width)
    }
  }

  private static func append(_ name: StaticString, isShort: Bool, to output: inout [UInt8]) {
    let start = output.count
    output.append(literal: name)
    if isShort { output.removeLast(output.count - start - 3) }
  }

  /// Appends `+hh:mm`. Offsets from before 1900 can have seconds, which are dropped.
  static func append(
    offset: Int64, separator: Unicode.Scalar?, to output: inout [UInt8]
  ) {
    output.append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let minutes = Int(abs(offset) / 60_000)
    output.append(twoDigits: minutes / 60)
    if let separator { output.append(UInt8(ascii: separator)) }
    output.append(twoDigits: minutes % 60)
  }
}

extension CivilDate {
  /// From 1 to 4.
  var quarter: Int { (month - 1) / 3 + 1 }
}
