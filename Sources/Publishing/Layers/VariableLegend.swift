import FeatureData
import MapModel
import OrderedJSON
import Popups

// The visual variables of a layer in meta.js:
//
//   "variables": {
//     "size": {"title": "DBH", "perStop": 32, "stops": [{"label": "6", "value": 4}, …]},
//     "color": {…, "stops": [{"label": …, "value": ["#1a9641", 1]}, …]},
//     "opacity": {…, "stops": [{"label": …, "value": 0.5}, …]},
//     "rotation": {"title": "Azimuth"}}
//
// `perStop` is the number of steps in the records' bytes from one stop to the next. It is missing
// for a size that depends only on the scale. A size that depends on the scale is
// [[scale, pixels], …] instead of a number. `hidden` means that the map's author left the variable
// out of the legend.

/// Describes how the symbols of a layer depend on numbers.
struct VariableLegend {
  let fields: [Field]
  let timeZone: TimeZoneRules

  func json(_ variables: VisualVariables) -> JSON {
    var members = JSONObject()
    if let size = variables.size {
      members.append("size", entry(size) { Self.json($0) })
    }
    if let color = variables.color {
      members.append(
        "color", entry(color) { .array([.string($0.hexadecimal), .number($0.opacity)]) })
    }
    if let opacity = variables.opacity { members.append("opacity", entry(opacity) { .number($0) }) }
    if let rotation = variables.rotation {
      members.append("rotation", ["title": .string(title(rotation.number))])
    }
    return .object(members)
  }

  private static func json(_ length: ScaledLength) -> JSON {
    length.stops.count == 1
      ? .number(length.usual)
      : .array(length.stops.map { .array([.number($0.scale), .number($0.length)]) })
  }

  private func entry<Value>(
    _ variable: VisualVariable<Value>, _ json: (Value) -> JSON
  ) -> JSON {
    var members = JSONObject()
    if let number = variable.number {
      members.append(
        "title", .string(variable.title.isEmpty ? title(number) : variable.title))
      members.append(
        "perStop", .number(VariableSteps(numbers: variable.stops.map(\.number)).perStop))
    }
    if !variable.isInLegend { members.append("hidden", true) }
    members.append(
      "stops",
      .array(
        variable.stops.map { stop in
          [
            "label": .string(
              stop.label.isEmpty ? label(stop.number, variable.number) : stop.label),
            "value": json(stop.value),
          ]
        }))
    return .object(members)
  }

  private func title(_ number: VariableNumber) -> String {
    if case .expression(let expression) = number { return expression.title }
    return number.fields.map { fields.named($0)?.label ?? $0 }.joined(separator: " / ")
  }

  /// Returns a stop's number as people read it; a date if the field contains dates.
  private func label(_ number: Double, _ source: VariableNumber?) -> String {
    var text: [UInt8] = []
    var isDate = false
    if case .field(let name, nil)? = source { isDate = fields.named(name)?.type.isDate ?? false }
    if isDate, let milliseconds = Int64(exactly: number.rounded()),
      DateFormat.shortDate.append(milliseconds: milliseconds, in: timeZone, to: &text)
    {
      return String(decoding: text, as: UTF8.self)
    }
    NumberFormat(decimals: nil, digitSeparator: number.magnitude >= 10_000)
      .append(number, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
