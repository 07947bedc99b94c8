import Bytes
import Records

/// Combines the values of several records into one.
///
/// Minimum and maximum compare numbers, or the bytes of texts, so stored dates are in chronological
/// order. Deviation and variance are those of a sample. Records without a value do not count.
struct RelatedSummary {
  /// The combined value.
  enum Result: Sendable {
    /// No record has a value.
    case none
    case number(Double)
    /// The value of this record.
    case row(Int)
  }

  private let statistic: PopupStatistic
  private var count = 0
  /// Numbers use Welford's method: the running mean and the sum of squared deviations from it.
  private var numbers = 0
  private var sum = 0.0
  private var mean = 0.0
  private var deviations = 0.0
  private var best: (row: Int, number: Double?, text: [UInt8])?
  private var tallies: [[UInt8]: Tally] = [:]

  /// How often a value occurs, and where it occurs first.
  private struct Tally {
    var count: Int
    let first: Int
    let row: Int

    func counts(before other: Tally) -> Bool {
      count == other.count ? first < other.first : count > other.count
    }
  }

  init(_ statistic: PopupStatistic) { self.statistic = statistic }

  /// Adds a record's value.
  mutating func add(_ value: RecordValue, in record: Span<UInt8>, row: Int) {
    let number: Double?
    var text: [UInt8] = []
    switch value {
    case .null, .blob: return
    case .integer(let integer): number = Double(integer)
    case .real(let real): number = real
    case .text(let range):
      number = nil
      text = record.extracting(range).copied()
    }
    count += 1
    switch statistic {
    case .count: return
    case .maximum, .minimum: compare(row: row, number: number, text: text)
    case .mode:
      let key = number.map { Array("\($0)".utf8) } ?? [0] + text
      tallies[key, default: Tally(count: 0, first: count, row: row)].count += 1
    case .average, .sum, .standardDeviation, .variance:
      guard let number else { return }
      numbers += 1
      sum += number
      let distance = number - mean
      mean += distance / Double(numbers)
      deviations += distance * (number - mean)
    }
  }

  private mutating func compare(row: Int, number: Double?, text: [UInt8]) {
    guard let best else {
      self.best = (row, number, text)
      return
    }
    let order: Int
    switch (number, best.number) {
    case (let new?, let old?): order = new < old ? -1 : new > old ? 1 : 0
    case (nil, nil): order = text.span.compare(best.text.span)
    case (nil, _): order = 1
    case (_, nil): order = -1
    }
    if statistic == .maximum ? order > 0 : order < 0 { self.best = (row, number, text) }
  }

  /// The combined value.
  var result: Result {
    switch statistic {
    case .count: return .number(Double(count))
    case .maximum, .minimum: return best.map { .row($0.row) } ?? .none
    case .mode:
      let most = tallies.values.min { $0.counts(before: $1) }
      return most.map { .row($0.row) } ?? .none
    case .sum: return numbers > 0 ? .number(sum) : .none
    case .average: return numbers > 0 ? .number(mean) : .none
    case .variance: return numbers > 1 ? .number(deviations / Double(numbers - 1)) : .none
    case .standardDeviation:
      return numbers > 1 ? .number((deviations / Double(numbers - 1)).squareRoot()) : .none
    }
  }
}
