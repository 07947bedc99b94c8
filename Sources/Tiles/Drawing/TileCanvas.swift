import Bytes

/// The pixels of a tile while it is drawn.
struct TileCanvas {
  /// The pixels of a side.
  static let size = 256

  /// Red, green and blue of each pixel, row by row from the north.
  private(set) var pixels: [UInt32]
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
          sixteenths == 16 ? color : Self.mixed(pixels[pixel], color, sixteenths)
      }
    }
  }

  /// The picture as PNG. With more than 256 colors, those between the colors of the style are made
  /// equal to similar ones.
  func encoded(_ style: TileStyle) throws -> [UInt8] {
    for mask: UInt32 in [0xFF_FFFF, 0xFE_FEFE, 0xFC_FCFC, 0xF8_F8F8, 0xF0_F0F0] {
      if let image = indexed(keeping: style.colors, mask: mask) { return try image.encoded() }
    }
    throw TilesError.tooMany(what: "colors in a tile", limit: 256)
  }

  /// The picture with a palette; nil if it has too many colors.
  private func indexed(keeping kept: Set<UInt32>, mask: UInt32) -> PNGImage? {
    var palette = TilePalette()
    var indexes = [UInt8](repeating: 0, count: pixels.count)
    var last: (color: UInt32, index: UInt8)?
    for place in pixels.indices {
      let pixel = pixels[place]
      if let last, last.color == pixel {
        indexes[place] = last.index
        continue
      }
      let color = mask == 0xFF_FFFF || kept.contains(pixel) ? pixel : pixel & mask
      guard let index = palette.index(of: color) else { return nil }
      indexes[place] = index
      last = (pixel, index)
    }
    return PNGImage(
      width: Self.size, height: Self.size,
      palette: palette.colors.map { color in
        (UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF))
      }, pixels: indexes)
  }

  /// A color over another, channel by channel.
  private static func mixed(_ under: UInt32, _ over: UInt32, _ sixteenths: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16] {
      let (below, above) = (under >> shift & 0xFF, over >> shift & 0xFF)
      let channel = (below * (16 - sixteenths) + above * sixteenths + 8) / 16
      result |= channel << shift
    }
    return result
  }
}

/// A color of a tile.
struct TileColor: Sendable, Equatable {
  /// `0xRRGGBB`.
  let value: UInt32

  init(_ value: UInt32) { self.value = value }
}

/// The colors of a picture, numbered as they appear.
private struct TilePalette {
  private(set) var colors: [UInt32] = []
  /// The number of a color plus 1 at the slot of its digest or the next free one; 0 for none.
  private var slots = [UInt16](repeating: 0, count: 1_024)

  /// The number of a color, which is added if it is new; nil if there are 256 others.
  mutating func index(of color: UInt32) -> UInt8? {
    var slot = Int((color &* 0x9E37_79B1) >> 22)
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
}
