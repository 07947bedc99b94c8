import Bytes
import OrderedJSON

extension Symbol {
  /// Returns a swatch for legends: an SVG element of `size` by `size` pixels that screen readers
  /// ignore. The symbol keeps its size as far as it fits. Lines go across, areas fill the square.
  ///
  /// - Parameter size: the size in pixels, 8 to 200.
  package func svg(size: Int) -> String {
    let size = Double(min(max(size, 8), 200))
    var canvas = SwatchCanvas(size: size)
    canvas.turn = angle
    switch self {
    case .marker(let marker): canvas.draw(marker)
    case .line(let stroke): canvas.draw(stroke)
    case .fill(let fill): canvas.draw(fill)
    case .picture(let picture): canvas.draw(picture)
    }
    return canvas.finish()
  }
}

/// Writes one swatch.
private struct SwatchCanvas {
  let size: Double
  /// The rotation about the middle in degrees.
  var turn = 0.0
  var text: [UInt8] = []

  init(size: Double) {
    self.size = size
    text.append(
      contentsOf: """
        <svg class="swatch" width="\(Self.number(size))" height="\(Self.number(size))" \
        viewBox="0 0 \(Self.number(size)) \(Self.number(size))" aria-hidden="true" focusable="false">
        """.utf8)
  }

  consuming func finish() -> String {
    text.append(literal: "</svg>")
    return String(decoding: text, as: UTF8.self)
  }

  static func number(_ value: Double) -> String {
    JSONNumber((value * 100).rounded() / 100)?.text ?? "0"
  }

  mutating func draw(_ marker: Symbol.Marker) {
    let outline = marker.outline
    let room = size - (outline?.width ?? 0)
    let half = max(min(marker.size, room), 1) / 2
    let middle = size / 2
    let points: [(Double, Double)]
    switch marker.shape {
    case .circle:
      add("circle", "cx=\"\(n(middle))\" cy=\"\(n(middle))\" r=\"\(n(half))\"")
      paint(marker.color, outline)
      return
    case .square: points = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    case .diamond: points = [(0, -1), (1, 0), (0, 1), (-1, 0)]
    case .triangle: points = [(0, -1), (1, 1), (-1, 1)]
    case .cross: return drawLines([(0, -1, 0, 1), (-1, 0, 1, 0)], half: half, marker: marker)
    case .x: return drawLines([(-1, -1, 1, 1), (-1, 1, 1, -1)], half: half, marker: marker)
    }
    let path = points.map { "\(n(middle + $0.0 * half)) \(n(middle + $0.1 * half))" }
    add("path", "d=\"M\(path.joined(separator: "L"))Z\"")
    paint(marker.color, outline)
  }

  /// Draws lines through the middle in the outline's color, as maps draw crosses.
  private mutating func drawLines(
    _ lines: [(Double, Double, Double, Double)], half: Double, marker: Symbol.Marker
  ) {
    let middle = size / 2
    let path = lines.map {
      "M\(n(middle + $0.0 * half)) \(n(middle + $0.1 * half))"
        + "L\(n(middle + $0.2 * half)) \(n(middle + $0.3 * half))"
    }
    add("path", "d=\"\(path.joined())\"")
    paint(nil, marker.outline ?? Symbol.Stroke(color: marker.color ?? .plain, width: 1.5))
  }

  mutating func draw(_ stroke: Symbol.Stroke) {
    add("path", "d=\"M0 \(n(size / 2))H\(n(size))\"")
    var shown = stroke
    shown.width = min(stroke.width, size)
    paint(nil, shown)
  }

