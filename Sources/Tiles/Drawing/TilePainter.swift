/// Draws tiles.
struct TilePainter {
  private let style: TileStyle
  private let hasLand: Bool
  private var canvas: TileCanvas
  /// The points of a line or ring in pixels, simplified for the level.
  private var line: [SIMD2<Double>] = []

  /// - Parameter hasLand: whether land is drawn, so that water is around it.
  init(_ style: TileStyle, hasLand: Bool) {
    self.style = style
    self.hasLand = hasLand
    canvas = TileCanvas(background: style.background(hasLand: hasLand))
  }

  /// Draws shapes on a tile; nil if nothing of them is seen on it.
  mutating func image(of tile: TileID, _ shapes: DrawnShapes) throws -> [UInt8]? {
    let level = tile.level
    var parts = [[DrawnShapes.Part]](repeating: [], count: DrawnClass.allCases.count)
    for part in shapes.parts { parts[part.drawn.rawValue].append(part) }
    for drawn in DrawnClass.allCases where style.firstLevel(drawn) > level {
      parts[drawn.rawValue] = []
    }
    guard parts.contains(where: { !$0.isEmpty }) else { return nil }
    canvas.clear(style.background(hasLand: hasLand))
    let scale = Double(TileCanvas.size) * Double(1 << level)
    let origin = SIMD2(Double(tile.column), Double(tile.row)) * Double(TileCanvas.size)
    func paint(_ drawn: DrawnClass, _ color: TileColor, stroke: Double?) {
      let wanted = parts[drawn.rawValue]
      guard !wanted.isEmpty else { return }
      let dashes = drawn.isStreet ? nil : style.dashes(drawn, level: level)
      canvas.paint(color) { mask in
        for part in wanted {
          let isClosed = drawn.isArea && stroke == nil
          Self.simplify(shapes.points[part.points], scale, origin, into: &line)
          if isClosed {
            Self.addRing(line, to: &mask)
          } else if let dashes {
            for dash in DashedLine(line, dashes, begin: part.start * scale).dashes {
              StrokeOutline(radius: (stroke ?? 1) / 2, hasRoundEnds: false).add(dash, to: &mask)
            }
          } else {
            StrokeOutline(radius: (stroke ?? 1) / 2).add(line, to: &mask)
          }
        }
      }
    }
    for drawn in DrawnClass.allCases where !drawn.isStreet {
      paint(
        drawn, style.fill(drawn), stroke: drawn.isArea ? nil : style.width(drawn, level: level))
    }
    let streets = DrawnClass.allCases.filter(\.isStreet)
    for drawn in streets {
      let casing = style.casingWidth(drawn, level: level)
      guard casing > 0 else { continue }
      paint(
        drawn, style.casing(drawn), stroke: style.width(drawn, level: level) + 2 * casing)
    }
    for drawn in streets {
      paint(drawn, style.fill(drawn), stroke: style.width(drawn, level: level))
    }
    return canvas.isEmpty ? nil : try canvas.encoded(style)
  }

  private static func addRing(_ ring: [SIMD2<Double>], to mask: inout CoverageMask) {
    guard ring.count > 2, var last = ring.last else { return }
    for point in ring {
      mask.add(from: last, to: point)
      last = point
    }
  }

  /// Turns positions into pixels, without points that are less than half a pixel from the one before.
  private static func simplify(
    _ points: ArraySlice<SIMD2<Double>>, _ scale: Double, _ origin: SIMD2<Double>,
    into line: inout [SIMD2<Double>]
  ) {
    line.removeAll(keepingCapacity: true)
    for index in points.indices {
      let pixel = points[index] * scale - origin
      if let last = line.last, index < points.endIndex - 1 {
        let step = pixel - last
        if (step * step).sum() < 0.25 { continue }
      }
      line.append(pixel)
    }
  }
}

/// A line in dashes.
struct DashedLine {
  private(set) var dashes: [[SIMD2<Double>]] = []

  /// - Parameter begin: how far along the whole line this part begins, in pixels.
  init(_ line: [SIMD2<Double>], _ pattern: (dash: Double, gap: Double), begin: Double) {
    let period = pattern.dash + pattern.gap
    var place = begin - (begin / period).rounded(.down) * period
    // After a line of astronomic length.
    if !(place >= 0 && place < period) { place = 0 }
    var dash: [SIMD2<Double>] = []
    for (from, to) in zip(line, line.dropFirst()) {
      let step = to - from
      let length = (step * step).sum().squareRoot()
      guard length > 0 else { continue }
      var done = 0.0
      while done < length {
        let isDash = place < pattern.dash
        let rest = (isDash ? pattern.dash : period) - place
        let next = min(length, done + rest)
        if isDash {
          if dash.isEmpty { dash.append(from + step * (done / length)) }
          dash.append(from + step * (next / length))
        }
        guard done + rest <= length else {
          place += length - done
          break
        }
        if isDash {
          dashes.append(dash)
          dash = []
          place = pattern.dash
        } else {
          place = 0
        }
        done = next
      }
    }
    if dash.count > 1 { dashes.append(dash) }
  }
}
