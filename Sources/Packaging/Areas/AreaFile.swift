import Bytes
import Geometry
import OrderedJSON
import Packages

/// A GeoJSON file whose features make areas.
struct AreaFile: Sendable {
  /// A shape with its properties.
  struct Feature: Sendable {
    var shape: Geometry
    var properties: JSONObject

    /// A property as text; nil if it is missing or null.
    func text(of name: String) -> String? {
      switch properties[name] {
      case .string(let text): text
      case .number(let number): number.text
      case .bool(let value): value ? "true" : "false"
      case nil, .null, .array, .object: nil
      }
    }
  }

  let features: [Feature]

  /// Reads a collection, a feature, or a geometry.
  ///
  /// - Throws: errors of the file, and ``GeometryError`` for a shape that is not one.
  init(path: String) throws {
    let json = try JSONDocument.read(path: path)
    features = try (json["features"]?.array ?? [json]).map { feature in
      let shape = try about(path) { try Geometry(geoJSON: feature["geometry"] ?? feature) }
      return Feature(shape: shape, properties: feature["properties"]?.object ?? JSONObject())
    }
  }

  /// The area of some features, which are in degrees.
  static func area(
    of features: [Feature], within margin: AreaMargin?, text: String
  ) throws -> AreaOfInterest {
    try AreaShapes(shapes: features.map(\.shape), spatialReference: SpatialReference(epsg: 4326))
      .area(within: margin, text: text, isBounded: true)
  }

  /// The property that names the features, if none was given: `name` in any case, or the only one
  /// whose values are texts that all differ.
  var nameField: String? {
    let names = features.first?.properties.keys ?? []
    if let name = names.first(where: { $0.lowercased() == "name" }) { return name }
    let unique = names.filter { name in
      let texts = features.map { feature -> String? in
        if case .string(let text)? = feature.properties[name] { text } else { nil }
      }
      return !texts.contains(nil) && Set(texts).count == features.count
    }
    return unique.count == 1 ? unique[0] : nil
  }
}
