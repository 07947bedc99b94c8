/// Draws tiles.
struct TilePainter {
  private let style: TileStyle
  private let hasLand: Bool
  private var canvas: TileCanvas

  /// - Parameter hasLand: whether land is drawn, so that water is around it.
  init(_ style: TileStyle, hasLand: Bool) {
    self.style = style
    self.hasLand = hasLand
    canvas = TileCanvas(background: style.background(hasLand: hasLand))
  }

  /// Draws shapes on a tile; nil if nothing of them is seen on it.
  mutating func image(of tile: TileID, _ shapes: DrawnShapes) throws -> [UInt8]? {
    canvas.clear(style.background(hasLand: hasLand))
    let level = tile.level
    let layers = TileLayers(shapes, on: tile, style)
    for drawn in DrawnClass.allCases where !drawn.isStreet {
      if drawn.isArea {
        canvas.paint(style.fill(drawn)) { layers.addAreas(drawn, to: &$0) }
      } else {
        canvas.paint(style.fill(drawn)) {
          layers.addLines(
            drawn, width: style.width(drawn, level: level), style.dashes(drawn, level: level),
            to: &$0)
        }
      }
    }
    // All borders lie below all streets, so that crossings are open.
    for drawn in DrawnClass.allCases where drawn.isStreet {
      let casing = style.casingWidth(drawn, level: level)
      guard casing > 0 else { continue }
      let width = style.width(drawn, level: level) + 2 * casing
      canvas.paint(style.casing(drawn)) { layers.addLines(drawn, width: width, nil, to: &$0) }
    }
    for drawn in DrawnClass.allCases where drawn.isStreet {
      let width = style.width(drawn, level: level)
      canvas.paint(style.fill(drawn)) { layers.addLines(drawn, width: width, nil, to: &$0) }
    }
    guard !canvas.isEmpty else { return nil }
    let names = TileNames(shapes, on: tile, style, pixel: layers.pixel)
    return try canvas.encoded(style, names: names)
  }
}

/// The shapes of a tile by their classes, in pixels.
private struct TileLayers {
  private let shapes: DrawnShapes
  private var parts: [[DrawnShapes.Part]]
  /// Pixels for the width of the world.
  private let scale: Double
  /// The pixel of the world in the tile's northwestern corner.
  private let origin: SIMD2<Double>

  /// Takes the shapes that are drawn on the tile's level.
  init(_ shapes: DrawnShapes, on tile: TileID, _ style: TileStyle) {
    self.shapes = shapes
    parts = Array(repeating: [], count: DrawnClass.allCases.count)
    scale = Double(TileCanvas.size) * Double(1 << tile.level)
    origin = SIMD2(Double(tile.column), Double(tile.row)) * Double(TileCanvas.size)
    for part in shapes.parts where style.firstLevel(part.drawn) <= tile.level {
      parts[part.drawn.rawValue].append(part)
    }
  }

  /// The pixel of a position of the shapes.
  func pixel(_ position: SIMD2<Double>) -> SIMD2<Double> { position * scale - origin }

  /// Adds the rings of areas.
  func addAreas(_ drawn: DrawnClass, to mask: inout CoverageMask) {
    var ring: [SIMD2<Double>] = []
    for part in parts[drawn.rawValue] {
      simplify(part, into: &ring)
      guard ring.count > 2, var last = ring.last else { continue }
      for point in ring {
        mask.add(from: last, to: point)
        last = point
      }
    }
  }

  /// Adds the strokes of lines.
  ///
  /// - Parameter dashes: the lengths of dashes and gaps; nil for lines without gaps.
  func addLines(
    _ drawn: DrawnClass, width: Double, _ dashes: (dash: Double, gap: Double)?,
    to mask: inout CoverageMask
  ) {
    var line: [SIMD2<Double>] = []
    let stroke = StrokeOutline(radius: width / 2, hasRoundEnds: dashes == nil)
    for part in parts[drawn.rawValue] {
      simplify(part, into: &line)
      guard let dashes else {
        stroke.add(line, to: &mask)
        continue
      }
      for dash in DashedLine(line, dashes, begin: part.start * scale).dashes {
        stroke.add(dash, to: &mask)
      }
    }
  }

  /// Turns positions into pixels, without points that are less than half a pixel from the one before.
  private func simplify(_ part: DrawnShapes.Part, into line: inout [SIMD2<Double>]) {
    line.removeAll(keepingCapacity: true)
    for index in part.points {
      let pixel = pixel(shapes.points[index])
      if let last = line.last, index < part.points.upperBound - 1 {
        let step = pixel - last
        if (step * step).sum() < 0.25 { continue }
      }
      line.append(pixel)
    }
  }
}
