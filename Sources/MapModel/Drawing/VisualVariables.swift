/// What of a layer's symbols follows a number of each row, or the scale of the map (Web Map
/// Specification, `visualVariables`).
package struct VisualVariables: Sendable, Equatable {
  /// The size of a point's symbol, the width of a line, or the width of a polygon's outline.
  package var size: SizeVariable?
  /// The colour of a marker's inside, of a line, or of a polygon's inside.
  package var color: VisualVariable<Color>?
  /// How much is seen of a symbol: 0 for nothing, 1 for all.
  package var opacity: VisualVariable<Double>?
  /// How far a point's symbol is turned.
  package var rotation: RotationVariable?

  /// Nothing follows anything.
  package init() {}

  /// Whether nothing follows anything.
  package var isEmpty: Bool {
    size == nil && color == nil && opacity == nil && rotation == nil
  }

  /// The fields whose numbers decide, spelled as in the map.
  package var fields: [String] { numbers.flatMap(\.fields) }

  /// The expressions whose numbers decide.
  package var expressions: [DrawingExpression] { numbers.compactMap(\.expression) }

  private var numbers: [VariableNumber] {
    [size?.number, color?.number, opacity?.number, rotation?.number].compactMap(\.self)
  }

  /// Those that follow no such expression.
  package func without(_ expression: DrawingExpression) -> VisualVariables {
    var result = self
    if size?.number?.expression == expression { result.size = nil }
    if color?.number?.expression == expression { result.color = nil }
    if opacity?.number?.expression == expression { result.opacity = nil }
    if rotation?.number.expression == expression { result.rotation = nil }
    return result
  }
}

/// The number of a row that a visual variable follows.
package enum VariableNumber: Sendable, Equatable {
  /// That of a field, spelled as in the map, perhaps divided by another's.
  case field(String, dividedBy: String? = nil)
  /// What an expression gives.
  case expression(DrawingExpression)

  /// The fields it is made of, as far as that is known.
  package var fields: [String] {
    switch self {
    case .field(let name, let divisor): [name, divisor].compactMap(\.self)
    case .expression: []
    }
  }

  /// The expression that gives it.
  package var expression: DrawingExpression? {
    if case .expression(let expression) = self { expression } else { nil }
  }
}

/// Values of a symbol's property at some numbers; between two numbers lie the values between, and
/// beyond the first and the last number the value stays.
package struct VisualVariable<Value: Sendable & Equatable>: Sendable, Equatable {
  /// What is followed; nil where the scale of the map alone decides, and there is one stop.
  package var number: VariableNumber?
  /// Ascending, one at least.
  package var stops: [VariableStop<Value>]
  /// What a legend writes above the stops; empty for the field's label.
  package var title: String
  /// Whether a legend shows the stops.
  package var isInLegend: Bool

  /// A variable from its parts.
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

/// A number, and what a symbol's property is there.
package struct VariableStop<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The number.
  package var number: Double
  /// What the property is.
  package var value: Value
  /// What a legend writes; empty for the number.
  package var label: String

  /// A stop from its parts.
  package init(_ number: Double, _ value: Value, label: String = "") {
    self.number = number
    self.value = value
    self.label = label
  }
}

/// A size or width that follows numbers, each stop's perhaps the scale too.
package typealias SizeVariable = VisualVariable<ScaledLength>

/// A length in pixels, for every scale.
package struct ScaledLength: Sendable, Equatable {
  /// A scale as its denominator, and the length there.
  package struct Stop: Sendable, Equatable {
    /// The scale.
    package var scale: Double
    /// Pixels.
    package var length: Double

    /// A stop from its parts.
    package init(_ scale: Double, _ length: Double) {
      self.scale = scale
      self.length = length
    }
  }

  /// By scale, ascending; one for a length that is the same at all.
  package var stops: [Stop]

  /// A length that is the same at all scales.
  package init(_ length: Double) { stops = [Stop(0, length)] }

  /// A length from its stops; nil when there are none.
  package init?(stops: [Stop]) {
    guard !stops.isEmpty else { return nil }
    self.stops = stops
  }

  /// A length for those who know no scale: that in the middle.
  package var usual: Double { stops[stops.count / 2].length }
}

/// How a point's symbol is turned by a number of its row.
package struct RotationVariable: Sendable, Equatable {
  /// What is followed: degrees.
  package var number: VariableNumber
  /// Whether degrees go clockwise from north; else they go the other way round from east.
  package var isGeographic: Bool

  /// A rotation from its parts.
  package init(number: VariableNumber, isGeographic: Bool) {
    self.number = number
    self.isGeographic = isGeographic
  }

  /// Degrees clockwise from upright, 0 and above, below 360; nil for what is no angle.
  package func angle(_ degrees: Double) -> Double? {
    guard degrees.isFinite, degrees.magnitude < 1e9 else { return nil }
    let turn = (isGeographic ? degrees : 90 - degrees).truncatingRemainder(dividingBy: 360)
    return turn < 0 ? turn + 360 : turn
  }
}
