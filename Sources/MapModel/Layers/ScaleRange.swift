/// The scales at which something is drawn, as denominators. 0 means no limit, so `minimum` (zoomed
/// out) is the larger number.
package struct ScaleRange: Sendable, Equatable {
  /// Not drawn when zoomed out beyond 1:minimum. 0 means no limit.
  package var minimum: Double
  /// Not drawn when zoomed in beyond 1:maximum. 0 means no limit.
  package var maximum: Double

  /// All scales.
  package static let all = ScaleRange(minimum: 0, maximum: 0)

  /// Creates a range from its limits. A negative limit counts as no limit.
  package init(minimum: Double, maximum: Double) {
    self.minimum = max(0, minimum)
    self.maximum = max(0, maximum)
  }

  /// Reads the limits of a layer, a definition or a map.
  init(_ members: Members, _ notices: inout MapNotices) {
    self.init(
      minimum: members.double("minScale", &notices) ?? 0,
      maximum: members.double("maxScale", &notices) ?? 0)
  }

  /// Returns whether the range contains a scale, given by its denominator. The limits are included.
  package func contains(_ denominator: Double) -> Bool {
    (minimum == 0 || denominator <= minimum) && denominator >= maximum
  }

  /// Returns the scales in both ranges.
  package func intersection(_ other: ScaleRange) -> ScaleRange {
    let minimum =
      self.minimum == 0 || other.minimum == 0
      ? self.minimum + other.minimum : min(self.minimum, other.minimum)
    return ScaleRange(minimum: minimum, maximum: max(maximum, other.maximum))
  }

  /// Whether the range contains no scale.
  package var isEmpty: Bool { minimum > 0 && minimum < maximum }
}
