import Arcade
import Bytes
import FeatureData
import MapModel

// How pop-ups show the results of expressions (ArcGIS maps SDK):
//
//   null                  empty
//   boolean               true or false
//   number, date          by the format that the pop-up gives `expression/NAME`
//   text                  as it is; in markup, < > & become character references
//   array, dictionary     in markup a list or a table of two columns; elsewhere one line each
//
// In addresses every value is written as data: a date as its milliseconds.

/// A use of an expression's value, or of an attribute that an expression returned.
struct ComputedValue: Sendable {
  /// What gives the value.
  enum Source: Sendable {
    /// An expression, by its index in ``PopupLayer/expressions``.
    case expression(Int)
    /// An attribute of the current expression element, by its index in the workspace.
    case attribute(Int)
  }

  let source: Source
  /// The map's number format; nil to show numbers unchanged.
  let number: NumberFormat?
  /// The map's date format; nil for the default.
  let date: DateFormat?
  /// The time zone for dates.
  let zone: TimeZoneRules

  init(_ source: Source, info: PopupFieldInfo?, zone: TimeZoneRules) {
    self.source = source
    number = NumberFormat(format: info?.format) ?? NumberFormat(fieldFormat: info?.fieldFormat)
    date = DateFormat(format: info?.format) ?? DateFormat(fieldFormat: info?.fieldFormat)
    self.zone =
      DateFormat.timeZoneName(format: info?.format)
      .flatMap { try? TimeZoneRules(name: $0.isSameName(as: "utc") ? "UTC" : $0) } ?? zone
  }
}

/// The result of an expression, kept after the memory of its run is released.
enum ComputedResult: Sendable, Equatable {
  case null
  case boolean(Bool)
  case text(String)
  case number(Double)
  /// A point in time; shown in UTC if it has no time zone.
  case date(Int64, hasZone: Bool)
  /// Days since 1970.
  case day(Int)
  /// Milliseconds since midnight.
  case time(Int)
  case list([ComputedResult])
  case pairs([Pair])

  /// An entry of a dictionary.
  struct Pair: Sendable, Equatable {
    let key: String
    let value: ComputedResult
  }

  /// Whether the result is shown as empty.
  var isEmpty: Bool {
    switch self {
    case .null: true
    case .text(let text): text.isEmpty
    case .list(let list): list.isEmpty
    case .pairs(let pairs): pairs.isEmpty
    case .boolean, .number, .date, .day, .time: false
    }
  }
}

extension ComputedValue {
  /// Appends a result as plain text. Each list element and each dictionary entry has its own line.
  func append(_ result: ComputedResult, to output: inout [UInt8], level: Int = 0) {
    let separator: StaticString = level == 0 ? "\n" : ", "
    switch result {
    case .null: return
    case .boolean(let value): output.append(literal: value ? "true" : "false")
    case .text(let text):
      if date == nil, let number, number.append(text: text.utf8.span, to: &output) { return }
      output.append(contentsOf: text.utf8)
    case .number(let value):
      if let date, let milliseconds = Int64(exactly: value.rounded(.down)),
        date.append(milliseconds: milliseconds, in: zone, to: &output)
      {
        return
      }
      (number ?? .plain).append(value, to: &output)
    case .date(let milliseconds, let hasZone):
      _ = (date ?? .shortDateShortTime)
        .append(milliseconds: milliseconds, in: hasZone ? zone : .utc, to: &output)
    case .day(let days):
      (date?.day ?? .shortDate).append(daysSince1970: days, to: &output)
    case .time(let milliseconds):
      (date ?? DateFormat(day: nil, time: .short))
        .append(secondOfDay: milliseconds / 1_000, to: &output)
    case .list(let list):
      for (index, element) in list.enumerated() {
        if index > 0 { output.append(literal: separator) }
        append(element, to: &output, level: level + 1)
      }
    case .pairs(let pairs):
      for (index, pair) in pairs.enumerated() {
        if index > 0 { output.append(literal: separator) }
        output.append(contentsOf: pair.key.utf8)
        output.append(literal: ": ")
        append(pair.value, to: &output, level: level + 1)
      }
    }
  }

  /// Appends a result as markup. The caller handles line feeds, because it knows the context.
  func appendMarkup(_ result: ComputedResult, to output: inout [UInt8]) {
    switch result {
    case .list(let list):
      if list.isEmpty { return }
      output.append(literal: "<ul>")
      for element in list {
        output.append(literal: "<li>")
        appendMarkup(element, to: &output)
        output.append(literal: "</li>")
      }
      output.append(literal: "</ul>")
    case .pairs(let pairs):
      if pairs.isEmpty { return }
      output.append(literal: "<table>")
      for pair in pairs {
        output.append(literal: "<tr><td>")
        output.appendReferenced(pair.key.utf8.span)
        output.append(literal: "</td><td>")
        appendMarkup(pair.value, to: &output)
        output.append(literal: "</td></tr>")
      }
      output.append(literal: "</table>")
    default:
      let start = output.count
      append(result, to: &output)
      output.reference(from: start)
    }
  }

  /// Appends a result as data.
  func appendRaw(_ result: ComputedResult, to output: inout [UInt8]) {
    switch result {
    case .text(let text): output.append(contentsOf: text.utf8)
    case .number(let value): output.append(contentsOf: ArcadeNumber.text(value).utf8)
    case .date(let milliseconds, _): NumberFormat.plain.append(milliseconds, to: &output)
    default: append(result, to: &output)
    }
  }
}

extension [UInt8] {
  /// Replaces `<`, `>` and `&` from `start` on by character references.
  mutating func reference(from start: Int) {
    guard let first = self[start...].firstIndex(where: Self.isMarkup) else { return }
    let tail = Array(self[first...])
    removeLast(count - first)
    appendReferenced(tail.span)
  }

  /// Appends a text with `<`, `>` and `&` as character references.
  mutating func appendReferenced(_ text: Span<UInt8>) {
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "<"): append(literal: "&lt;")
      case UInt8(ascii: ">"): append(literal: "&gt;")
      case UInt8(ascii: "&"): append(literal: "&amp;")
      case let byte: append(byte)
      }
    }
  }

  private static func isMarkup(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "&")
  }
}
