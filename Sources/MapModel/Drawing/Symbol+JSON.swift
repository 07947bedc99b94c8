package import OrderedJSON

// Symbols in the form that the pages' scripts draw:
//
//   {"kind": "marker", "shape": "circle", "size": 9.33, "color": "#1a7837", "alpha": 1,
//    "outline": {"color": "#ffffff", "alpha": 0.784, "width": 0.93}}
//   {"kind": "line", "color": …, "alpha": …, "width": 2, "dash": [8, 6]}
//   {"kind": "fill", "color": …, "alpha": …, "pattern": "solid", "outline": …, "picture": …}
//   {"kind": "picture", "src": "data:image/png;base64,…", "width": 24, "height": 24}
//
// If a shape has no fill, `color` is null and `alpha` 0. `dx` and `dy` are present if a point's
// symbol is drawn beside the point, `dash` if a line has gaps.

extension Symbol {
  /// The symbol for the pages' scripts.
  package var json: JSON {
    var object: JSONObject
    switch self {
    case .marker(let marker):
      object = ["kind": "marker", "shape": .string(marker.shape.rawValue)]
      object.append("size", .number(marker.size))
      object.append(marker.color)
      object.append("outline", marker.outline.map { .object($0.members) } ?? .null)
      object.append(marker.offset)
      object.append(angle: marker.angle)
    case .line(let stroke):
      object = ["kind": "line"]
      for member in stroke.members.members { object.append(member.key, member.value) }
    case .fill(let fill):
      object = ["kind": "fill"]
      object.append(fill.color)
      object.append("pattern", .string(fill.pattern.rawValue))
      object.append("outline", fill.outline.map { .object($0.members) } ?? .null)
      if let picture = fill.picture { object.append("picture", .object(picture.members)) }
    case .picture(let picture):
      object = ["kind": "picture"]
      for member in picture.members.members { object.append(member.key, member.value) }
    }
    return .object(object)
  }

  /// The names of the members that ``simplestyle`` may have.
  package static let simplestyleNames = [
    "marker-color", "marker-size", "stroke", "stroke-width", "stroke-opacity", "fill",
    "fill-opacity",
  ]

  /// The symbol in terms of simplestyle 1.1, as members of a GeoJSON feature's `properties`:
  /// `marker-color` and `marker-size`, `stroke…`, `fill…`.
  package var simplestyle: JSONObject {
    var object = JSONObject()
    switch self {
    case .marker(let marker):
      let color = marker.color ?? marker.outline?.color ?? .plain
      object.append("marker-color", .string(color.hexadecimal))
      object.append("marker-size", .string(Self.markerSize(marker.size)))
    case .picture(let picture):
      object.append("marker-size", .string(Self.markerSize(max(picture.width, picture.height))))
    case .line(let stroke):
      object.append(simplestyle: stroke)
    case .fill(let fill):
      if let outline = fill.outline {
        object.append(simplestyle: outline)
      } else {
        // Without these, readers draw a default line.
        object.append("stroke-width", 0)
        object.append("stroke-opacity", 0)
      }
      object.append("fill", .string((fill.color ?? .plain).hexadecimal))
      object.append("fill-opacity", .number(fill.color?.opacity ?? 0))
    }
    return object
  }

  private static func markerSize(_ pixels: Double) -> String {
    pixels < 12 ? "small" : pixels < 24 ? "medium" : "large"
  }
}

extension Symbol.Stroke {
  fileprivate var members: JSONObject {
    var object: JSONObject = [
      "color": .string(color.hexadecimal), "alpha": .number(color.opacity),
      "width": .number(width),
    ]
    if !dash.isEmpty { object.append("dash", .array(dash.map { .number($0) })) }
    return object
  }
}

extension Symbol.Picture {
  fileprivate var members: JSONObject {
    var object: JSONObject = [
      "src": .string(image.dataURL), "width": .number(width), "height": .number(height),
    ]
    object.append(offset)
    object.append(angle: angle)
    return object
  }
}

extension JSONObject {
  fileprivate mutating func append(_ color: Color?) {
    append("color", color.map { .string($0.hexadecimal) } ?? .null)
    append("alpha", .number(color?.opacity ?? 0))
  }

  fileprivate mutating func append(_ offset: Symbol.Offset) {
    guard offset != .zero else { return }
    append("dx", .number(offset.x))
    append("dy", .number(offset.y))
  }

  fileprivate mutating func append(angle: Double) {
    if angle != 0 { append("angle", .number(angle)) }
  }

  fileprivate mutating func append(simplestyle stroke: Symbol.Stroke) {
    append("stroke", .string(stroke.color.hexadecimal))
    append("stroke-width", .number(stroke.width))
    append("stroke-opacity", .number(stroke.color.opacity))
  }
}
