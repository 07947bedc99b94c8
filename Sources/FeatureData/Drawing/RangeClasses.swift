import MapModel
import Records

/// Finds classes by a number.
struct RangeClasses: Sendable {
  private struct Range: Sendable {
    var minimum: Double
    var takesMinimum: Bool
    var maximum: Double
    var index: Int
  }

  private let ranges: [Range]
  /// The number that decides on the class of a row.
  private let number: RowNumber

  init(_ list: [RendererClass], by number: RowNumber) {
    var ranges: [Range] = []
    for (index, entry) in list.enumerated() {
      guard case .range(let minimum, let takesMinimum, let maximum) = entry.rows else { continue }
      ranges.append(
        Range(minimum: minimum, takesMinimum: takesMinimum, maximum: maximum, index: index))
    }
    self.ranges = ranges
    self.number = number
  }

  /// Returns the class of a row. Nil if its number is missing or outside all ranges.
  func index(layout: RecordLayout, record: Span<UInt8>) -> Int? {
    guard let number = number.value(layout: layout, record: record, given: []) else {
      return nil
    }
    return index(of: number)
  }

  /// Returns the class of a number. Nil if it is outside all ranges.
  func index(of number: Double) -> Int? {
    for range in ranges where number <= range.maximum {
      if number > range.minimum || (range.takesMinimum && number == range.minimum) {
        return range.index
      }
    }
    return nil
  }
}
