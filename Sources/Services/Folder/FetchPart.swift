import Bytes
import Geometry
import OrderedJSON
package import Packages

/// The part of the data that a fetch is about. Another part is another fetch: they don't mix in one
/// folder.
package struct FetchPart: Sendable {
  /// A filter of a layer.
  package struct Filter: Sendable, Equatable {
    /// The layer's title or ID.
    package let layer: String
    /// The filter, in the service's own SQL.
    package let clause: String

    /// A filter from its parts.
    package init(layer: String, clause: String) {
      (self.layer, self.clause) = (layer, clause)
    }
  }

  /// The filters, at most one for each layer.
  package var filters: [Filter] = []
  /// The area; nil for everywhere.
  package var area: AreaOfInterest?

  /// Everything.
  package init() {}

  /// Whether everything is wanted.
  var isEverything: Bool { filters.isEmpty && area == nil }

  /// The part as the list of a folder has it; null for everything.
  var json: JSON {
    guard !isEverything else { return .null }
    var members = JSONObject()
    if !filters.isEmpty {
      members.append(
        "where",
        .array(filters.map { ["layer": .string($0.layer), "filter": .string($0.clause)] }))
    }
    if let area {
      members.append("area", ["text": .string(area.text), "sha256": .string(area.digest)])
    }
    return .object(members)
  }

  /// Whether a folder's list has the same part. Areas are the same if their shapes are.
  func isSame(as other: JSON) -> Bool {
    let own = json
    return own["where"] == other["where"] && own["area"]?["sha256"] == other["area"]?["sha256"]
  }

  /// The part of a folder's list in words; nil for everything.
  static func text(_ part: JSON) -> String? {
    var words = (part["where"]?.array ?? []).map {
      "--where \($0["layer"]?.string ?? ""):\($0["filter"]?.string ?? "")"
    }
    if let area = part["area"]?["text"]?.string { words.append("--area \(area)") }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The parameters of a query that choose the area; empty without one.
  var areaParameters: [(name: String, value: String)] {
    guard let area else { return [] }
    let reference = JSONWriter.write(area.spatialReference.esriJSON)
    var (shape, type): ([UInt8], String) = ([], "esriGeometryPolygon")
    if let box = area.box {
      // Old servers know boxes better than polygons.
      shape = JSONWriter.write([
        "xmin": .number(box.minX), "ymin": .number(box.minY), "xmax": .number(box.maxX),
        "ymax": .number(box.maxY),
      ])
      type = "esriGeometryEnvelope"
    } else {
      area.shape.appendEsriJSON(to: &shape)
    }
    return [
      ("geometry", String(decoding: shape, as: UTF8.self)), ("geometryType", type),
      (
        "inSR",
        area.spatialReference.wkid.map { "\($0)" } ?? String(decoding: reference, as: UTF8.self)
      ),
      ("spatialRel", "esriSpatialRelIntersects"),
    ]
  }
}

extension AreaOfInterest {
  /// The area as a box; nil if it isn't one.
  fileprivate var box: Envelope? {
    let box = shape.envelope()
    var (corners, plain) = (shape, Geometry(box))
    corners.setDimensions(hasZ: false, hasM: false)
    plain.setDimensions(hasZ: false, hasM: false)
    return corners == plain ? box : nil
  }
}
