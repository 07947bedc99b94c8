/// The surroundings that a tile is drawn for.
package enum TileTheme: String, Sendable, CaseIterable {
  case light, dark

  var other: TileTheme { self == .light ? .dark : .light }

  /// The type of the chunk of a picture with the colors for the theme. Its letters say: not needed,
  /// private, and not to be kept in changed pictures (PNG 5.4).
  var chunkType: StaticString {
    switch self {
    case .light: "liTE"
    case .dark: "daRK"
    }
  }
}
