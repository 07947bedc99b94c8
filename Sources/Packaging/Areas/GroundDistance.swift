/// A distance on the ground with its unit, as written on the command line.
struct GroundDistance: Sendable, Equatable {
  let meters: Double

  /// The units, longest name first.
  private static let units = [("km", 1_000.0), ("mi", 1_609.344), ("ft", 0.3048), ("m", 1.0)]

  /// Reads `2km`, `500m`, `300ft` or `1.5mi`. The distance is above 0.
  init?(_ text: some StringProtocol) {
    guard let (name, factor) = Self.units.first(where: { text.hasSuffix($0.0) }),
      let number = Double(text.dropLast(name.count)), number.isFinite, number > 0
    else { return nil }
    meters = number * factor
  }
}
