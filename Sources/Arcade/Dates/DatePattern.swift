import Bytes
import FeatureData

// Date patterns (function reference, Text, format). A run of one letter is one piece. Runs of another
// length, other characters, and text in [ ] are copied. So are the pieces of a time in the pattern of
// a day, and those of a day in that of a time.
//
//   D DD DDD             day of the month, with two digits, day of the year from 1
//   d ddd dddd ddddd     1 for Monday to 7 for Sunday, Mon, Monday, M
//   M MM MMM MMMM MMMMM  month from 1, with two digits, Jan, January, J
//   Y YY YYY YYYY Q QQ   year, its last two digits, with six and four digits; quarter
//   H HH h hh            hour from 0 to 23, from 1 to 12
//   m mm s ss SSS        minute, second, thousandths of a second
//   A a                  AM or PM
//   Z ZZ ZZZ ZZZZ        offset: -7, -07:00, -0700; the name of the zone, such as PDT
//   X x                  seconds and milliseconds since 1970 UTC

/// Writes dates with patterns.
enum DatePattern {
  /// Appends a date, written with a pattern.
  ///
  /// - Parameter zone: the name of the time zone, for `ZZZZ`.
  static func append(
    _ parts: DateParts, by pattern: Span<UInt8>, zone: String = "", to output: inout [UInt8]
  ) {
    var position = 0
    while position < pattern.count {
      let letter = pattern[position]
      if letter == UInt8(ascii: "["), let end = end(ofLiteral: pattern, from: position) {
        for index in position + 1..<end { output.append(pattern[index]) }
        position = end + 1
        continue
      }
      let run = run(in: pattern, at: position)
      if isPiece(letter, run: run, before: position + run, of: pattern), parts.have(letter) {
        if letter == UInt8(ascii: "Z"), run >= 4 {
          output += zone.utf8
        } else {
          append(parts, letter: letter, width: run, to: &output)
        }
      } else {
        for _ in 0..<run { output.append(letter) }
      }
      position += run
    }
  }

  /// The number of equal letters from a position on.
  static func run(in pattern: Span<UInt8>, at position: Int) -> Int {
    var run = 1
    while position + run < pattern.count, pattern[position + run] == pattern[position] { run += 1 }
    return run
  }

  /// Whether a run of a letter has a meaning. `Do` and `DDDo`, which are ordinals elsewhere, have
  /// none.
  static func isPiece(
    _ letter: UInt8, run: Int, before end: Int, of pattern: Span<UInt8>
  ) -> Bool {
    let isOrdinal =
      letter == UInt8(ascii: "D") && end < pattern.count && pattern[end] == UInt8(ascii: "o")
    return !isOrdinal && widths(of: letter).contains(run)
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

  /// The lengths of the runs of a letter that have a meaning.
  private static func widths(of letter: UInt8) -> [Int] {
    switch letter {
    case UInt8(ascii: "M"), UInt8(ascii: "Z"): [1, 2, 3, 4, 5]
    case UInt8(ascii: "Y"): [1, 2, 3, 4]
    case UInt8(ascii: "D"): [1, 2, 3]
    case UInt8(ascii: "d"): [1, 3, 4, 5]
    case UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "m"), UInt8(ascii: "s"),
      UInt8(ascii: "Q"):
      [1, 2]
    case UInt8(ascii: "S"): [3]
    case UInt8(ascii: "A"), UInt8(ascii: "a"), UInt8(ascii: "X"), UInt8(ascii: "x"): [1]
    default: []
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
        append(parts.date.weekdayName, letters: [3: 3, 5: 1][width], to: &output)
      }
    case UInt8(ascii: "M"):
      if width <= 2 {
        output.append(parts.date.month, digits: width)
      } else {
        append(parts.date.monthName, letters: [3: 3, 5: 1][width], to: &output)
      }
    case UInt8(ascii: "Y"): append(year: parts.date.year, width: width, to: &output)
    case UInt8(ascii: "Q"): output.append(parts.date.quarter, digits: width)
    case UInt8(ascii: "Z"):
      guard let offset = parts.offset else { return }
      if width == 1 {
        append(shortOffset: offset, to: &output)
      } else {
        append(offset: offset, separator: width == 2 ? ":" : nil, to: &output)
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
    case UInt8(ascii: "S"): output.append(parts.millisecond, digits: width)
    default: output.append(literal: parts.hour < 12 ? "AM" : "PM")
    }
  }

  private static func append(year: Int, width: Int, to output: inout [UInt8]) {
    if width == 2 {
      output.append(twoDigits: abs(year) % 100)
    } else {
      if year < 0 { output.append(UInt8(ascii: "-")) }
      output.append(abs(year), digits: width == 3 ? 6 : width)
    }
  }

  /// Appends the first letters of a name; nil for all of it.
  private static func append(_ name: StaticString, letters: Int?, to output: inout [UInt8]) {
    let start = output.count
    output.append(literal: name)
    if let letters { output.removeLast(output.count - start - letters) }
  }

  /// Appends `+h` or `+h:mm`.
  static func append(shortOffset offset: Int64, to output: inout [UInt8]) {
    output.append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let minutes = Int(abs(offset) / 60_000)
    output.append(decimal: minutes / 60)
    guard minutes % 60 != 0 else { return }
    output.append(UInt8(ascii: ":"))
    output.append(twoDigits: minutes % 60)
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

extension DateParts {
  /// Whether a piece of a pattern has a meaning for these parts.
  fileprivate func have(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "D"), UInt8(ascii: "d"), UInt8(ascii: "M"), UInt8(ascii: "Y"),
      UInt8(ascii: "Q"), UInt8(ascii: "X"), UInt8(ascii: "x"):
      hasDay
    case UInt8(ascii: "Z"): hasDay && hasTime
    default: hasTime
    }
  }
}
