import Bytes
import FeatureData
import Records

// Stored values as Arcade values (Arcade: feature, field types). All numeric types become numbers.
// Dates are in the run's time zone. Days and times have their own types. GlobalIDs become text,
// bytes become null.

extension HeldFeature {
  /// The value of a column of the record.
  func value(of cell: ArcadeSchema.Cell) -> ArcadeValue {
    let bytes = record.span
    switch layout.value(cell.column, in: bytes) {
    case .null: return .null
    case .integer(let value):
      return cell.valueKind == .date
        ? .date(ArcadeDate(milliseconds: value, zone: .local)) : .number(Double(value))
    case .real(let value):
      if cell.valueKind == .date, let whole = Int64(exactly: value.rounded(.down)) {
        return .date(ArcadeDate(milliseconds: whole, zone: .local))
      }
      return .number(value)
    case .text(let range): return Self.value(bytes, in: range, as: cell.valueKind)
    case .blob: return .null
    }
  }

  private static func value(
    _ bytes: Span<UInt8>, in range: Range<Int>, as valueKind: ArcadeSchema.ValueKind
  ) -> ArcadeValue {
    switch valueKind {
    case .date:
      if let moment = DateText.milliseconds(bytes, in: range) {
        return .date(ArcadeDate(milliseconds: moment, zone: .local))
      }
    case .day:
      if let moment = DateText.milliseconds(bytes, in: range) {
        let days = Int((Double(moment) / 86_400_000).rounded(.down))
        return .day(ArcadeDay(daysSince1970: days))
      }
    case .time:
      if let time = ArcadeTime(bytes.extracting(range)) { return .time(time) }
    case .timestamp:
      if let moment = DateText.milliseconds(bytes, in: range) {
        let zone = Self.zone(of: bytes.extracting(range))
        return .date(ArcadeDate(milliseconds: moment, zone: zone))
      }
    case .text, .number, .identity, .bytes: break
    }
    let text = bytes.extracting(range)
    guard let valid = try? UTF8Span(validating: text) else { return .text(text.repairedString()) }
    return .text(String(copying: valid))
  }

  /// The offset at the end of a moment, `…±hh:mm` or `…±hhmm`; UTC without one.
  private static func zone(of text: Span<UInt8>) -> ArcadeDate.Zone {
    var sign = text.count
    while sign > 10, text[sign - 1] != UInt8(ascii: "+"), text[sign - 1] != UInt8(ascii: "-") {
      sign -= 1
    }
    guard sign > 10 else { return .utc }
    var digits: [Int] = []
    for offset in sign..<text.count where text[offset].isDigit {
      digits.append(Int(text[offset] &- 0x30))
    }
    guard digits.count >= 2 else { return .utc }
    let minutes =
      (digits[0] * 10 + digits[1]) * 60 + (digits.count >= 4 ? digits[2] * 10 + digits[3] : 0)
    return .offset(Int32(text[sign - 1] == UInt8(ascii: "-") ? -minutes : minutes))
  }
}

extension ArcadeTime {
  /// Reads a time from `hh:mm[:ss[.sss]]`. Nil for other text.
  init?(_ text: Span<UInt8>) {
    var parts = [0, 0, 0, 0]
    var part = 0
    var digits = 0
    for offset in 0..<text.count {
      let byte = text[offset]
      if byte.isDigit {
        // Digits beyond milliseconds are dropped.
        if part < 3 || digits < 3 { parts[part] = parts[part] * 10 + Int(byte &- 0x30) }
        digits += 1
        guard digits <= 2 || part == 3 else { return nil }
      } else {
        let mark = part < 2 ? UInt8(ascii: ":") : UInt8(ascii: ".")
        guard byte == mark, digits == 2, part < 3 else { return nil }
        part += 1
        digits = 0
      }
    }
    if part == 3 { for _ in digits..<max(3, digits) { parts[3] *= 10 } }
    guard part >= 1, digits >= 1, parts[0] < 24, parts[1] < 60, parts[2] < 60 else { return nil }
    self.init(
      milliseconds: ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1_000 + parts[3])
  }
}
