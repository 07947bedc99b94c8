import OrderedJSON

// Visual variables as written (Web Map Specification, "visualVariable" objects), each with `type`,
// `field` or `valueExpression`, `normalizationField`, `legendOptions {title, showLegend}`:
//
//   sizeInfo          stops [{value, size, label}], or minDataValue, maxDataValue, minSize, maxSize;
//                     a size is in points, or {stops [{value: scale, size}]}; target "outline"
//   colorInfo         stops [{value, color, label}], or colors distributed over minDataValue to max
//   transparencyInfo  stops [{value, transparency}], or transparencyValues; 100 is invisible
//   rotationInfo      rotationType "geographic" (clockwise from north) or "arithmetic"
//
// If the expression of a size is `$view.scale` (or `expression: "view.scale"`), its values are
// scales. Before there were variables, a renderer had rotationExpression "[FIELD]" and
// rotationType.

/// Reads the properties of a renderer's symbols that depend on numbers. A variable that isn't
/// supported is noted, and the symbol keeps its own property.
struct VariableReader {
  let geometry: Symbol.Geometry

  /// The maximum number of stops. No legend shows more, and one byte can't distinguish more.
  static let mostStops = 100

  func variables(_ members: Members, _ notices: inout MapNotices) -> VisualVariables {
    var result = VisualVariables()
    for variable in members.elements("visualVariables", &notices) {
      let isRead =
        switch variable.string("type", &notices) ?? "" {
        case "sizeInfo": readSize(variable, into: &result, notices: &notices)
        case "colorInfo": readColor(variable, into: &result, notices: &notices)
        case "transparencyInfo": readOpacity(variable, into: &result, notices: &notices)
        case "rotationInfo": readRotation(variable, into: &result, notices: &notices)
        default: false
        }
      if !isRead { noteUndrawn(variable, &notices) }
    }
    readRotationExpression(members, into: &result, notices: &notices)
    return result
  }

  private func noteUndrawn(_ variable: Members, _ notices: inout MapNotices) {
    let type = variable.object["type"]?.string ?? ""
    notices.note(
      variable.path("type"),
      .notDrawn("visual variable \"\(type)\"", instead: "the symbol without it"))
  }

  // MARK: Size

  private func readSize(
    _ variable: Members, into result: inout VisualVariables, notices: inout MapNotices
  ) -> Bool {
    let isOutline = variable.string("target", &notices) == "outline"
    // Lengths on the ground and directions in space need a 3D scene.
    let unit = variable.string("valueUnit", &notices) ?? "unknown"
    let axis = variable.string("axis", &notices) ?? "all"
    guard result.size == nil, isOutline == (geometry == .polygon), unit == "unknown",
      axis == "all" || axis == "heightAndWidth"
    else { return false }
    if Self.isByScale(variable, &notices) {
      guard let length = scaledLength(variable, &notices) else { return false }
      result.size = SizeVariable(number: nil, stops: [VariableStop(0, length)], isInLegend: false)
      return true
    }
    var stops: [VariableStop<ScaledLength>] = stops(variable, &notices) {
      self.length(of: $0, key: "size", notices: &$1)
    }
    if stops.isEmpty {
      guard let low = variable.double("minDataValue", &notices),
        let high = variable.double("maxDataValue", &notices),
        let small = length(of: variable, key: "minSize", notices: &notices),
        let large = length(of: variable, key: "maxSize", notices: &notices)
      else { return false }
      stops = Self.ends(low: low, small: small, high: high, large: large)
    }
    guard let number = number(variable, &notices) else { return false }
    result.size = Self.variable(number, stops: stops, of: variable, notices: &notices)
    return true
  }

  /// Returns whether the size depends on the scale of the map.
  private static func isByScale(_ members: Members, _ notices: inout MapNotices) -> Bool {
    let expression =
      members.string("valueExpression", &notices) ?? members.string("expression", &notices)
    return ["view.scale", "$view.scale"].contains(
      expression.map { String($0.filter { !" ;\n\t".contains($0) }) } ?? "")
  }

  /// Reads a size in points, or one that depends on the scale.
  private func length(
    of members: Members, key: String, notices: inout MapNotices
  ) -> ScaledLength? {
    if members.value(key)?.object != nil {
      return members.members(key, &notices).flatMap { scaledLength($0, &notices) }
    }
    return members.double(key, &notices).map { ScaledLength(Self.pixels($0)) }
  }

  private func scaledLength(_ members: Members, _ notices: inout MapNotices) -> ScaledLength? {
    let stops = members.elements("stops", &notices).prefix(Self.mostStops).compactMap { stop in
      stop.double("value", &notices).flatMap { scale in
        stop.double("size", &notices).map { ScaledLength.Stop(scale, Self.pixels($0)) }
      }
    }
    return ScaledLength(stops: stops.sorted { $0.scale < $1.scale })
  }

  private static func pixels(_ points: Double) -> Double {
    SymbolReader.rounded(min(max(points, 0), 200) * SymbolReader.pixels)
  }

  // MARK: Color, opacity, rotation

  private func readColor(
    _ variable: Members, into result: inout VisualVariables, notices: inout MapNotices
  ) -> Bool {
    let stops = stops(variable, &notices, orList: "colors") { stop, _ in
      Color(esriJSON: stop.value("color"))
    } listed: {
      Color(esriJSON: $0)
    }
    guard result.color == nil, !stops.isEmpty, let number = number(variable, &notices) else {
      return false
    }
    result.color = Self.variable(number, stops: stops, of: variable, notices: &notices)
    return true
  }

