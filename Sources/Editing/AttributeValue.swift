import Bytes
import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
import Records

/// Converts values of Esri JSON to the form of the store. A value that doesn't fit its field stays
/// unchanged, so that the rules refuse it.
enum AttributeValue {
  static func stored(_ json: JSON, as type: FieldType) -> SQLValue {
    switch (json, ColumnStorage(type)) {
    case (.null, _): return .null
    case (.bool(let value), .integer), (.bool(let value), .boolean): return value ? 1 : 0
    case (.number(let number), .real): return .real(number.double)
    case (.number(let number), .date), (.number(let number), .dateTime):
      return date(number.int64, type) ?? .text(number.text)
    case (.string(let text), .date), (.string(let text), .dateTime):
      return date(DateText.milliseconds(text), type) ?? .text(text)
    case (.number(let number), _): return number.int64.map(SQLValue.integer) ?? .real(number.double)
    case (.string(let text), _): return .text(text)
    default: return .blob(JSONWriter.write(json))
    }
  }

  /// Dates are milliseconds since 1970 UTC, or text.
  private static func date(_ instant: Int64?, _ type: FieldType) -> SQLValue? {
    var text: [UInt8] = []
    guard let instant,
      type == .dateOnly
        ? DateText.appendDate(instant, to: &text) : DateText.appendDateTime(instant, to: &text)
    else { return nil }
    return .text(text.span.repairedString())
  }

  /// Whether two values are equal, however they are written.
  static func isSame(_ left: SQLValue, _ right: SQLValue, as type: FieldType) -> Bool {
    if left == right { return true }
    if let left = left.real, let right = right.real { return left == right }
    guard let left = left.text, let right = right.text else { return false }
    if type.isIdentity, let left = GlobalID(left) { return left == GlobalID(right) }
    if type.isDate, let left = DateText.milliseconds(left) {
      return left == DateText.milliseconds(right)
    }
    return false
  }
}
