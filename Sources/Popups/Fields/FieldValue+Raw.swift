import Bytes
import FeatureData
import Records

extension FieldValue {
  /// Appends a value as data, without names and formats. Links are made of such values. A date is
  /// its milliseconds since 1970 UTC, as in a feature service.
  func appendRaw(_ value: RecordValue, in record: Span<UInt8>, to output: inout [UInt8]) {
    switch value {
    case .null, .blob: return
    case .integer(let value):
      if nature == .boolean, value == 0 || value == 1 {
        output.append(literal: value == 1 ? "true" : "false")
      } else {
        NumberFormat.plain.append(value, to: &output)
      }
    case .real(let value): NumberFormat.plain.append(value, to: &output)
    case .text(let range):
      let text = record.extracting(range)
      if nature == .date, let milliseconds = DateText.milliseconds(text, in: 0..<text.count) {
        NumberFormat.plain.append(milliseconds, to: &output)
      } else {
        output.append(text)
      }
    }
  }
}
