import OrderedJSON

// Symbols as written (Web Map Specification, "symbol" objects):
//
//   esriSMS   style, color, size, outline {color, width}, xoffset, yoffset, angle
//   esriSLS   style, color, width
//   esriSFS   style, color, outline (esriSLS)
//   esriPMS   imageData (base64), contentType, url, width, height, xoffset, yoffset, angle
//   esriPFS   the same, and outline
//   esriTS    text, color, font, haloColor, haloSize
//   CIMSymbolReference   symbol: a tree of symbol layers
//
// Lengths are in points and colors are [r, g, b, a] with 0 to 255. The y offset is upward, and
// angles are in degrees counter-clockwise.

/// Reads symbols. A symbol that isn't supported becomes a plain symbol, with a notice.
struct SymbolReader {
  let geometry: Symbol.Geometry

  /// CSS pixels per point.
  static let pixels = 4.0 / 3

  func symbol(_ members: Members, _ notices: inout MapNotices) -> Symbol {
    let type = members.string("type", &notices) ?? ""
    switch type {
    case "esriSMS":
      return .marker(marker(members, &notices))
    case "esriSLS":
      // A line that is not drawn is an invisible line.
      return .line(stroke(members, &notices) ?? Symbol.Stroke(color: .invisible, width: 1))
    case "esriSFS":
      return .fill(fill(members, &notices))
    case "esriPMS":
      if let picture = picture(members, &notices) { return .picture(picture) }
    case "esriPFS":
      if let picture = picture(members, &notices) {
        let outline = members.members("outline", &notices).flatMap { stroke($0, &notices) }
        // The gray is for readers that don't draw pictures.
        return .fill(
          Symbol.Fill(
            color: .plain.faded, pattern: .solid, outline: outline, picture: picture))
      }
    case "CIMSymbolReference":
      if let symbol = CIMReader(geometry: geometry).symbol(members, &notices) { return symbol }
    default:
      notices.note(
        members.path("type"), .notDrawn("symbol \"\(type)\"", instead: "a plain symbol"))
      let color = Color(esriJSON: members.value("color")) ?? .plain
      return .plain(for: geometry, color: color.isVisible ? color : .plain)
    }
    return .plain(for: geometry)
  }

  private func marker(_ members: Members, _ notices: inout MapNotices) -> Symbol.Marker {
    let style = members.string("style", &notices) ?? "esriSMSCircle"
    let shapes: [String: Symbol.Marker.Shape] = [
      "esriSMSCircle": .circle, "esriSMSSquare": .square, "esriSMSDiamond": .diamond,
      "esriSMSCross": .cross, "esriSMSX": .x, "esriSMSTriangle": .triangle,
    ]
    if shapes[style] == nil {
      notices.note(
        members.path("style"), .notDrawn("marker \"\(style)\"", instead: "a circle"))
    }
    return Symbol.Marker(
      shape: shapes[style] ?? .circle,
      size: length(members, key: "size", default: 8, limits: 0.5...200, notices: &notices),
      color: Color(esriJSON: members.value("color")),
      outline: members.members("outline", &notices).flatMap { stroke($0, &notices) },
      offset: offset(members, &notices), angle: angle(members, &notices))
  }

  /// Reads a line. Nil if it isn't drawn.
  func stroke(_ members: Members, _ notices: inout MapNotices) -> Symbol.Stroke? {
    let style = members.string("style", &notices) ?? "esriSLSSolid"
    guard style != "esriSLSNull", let color = Color(esriJSON: members.value("color")) else {
      return nil
    }
    let width = length(members, key: "width", default: 0.75, limits: 0...100, notices: &notices)
    guard width > 0, color.isVisible else { return nil }
    guard let dash = Self.dashes[style] else {
      notices.note(
        members.path("style"), .notDrawn("line \"\(style)\"", instead: "a plain line"))
      return Symbol.Stroke(color: color, width: width)
    }
    // Gaps of thin lines stay visible.
    return Symbol.Stroke(
      color: color, width: width, dash: dash.map { Self.rounded($0 * max(width, 1)) })
  }

