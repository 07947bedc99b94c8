import FeatureData
import Filters
import MapModel

/// A statistic that is updated value by value. Null values are ignored. Variance and standard
/// deviation are of a sample, like the SQL functions of services; those of arrays are of the whole
/// population.
struct RowStatistic: Sendable {
  /// The kind of statistic (function reference, GroupBy).
  enum Kind: Sendable {
    case count, sum, mean, minimum, maximum, deviation, variance

    /// The kind by its name, in any letter case; nil for other names.
    init?(_ name: String) {
      switch name.lowercased() {
      case "count": self = .count
      case "sum": self = .sum
      case "avg", "average", "mean": self = .mean
      case "min": self = .minimum
      case "max": self = .maximum
      case "stdev", "stddev": self = .deviation
      case "var", "variance": self = .variance
      default: return nil
      }
    }
  }

  let kind: Kind
  private var count = 0
  private var sum = 0.0
  // Welford's running mean and sum of squared differences, which avoids subtracting large numbers.
  private var mean = 0.0
  private var squares = 0.0
  private var best = WhereParameter.null

  init(_ kind: Kind) { self.kind = kind }

  /// Adds a value.
  mutating func add(_ value: WhereParameter) {
    if case .null = value { return }
    count += 1
    switch kind {
    case .count: break
    case .sum, .mean, .deviation, .variance:
      let number = value.number
      sum += number
      let difference = number - mean
      mean += difference / Double(count)
      squares += difference * (number - mean)
    case .minimum: if count == 1 || value.precedes(best) { best = value }
    case .maximum: if count == 1 || best.precedes(value) { best = value }
    }
  }

  /// The statistic. Null without values, except for a count.
  var value: WhereParameter {
    if kind == .count { return .number(Double(count)) }
    guard count > 0 else { return .null }
    switch kind {
    case .count: return .null
    case .sum: return .number(sum)
    case .mean: return .number(sum / Double(count))
    case .minimum, .maximum: return best
    case .deviation, .variance:
      guard count > 1 else { return .null }
      let variance = squares / Double(count - 1)
      return .number(kind == .variance ? variance : variance.squareRoot())
    }
  }

  /// The field type of the statistic, for values of a type.
  func fieldType(of type: FieldType) -> FieldType {
    switch kind {
    case .count: .integer
    case .minimum, .maximum: type
    case .sum, .mean, .deviation, .variance: .double
    }
  }
}

extension WhereParameter {
  fileprivate var number: Double {
    switch self {
    case .number(let number): number
    case .moment(let moment): Double(moment)
    case .text(let text): ArcadeNumber.number(spelled: text)
    case .null, .identity, .list: .nan
    }
  }

  fileprivate func precedes(_ other: WhereParameter) -> Bool {
    if case .text(let one) = self, case .text(let two) = other { return one.precedesInUTF16(two) }
    return number < other.number
  }

  /// The value as an Arcade value.
  var value: ArcadeValue {
    switch self {
    case .null, .list: .null
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .moment(let moment): .date(ArcadeDate(milliseconds: moment, zone: .local))
    case .identity(let identity): .text(identity.text)
    }
  }
}
