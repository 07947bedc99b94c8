import Bytes

/// The pixels of a tile while it is drawn, in the colors of both themes at once.
struct TileCanvas {
  /// The pixels of a side.
  static let size = 256

  /// The color of each pixel (`TileColor.value`), row by row from the north.
  private(set) var pixels: [UInt64]
  private var mask = CoverageMask(size: size)
  /// Whether nothing was painted.
  private(set) var isEmpty = true

  init(background: TileColor) {
    pixels = Array(repeating: background.value, count: Self.size * Self.size)
  }

  /// Makes the canvas empty again.
  mutating func clear(_ background: TileColor) {
    for index in pixels.indices { pixels[index] = background.value }
    isEmpty = true
  }

  /// Paints shapes in one color.
  ///
  /// - Parameter shapes: adds them to a mask.
  mutating func paint(_ color: TileColor, shapes: (inout CoverageMask) -> Void) {
    shapes(&mask)
    guard !mask.isEmpty else { return }
    let color = color.value
    mask.sweep { covered, sixteenths in
      isEmpty = false
      for pixel in covered {
        pixels[pixel] =
          sixteenths == 16 ? color : Self.mixed(pixels[pixel], color, UInt64(sixteenths))
      }
    }
  }

  /// The picture as PNG, with the palette of the style's theme and, for programs that know it, that
  /// of the other theme. With more than 256 colors, those between the colors of the style are made
  /// equal to similar ones.
  func encoded(_ style: TileStyle, names: TileNames) throws -> [UInt8] {
    for mask: UInt8 in [0xFF, 0xFE, 0xFC, 0xF8, 0xF0] {
      let image = indexed(style.theme, keeping: style.colors, mask: mask)
      if let image { return try image.encoded(adding: TileNames.chunkType, names.chunk) }
    }
    throw TilesError.tooMany(what: "colors in a tile", limit: 256)
  }

  /// The picture with palettes; nil if it has too many colors.
  private func indexed(
    _ theme: TileTheme, keeping kept: Set<UInt64>, mask: UInt8
  ) -> PNGImage? {
    let channels = UInt64(mask) &* 0x0101_0101_0101
    var palette = TilePalette()
    var indexes = [UInt8](repeating: 0, count: pixels.count)
    var last: (color: UInt64, index: UInt8)?
    for place in pixels.indices {
      let pixel = pixels[place]
      if let last, last.color == pixel {
        indexes[place] = last.index
        continue
      }
      let color = mask == 0xFF || kept.contains(pixel) ? pixel : pixel & channels
      guard let index = palette.index(of: color) else { return nil }
      indexes[place] = index
      last = (pixel, index)
    }
    return PNGImage(
      width: Self.size, height: Self.size, palette: palette.colors(theme),
      otherPalette: (theme.other, palette.colors(theme.other)), pixels: indexes)
  }

  /// A color over another, channel by channel. The channels of both themes are mixed at once: every
  /// other byte has the room of two.
  private static func mixed(_ under: UInt64, _ over: UInt64, _ sixteenths: UInt64) -> UInt64 {
    let every = UInt64(0x00FF_00FF_00FF_00FF)
    func mix(_ below: UInt64, _ above: UInt64) -> UInt64 {
      let sum = below &* (16 &- sixteenths) &+ above &* sixteenths &+ 0x0008_0008_0008_0008
      return sum &>> 4 & every
    }
    return mix(under & every, over & every) | mix(under &>> 8 & every, over &>> 8 & every) &<< 8
  }
}

/// The colors of a picture, numbered as they appear.
private struct TilePalette {
  private var colors: [UInt64] = []
  /// The number of a color plus 1 at the slot of its digest or the next free one; 0 for none.
  private var slots = [UInt16](repeating: 0, count: 1_024)

  /// The number of a color, which is added if it is new; nil if there are 256 others.
  mutating func index(of color: UInt64) -> UInt8? {
    var slot = Int((color &* 0x9E37_79B9_7F4A_7C15) &>> 54)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if colors[index] == color { return UInt8(index) }
      slot = (slot + 1) & 1_023
    }
    guard colors.count < 256 else { return nil }
    colors.append(color)
    slots[slot] = UInt16(colors.count)
    return UInt8(colors.count - 1)
  }

  /// Red, green and blue in a theme.
  func colors(_ theme: TileTheme) -> [(UInt8, UInt8, UInt8)] {
    colors.map { color in
      let color = theme == .light ? color : color &>> 24
      func channel(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: color &>> shift) }
      return (channel(16), channel(8), channel(0))
    }
  }
}
