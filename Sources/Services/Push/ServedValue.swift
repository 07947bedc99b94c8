import FeatureData
import MapModel
import OrderedJSON

/// Values of a field, in the form of `edits.json` and of services.
struct ServedValue {
  let field: Field

  /// Whether two values mean the same. A missing value is null.
  func isSame(_ one: JSON?, _ other: JSON?) -> Bool {
    let (one, other) = (Self.plain(one), Self.plain(other))
    if one.isNull || other.isNull { return one.isNull && other.isNull }
    if one == other { return true }
    switch field.type.family {
    case .integer, .rowNumber, .real: return isSameNumber(one, other)
    case .moment, .offsetMoment, .day:
      guard let time = Self.milliseconds(one), let otherTime = Self.milliseconds(other) else {
        return false
      }
      return time == otherTime
    case .identity:
      guard let id = one.string.flatMap({ GlobalID($0) }),
        let otherID = other.string.flatMap({ GlobalID($0) })
      else { return false }
      return id == otherID
    // Of bytes, `edits.json` has only a digest.
    case .bytes, .shape: return true
    case .text, .timeOfDay, .xml: return false
    }
  }

  private func isSameNumber(_ one: JSON, _ other: JSON) -> Bool {
    if let whole = one.int, let otherWhole = other.int { return whole == otherWhole }
    guard let number = one.double, let otherNumber = other.double else { return false }
    // Services send the shortest text of a 32-bit number.
    return field.type == .single ? Float(number) == Float(otherNumber) : number == otherNumber
  }

  /// The value to send; nil if services can't take it.
  func sent(_ value: JSON?) -> JSON? {
    let value = Self.plain(value)
    guard value.object == nil else { return nil }
    if field.type == .timestampOffset, let time = value.int {
      return .string(DateText.dateTime(Int64(time)))
    }
    return value
  }

  /// Milliseconds since 1970 of a number or a text.
  private static func milliseconds(_ value: JSON) -> Int64? {
    value.int.map { Int64($0) } ?? value.string.flatMap { DateText.milliseconds($0) }
  }

  /// A large whole number as a number, and null for a missing value.
  private static func plain(_ value: JSON?) -> JSON {
    guard let value else { return .null }
    if let digits = value["$int"]?.string, let number = JSONNumber(text: digits) {
      return .number(number)
    }
    return value
  }
}
