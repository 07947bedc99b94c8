import Bytes
import MapModel
import Markup

extension Symbol {
  /// A named symbol of a renderer.
  ///
  /// - Parameter driven: the properties that depend on the record.
  func qgisSymbol(named name: String, driven: DrivenProperties = .init()) -> XMLNode {
    let (type, layer, settings): (String, String, QGISOption) =
      switch self {
      case .marker(let marker): ("marker", "SimpleMarker", marker.settings)
      case .picture(let picture): ("marker", "RasterMarker", picture.settings)
      case .line(let stroke): ("line", "SimpleLine", stroke.settings)
      case .fill(let fill) where fill.picture != nil:
        ("fill", "RasterFill", fill.pictureSettings)
      case .fill(let fill): ("fill", "SimpleFill", fill.settings)
      }
    var symbol = XMLNode(
      "symbol",
      ["type": type, "name": name, "alpha": "1", "clip_to_extent": "1", "force_rhr": "0"],
      [Self.layer(layer, settings: settings, driven: driven.ofLayer)])
    if case .fill(let fill) = self, fill.picture != nil, let outline = fill.outline {
      symbol.append(Self.layer("SimpleLine", settings: outline.settings, driven: []))
    }
    if let properties = DrivenProperties.node(driven.ofSymbol) { symbol.append(properties) }
    return symbol
  }

  fileprivate static func layer(
    _ kind: String, settings: QGISOption, driven: [DrivenProperties.Property]
  ) -> XMLNode {
    var layer = XMLNode(
      "layer", ["class": kind, "enabled": "1", "locked": "0", "pass": "0"], [settings.node()])
    if let properties = DrivenProperties.node(driven) { layer.append(properties) }
    return layer
  }
}

extension Symbol.Stroke {
  /// A polygon symbol with only an outline.
  func qgisOutline(named name: String) -> XMLNode {
    XMLNode(
      "symbol",
      ["type": "fill", "name": name, "alpha": "1", "clip_to_extent": "1", "force_rhr": "0"],
      [Symbol.layer("SimpleLine", settings: settings, driven: [])])
  }
}

extension Color {
  /// `red,green,blue,alpha`.
  var qgisText: String { "\(red),\(green),\(blue),\(alpha)" }
}

private func points(_ pixels: Double) -> QGISOption { .string(QGISNumber.points(pixels)) }

private func offsetText(_ offset: Symbol.Offset) -> QGISOption {
  .string("\(QGISNumber.points(offset.x)),\(QGISNumber.points(offset.y))")
}

extension Symbol.Marker {
  fileprivate var settings: QGISOption {
    let isLines = shape == .cross || shape == .x
    let line = isLines ? outline ?? Symbol.Stroke(color: color ?? .plain, width: 1.5) : outline
    let inside = isLines ? nil : color
    return .members([
      "name": .string(qgisName),
      "color": .string((inside ?? Color(red: 0, green: 0, blue: 0, alpha: 0)).qgisText),
      "size": points(size), "size_unit": .string("Point"),
      "outline_style": .string(line == nil ? "no" : "solid"),
      "outline_color": .string((line?.color ?? .plain).qgisText),
      "outline_width": points(line?.width ?? 0), "outline_width_unit": .string("Point"),
      "offset": offsetText(offset), "offset_unit": .string("Point"),
      "angle": .string(QGISNumber.text(angle)), "scale_method": .string("diameter"),
    ])
  }

  private var qgisName: String {
    switch shape {
    case .circle, .square, .diamond, .triangle, .cross: shape.rawValue
    case .x: "cross2"
    }
  }
}

extension Symbol.Picture {
  fileprivate var settings: QGISOption {
    .members([
      "imageFile": .string("base64:" + image.base64),
      "size": points(width), "size_unit": .string("Point"),
      "fixedAspectRatio": .string(QGISNumber.text(width > 0 ? height / width : 1)),
      "offset": offsetText(offset), "offset_unit": .string("Point"),
      "angle": .string(QGISNumber.text(angle)), "scale_method": .string("diameter"),
    ])
  }
}

extension Symbol.Stroke {
  fileprivate var settings: QGISOption {
    let dashes = dash.map(QGISNumber.points).joined(separator: ";")
    return .members([
      "line_color": .string(color.qgisText), "line_style": .string("solid"),
      "line_width": points(width), "line_width_unit": .string("Point"),
      "capstyle": .string(dash.isEmpty ? "round" : "flat"), "joinstyle": .string("round"),
      "use_custom_dash": .string(dash.isEmpty ? "0" : "1"),
      "customdash": .string(dash.isEmpty ? "5;2" : dashes), "customdash_unit": .string("Point"),
    ])
  }
}

extension Symbol.Fill {
  fileprivate var settings: QGISOption {
    .members([
      "color": .string((color ?? Color(red: 0, green: 0, blue: 0, alpha: 0)).qgisText),
      "style": .string(color == nil ? "no" : qgisStyle),
      "outline_color": .string((outline?.color ?? .plain).qgisText),
      "outline_style": .string(
        outline == nil ? "no" : outline?.dash.isEmpty == false ? "dash" : "solid"),
      "outline_width": points(outline?.width ?? 0), "outline_width_unit": .string("Point"),
      "joinstyle": .string("round"),
    ])
  }

  fileprivate var pictureSettings: QGISOption {
    .members([
      "imageFile": .string("base64:" + (picture?.image.base64 ?? "")),
      "width": points(picture?.width ?? 0), "width_unit": .string("Point"), "alpha": .string("1"),
    ])
  }

  private var qgisStyle: String {
    switch pattern {
    case .solid: "solid"
    case .none: "no"
    case .horizontal: "horizontal"
    case .vertical: "vertical"
    case .cross: "cross"
    case .diagonalCross: "diagonal_x"
    case .forwardDiagonal: "f_diagonal"
    case .backwardDiagonal: "b_diagonal"
    }
  }
}
