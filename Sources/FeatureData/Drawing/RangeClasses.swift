import Bytes
import MapModel
import SQLiteFile

/// Finds classes by a number.
struct RangeClasses: Sendable {
  private struct Range: Sendable {
    var minimum: Double
    var takesMinimum: Bool
    var maximum: Double
    var index: Int
  }

  private let ranges: [Range]
  private let column: Int?
  private let normalization: Renderer.Normalization?
  private let divisor: Int?

  init(
    _ list: [RendererClass], column: Int?, normalization: Renderer.Normalization?, divisor: Int?
  ) {
    var ranges: [Range] = []
    for (index, entry) in list.enumerated() {
      guard case .range(let minimum, let takesMinimum, let maximum) = entry.rows else { continue }
      ranges.append(
        Range(minimum: minimum, takesMinimum: takesMinimum, maximum: maximum, index: index))
    }
    self.ranges = ranges
    self.column = column
    self.normalization = normalization
    self.divisor = divisor
  }

  /// The class of a row; nil when its number is missing or outside all of them.
  func index(layout: RecordLayout, record: Span<UInt8>) -> Int? {
    guard let column, var number = Self.number(layout.value(column, in: record), in: record) else {
      return nil
    }
    switch normalization {
    case nil: break
    case .field:
      guard let divisor,
        let value = Self.number(layout.value(divisor, in: record), in: record), value != 0
      else { return nil }
      number /= value
    case .log:
      guard number > 0 else { return nil }
      number = Transcendental.log10(number)
    case .percentOfTotal(let total):
      number = number / total * 100
    }
    for range in ranges where number <= range.maximum {
      if number > range.minimum || (range.takesMinimum && number == range.minimum) {
        return range.index
      }
    }
    return nil
  }

  /// The value as a number; a date as milliseconds since 1970, which is how maps give its breaks.
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
