extension Symbol {
  /// Returns the symbol with some properties replaced by a row's values. Nil keeps the symbol's
  /// own.
  ///
  /// - Parameters:
  /// - size: the size of a point's symbol (the height of a picture) or the width of a line or
  ///   outline, in pixels.
  /// - color: the color of a marker, a line or a polygon's fill.
  /// - opacity: a factor from 0 to 1 for the opacity of the colors.
  package func varied(size: Double?, color: Color?, opacity: Double?) -> Symbol {
    switch self {
    case .marker(var marker):
      marker.size = size ?? marker.size
      if let color {
        let isOpen = marker.shape == .cross || marker.shape == .x
        if isOpen { marker.outline?.color = color }
        marker.color = color
      }
      marker.color = marker.color?.faded(by: opacity)
      marker.outline = marker.outline?.faded(by: opacity)
      return .marker(marker)
    case .line(var stroke):
      stroke.width = size ?? stroke.width
      stroke.color = color ?? stroke.color
      return .line(stroke.faded(by: opacity))
    case .fill(var fill):
      if fill.pattern != .none, let color { fill.color = color }
      if let size { fill.outline?.width = size }
      fill.color = fill.color?.faded(by: opacity)
      fill.outline = fill.outline?.faded(by: opacity)
      return .fill(fill)
    case .picture(var picture):
      if let size, picture.height > 0 {
        picture.width = SymbolReader.rounded(picture.width * size / picture.height)
        picture.height = size
      }
      return .picture(picture)
    }
  }
}

extension Symbol.Stroke {
  fileprivate func faded(by opacity: Double?) -> Symbol.Stroke {
    var stroke = self
    stroke.color = color.faded(by: opacity)
    return stroke
  }
}

extension Color {
  fileprivate func faded(by opacity: Double?) -> Color {
    guard let opacity else { return self }
    return Color(
      red: red, green: green, blue: blue,
      alpha: UInt8(min(max((Double(alpha) * opacity).rounded(), 0), 255)))
  }

  /// Returns a mixture of two colors. A share of 0 gives this one, 1 the other.
  package func mixed(with other: Color, share: Double) -> Color {
    func part(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(min(max((Double(from) + (Double(to) - Double(from)) * share).rounded(), 0), 255))
    }
    return Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
      alpha: part(alpha, other.alpha))
  }
}
