/// The colors and widths of a drawn base map. It is quiet, so that people see the data on it first.
package struct TileStyle: Sendable {
  /// The theme that programs show. The colors of the other one are in the tiles, too.
  let theme: TileTheme

  package init(_ theme: TileTheme) { self.theme = theme }

  /// What is where nothing else is: the color of the pages, where tiles end.
  private static let ground = TileColor(0xEFECE5, dark: 0x1A1F1D)
  private static let sea = TileColor(0xCFE1EF, dark: 0x1B2E3E)
  private static let fills: [DrawnClass: TileColor] = [
    .land: TileColor(0xEFECE5, dark: 0x1A1F1D),
    .park: TileColor(0xDEEED7, dark: 0x22352A),
    .water: TileColor(0xCFE1EF, dark: 0x1B2E3E),
    .stream: TileColor(0xCFE1EF, dark: 0x1B2E3E),
    .building: TileColor(0xE9E6DC, dark: 0x283029),
    .boundary: TileColor(0xC4BFD0, dark: 0x4A4657),
    .path: TileColor(0xDAD5C6, dark: 0x343A35),
    .rail: TileColor(0xD3CFC4, dark: 0x3A403C),
    .service: TileColor(0xFFFFFF, dark: 0x303735),
    .local: TileColor(0xFFFFFF, dark: 0x343B39),
    .collector: TileColor(0xFFFFFF, dark: 0x3A4240),
    .major: TileColor(0xFDF1D3, dark: 0x4A4335),
    .highway: TileColor(0xFBE3B0, dark: 0x57492F),
  ]
  /// The borders of streets.
  private static let casings: [DrawnClass: TileColor] = [
    .service: TileColor(0xE7E4DA, dark: 0x232927),
    .local: TileColor(0xE1DED3, dark: 0x252B29),
    .collector: TileColor(0xDCD8CB, dark: 0x272E2B),
    .major: TileColor(0xEADBB0, dark: 0x2F2C25),
    .highway: TileColor(0xE4C98B, dark: 0x352F23),
  ]

  /// The color below everything: that of the sea where land is drawn.
  func background(hasLand: Bool) -> TileColor { hasLand ? Self.sea : Self.ground }

  /// The color of a class.
  func fill(_ drawn: DrawnClass) -> TileColor { Self.fills[drawn] ?? Self.ground }

  /// The color of a street's border.
  func casing(_ drawn: DrawnClass) -> TileColor { Self.casings[drawn] ?? Self.ground }

  /// All colors without those that are mixed at edges.
  let colors = Set(
    [ground.value, sea.value] + fills.values.map(\.value) + casings.values.map(\.value))

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

  /// The coarsest level on which the names of streets of a class are written.
  func firstNamedLevel(_ drawn: DrawnClass) -> Int {
    switch drawn {
    case .highway: 12
    case .major: 13
    case .collector: 14
    case .local: 15
    case .service: 16
    case .land, .park, .water, .building, .stream, .boundary, .path, .rail: .max
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
