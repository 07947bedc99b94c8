/// The properties of a layer's symbols that depend on a number of each row or on the map's scale
/// (Web Map Specification, `visualVariables`).
package struct VisualVariables: Sendable, Equatable {
  /// The size of a point's symbol, the width of a line, or the width of a polygon's outline.
  package var size: SizeVariable?
  /// The color of a marker's fill, a line, or a polygon's fill.
  package var color: VisualVariable<Color>?
  /// The opacity of a symbol, from 0 to 1.
  package var opacity: VisualVariable<Double>?
  /// The rotation of a point's symbol.
  package var rotation: RotationVariable?

  /// Creates variables without any dependency.
  package init() {}

  /// Whether no property depends on a number.
  package var isEmpty: Bool {
    size == nil && color == nil && opacity == nil && rotation == nil
  }

  /// The fields used, spelled as in the map.
  package var fields: [String] { numbers.flatMap(\.fields) }

  /// The expressions used.
  package var expressions: [DrawingExpression] { numbers.compactMap(\.expression) }

  private var numbers: [VariableNumber] {
    [size?.number, color?.number, opacity?.number, rotation?.number].compactMap(\.self)
  }

  /// Returns the variables that do not use this expression.
  package func without(_ expression: DrawingExpression) -> VisualVariables {
    var result = self
    if size?.number?.expression == expression { result.size = nil }
    if color?.number?.expression == expression { result.color = nil }
    if opacity?.number?.expression == expression { result.opacity = nil }
    if rotation?.number.expression == expression { result.rotation = nil }
    return result
  }
}

/// The number that a visual variable depends on.
package enum VariableNumber: Sendable, Equatable {
  /// The number in a field, spelled as in the map, optionally divided by another field's.
  case field(String, dividedBy: String? = nil)
  /// The result of an expression.
  case expression(DrawingExpression)

  /// The fields used, as far as they are known.
  package var fields: [String] {
    switch self {
    case .field(let name, let divisor): [name, divisor].compactMap(\.self)
    case .expression: []
    }
  }

  /// The expression used.
  package var expression: DrawingExpression? {
    if case .expression(let expression) = self { expression } else { nil }
  }
}

/// Values of a symbol's property at some numbers. Between two numbers, the value is interpolated.
/// Before the first and after the last number, the value is constant.
package struct VisualVariable<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The number it depends on. Nil if only the scale of the map decides; then there is one stop.
  package var number: VariableNumber?
  /// The stops in ascending order. There is at least one.
  package var stops: [VariableStop<Value>]
  /// The legend title. Empty to use the field's label.
  package var title: String
  /// Whether a legend shows the stops.
  package var isInLegend: Bool

  /// Creates a variable.
  package init(
    number: VariableNumber?, stops: [VariableStop<Value>], title: String = "",
    isInLegend: Bool = true
  ) {
    self.number = number
    self.stops = stops
    self.title = title
    self.isInLegend = isInLegend
  }
}

/// A number and the value of a symbol's property there.
package struct VariableStop<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The number.
  package var number: Double
  /// The value of the property.
  package var value: Value
  /// The label in a legend. Empty to use the number.
  package var label: String

  /// Creates a stop.
  package init(_ number: Double, _ value: Value, label: String = "") {
    self.number = number
    self.value = value
    self.label = label
  }
}

/// A size or width that depends on numbers. Each stop may also depend on the scale.
package typealias SizeVariable = VisualVariable<ScaledLength>

/// A length in pixels that may depend on the scale.
package struct ScaledLength: Sendable, Equatable {
  /// The denominator of a scale, and the length there.
  package struct Stop: Sendable, Equatable {
    /// The scale.
    package var scale: Double
    /// The length in pixels.
    package var length: Double

    /// Creates a stop.
    package init(_ scale: Double, _ length: Double) {
      self.scale = scale
      self.length = length
    }
  }

  /// The lengths by scale, ascending. A single stop means the same length at all scales.
  package var stops: [Stop]

  /// Creates a length that is the same at all scales.
  package init(_ length: Double) { stops = [Stop(0, length)] }

  /// Creates a length from its stops, or nil if there are none.
  package init?(stops: [Stop]) {
    guard !stops.isEmpty else { return nil }
    self.stops = stops
  }

  /// The middle length, for readers that don't know the scale.
  package var usual: Double { stops[stops.count / 2].length }
}

/// The rotation of a point's symbol by a number of its row.
package struct RotationVariable: Sendable, Equatable {
  /// The number of degrees.
  package var number: VariableNumber
  /// Whether degrees are clockwise from north. Otherwise they are counter-clockwise from east.
  package var isGeographic: Bool

  /// Creates a rotation.
  package init(number: VariableNumber, isGeographic: Bool) {
    self.number = number
    self.isGeographic = isGeographic
  }

  /// Returns degrees clockwise from upright, from 0 to below 360. Nil if the number isn't finite.
  package func angle(_ degrees: Double) -> Double? {
    guard degrees.isFinite, degrees.magnitude < 1e9 else { return nil }
    let turn = (isGeographic ? degrees : 90 - degrees).truncatingRemainder(dividingBy: 360)
    return turn < 0 ? turn + 360 : turn
  }
}
