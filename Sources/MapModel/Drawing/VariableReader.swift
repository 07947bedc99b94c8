import OrderedJSON

// Visual variables as written (Web Map Specification, "visualVariable" objects), each with `type`,
// `field` or `valueExpression`, `normalizationField`, `legendOptions {title, showLegend}`:
//
//   sizeInfo          stops [{value, size, label}], or minDataValue, maxDataValue, minSize, maxSize;
//                     a size is points, or {stops [{value: scale, size}]}; target "outline"
//   colorInfo         stops [{value, color, label}], or colors spread over minDataValue to max
//   transparencyInfo  stops [{value, transparency}], or transparencyValues; 100 is not seen
//   rotationInfo      rotationType "geographic" (clockwise from north) or "arithmetic"
//
// A size whose expression is `$view.scale` (or `expression: "view.scale"`) has scales for values.
// Before variables a renderer had rotationExpression "[FIELD]" and rotationType.

/// Reads what of a renderer's symbols follows numbers; what cannot be drawn so is noted, and stays
/// as the symbol has it.
struct VariableReader {
  let geometry: Symbol.Geometry

  /// More stops than that no legend shows, and no code of a byte tells apart.
  static let mostStops = 100

  func variables(_ members: Members, _ notices: inout MapNotices) -> VisualVariables {
    var result = VisualVariables()
    for variable in members.elements("visualVariables", &notices) {
      let isRead =
        switch variable.string("type", &notices) ?? "" {
        case "sizeInfo": readSize(variable, &result, &notices)
        case "colorInfo": readColor(variable, &result, &notices)
        case "transparencyInfo": readOpacity(variable, &result, &notices)
        case "rotationInfo": readRotation(variable, &result, &notices)
        default: false
        }
      if !isRead { noteUndrawn(variable, &notices) }
    }
    readRotationExpression(members, &result, &notices)
    return result
  }

  private func noteUndrawn(_ variable: Members, _ notices: inout MapNotices) {
    let type = variable.object["type"]?.string ?? ""
    notices.note(
      variable.path("type"),
      .drawnOtherwise("visual variable \"\(type)\"", instead: "the symbol as it is"))
  }

  // MARK: Size

