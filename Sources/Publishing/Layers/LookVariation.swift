import FeatureData
import MapModel

/// The symbols of rows whose numbers decide on size, colour or opacity.
struct LookVariation {
  private let variables: VisualVariables
  private let steps: VariableClassifier

  init(_ variables: VisualVariables, _ steps: VariableClassifier) {
    self.variables = variables
    self.steps = steps
  }

  /// A class's symbol as a row has it.
  func varied(_ symbol: Symbol, _ codes: VariableCodes) -> Symbol {
    symbol.varied(size: size(codes), color: color(codes), opacity: opacity(codes))
  }

  /// A class's symbol in the row's colour; nil where it is the class's.
  func recolored(_ symbol: Symbol, _ codes: VariableCodes) -> Symbol? {
    color(codes).map { symbol.varied(size: nil, color: $0, opacity: nil) }
  }

  private func size(_ codes: VariableCodes) -> Double? {
    guard let size = variables.size else { return nil }
    guard let steps = steps.size else { return size.stops.first?.value.usual }
    return Self.value(size, steps, codes.size) { from, to, share in
      ScaledLength(from.usual + (to.usual - from.usual) * share)
    }?.usual
  }

  private func color(_ codes: VariableCodes) -> Color? {
    guard let color = variables.color, let steps = steps.color else { return nil }
    return Self.value(color, steps, codes.color) { $0.mixed(with: $1, share: $2) }
  }

  private func opacity(_ codes: VariableCodes) -> Double? {
    guard let opacity = variables.opacity, let steps = steps.opacity else { return nil }
    return Self.value(opacity, steps, codes.opacity) { $0 + ($1 - $0) * $2 }
  }

  private static func value<Value>(
    _ variable: VisualVariable<Value>, _ steps: VariableSteps, _ step: UInt8,
    between: (Value, Value, Double) -> Value
  ) -> Value? {
    guard step != VariableSteps.none else { return nil }
    let (stop, share) = steps.place(of: step)
    let from = variable.stops[stop].value
    return share > 0 ? between(from, variable.stops[stop + 1].value, share) : from
  }
}
