import OrderedJSON

// A CIM symbol is a tree. Its `symbolLayers` (the first is on top) are fills, strokes and markers.
// A vector marker has `markerGraphics`, each with its own symbol. Only properties of a plain symbol
// are used: the topmost colors, the width of the widest stroke, the size of the largest marker.

/// Reads colors and sizes from CIM symbols.
struct CIMReader {
  let geometry: Symbol.Geometry

  private struct Findings {
    var fill: Color?
    var stroke: Symbol.Stroke?
    var size: Double?
    var image: EmbeddedImage?
    /// The number of layers read. A tree beyond the limit is cut off.
    var visited = 0
  }

  private static let mostLayers = 200
  private static let deepest = 8

  /// Returns a similar plain symbol. Nil, with a notice, if nothing in it can be used.
  func symbol(_ members: Members, _ notices: inout MapNotices) -> Symbol? {
    var found = Findings()
    if let tree = members.members("symbol", &notices) {
      collect(tree, depth: 0, into: &found, notices: &notices)
    }
    let isKnown = found.fill != nil || found.stroke != nil || found.image != nil
    notices.note(
      members.path("type"),
      .notDrawn(
        "a CIM symbol as a whole",
        instead: isKnown ? "a symbol of its colors and size" : "a plain symbol"))
    guard isKnown else { return nil }
    switch geometry {
    case .point:
      let size = found.size ?? 10
      if let image = found.image {
        return .picture(Symbol.Picture(image: image, width: size, height: size))
      }
      return .marker(
        Symbol.Marker(shape: .circle, size: size, color: found.fill, outline: found.stroke))
    case .line:
      return .line(found.stroke ?? Symbol.Stroke(color: found.fill ?? .plain, width: 1.5))
    case .polygon:
      return .fill(
        Symbol.Fill(
          color: found.fill, pattern: found.fill == nil ? .none : .solid, outline: found.stroke))
    }
  }

  private func collect(
    _ members: Members, depth: Int, into found: inout Findings, notices: inout MapNotices
  ) {
    guard depth < Self.deepest else { return }
    for layer in members.elements("symbolLayers", &notices) {
      found.visited += 1
      guard found.visited <= Self.mostLayers, layer.value("enable")?.bool != false else { continue }
      take(layer, into: &found, notices: &notices)
      for graphic in layer.elements("markerGraphics", &notices) {
        guard let symbol = graphic.members("symbol", &notices) else { continue }
        collect(symbol, depth: depth + 1, into: &found, notices: &notices)
      }
    }
  }

  private func take(_ layer: Members, into found: inout Findings, notices: inout MapNotices) {
    let color = Color(esriJSON: layer.value("color")).flatMap { $0.isVisible ? $0 : nil }
    switch layer.value("type")?.string {
    case "CIMSolidFill":
      found.fill = found.fill ?? color
    case "CIMSolidStroke":
      let width = min(layer.double("width", &notices) ?? 1, 100)
      guard let color, width > 0 else { return }
      let stroke = Symbol.Stroke(
        color: color, width: SymbolReader.rounded(width * SymbolReader.pixels))
      found.stroke = found.stroke ?? stroke
    case "CIMVectorMarker", "CIMPictureMarker", "CIMCharacterMarker":
      let points = min(max(layer.double("size", &notices) ?? 8, 0.5), 200)
      found.size = max(found.size ?? 0, SymbolReader.rounded(points * SymbolReader.pixels))
      found.image = found.image ?? layer.value("url")?.string.flatMap { EmbeddedImage(dataURL: $0) }
    default:
      return
    }
  }
}
