/// The scales at which something is drawn, as denominators; 0 stands for no limit, so that
/// `minimum` (zoomed out) is the larger number of the two.
package struct ScaleRange: Sendable, Equatable {
  /// Not drawn when zoomed out beyond 1:minimum; 0 without a limit.
  package var minimum: Double
  /// Not drawn when zoomed in beyond 1:maximum; 0 without a limit.
  package var maximum: Double

  /// Drawn at all scales.
  package static let all = ScaleRange(minimum: 0, maximum: 0)

  /// A range from its limits; a negative one counts as none.
  package init(minimum: Double, maximum: Double) {
    self.minimum = max(0, minimum)
    self.maximum = max(0, maximum)
  }

  /// The limits of a layer, a definition or a map.
  init(_ members: Members, _ notices: inout MapNotices) {
    self.init(
      minimum: members.double("minScale", &notices) ?? 0,
      maximum: members.double("maxScale", &notices) ?? 0)
  }

  /// Whether a scale, given as its denominator, lies inside; both limits do.
  package func contains(_ denominator: Double) -> Bool {
    (minimum == 0 || denominator <= minimum) && denominator >= maximum
  }

  /// The scales that are inside both.
  package func intersection(_ other: ScaleRange) -> ScaleRange {
    let minimum =
      self.minimum == 0 || other.minimum == 0
      ? self.minimum + other.minimum : min(self.minimum, other.minimum)
    return ScaleRange(minimum: minimum, maximum: max(maximum, other.maximum))
  }

  /// Whether no scale is inside.
  package var isEmpty: Bool { minimum > 0 && minimum < maximum }
}
