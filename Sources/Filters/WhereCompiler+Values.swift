import Bytes
import FeatureData
import MapModel

// Values and their types.

extension WhereCompiler {
  /// Converts the values to their common type.
  ///
  /// - Throws: `mismatch`, also if all values are parameters.
  mutating func unified(
    _ values: [WhereParsedValue]
  ) throws(WhereError) -> (values: [WhereParsedValue], type: WhereType) {
    guard let type = WhereParsedValue.commonType(values) else {
      throw .mismatch(
        "the type of the parameter is unknown", offset: values.first?.offset ?? 0)
    }
    var result: [WhereParsedValue] = []
    result.reserveCapacity(values.count)
    for value in values { result.append(try converted(value, to: type)) }
    return (result, type)
  }

  /// Converts a value to another type. Only literals and parameters can be converted.
  ///
  /// - Throws: `mismatch`.
  mutating func converted(
    _ value: WhereParsedValue, to wanted: WhereType
  ) throws(WhereError) -> WhereParsedValue {
    if value.type == wanted || value.type == .null { return value }
    var result = value
    result.type = wanted
    switch (value.literal, wanted) {
    case (.text(let bytes), .number):
      guard let number = WhereNumber(bytes.span, in: 0..<bytes.count) else {
        throw refused(value, wanted)
      }
      result.steps = [.constant(number.value)]
    case (.text(let bytes), .moment):
      guard let moment = DateText.milliseconds(bytes.span, in: 0..<bytes.count) else {
        throw refused(value, wanted)
      }
      result.steps = [.constant(.integer(moment))]
    case (.number(let text), .text):
      result.steps = [.constant(kept(Array(text.utf8)))]
    case (.time(let moment), .text):
      var text: [UInt8] = []
      guard DateText.appendDateTime(moment, to: &text) else { throw refused(value, wanted) }
      result.steps = [.constant(kept(Array(text[11..<19])))]
    case (.text, .identity): break
    case (.none, .identity) where value.type == .text: break
    case (.none, .text) where value.type == .identity: break
    case (.none, _) where value.type == .open:
      guard case .parameter(let occurrence, _)? = value.steps.first, wanted != .interval else {
        throw refused(value, wanted)
      }
      result.steps = [.parameter(occurrence: occurrence, wanted)]
    default: throw refused(value, wanted)
    }
    return result
  }

  func refused(_ value: WhereParsedValue, _ wanted: WhereType) -> WhereError {
    .mismatch("\(value.type.rawValue) where \(wanted.rawValue) is needed", offset: value.offset)
  }

  /// Compiles a call. A call that reads no row is evaluated now, unless its text would be long.
  mutating func call(
    _ function: WhereFunction, type: WhereType, values: [WhereParsedValue], offset: Int
  ) throws(WhereError) -> WhereParsedValue {
    var steps: [WhereStep] = []
    for value in values {
      if steps.isEmpty { steps = value.steps } else { steps += value.steps }
    }
    steps.append(.call(function))
    return try computed(type, steps: steps, offset: offset)
  }

  /// Creates a value from steps, within the limit. See `call`.
  mutating func computed(
    _ type: WhereType, steps: [WhereStep], offset: Int
  ) throws(WhereError) -> WhereParsedValue {
    guard steps.count <= WhereClause.longestValue else {
      throw .tooMany(limit: WhereClause.longestValue, offset: offset)
    }
    if steps.allSatisfy(\.isConstant), machine.memory.bytes.count < 2 * WhereClause.longest {
      return WhereParsedValue(type, evaluate(steps), offset: offset)
    }
    return WhereParsedValue(type, steps: steps, offset: offset)
  }

  /// Returns the steps of a comparison.
  mutating func compared(
    _ left: WhereParsedValue, comparison: WhereComparison, to right: WhereParsedValue
  ) throws(WhereError) -> [WhereStep] {
    let (values, type) = try unified([left, right])
    return values[0].steps + values[1].steps + [.compare(comparison, type.mode)]
  }

  /// What makes a moment of a time of day.
  static let firstDay = Array("1970-01-01T".utf8)

  /// Whether a value is a time-only field.
  func isTimeOfDay(_ value: WhereParsedValue) -> Bool {
    guard value.steps.count == 1, case .column(let column)? = value.steps.first else {
      return false
    }
    return fields[column - firstFieldColumn].type.family == .timeOfDay
  }

  /// The moment of a text `hh:mm:ss` on the first day of 1970.
  mutating func onFirstDay(_ time: WhereParsedValue) throws(WhereError) -> WhereParsedValue {
    let day = text(Self.firstDay, time.offset)
    var moment = try concatenated([day, time], time.offset)
    moment.type = .moment
    return moment
  }

  static func number(_ text: String, _ offset: Int) throws(WhereError) -> WhereParsedValue {
    let value: WhereValue
    if let integer = Int64(text) {
      value = .integer(integer)
    } else if let real = Double(text.hasSuffix(".") ? text + "0" : text), real.isFinite {
      value = .real(real)
    } else {
      throw .unexpected(found: text, expected: "a number", offset: offset)
    }
    return WhereParsedValue(.number, value, literal: .number(text), offset: offset)
  }

  mutating func text(_ bytes: [UInt8], _ offset: Int) -> WhereParsedValue {
    WhereParsedValue(.text, kept(bytes), literal: .text(bytes), offset: offset)
  }
}
