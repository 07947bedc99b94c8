import FeatureData
import Filters
import Records

// `Filter(all, 'DBH > @dbh')` in a pop-up would compare the whole table once per feature. The first
// such filter sorts the rows by the field. Later ones only collect the rows on one side of a number.

/// The rows of a table in the order of one field of numbers or dates.
struct OrderIndex: Sendable {
  /// Whether the numbers are moments, in milliseconds since 1970 UTC.
  private let isMoments: Bool
  /// The numbers in ascending order, and the row of each.
  private var numbers: [Double] = []
  private var rows: [Int32] = []
  private let count: Int

  /// Whole numbers beyond this are not all different as doubles.
  private static let largest = 1 << 53

  /// Sorts the rows of a table; nil for a field whose values aren't exact doubles.
  init?(_ table: ArcadeTable, column: Int) throws(ArcadeProblem) {
    let cell = table.schema.cells[column]
    isMoments = cell.valueKind == .date || cell.valueKind == .day
    guard isMoments || cell.valueKind == .number, table.count < Int32.max else { return nil }
    count = table.count
    var entries: [(number: Double, row: Int32)] = []
    var record: [UInt8] = []
    var layout = RecordLayout()
    for row in 0..<table.count {
      try table.read(row, &record)
      try layout.read(record.span)
      switch layout.value(cell.column, in: record.span) {
      case .null: continue
      case .integer(let value)
      where isMoments && (value < DateText.earliest || value > DateText.latest):
        continue
      case .real where isMoments: continue
      case .text(let range) where isMoments:
        guard let moment = DateText.milliseconds(record.span, in: range) else { continue }
        entries.append((Double(moment), Int32(row)))
      case .integer(let value) where value.magnitude <= Self.largest:
        entries.append((Double(value), Int32(row)))
      case .real(let value) where !value.isNaN: entries.append((value, Int32(row)))
      case .integer, .real, .text, .blob: return nil
      }
    }
    entries.sort { ($0.number, $0.row) < ($1.number, $1.row) }
    numbers = entries.map(\.number)
    rows = entries.map(\.row)
  }

  /// The rows within all bounds, in the order of the table; nil if one is no number or no moment.
  func rows(within bounds: [WhereBounds.Bound]) -> [Int]? {
    var found = 0..<numbers.count
    for bound in bounds {
      switch (bound.value, isMoments) {
      case (.null, _): found = 0..<0
      case (.number(let limit), false) where !limit.isNaN:
        found = found.clamped(to: places(bound.comparison, limit))
      case (.moment(let limit), true):
        found = found.clamped(to: places(bound.comparison, Double(limit)))
      default: return nil
      }
    }
    guard found.count > 64 else { return rows[found].map(Int.init).sorted() }
    // A bit for each row is faster than sorting.
    var marks = [UInt64](repeating: 0, count: (count + 63) / 64)
    for row in rows[found] { marks[Int(row) >> 6] |= 1 << UInt64(row & 63) }
    var result: [Int] = []
    result.reserveCapacity(found.count)
    for (word, bits) in marks.enumerated() {
      var rest = bits
      while rest != 0 {
        result.append(word << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }

  /// The places of the numbers that compare so with another.
  private func places(_ comparison: WhereBounds.Comparison, _ limit: Double) -> Range<Int> {
    switch comparison {
    case .equal: first { $0 >= limit }..<first { $0 > limit }
    case .less: 0..<first { $0 >= limit }
    case .lessOrEqual: 0..<first { $0 > limit }
    case .greater: first { $0 > limit }..<numbers.count
    case .greaterOrEqual: first { $0 >= limit }..<numbers.count
    }
  }

  /// The index of the first number with a property that all later ones have, too.
  private func first(_ hasProperty: (Double) -> Bool) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if hasProperty(numbers[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
