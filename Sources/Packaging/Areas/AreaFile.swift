import Bytes
import Filters
import Geometry
import OrderedJSON
import Packages

/// A file whose features make areas: GeoJSON, or Esri JSON as services answer.
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
  /// The spatial reference of all shapes.
  let spatialReference: SpatialReference

  /// The number of values that an error lists.
  private static let listed = 10

  /// Reads a collection or set of features, a feature, or a geometry.
  ///
  /// - Throws: errors of the file, ``GeometryError`` for a shape that is not one, and
  ///   `PackagingError.area` for Esri JSON without a spatial reference.
  init(path: String) throws {
    let json = try JSONDocument.read(path: path)
    let members = json["features"]?.array ?? [json]
    guard Self.isEsri(json, members) else {
      spatialReference = SpatialReference(epsg: 4326)
      features = try members.map { feature in
        let shape = try about(path) { try Geometry(geoJSON: feature["geometry"] ?? feature) }
        return Feature(shape: shape, properties: feature["properties"]?.object ?? JSONObject())
      }
      return
    }
    spatialReference = try Self.reference(of: json, members, path: path)
    features = try members.map { feature in
      let shape = try about(path) {
        try Geometry(esriJSON: feature["geometry"] ?? feature, type: nil)
      }
      return Feature(shape: shape, properties: feature["attributes"]?.object ?? JSONObject())
    }
  }

  /// Whether the document is Esri JSON. All objects of GeoJSON have a type.
  private static func isEsri(_ json: JSON, _ features: [JSON]) -> Bool {
    json["type"]?.string == nil
      && features.contains { feature in
        feature["attributes"] != nil || (feature["geometry"] ?? feature)["rings"] != nil
      }
  }

  /// The spatial reference of Esri JSON: that of the set, or of all its geometries.
  private static func reference(
    of json: JSON, _ features: [JSON], path: String
  ) throws -> SpatialReference {
    guard json["transform"] == nil else {
      throw PackagingError.area(
        text: LocalPath.lastPart(path), expected: "rings that are not quantized (\"transform\")")
    }
    let own = features.compactMap { ($0["geometry"] ?? $0)["spatialReference"] }
    let texts = [json["spatialReference"]].compactMap(\.self) + own
    let all = try about(path) {
      try texts.compactMap { try SpatialReference(esriJSON: $0) }
    }
    guard let first = all.first, all.allSatisfy({ $0.isSame(as: first) }) else {
      throw PackagingError.area(
        text: LocalPath.lastPart(path), expected: "one \"spatialReference\" for all rings")
    }
    return first
  }

  /// The features with a value in a property.
  ///
  /// - Throws: `PackagingError.area` if there are none, with values that there are.
  func features(where field: String, is value: String, text: String) throws -> [Feature] {
    let chosen = features.filter { $0.text(of: field)?.hasSameUTF8(as: value) == true }
    guard chosen.isEmpty else { return chosen }
    var values: [String] = []
    for case let value? in features.map({ $0.text(of: field) }) where !values.contains(value) {
      values.append(value)
    }
    guard !values.isEmpty else {
      let names = features.first?.properties.keys ?? []
      throw PackagingError.area(
        text: text,
        expected: "features with a property \(field), but "
          + (names.isEmpty ? "they have no properties" : "they have " + Self.list(names)))
    }
    if let nearest = values.nearest(to: value) {
      throw PackagingError.area(
        text: text,
        expected:
          "a feature whose \(field) is \(value), but there is none. Did you mean \(nearest)?")
    }
    throw PackagingError.area(
      text: text,
      expected: "a feature whose \(field) is \(value), but the file has \(Self.list(values))")
  }

  /// Some names, and how many others there are.
  private static func list(_ names: [String]) -> String {
    names.prefix(listed).joined(separator: ", ")
      + (names.count > listed ? " and \(NumberText.grouped(names.count - listed)) more" : "")
  }

  /// The area of some features of the file.
  func area(
    of features: [Feature], within margin: AreaMargin?, text: String
  ) throws -> AreaOfInterest {
    try AreaShapes(shapes: features.map(\.shape), spatialReference: spatialReference)
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