  private func readOpacity(
    _ variable: Members, into result: inout VisualVariables, notices: inout MapNotices
  ) -> Bool {
    func opacity(_ transparency: Double) -> Double {
      (100 - min(max(transparency, 0), 100)) / 100
    }
    let stops = stops(variable, &notices, orList: "transparencyValues") { stop, notices in
      stop.double("transparency", &notices).map(opacity)
    } listed: {
      $0.double.map(opacity)
    }
    guard result.opacity == nil, !stops.isEmpty, let number = number(variable, &notices) else {
      return false
    }
    result.opacity = Self.variable(number, stops: stops, of: variable, notices: &notices)
    return true
  }

  private func readRotation(
    _ variable: Members, into result: inout VisualVariables, notices: inout MapNotices
  ) -> Bool {
    guard result.rotation == nil, geometry == .point,
      (variable.string("axis", &notices) ?? "heading") == "heading",
      let number = number(variable, &notices)
    else { return false }
    result.rotation = RotationVariable(
      number: number, isGeographic: Self.isGeographic(variable, &notices))
    return true
  }

  private func readRotationExpression(
    _ members: Members, into result: inout VisualVariables, notices: inout MapNotices
  ) {
    guard let text = members.string("rotationExpression", &notices),
      !text.utf8.allSatisfy({ $0 <= 0x20 })
    else { return }
    guard result.rotation == nil, geometry == .point,
      let known = FieldExpression(legacy: text) ?? FieldExpression(arcade: text)
    else {
      // A rotation among the visual variables has precedence and says the same.
      guard result.rotation == nil else { return }
      notices.note(
        members.path("rotationExpression"),
        .notDrawn("a rotation", instead: "the symbol without it"))
      return
    }
    result.rotation = RotationVariable(
      number: .field(known.field),
      isGeographic: Self.isGeographic(members, &notices))
  }

  private static func isGeographic(_ members: Members, _ notices: inout MapNotices) -> Bool {
    switch members.string("rotationType", &notices) ?? "geographic" {
    case "geographic": return true
    case "arithmetic": return false
    case let other:
      notices.note(members.path("rotationType"), .unknownValue(other))
      return true
    }
  }

  // MARK: Common members

  private func number(_ variable: Members, _ notices: inout MapNotices) -> VariableNumber? {
    let divisor = variable.string("normalizationField", &notices).flatMap { $0.isEmpty ? nil : $0 }
    if let expression = DrawingExpression(variable, &notices) {
      // The result of an expression is not normalized again.
      return FieldExpression(arcade: expression.source).map { .field($0.field) }
        ?? .expression(expression)
    }
    guard let field = variable.string("field", &notices), !field.isEmpty else { return nil }
    return .field(field, dividedBy: divisor)
  }

  /// Returns the stops with a number and a value, in ascending order.
  private func stops<Value>(
    _ variable: Members, _ notices: inout MapNotices,
    value: (Members, inout MapNotices) -> Value?
  ) -> [VariableStop<Value>] {
    let list = variable.elements("stops", &notices)
    if list.count > Self.mostStops {
      notices.note(
        variable.path("stops"),
        .notDrawn("stop \(Self.mostStops)", instead: "the one before it"))
    }
    let stops = list.prefix(Self.mostStops).compactMap { stop in
      stop.double("value", &notices).flatMap { number in
        value(stop, &notices).map {
          VariableStop(number, $0, label: stop.string("label", &notices) ?? "")
        }
      }
    }
    return stops.enumerated().sorted {
      ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
    }.map(\.element)
  }

  /// Returns the stops. Without any, derives them from a list of values.
  private func stops<Value>(
    _ variable: Members, _ notices: inout MapNotices, orList key: String,
    value: (Members, inout MapNotices) -> Value?, listed: (JSON) -> Value?
  ) -> [VariableStop<Value>] {
    let stops = stops(variable, &notices, value: value)
    guard stops.isEmpty else { return stops }
    return spread(
      variable.array(key, &notices).compactMap(listed), over: variable, notices: &notices)
  }

  /// Distributes values evenly from `minDataValue` to `maxDataValue`.
  private func spread<Value>(
    _ values: [Value], over variable: Members, notices: inout MapNotices
  ) -> [VariableStop<Value>] {
    guard let low = variable.double("minDataValue", &notices),
      let high = variable.double("maxDataValue", &notices), low <= high, !values.isEmpty
    else { return [] }
    let last = Double(max(min(values.count, Self.mostStops) - 1, 1))
    return values.prefix(Self.mostStops).enumerated().map { index, value in
      VariableStop(low + (high - low) * Double(index) / last, value)
    }
  }

  private static func ends(
    low: Double, small: ScaledLength, high: Double, large: ScaledLength
  ) -> [VariableStop<ScaledLength>] {
    low <= high
      ? [VariableStop(low, small), VariableStop(high, large)]
      : [VariableStop(high, large), VariableStop(low, small)]
  }

  private static func variable<Value>(
    _ number: VariableNumber, stops: [VariableStop<Value>], of members: Members,
    notices: inout MapNotices
  ) -> VisualVariable<Value> {
    let options = members.members("legendOptions", &notices)
    return VisualVariable(
      number: number, stops: stops, title: options?.string("title", &notices) ?? "",
      isInLegend: options?.bool("showLegend", &notices) ?? true)
  }
}