  private func fill(_ members: Members, _ notices: inout MapNotices) -> Symbol.Fill {
    let style = members.string("style", &notices) ?? "esriSFSSolid"
    let patterns: [String: Symbol.Fill.Pattern] = [
      "esriSFSSolid": .solid, "esriSFSNull": .none, "esriSFSHorizontal": .horizontal,
      "esriSFSVertical": .vertical, "esriSFSCross": .cross,
      "esriSFSDiagonalCross": .diagonalCross, "esriSFSForwardDiagonal": .forwardDiagonal,
      "esriSFSBackwardDiagonal": .backwardDiagonal,
    ]
    if patterns[style] == nil {
      notices.note(
        members.path("style"), .notDrawn("fill \"\(style)\"", instead: "a plain fill"))
    }
    let pattern = patterns[style] ?? .solid
    let color = pattern == .none ? nil : Color(esriJSON: members.value("color"))
    return Symbol.Fill(
      color: color, pattern: color == nil ? .none : pattern,
      outline: members.members("outline", &notices).flatMap { stroke($0, &notices) })
  }

  private func picture(_ members: Members, _ notices: inout MapNotices) -> Symbol.Picture? {
    let data = members.string("imageData", &notices)
    let url = members.string("url", &notices)
    guard
      let image = data.flatMap({ EmbeddedImage(base64: $0) })
        ?? url.flatMap({ EmbeddedImage(dataURL: $0) })
    else {
      let what =
        data == nil || data == ""
        ? "a picture that isn't in the map" : "a picture that isn't a small PNG, JPEG or GIF"
      notices.note(
        members.path(data == nil ? "url" : "imageData"),
        .notDrawn(what, instead: "a plain symbol"))
      return nil
    }
    return Symbol.Picture(
      image: image,
      width: length(members, key: "width", default: 15, limits: 1...400, notices: &notices),
      height: length(members, key: "height", default: 15, limits: 1...400, notices: &notices),
      offset: offset(members, &notices), angle: angle(members, &notices))
  }

  private func angle(_ members: Members, _ notices: inout MapNotices) -> Double {
    guard let degrees = members.double("angle", &notices), degrees.isFinite else { return 0 }
    let turned = Self.rounded(-degrees.truncatingRemainder(dividingBy: 360))
    return turned < 0 ? turned + 360 : turned == 360 ? 0 : turned
  }

  private func offset(_ members: Members, _ notices: inout MapNotices) -> Symbol.Offset {
    let x = length(members, key: "xoffset", default: 0, limits: -200...200, notices: &notices)
    let y = length(members, key: "yoffset", default: 0, limits: -200...200, notices: &notices)
    return Symbol.Offset(x: x, y: y == 0 ? 0 : -y)
  }

  /// Returns a length in pixels, from points within `limits`.
  private func length(
    _ members: Members, key: String, default standard: Double, limits: ClosedRange<Double>,
    notices: inout MapNotices
  ) -> Double {
    let points = members.double(key, &notices) ?? standard
    return Self.rounded(min(max(points, limits.lowerBound), limits.upperBound) * Self.pixels)
  }

  /// Rounds to two decimals, so that texts stay short.
  static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  /// Lengths of dashes and gaps as multiples of the line width.
  private static let dashes: [String: [Double]] = [
    "esriSLSSolid": [], "esriSLSInsideFrame": [],
    "esriSLSDash": [4, 3], "esriSLSDot": [1, 3],
    "esriSLSDashDot": [4, 3, 1, 3], "esriSLSDashDotDot": [4, 3, 1, 3, 1, 3],
    "esriSLSLongDash": [8, 3], "esriSLSLongDashDot": [8, 3, 1, 3],
    "esriSLSLongDashDotDot": [8, 3, 1, 3, 1, 3],
    "esriSLSShortDash": [4, 1], "esriSLSShortDot": [1, 1],
    "esriSLSShortDashDot": [4, 1, 1, 1], "esriSLSShortDashDotDot": [4, 1, 1, 1, 1, 1],
  ]
}

extension Color {
  /// The same color, almost transparent.
  var faded: Color { Color(red: red, green: green, blue: blue, alpha: 51) }
  /// A transparent color.
  static let invisible = Color(red: 0, green: 0, blue: 0, alpha: 0)
}
