import Bytes
import FeatureData

/// The bytes of texts that are not in the record of a row: texts of the clause, and intermediate
/// texts. It reads values in the types that steps need.
///
/// It only grows, so that a row needs no allocation.
struct WhereMemory: Sendable {
  /// The maximum number of bytes of intermediate texts for one row. A text beyond the limit is
  /// null.
  static let mostMade = 1 << 24

  /// Texts of the clause and its parameters, followed by intermediate texts.
  var bytes: [UInt8] = []
  /// The number of `bytes` that are kept for all rows.
  var keptCount = 0

  /// Discards the intermediate texts of a row.
  mutating func beginRow() {
    if bytes.count > keptCount { bytes.removeLast(bytes.count - keptCount) }
  }

  /// Keeps all present texts for all rows.
  mutating func keepAll() { keptCount = bytes.count }

  /// Stores a text.
  mutating func store(_ text: some Sequence<UInt8>) -> WhereValue {
    let start = bytes.count
    bytes += text
    return .made(start..<bytes.count)
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
