extension Symbol {
  /// The symbol with some of its properties as a row's numbers have them; nil leaves the symbol's.
  ///
  /// - Parameters:
  ///   - size: the size of a point's symbol (of a picture its height), the width of a line or of an
  ///     outline, in pixels.
  ///   - color: of a marker, a line or a polygon's inside.
  ///   - opacity: 0 to 1; what the colours' own opacity is multiplied by.
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

  /// The colour between two, 0 for this one and 1 for the other.
  package func mixed(with other: Color, share: Double) -> Color {
    func part(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(min(max((Double(from) + (Double(to) - Double(from)) * share).rounded(), 0), 255))
    }
    return Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
      alpha: part(alpha, other.alpha))
  }
}
