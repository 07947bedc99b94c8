import MapModel
import Markup

/// Properties of a symbol that depend on numbers of the record.
struct DrivenProperties: Sendable {
  /// QGIS's name of a property, and the expression of its value.
  typealias Property = (name: String, expression: String)

  /// The properties of the symbol's own layer.
  var ofLayer: [Property] = []
  /// The properties of the whole symbol.
  var ofSymbol: [Property] = []

  /// The element with the properties; nil if there are none.
  static func node(_ properties: [Property]) -> XMLNode? {
    guard !properties.isEmpty else { return nil }
    return XMLNode("data_defined_properties", [:], [collection(properties).node()])
  }

  /// The setting with the properties.
  static func collection(_ properties: [Property]) -> QGISOption {
    let members = properties.map { property in
      (
        name: property.name,
        value: QGISOption.members([
          // Type 3 is an expression.
          "active": .bool(true), "expression": .string(property.expression), "type": .int(3),
        ])
      )
    }
    return .members([
      "name": .string(""), "properties": .map(members), "type": .string("collection"),
    ])
  }
}

extension DrivenProperties {
  /// Converts the visual variables of a renderer for one symbol.
  ///
  /// - Parameters:
  ///   - column: returns the column of a field; nil for a field that the table lacks.
  ///   - arcade: translates expressions of the map.
  init(
    _ variables: VisualVariables, of symbol: Symbol, column: (String) -> String?,
    arcade: ArcadeTranslation
  ) {
    self.init()
    if let size = variables.size, let number = size.number?.qgisText(column, arcade) {
      let name = symbol.qgisNames.size
      add(
        name,
        Self.stepped(number, stops: size.stops) { from, to in
          from == to
            ? QGISNumber.points(from.usual)
            : "scale_linear(@n, @a, @b, \(QGISNumber.points(from.usual)), "
              + "\(QGISNumber.points(to.usual)))"
        })
    }
    if let color = variables.color, let number = color.number?.qgisText(column, arcade),
      let name = symbol.qgisNames.color
    {
      add(name, Self.stepped(number, stops: color.stops, value: Self.mixed))
    }
    if let opacity = variables.opacity, let number = opacity.number?.qgisText(column, arcade) {
      let steps = Self.stepped(number, stops: opacity.stops) { from, to in
        let (first, last) = (QGISNumber.text(from * 100), QGISNumber.text(to * 100))
        return from == to ? first : "scale_linear(@n, @a, @b, \(first), \(last))"
      }
      ofSymbol.append((name: "alpha", expression: steps))
    }
    if let rotation = variables.rotation, let number = rotation.number.qgisText(column, arcade) {
      let turned = rotation.isGeographic ? number : "90 - \(number)"
      let own = symbol.angle
      add("angle", own == 0 ? turned : "\(turned) + \(QGISNumber.text(own))")
    }
  }

  private mutating func add(_ name: String, _ expression: String) {
    ofLayer.append((name: name, expression: expression))
  }

  /// The value for a number. It is interpolated between two stops, and constant outside them.
  private static func stepped<Value>(
    _ number: String, stops: [VariableStop<Value>], value: (Value, Value) -> String
  ) -> String {
    guard let first = stops.first, let last = stops.last else { return "NULL" }
    var text = "CASE WHEN \(number) <= \(QGISNumber.text(first.number)) THEN "
    text += value(first.value, first.value)
    for (from, to) in zip(stops, stops.dropFirst()) {
      let (start, end) = (QGISNumber.text(from.number), QGISNumber.text(to.number))
      let between = value(from.value, to.value)
        .replacing("@n", number).replacing("@a", start).replacing("@b", end)
      text += " WHEN \(number) <= \(end) THEN \(between)"
    }
    return text + " WHEN \(number) > \(QGISNumber.text(last.number)) THEN "
      + value(last.value, last.value) + " END"
  }

  private static func mixed(_ from: Color, _ to: Color) -> String {
    func part(_ path: KeyPath<Color, UInt8>) -> String {
      from[keyPath: path] == to[keyPath: path]
        ? String(from[keyPath: path])
        : "round(scale_linear(@n, @a, @b, \(from[keyPath: path]), \(to[keyPath: path])))"
    }
    return "color_rgba(\(part(\.red)), \(part(\.green)), \(part(\.blue)), \(part(\.alpha)))"
  }
}

extension String {
  fileprivate func replacing(_ mark: String, _ other: String) -> String {
    split(separator: mark, omittingEmptySubsequences: false).joined(separator: other)
  }
}

extension VariableNumber {
  /// The number as an expression; nil if its field is not a column, or if its expression can't be
  /// translated.
  fileprivate func qgisText(
    _ column: (String) -> String?, _ arcade: ArcadeTranslation
  ) -> String? {
    switch self {
    case .field(let name, let divisor):
      guard let own = column(name) else { return nil }
      guard let divisor else { return own }
      return column(divisor).map { "(\(own) / nullif(\($0), 0))" }
    case .expression(let expression):
      return try? arcade.number(of: expression).get().text
    }
  }
}

extension Symbol {
  /// QGIS's names of the properties for the symbol's size, and for its color if it has one.
  fileprivate var qgisNames: (size: String, color: String?) {
    switch self {
    case .marker(let marker):
      ("size", marker.shape == .cross || marker.shape == .x ? "outlineColor" : "fillColor")
    case .picture: ("width", nil)
    case .line: ("outlineWidth", "outlineColor")
    case .fill: ("outlineWidth", "fillColor")
    }
  }
}
