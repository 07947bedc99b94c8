import Bytes
import MapModel
import Records

/// A number of a row that decides how the row is drawn, from one or two fields.
struct RowNumber: Sendable {
  /// The index among the numbers that are passed with a row, if it is one of them.
  private let given: Int?
  private let column: Int?
  private let normalization: Renderer.Normalization?
  private let divisor: Int?

  /// - Parameters:
  ///   - column: nil if the table lacks the field; then no row has a number.
  ///   - divisor: the column of the divisor for `normalization`.
  init(column: Int?, normalization: Renderer.Normalization? = nil, divisor: Int? = nil) {
    given = nil
    self.column = column
    self.normalization = normalization
    self.divisor = divisor
  }

  /// Creates a number that is passed with each row.
  init(given: Int) {
    self.given = given
    column = nil
    normalization = nil
    divisor = nil
  }

  /// Returns the number of a row, or nil.
  func value(layout: RecordLayout, record: Span<UInt8>, given numbers: [Double?]) -> Double? {
    if let given { return numbers.indices.contains(given) ? numbers[given] : nil }
    guard let column, let number = Self.number(layout.value(column, in: record), in: record) else {
      return nil
    }
    switch normalization {
    case nil: return number
    case .field:
      guard let divisor,
        let value = Self.number(layout.value(divisor, in: record), in: record), value != 0
      else { return nil }
      return number / value
    case .log: return number > 0 ? Transcendental.log10(number) : nil
    case .percentOfTotal(let total): return number / total * 100
    }
  }

  /// Returns the value as a number. A date is in milliseconds since 1970, like the class breaks of
  /// maps.
  private static func number(_ value: RecordValue, in record: Span<UInt8>) -> Double? {
    switch value {
    case .integer(let number): return Double(number)
    case .real(let number): return number
    case .text(let range):
      var position = 0
      let text = record.extracting(range)
      if let number = DecimalParser.parse(text, at: &position), position == text.count {
        return number.isFinite ? number : nil
      }
      return DateText.milliseconds(record, in: range).map { Double($0) }
    case .null, .blob: return nil
    }
  }
}
