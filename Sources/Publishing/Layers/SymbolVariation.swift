import FeatureData
import MapModel

/// The symbols of rows whose size, color or opacity depends on numbers.
struct SymbolVariation {
  private let variables: VisualVariables
  private let steps: VariableClassifier

  init(_ variables: VisualVariables, _ steps: VariableClassifier) {
    self.variables = variables
    self.steps = steps
  }

  /// Returns a class's symbol as drawn for a row.
  func varied(_ symbol: Symbol, _ codes: VariableCodes) -> Symbol {
    symbol.varied(size: size(codes), color: color(codes), opacity: opacity(codes))
  }

  /// Returns a class's symbol in the row's color; nil if the color does not vary.
  func recolored(_ symbol: Symbol, _ codes: VariableCodes) -> Symbol? {
    color(codes).map { symbol.varied(size: nil, color: $0, opacity: nil) }
  }

  private func size(_ codes: VariableCodes) -> Double? {
    guard let size = variables.size else { return nil }
    guard let steps = steps.size else { return size.stops.first?.value.usual }
    return Self.value(size, steps: steps, step: codes.size) { from, to, share in
      ScaledLength(from.usual + (to.usual - from.usual) * share)
    }?.usual
  }

  private func color(_ codes: VariableCodes) -> Color? {
    guard let color = variables.color, let steps = steps.color else { return nil }
    return Self.value(color, steps: steps, step: codes.color) { $0.mixed(with: $1, share: $2) }
  }

  private func opacity(_ codes: VariableCodes) -> Double? {
    guard let opacity = variables.opacity, let steps = steps.opacity else { return nil }
    return Self.value(opacity, steps: steps, step: codes.opacity) { $0 + ($1 - $0) * $2 }
  }

  private static func value<Value>(
    _ variable: VisualVariable<Value>, steps: VariableSteps, step: UInt8,
    between: (Value, Value, Double) -> Value
  ) -> Value? {
    guard step != VariableSteps.none else { return nil }
    let (stop, share) = steps.position(of: step)
    let from = variable.stops[stop].value
    return share > 0 ? between(from, variable.stops[stop + 1].value, share) : from
  }
}
