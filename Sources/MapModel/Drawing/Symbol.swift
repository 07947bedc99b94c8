// Symbols of the Web Map Specification, reduced to the few kinds that a browser's canvas draws. All
// sizes are in CSS pixels. A point of the specification is 4/3 pixels.

/// How a feature is drawn.
package enum Symbol: Sendable, Hashable {
  /// A shape at a point.
  case marker(Marker)
  /// A line.
  case line(Stroke)
  /// An area.
  case fill(Fill)
  /// A picture at a point.
  case picture(Picture)

  /// A shape at a point.
  package struct Marker: Sendable, Hashable {
    /// The outline of the shape.
    package enum Shape: String, Sendable {
      case circle, square, diamond, cross, x, triangle
    }

    /// The shape.
    package var shape: Shape
    /// Width and height in pixels.
    package var size: Double
    /// The fill, or nil. A cross and an x have no fill.
    package var color: Color?
    /// The outline, or nil.
    package var outline: Stroke?
    /// The offset from the point to the middle of the shape, in pixels to the right and down.
    package var offset = Offset.zero
    /// The rotation about the point in degrees clockwise, from 0 to below 360.
    package var angle = 0.0
  }

  /// A line.
  package struct Stroke: Sendable, Hashable {
    /// The color.
    package var color: Color
    /// The width in pixels.
    package var width: Double
    /// Lengths of dashes and gaps in pixels, alternating. Empty for a line without gaps.
    package var dash: [Double] = []

    /// Creates a line.
    package init(color: Color, width: Double, dash: [Double] = []) {
      self.color = color
      self.width = width
      self.dash = dash
    }
  }

  /// An area.
  package struct Fill: Sendable, Hashable {
    /// The pattern of a fill.
    package enum Pattern: String, Sendable {
      case solid, none, horizontal, vertical, cross
      case diagonalCross = "diagonal-cross"
      case forwardDiagonal = "forward-diagonal"
      case backwardDiagonal = "backward-diagonal"
    }

    /// The color of the fill or of the pattern's lines, or nil.
    package var color: Color?
    /// The pattern.
    package var pattern: Pattern
    /// The outline, or nil.
    package var outline: Stroke?
    /// A picture that is tiled over the area instead of a pattern.
    package var picture: Picture?
  }

  /// A picture.
  package struct Picture: Sendable, Hashable {
    /// The picture's bytes and format.
    package var image: EmbeddedImage
    /// The width in pixels.
    package var width: Double
    /// The height in pixels.
    package var height: Double
    /// The offset from the point to the middle of the picture, in pixels to the right and down.
    package var offset = Offset.zero
    /// The rotation about the point in degrees clockwise, from 0 to below 360.
    package var angle = 0.0
  }

  /// An offset in pixels.
  package struct Offset: Sendable, Hashable {
    /// To the right.
    package var x: Double
    /// Down.
    package var y: Double

    /// No offset.
    package static let zero = Offset(x: 0, y: 0)
  }
}

extension Symbol {
  /// The rotation of the symbol in degrees clockwise, or 0.
  package var angle: Double {
    switch self {
    case .marker(let marker): marker.angle
    case .picture(let picture): picture.angle
    case .line, .fill: 0
    }
  }

  /// The kinds of geometry that drawing distinguishes.
  package enum Geometry: Sendable {
    case point, line, polygon
  }

  /// The symbol used for a symbol that isn't supported.
  package static func plain(for geometry: Geometry, color: Color = .plain) -> Symbol {
    switch geometry {
    case .point:
      .marker(
        Marker(
          shape: .circle, size: 8, color: color, outline: Stroke(color: .white, width: 1)))
    case .line:
      .line(Stroke(color: color, width: 1.5))
    case .polygon:
      .fill(
        Fill(
          color: Color(red: color.red, green: color.green, blue: color.blue, alpha: 51),
          pattern: .solid, outline: Stroke(color: color, width: 1)))
    }
  }
}
