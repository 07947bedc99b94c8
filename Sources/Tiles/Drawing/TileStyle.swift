/// The colors and widths of a drawn base map. It is quiet, so that people see the data on it first.
package struct TileStyle: Sendable {
  /// What is where nothing else is.
  private let ground: TileColor
  private let sea: TileColor
  private let fills: [DrawnClass: TileColor]
  /// The borders of streets.
  private let casings: [DrawnClass: TileColor]

  /// For bright surroundings.
  package static let light = TileStyle(
    ground: 0xF3F2EC, sea: 0xCFE1EF,
    fills: [
      .land: 0xF3F2EC, .park: 0xDEEED7, .water: 0xCFE1EF, .stream: 0xCFE1EF, .building: 0xE9E6DC,
      .boundary: 0xC4BFD0, .path: 0xDAD5C6, .rail: 0xD3CFC4, .service: 0xFFFFFF,
      .local: 0xFFFFFF, .collector: 0xFFFFFF, .major: 0xFDF1D3, .highway: 0xFBE3B0,
    ],
    casings: [
      .service: 0xE7E4DA, .local: 0xE1DED3, .collector: 0xDCD8CB, .major: 0xEADBB0,
      .highway: 0xE4C98B,
    ])

  /// For dark surroundings.
  package static let dark = TileStyle(
    ground: 0x1F2523, sea: 0x1B2E3E,
    fills: [
      .land: 0x1F2523, .park: 0x22352A, .water: 0x1B2E3E, .stream: 0x1B2E3E, .building: 0x283029,
      .boundary: 0x4A4657, .path: 0x343A35, .rail: 0x3A403C, .service: 0x303735,
      .local: 0x343B39, .collector: 0x3A4240, .major: 0x4A4335, .highway: 0x57492F,
    ],
    casings: [
      .service: 0x232927, .local: 0x252B29, .collector: 0x272E2B, .major: 0x2F2C25,
      .highway: 0x352F23,
    ])

  private init(
    ground: UInt32, sea: UInt32, fills: [DrawnClass: UInt32], casings: [DrawnClass: UInt32]
  ) {
    self.ground = TileColor(ground)
    self.sea = TileColor(sea)
    self.fills = fills.mapValues { TileColor($0) }
    self.casings = casings.mapValues { TileColor($0) }
  }

  /// The color below everything: that of the sea where land is drawn.
  func background(hasLand: Bool) -> TileColor { hasLand ? sea : ground }

  /// The color of a class.
  func fill(_ drawn: DrawnClass) -> TileColor { fills[drawn] ?? ground }

  /// The color of a street's border.
  func casing(_ drawn: DrawnClass) -> TileColor { casings[drawn] ?? ground }

  /// All colors without those that are mixed at edges.
  var colors: Set<UInt32> {
    Set([ground.value, sea.value] + fills.values.map(\.value) + casings.values.map(\.value))
  }

  /// The coarsest level on which a class is drawn.
  func firstLevel(_ drawn: DrawnClass) -> Int {
    switch drawn {
    case .land, .park, .water: 0
    case .highway: 7
    case .major, .boundary: 10
    case .collector, .stream: 12
    case .local, .rail: 13
    case .path, .service, .building: 15
    }
  }

  /// The width of a line in pixels.
  func width(_ drawn: DrawnClass, level: Int) -> Double {
    let widths: [Double] =
      switch drawn {
      case .highway: [1.2, 1.6, 2.2, 3, 4, 5.5, 7.5, 11, 18, 31, 56]
      case .major: [0.8, 1.1, 1.6, 2.4, 3.4, 4.8, 6.5, 10, 16, 28, 52]
      case .collector: [0.6, 0.8, 1, 1.6, 2.4, 3.8, 5.6, 9, 14, 25, 47]
      case .local: [0.5, 0.5, 0.6, 0.8, 1.4, 2.6, 4.6, 8, 12, 22, 42]
      case .service: [0.5, 0.5, 0.5, 0.5, 0.8, 1.2, 2, 3.4, 6, 11, 20]
      case .stream, .path, .rail, .boundary, .building, .land, .park, .water:
        [0.6, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.5, 2, 2.5, 3]
      }
    return widths[max(0, min(widths.count - 1, level - 10))]
  }

  /// How far the border of a street goes beyond it on each side, in pixels; 0 for none. Thin streets
  /// have none, because it would be all that is seen.
  func casingWidth(_ drawn: DrawnClass, level: Int) -> Double {
    let width = width(drawn, level: level)
    return width < 2 ? 0 : width < 5 ? 0.6 : 1
  }

  /// The lengths of dashes and gaps in pixels; nil for a line without gaps.
  func dashes(_ drawn: DrawnClass, level: Int) -> (dash: Double, gap: Double)? {
    switch drawn {
    case .boundary: (6, 4)
    case .path: (3, 2.5)
    case .rail: level < 15 ? nil : (8, 4)
    case .land, .park, .water, .building, .stream, .service, .local, .collector, .major, .highway:
      nil
    }
  }

  /// How far anything that is drawn goes beyond its line, in pixels: half of the widest street with
  /// its border, and a little more.
  static let reach = 34.0
}
