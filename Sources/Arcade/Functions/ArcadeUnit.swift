/// Units of length and area (function reference, Geometry functions). Where a function needs a unit
/// of area, a unit of length means its square.
struct ArcadeUnit {
  /// Meters per unit, for lengths; nil for units of area only.
  let meters: Double?
  /// Square meters per unit, for areas.
  let squareMeters: Double

  /// Finds a unit by its name (`feet`, `square-feet`, `acres`) or its EPSG code (9002). Nil if it
  /// is unknown.
  init?(_ value: ArcadeValue) {
    switch value {
    case .text(let name):
      let word = name.lowercased().filter { $0 != "-" }
      let isSquare = word.hasPrefix("square")
      let base = isSquare ? String(word.dropFirst(6)) : word
      if !isSquare, let area = Self.areas[base] {
        (meters, squareMeters) = (nil, area)
        return
      }
      guard let length = Self.lengths[base] else { return nil }
      (meters, squareMeters) = (length, length * length)
    case .number(let number):
      guard let length = Self.codes[Int(clamping: number)] else { return nil }
      (meters, squareMeters) = (length, length * length)
    default: return nil
    }
  }

  private static let areas: [String: Double] = {
    let (acre, hectare) = (4_046.856_422_4, 10_000.0)
    return [
      "acres": acre, "acre": acre, "ac": acre, "hectares": hectare, "hectare": hectare,
      "ha": hectare,
    ]
  }()

  private static let lengths: [String: Double] = {
    let (foot, mile, yard) = (0.3048, 1_609.344, 0.9144)
    return [
      "feet": foot, "foot": foot, "ft": foot, "kilometers": 1_000, "kilometer": 1_000, "km": 1_000,
      "miles": mile, "mile": mile, "nauticalmiles": 1_852, "nauticalmile": 1_852, "meters": 1,
      "meter": 1, "m": 1, "yards": yard, "yard": yard, "yd": yard,
    ]
  }()

  private static let codes: [Int: Double] = [
    9001: 1, 9002: 0.3048, 9003: 1_200.0 / 3_937, 9030: 1_852, 9036: 1_000, 9093: 1_609.344,
    9096: 0.9144,
  ]
}