  mutating func draw(_ fill: Symbol.Fill) {
    var outline = fill.outline
    if let width = outline?.width { outline?.width = min(width, size / 3) }
    let inset = max((outline?.width ?? 0) / 2, 0.5)
    let box =
      "x=\"\(n(inset))\" y=\"\(n(inset))\" width=\"\(n(size - 2 * inset))\" "
      + "height=\"\(n(size - 2 * inset))\""
    if let picture = fill.picture {
      image(picture, inset: inset, width: size - 2 * inset, height: size - 2 * inset)
      add("rect", box)
      return paint(nil, outline)
    }
    guard let lines = Self.hatching(fill.pattern, size: size, inset: inset) else {
      add("rect", box)
      return paint(fill.color, outline)
    }
    add("path", "d=\"\(lines)\"")
    paint(nil, fill.color.map { Symbol.Stroke(color: $0, width: 1) })
    add("rect", box)
    paint(nil, outline)
  }

  /// Returns lines across the square, or nil for patterns without lines.
  private static func hatching(
    _ pattern: Symbol.Fill.Pattern, size: Double, inset: Double
  ) -> String? {
    let end = size - inset
    let step = max(size / 4, 3)
    let offsets = stride(from: inset + step / 2, to: end, by: step)
    let a = number(inset)
    let b = number(end)
    let across = offsets.map { "M\(a) \(number($0))H\(b)" }.joined()
    let down = offsets.map { "M\(number($0)) \(a)V\(b)" }.joined()
    // Slanted lines start on the left or top edge and end on the bottom or right edge.
    let falling = stride(from: -size + step, to: size, by: step).map { shift in
      let start = max(inset, inset + shift)
      let last = min(end, end + shift)
      return "M\(number(start)) \(number(start - shift))L\(number(last)) \(number(last - shift))"
    }.joined()
    let rising = stride(from: -size + step, to: size, by: step).map { shift in
      let start = max(inset, inset + shift)
      let last = min(end, end + shift)
      return "M\(number(start)) \(number(size - start + shift))"
        + "L\(number(last)) \(number(size - last + shift))"
    }.joined()
    switch pattern {
    case .solid, .none: return nil
    case .horizontal: return across
    case .vertical: return down
    case .cross: return across + down
    case .backwardDiagonal: return rising
    case .forwardDiagonal: return falling
    case .diagonalCross: return rising + falling
    }
  }

  mutating func draw(_ picture: Symbol.Picture) {
    let scale = min(1, size / max(picture.width, picture.height))
    let width = picture.width * scale
    let height = picture.height * scale
    image(picture, inset: nil, width: width, height: height)
  }

  private mutating func image(
    _ picture: Symbol.Picture, inset: Double?, width: Double, height: Double
  ) {
    let x = inset ?? (size - width) / 2
    let y = inset ?? (size - height) / 2
    add("image", "x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(width))\" height=\"\(n(height))\"")
    text.append(contentsOf: " href=\"\(picture.image.dataURL)\"/>".utf8)
  }

  private func n(_ value: Double) -> String { Self.number(value) }

  private mutating func add(_ element: String, _ attributes: String) {
    text.append(contentsOf: "<\(element) \(attributes)".utf8)
    guard turn != 0 else { return }
    let middle = n(size / 2)
    text.append(contentsOf: " transform=\"rotate(\(n(turn)) \(middle) \(middle))\"".utf8)
  }

  /// Ends the last element with its colors.
  private mutating func paint(_ color: Color?, _ outline: Symbol.Stroke?) {
    text.append(contentsOf: " fill=\"\(color?.hexadecimal ?? "none")\"".utf8)
    if let color, color.alpha < 255 {
      text.append(contentsOf: " fill-opacity=\"\(n(color.opacity))\"".utf8)
    }
    if let outline {
      text.append(
        contentsOf: " stroke=\"\(outline.color.hexadecimal)\" stroke-width=\"\(n(outline.width))\""
          .utf8)
      if outline.color.alpha < 255 {
        text.append(contentsOf: " stroke-opacity=\"\(n(outline.color.opacity))\"".utf8)
      }
      if !outline.dash.isEmpty {
        let dash = outline.dash.map { n($0) }.joined(separator: " ")
        text.append(contentsOf: " stroke-dasharray=\"\(dash)\"".utf8)
      }
    }
    text.append(literal: "/>")
  }
}
