import Bytes
import FeatureData

extension WhereMemory {
  /// Returns a number below, equal to or above 0. Nil if either value is null or has the wrong
  /// type.
  mutating func order(
    _ left: WhereValue, to right: WhereValue, mode: WhereMode, in record: Span<UInt8>
  ) -> Int? {
    switch mode {
    case .numbers:
      guard let one = number(left, record), let two = number(right, record) else { return nil }
      return one.order(two)
    case .moments:
      guard let one = moment(left, record), let two = moment(right, record) else { return nil }
      return one < two ? -1 : one > two ? 1 : 0
    case .identities:
      if let one = identity(left, record), let two = identity(right, record) {
        return one < two ? -1 : one == two ? 0 : 1
      }
      return textOrder(left, to: right, in: record)
    case .texts: return textOrder(left, to: right, in: record)
    }
  }

  private mutating func textOrder(
    _ left: WhereValue, to right: WhereValue, in record: Span<UInt8>
  ) -> Int? {
    guard let one = text(left), let two = text(right) else { return nil }
    let made = bytes.span
    let first = one.isMade ? made.extracting(one.range) : record.extracting(one.range)
    let second = two.isMade ? made.extracting(two.range) : record.extracting(two.range)
    return first.compare(second)
  }

  /// Returns whether a text matches a pattern. Nil for unknown, also if the pattern is invalid.
  mutating func matches(
    _ value: WhereValue, pattern: WhereValue, escape: UInt8?, in record: Span<UInt8>
  ) -> Bool? {
    guard let one = text(value), let two = text(pattern) else { return nil }
    let made = bytes.span
    let subject = one.isMade ? made.extracting(one.range) : record.extracting(one.range)
    let wanted = two.isMade ? made.extracting(two.range) : record.extracting(two.range)
    return LikePattern.matches(subject, pattern: wanted, escape: escape)
  }
}
