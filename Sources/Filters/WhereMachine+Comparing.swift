import Bytes
import FeatureData

extension WhereMachine {
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

  /// Returns whether a value is in a list. Nil for unknown.
  mutating func contains(
    _ value: WhereValue, inSet number: Int, in record: Span<UInt8>
  ) -> Bool? {
    if value.isNull { return nil }
    let isFound: Bool
    switch sets[number].mode {
    case .numbers:
      guard let wanted = self.number(value, record) else { return nil }
      isFound = sets[number].contains(wanted)
    case .moments:
      guard let wanted = moment(value, record) else { return nil }
      isFound = sets[number].contains(wanted)
    case .identities:
      if let wanted = identity(value, record) {
        isFound = sets[number].contains(wanted)
      } else {
        isFound = containsText(value, inSet: number, in: record)
      }
    case .texts: isFound = containsText(value, inSet: number, in: record)
    }
    return isFound ? true : sets[number].hasNull ? nil : false
  }

  private mutating func containsText(
    _ value: WhereValue, inSet number: Int, in record: Span<UInt8>
  ) -> Bool {
    guard let one = text(value) else { return false }
    let made = bytes.span
    let subject = one.isMade ? made.extracting(one.range) : record.extracting(one.range)
    return sets[number].contains(subject)
  }

  /// Returns the value as a number. A text with a number counts, so that stray text in a column is
  /// harmless.
  func number(_ value: WhereValue, _ record: Span<UInt8>) -> WhereNumber? {
    switch value {
    case .null: nil
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let range): WhereNumber(record, in: range)
    case .made(let range): WhereNumber(bytes.span, in: range)
    }
  }

  /// Returns the value as milliseconds since 1970 UTC. Nil outside the years 1 to 9999.
  func moment(_ value: WhereValue, _ record: Span<UInt8>) -> Int64? {
    switch value {
    case .integer(let value):
      value >= DateText.earliest && value <= DateText.latest ? value : nil
    case .text(let range): DateText.milliseconds(record, in: range)
    case .made(let range): DateText.milliseconds(bytes.span, in: range)
    case .null, .real: nil
    }
  }

  func identity(_ value: WhereValue, _ record: Span<UInt8>) -> GlobalID? {
    switch value {
    case .text(let range): GlobalID(record, in: range)
    case .made(let range): GlobalID(bytes.span, in: range)
    case .null, .integer, .real: nil
    }
  }

  /// Returns the value as text, with its bytes in `bytes` or in the record. Nil for null. Numbers
  /// are converted.
  mutating func text(_ value: WhereValue) -> (range: Range<Int>, isMade: Bool)? {
    switch value {
    case .null: return nil
    case .text(let range): return (range, false)
    case .made(let range): return (range, true)
    case .integer(let value):
      let start = bytes.count
      bytes.append(contentsOf: String(value).utf8)
      return (start..<bytes.count, true)
    case .real(let value):
      let start = bytes.count
      bytes.append(contentsOf: Self.text(of: value).utf8)
      return (start..<bytes.count, true)
    }
  }

  /// Returns the shortest digits for the number, without a point for integers.
  static func text(of value: Double) -> String {
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return String(whole) }
    return String(value)
  }
}

extension WhereNumber {
  /// The number whose text fills `range` exactly.
  init?(_ bytes: Span<UInt8>, in range: Range<Int>) {
    if let integer = DecimalParser.parseInt64(bytes, in: range) {
      self = .integer(integer)
      return
    }
    let text = bytes.extracting(range)
    var position = 0
    guard let value = DecimalParser.parse(text, at: &position), position == text.count else {
      return nil
    }
    self = .real(value)
  }
}
