import Bytes
import SQLiteFile

extension WhereTest {
  /// True, false, or nil for unknown.
  func outcome(layout: RecordLayout, record: Span<UInt8>) -> Bool? {
    switch self {
    case .compare(let left, let comparison, let right, let mode):
      let one = left.value(layout, record)
      let two = right.value(layout, record)
      return one.order(two, mode, record).map(comparison.holds)
    case .between(let operand, let low, let lowMode, let high, let highMode):
      let value = operand.value(layout, record)
      let above = value.order(low.value(layout, record), lowMode, record).map { $0 >= 0 }
      let below = value.order(high.value(layout, record), highMode, record).map { $0 <= 0 }
      if above == false || below == false { return false }
      return above == nil || below == nil ? nil : true
    case .isNull(let operand):
      if case .null = operand.value(layout, record) { return true }
      return false
    case .member(let operand, let set):
      return set.contains(operand.value(layout, record), record)
    case .like(let operand, let pattern):
      switch operand.value(layout, record) {
      case .null: return nil
      case .text(let range): return pattern.matches(record.extracting(range))
      case let value: return pattern.matches(value.textBytes(record).span)
      }
    }
  }
}

extension WhereValue {
  /// Below, equal to or above 0; nil when either is NULL or not of the mode's type.
  func order(_ other: WhereValue, _ mode: WhereMode, _ record: Span<UInt8>) -> Int? {
    switch mode {
    case .numbers:
      guard let one = number(record), let two = other.number(record) else { return nil }
      return one.order(two)
    case .moments:
      guard let one = moment(record), let two = other.moment(record) else { return nil }
      return one < two ? -1 : one > two ? 1 : 0
    case .identities:
      if let one = identity(record), let two = other.identity(record) {
        return one < two ? -1 : one == two ? 0 : 1
      }
      return textOrder(other, record)
    case .texts: return textOrder(other, record)
    }
  }

  private func textOrder(_ other: WhereValue, _ record: Span<UInt8>) -> Int? {
    switch (self, other) {
    case (.null, _), (_, .null): nil
    case (.text(let one), .text(let two)):
      record.extracting(one).compare(record.extracting(two))
    case (.text(let one), .bytes(let two)): record.extracting(one).compare(two.span)
    case (.bytes(let one), .text(let two)): one.span.compare(record.extracting(two))
    default: Self.order(textBytes(record), other.textBytes(record))
    }
  }

  private static func order(_ one: [UInt8], _ two: [UInt8]) -> Int {
    one.span.compare(two.span)
  }

  /// As a number; a text that is one counts, so that a column's stray text does no harm.
  func number(_ record: Span<UInt8>) -> WhereNumber? {
    switch self {
    case .null: nil
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let range): WhereNumber(record, in: range)
    case .bytes(let bytes): WhereNumber(bytes.span, in: 0..<bytes.count)
    }
  }

  /// As milliseconds since 1970 UTC.
  func moment(_ record: Span<UInt8>) -> Int64? {
    switch self {
    case .integer(let value): value
    case .text(let range): DateText.milliseconds(record, in: range)
    case .bytes(let bytes): DateText.milliseconds(bytes.span, in: 0..<bytes.count)
    case .null, .real: nil
    }
  }

  func identity(_ record: Span<UInt8>) -> GlobalID? {
    switch self {
    case .text(let range): GlobalID(record, in: range)
    case .bytes(let bytes): GlobalID(bytes.span, in: 0..<bytes.count)
    case .null, .integer, .real: nil
    }
  }

  /// As text; empty for NULL.
  func textBytes(_ record: Span<UInt8>) -> [UInt8] {
    switch self {
    case .null: []
    case .integer(let value): Array(String(value).utf8)
    case .real(let value): Array(String(value).utf8)
    case .text(let range): record.extracting(range).copied()
    case .bytes(let bytes): bytes
    }
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

extension WhereSet {
  /// Whether a value is in the list; nil for unknown.
  func contains(_ value: WhereValue, _ record: Span<UInt8>) -> Bool? {
    if case .null = value { return nil }
    let isFound: Bool
    switch mode {
    case .numbers:
      guard let number = value.number(record) else { return nil }
      isFound = Self.search(numbers.count) { number.order(numbers[$0]) ?? 1 }
    case .moments:
      guard let moment = value.moment(record) else { return nil }
      isFound = Self.search(moments.count) {
        moment < moments[$0] ? -1 : moment == moments[$0] ? 0 : 1
      }
    case .identities:
      if let identity = value.identity(record) {
        isFound = Self.search(identities.count) {
          identity < identities[$0] ? -1 : identity == identities[$0] ? 0 : 1
        }
      } else {
        isFound = containsText(value, record)
      }
    case .texts:
      isFound = containsText(value, record)
    }
    return isFound ? true : hasNull ? nil : false
  }

  private func containsText(_ value: WhereValue, _ record: Span<UInt8>) -> Bool {
    if case .text(let range) = value { return containsText(record.extracting(range)) }
    return containsText(value.textBytes(record).span)
  }

  private func containsText(_ text: Span<UInt8>) -> Bool {
    var low = 0
    var high = texts.count
    while low < high {
      let middle = (low + high) / 2
      let element = texts[middle]
      let order = text.compare(element.span)
      if order == 0 { return true }
      if order < 0 { high = middle } else { low = middle + 1 }
    }
    return false
  }

  /// Binary search; `order` tells how the wanted stands to the element.
  private static func search(_ count: Int, _ order: (Int) -> Int) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let outcome = order(middle)
      if outcome == 0 { return true }
      if outcome < 0 { high = middle } else { low = middle + 1 }
    }
    return false
  }
}
