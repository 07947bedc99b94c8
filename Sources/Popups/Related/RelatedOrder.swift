import Bytes
import Records

/// Sorts related records by one key after another. Records without a value are last. Equal records
/// keep the order in which they were added.
struct RelatedOrder {
  /// A value for comparison. Numbers come before text. Text is compared by bytes, so stored dates
  /// are in chronological order.
  private enum Value {
    case none
    case integer(Int64)
    case real(Double)
    case text(Range<Int>)
  }

  /// Up to how many records are sorted by insertion.
  private static let few = 8

  private let keys: [RelatedOrderKey]
  private let bytes: [UInt8]
  /// One value per key for each record.
  private let values: [Value]

  init(keys: [RelatedOrderKey], records: KeptRecords) {
    let bytes = records.bytes
    var values: [Value] = []
    values.reserveCapacity(records.count * keys.count)
    var layout = RecordLayout()
    for row in 0..<records.count {
      let range = records.range(ofRow: row)
      let record = bytes.span.extracting(range)
      // These records were written here. An unreadable one would have no values.
      let isRead = (try? layout.parse(record)) != nil
      for key in keys {
        values.append(isRead ? Self.value(layout.value(key.column, in: record), range) : .none)
      }
    }
    self.keys = keys
    self.bytes = bytes
    self.values = values
  }

  private static func value(_ value: RecordValue, _ recordRange: Range<Int>) -> Value {
    switch value {
    case .null, .blob: .none
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let range):
      .text(range.lowerBound + recordRange.lowerBound..<range.upperBound + recordRange.lowerBound)
    }
  }

  /// Returns the records of each group, sorted.
  ///
  /// - Parameter groups: The start of each group in `rows`, followed by the end of the last.
  func sorted(_ rows: [Int32], groups: [Int32]) -> [Int32] {
    var result = rows
    for group in 0..<max(groups.count - 1, 0) {
      let range = Int(groups[group])..<Int(groups[group + 1])
      if range.count > Self.few {
        result[range].sort { comesBefore(Int($0), Int($1)) }
      } else {
        insert(range, of: &result)
      }
    }
    return result
  }

  /// Sorts a few records by insertion. Most groups are that small, and the library's sort would
  /// allocate memory for each.
  private func insert(_ range: Range<Int>, of rows: inout [Int32]) {
    for end in range.dropFirst() {
      var index = end
      while index > range.lowerBound, comesBefore(Int(rows[index]), Int(rows[index - 1])) {
        rows.swapAt(index, index - 1)
        index -= 1
      }
    }
  }

  private func comesBefore(_ one: Int, _ two: Int) -> Bool {
    for (index, key) in keys.enumerated() {
      let left = values[one * keys.count + index]
      let right = values[two * keys.count + index]
      switch (left, right) {
      case (.none, .none): continue
      case (.none, _): return false
      case (_, .none): return true
      default:
        let order = compare(left, right)
        if order != 0 { return key.isDescending ? order > 0 : order < 0 }
      }
    }
    return one < two
  }

  private func compare(_ left: Value, _ right: Value) -> Int {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.integer(let a), .real(let b)): compare(Double(a), b)
    case (.real(let a), .integer(let b)): compare(a, Double(b))
    case (.real(let a), .real(let b)): compare(a, b)
    case (.text(let a), .text(let b)):
      bytes.span.extracting(a).compare(bytes.span.extracting(b))
    case (.text, _): 1
    case (_, .text): -1
    default: 0
    }
  }

  private func compare(_ left: Double, _ right: Double) -> Int {
    left < right ? -1 : left > right ? 1 : 0
  }
}
