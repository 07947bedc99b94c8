// Symbols of the Web Map Specification, brought to the few kinds that a browser's canvas draws.
// All sizes are in CSS pixels: a point of the specification is 4/3 of them.

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
    /// The inside; nil for none. A cross and an x have no inside.
    package var color: Color?
    /// The line round it; nil for none.
    package var outline: Stroke?
    /// Pixels to the right and down from the point to the middle of the shape.
    package var offset = Offset.zero
    /// Degrees clockwise about the point, 0 and above, below 360.
    package var angle = 0.0
  }

  /// A line.
  package struct Stroke: Sendable, Hashable {
    /// The colour.
    package var color: Color
    /// Pixels.
    package var width: Double
    /// Lengths of strokes and gaps in pixels, in turn; empty for a line without gaps.
    package var dash: [Double] = []

    /// A line from its parts.
    package init(color: Color, width: Double, dash: [Double] = []) {
      self.color = color
      self.width = width
      self.dash = dash
    }
  }

  /// An area.
  package struct Fill: Sendable, Hashable {
    /// What covers the area.
    package enum Pattern: String, Sendable {
      case solid, none, horizontal, vertical, cross
      case diagonalCross = "diagonal-cross"
      case forwardDiagonal = "forward-diagonal"
      case backwardDiagonal = "backward-diagonal"
    }

    /// The inside, or the lines of a pattern; nil for none.
    package var color: Color?
    /// What covers the inside.
    package var pattern: Pattern
    /// The line round it; nil for none.
    package var outline: Stroke?
    /// A picture that covers the inside over and over, in place of a pattern.
    package var picture: Picture?
  }

  /// A picture.
  package struct Picture: Sendable, Hashable {
    /// The bytes and what they are.
    package var image: EmbeddedImage
    /// Pixels.
    package var width: Double
    /// Pixels.
    package var height: Double
    /// Pixels to the right and down from the point to the middle of the picture.
    package var offset = Offset.zero
    /// Degrees clockwise about the point, 0 and above, below 360.
    package var angle = 0.0
  }

  /// Pixels to the right and down.
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
  /// Degrees clockwise by which the symbol stands turned; 0 for what is not turned.
  package var angle: Double {
    switch self {
    case .marker(let marker): marker.angle
    case .picture(let picture): picture.angle
    case .line, .fill: 0
    }
  }

  /// What a layer's rows are, as far as drawing goes.
  package enum Geometry: Sendable {
    case point, line, polygon
  }

  /// What stands in for a symbol that cannot be drawn.
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