  private func readSize(
    _ variable: Members, _ result: inout VisualVariables, _ notices: inout MapNotices
  ) -> Bool {
    let isOutline = variable.string("target", &notices) == "outline"
    // Lengths on the ground, and directions of space, need another scene than a flat picture.
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
      self.length($0, "size", &$1)
    }
    if stops.isEmpty {
      guard let low = variable.double("minDataValue", &notices),
        let high = variable.double("maxDataValue", &notices),
        let small = length(variable, "minSize", &notices),
        let large = length(variable, "maxSize", &notices)
      else { return false }
      stops = Self.ends(low, small, high, large)
    }
    guard let number = number(variable, &notices) else { return false }
    result.size = Self.variable(number, stops, variable, &notices)
    return true
  }

  /// Whether the scale of the map is what is followed.
  private static func isByScale(_ members: Members, _ notices: inout MapNotices) -> Bool {
    let expression =
      members.string("valueExpression", &notices) ?? members.string("expression", &notices)
    return ["view.scale", "$view.scale"].contains(
      expression.map { String($0.filter { !" ;\n\t".contains($0) }) } ?? "")
  }

  /// A size in points, or one by scale.
  private func length(
    _ members: Members, _ key: String, _ notices: inout MapNotices
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

  // MARK: Colour, opacity, rotation

  private func readColor(
    _ variable: Members, _ result: inout VisualVariables, _ notices: inout MapNotices
  ) -> Bool {
    let stops = stops(variable, &notices, orList: "colors") { stop, _ in
      Color(esriJSON: stop.value("color"))
    } listed: {
      Color(esriJSON: $0)
    }
    guard result.color == nil, !stops.isEmpty, let number = number(variable, &notices) else {
      return false
    }
    result.color = Self.variable(number, stops, variable, &notices)
    return true
  }

  private func readOpacity(
    _ variable: Members, _ result: inout VisualVariables, _ notices: inout MapNotices
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
    result.opacity = Self.variable(number, stops, variable, &notices)
    return true
  }

  private func readRotation(
    _ variable: Members, _ result: inout VisualVariables, _ notices: inout MapNotices
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
    _ members: Members, _ result: inout VisualVariables, _ notices: inout MapNotices
  ) {
    guard let text = members.string("rotationExpression", &notices),
      !text.utf8.allSatisfy({ $0 <= 0x20 })
    else { return }
    guard result.rotation == nil, geometry == .point,
      let known = FieldExpression(legacy: text) ?? FieldExpression(arcade: text)
    else {
      // A rotation among the visual variables wins, and says the same.
      guard result.rotation == nil else { return }
      notices.note(
        members.path("rotationExpression"),
        .drawnOtherwise("a rotation", instead: "the symbol as it is"))
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

  // MARK: What all have

  private func number(_ variable: Members, _ notices: inout MapNotices) -> VariableNumber? {
    let divisor = variable.string("normalizationField", &notices).flatMap { $0.isEmpty ? nil : $0 }
    if let expression = DrawingExpression(variable, &notices) {
      // What an expression gives is not divided any more.
      return FieldExpression(arcade: expression.source).map { .field($0.field) }
        ?? .expression(expression)
    }
    guard let field = variable.string("field", &notices), !field.isEmpty else { return nil }
    return .field(field, dividedBy: divisor)
  }

  /// The stops with a number and a value, ascending.
  private func stops<Value>(
    _ variable: Members, _ notices: inout MapNotices,
    value: (Members, inout MapNotices) -> Value?
  ) -> [VariableStop<Value>] {
    let list = variable.elements("stops", &notices)
    if list.count > Self.mostStops {
      notices.note(
        variable.path("stops"),
        .drawnOtherwise("stop \(Self.mostStops)", instead: "the one before it is"))
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

  /// The stops; without any, those that a list of values alone stands for.
  private func stops<Value>(
    _ variable: Members, _ notices: inout MapNotices, orList key: String,
    value: (Members, inout MapNotices) -> Value?, listed: (JSON) -> Value?
  ) -> [VariableStop<Value>] {
    let stops = stops(variable, &notices, value: value)
    guard stops.isEmpty else { return stops }
    return spread(variable.array(key, &notices).compactMap(listed), variable, &notices)
  }

  /// Values at the same distance from one another, from `minDataValue` to `maxDataValue`.
  private func spread<Value>(
    _ values: [Value], _ variable: Members, _ notices: inout MapNotices
  ) -> [VariableStop<Value>] {
    guard let low = variable.double("minDataValue", &notices),
      let high = variable.double("maxDataValue", &notices), low <= high, !values.isEmpty
    else { return [] }
    let last = Double(max(min(values.count, Self.mostStops) - 1, 1))
    return values.prefix(Self.mostStops).enumerated().map { place, value in
      VariableStop(low + (high - low) * Double(place) / last, value)
    }
  }

  private static func ends(
    _ low: Double, _ small: ScaledLength, _ high: Double, _ large: ScaledLength
  ) -> [VariableStop<ScaledLength>] {
    low <= high
      ? [VariableStop(low, small), VariableStop(high, large)]
      : [VariableStop(high, large), VariableStop(low, small)]
  }

  private static func variable<Value>(
    _ number: VariableNumber, _ stops: [VariableStop<Value>], _ members: Members,
    _ notices: inout MapNotices
  ) -> VisualVariable<Value> {
    let options = members.members("legendOptions", &notices)
    return VisualVariable(
      number: number, stops: stops, title: options?.string("title", &notices) ?? "",
      isInLegend: options?.bool("showLegend", &notices) ?? true)
  }
}
