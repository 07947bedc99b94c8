/// A color of a tile in both themes.
struct TileColor: Sendable, Equatable {
  /// `0xRRGGBB` of the light theme in the low 24 bits, and of the dark one in the next 24.
  let value: UInt64

  init(_ light: UInt32, dark: UInt32) { value = UInt64(light) | UInt64(dark) << 24 }
}
