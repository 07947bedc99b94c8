import Bytes
import FeatureData

// CAST. A value that the type can't represent is null: a filter does not fail at one row.

extension WhereMemory {
  /// Returns a value in another type.
  mutating func cast(
    _ value: WhereValue, by function: WhereFunction, _ record: Span<UInt8>
  ) -> WhereValue {
    switch function {
    case .castToInteger(let bits):
      guard let whole = castNumber(value, record)?.cut,
        (whole << (64 - bits)) >> (64 - bits) == whole
      else { return .null }
      return .integer(whole)
    case .castToReal:
      return castNumber(value, record).map { WhereValue(real: $0.double) } ?? .null
    case .castToDecimal(let precision, let scale):
      guard let number = castNumber(value, record) else { return .null }
      return Self.decimal(number, precision: precision, scale: scale)
    case .castToText(let limit, let isMoment):
      if isMoment, let moment = moment(value, record) {
        return limited(written(moment), to: limit, in: record)
      }
      return limited(value, to: limit, in: record)
    case .castToMoment(let isDay):
      guard let moment = moment(value, record) else { return .null }
      let time = ((moment % 86_400_000) + 86_400_000) % 86_400_000
      return .integer(isDay ? moment - time : moment)
    case .castToTime:
      guard let moment = moment(value, record) ?? time(value, record) else { return .null }
      return writtenTime(moment)
    default: return .null
    }
  }

  /// Returns a number, or the number in a text. Blanks around it are ignored.
  private func castNumber(_ value: WhereValue, _ record: Span<UInt8>) -> WhereNumber? {
    switch value {
    case .text(let range): WhereNumber(record, in: Self.withoutBlanks(record, range))
    case .made(let range): WhereNumber(bytes.span, in: Self.withoutBlanks(bytes.span, range))
    default: number(value, record)
    }
  }

  private static func withoutBlanks(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] <= 0x20 { start += 1 }
    while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
    return start..<end
  }

  private static func decimal(
    _ number: WhereNumber, precision: Int, scale: Int
  ) -> WhereValue {
    let rounded = WhereFunction.round.ofNumbers(number, and: .integer(Int64(scale)))
    let size: Double
    switch rounded {
    case .integer(let value): size = Double(value).magnitude
    case .real(let value): size = value.magnitude
    default: return .null
    }
    return size < Transcendental.pow(10, Double(precision - scale)) ? rounded : .null
  }

  /// Writes `YYYY-MM-DD hh:mm:ss`, with milliseconds if there are any.
  private mutating func written(_ moment: Int64) -> WhereValue {
    let start = bytes.count
    guard DateText.appendDateTime(moment, to: &bytes) else { return .null }
    bytes[start + 10] = UInt8(ascii: " ")
    bytes.removeLast(moment % 1_000 == 0 ? 5 : 1)
    return .made(start..<bytes.count)
  }

  /// Returns the time of a time of day (`hh:mm` and optional seconds) on the first day of 1970.
  private mutating func time(_ value: WhereValue, _ record: Span<UInt8>) -> Int64? {
    guard let text = text(value) else { return nil }
    let start = bytes.count
    defer { bytes.removeLast(bytes.count - start) }
    bytes.append(literal: "1970-01-01 ")
    append(text, record)
    return DateText.milliseconds(bytes.span, in: start..<bytes.count)
  }

  /// Writes the time of day `hh:mm:ss`.
  private mutating func writtenTime(_ moment: Int64) -> WhereValue {
    let start = bytes.count
    guard DateText.appendDateTime(moment, to: &bytes) else { return .null }
    return .made(start + 11..<start + 19)
  }

  /// Returns a text cut to `limit` characters.
  private mutating func limited(
    _ value: WhereValue, to limit: Int, in record: Span<UInt8>
  ) -> WhereValue {
    guard let text = text(value) else { return .null }
    let made = bytes.span
    let subject = text.isMade ? made.extracting(text.range) : record.extracting(text.range)
    var end = subject.count
    if limit < end {
      var count = 0
      for index in subject.indices where subject[index] & 0xC0 != 0x80 {
        if count == limit {
          end = index
          break
        }
        count += 1
      }
    }
    let range = text.range.lowerBound..<text.range.lowerBound + end
    return text.isMade ? .made(range) : .text(range)
  }
}
