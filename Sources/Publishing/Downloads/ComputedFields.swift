import Arcade
import Bytes
import FeatureData
import MapModel
import OrderedJSON
import Popups

/// The columns that pop-ups compute, for a layer's downloads and field list.
struct ComputedFields: Sendable {
  /// The names of the columns.
  let names: [String]
  /// The titles that people read.
  let titles: [String]
  /// For each column, the kinds of values found so far.
  private(set) var kinds: [Kinds]

  /// The kinds of values in a column.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt8
    static let number = Kinds(rawValue: 1)
    static let date = Kinds(rawValue: 2)
    static let boolean = Kinds(rawValue: 4)
    static let text = Kinds(rawValue: 8)
    /// A date without a time.
    static let day = Kinds(rawValue: 16)
  }

  init(_ popups: PopupLayer, names: [String]) {
    let columns = popups.computedColumns
    self.names = names
    titles = columns.map(\.title)
    kinds = columns.map { _ in [] }
  }

  /// Adds the values of a record.
  mutating func add(_ values: [ComputedDatum]) {
    for (column, value) in values.enumerated() { kinds[column].formUnion(value.kind) }
  }

  /// Adds the kinds found in another part of the layer.
  mutating func add(_ others: [Kinds]) {
    for (column, kind) in others.enumerated() { kinds[column].formUnion(kind) }
  }

  /// The entries in the field list.
  var dictionary: [JSON] {
    names.indices.map { column in
      [
        "name": .string(names[column]), "label": .string(titles[column]),
        "type": .string(kinds[column].word), "isComputed": true,
      ]
    }
  }
}

extension ComputedFields.Kinds {
  /// The kind of all values, as one word.
  fileprivate var word: String {
    switch self {
    case .number: "number"
    case .date, .day, [.date, .day]: "date"
    case .boolean: "boolean"
    default: "text"
    }
  }
}

extension ComputedDatum {
  fileprivate var kind: ComputedFields.Kinds {
    switch self {
    case .null: []
    case .boolean: .boolean
    case .number: .number
    case .date: .date
    case .day: .day
    case .text: .text
    }
  }

  /// Appends the value as JSON. Dates are in UTC, like those of fields.
  func appendJSON(to text: inout [UInt8], forScript: Bool = false) {
    switch self {
    case .null: text.append(literal: "null")
    case .text(let value): JSONWriter.append(value, to: &text, forScript: forScript)
    case .date, .day:
      let start = text.count
      text.append(UInt8(ascii: "\""))
      if appendPlain(to: &text) {
        text.append(UInt8(ascii: "\""))
      } else {
        text.removeLast(text.count - start)
        text.append(literal: "null")
      }
    case .boolean, .number: _ = appendPlain(to: &text)
    }
  }

  /// Appends the value as a CSV cell. Appends nothing for null.
  func appendCSV(delimiter: UInt8, to text: inout [UInt8]) {
    if case .text(let value) = self {
      CSVText.append(Array(value.utf8).span, delimiter: delimiter, to: &text)
    } else {
      _ = appendPlain(to: &text)
    }
  }

  /// Appends the value without quotes. Returns false and appends nothing for null and for dates
  /// outside the supported years.
  func appendPlain(to text: inout [UInt8]) -> Bool {
    switch self {
    case .null: return false
    case .boolean(let value): text.append(literal: value ? "true" : "false")
    case .number(let value): text.append(contentsOf: ArcadeNumber.text(value).utf8)
    case .date(let milliseconds): return DateText.appendDateTime(milliseconds, to: &text)
    case .day(let days):
      let (milliseconds, isTooFar) = Int64(days).multipliedReportingOverflow(by: 86_400_000)
      return !isTooFar && DateText.appendDate(milliseconds, to: &text)
    case .text(let value): text.append(contentsOf: value.utf8)
    }
    return true
  }
}
