import OrderedJSON

// A CIM symbol is a tree: `symbolLayers` (the first one on top) hold fills, strokes and markers;
// a vector marker holds `markerGraphics`, each with a symbol of its own. Of all this, what a plain
// symbol has is taken: the topmost colours, the widest stroke's width, the largest marker's size.

/// Takes colours and sizes out of CIM symbols.
struct CIMReader {
  let geometry: Symbol.Geometry

  private struct Findings {
    var fill: Color?
    var stroke: Symbol.Stroke?
    var size: Double?
    var image: EmbeddedImage?
    /// Layers looked at; a tree beyond the limit is cut.
    var visited = 0
  }

  private static let mostLayers = 200
  private static let deepest = 8

  /// A symbol like the one written; nil, with a notice, when nothing in it can be taken.
  func symbol(_ members: Members, _ notices: inout MapNotices) -> Symbol? {
    var found = Findings()
    if let tree = members.members("symbol", &notices) { collect(tree, 0, &found, &notices) }
    let isKnown = found.fill != nil || found.stroke != nil || found.image != nil
    notices.note(
      members.path("type"),
      .drawnOtherwise(
        "a CIM symbol as a whole",
        instead: isKnown ? "one of its colours and size is" : "a plain one is"))
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
    _ members: Members, _ depth: Int, _ found: inout Findings, _ notices: inout MapNotices
  ) {
    guard depth < Self.deepest else { return }
    for layer in members.elements("symbolLayers", &notices) {
      found.visited += 1
      guard found.visited <= Self.mostLayers, layer.value("enable")?.bool != false else { continue }
      take(layer, &found, &notices)
      for graphic in layer.elements("markerGraphics", &notices) {
        guard let symbol = graphic.members("symbol", &notices) else { continue }
        collect(symbol, depth + 1, &found, &notices)
      }
    }
  }

  private func take(_ layer: Members, _ found: inout Findings, _ notices: inout MapNotices) {
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
