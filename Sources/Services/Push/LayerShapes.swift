import Geometry
import MapModel
import OrderedJSON

/// Brings shapes of edits into the coordinate system of their layer.
///
/// A service could convert them, too. But there are several ways from one datum to another, some a
/// meter apart, and a service may choose another one than `build` did. So shapes go to the service,
/// and are compared, in the numbers that it stores.
struct LayerShapes {
  private let transform: CoordinateTransform
  /// The coordinate system of the layer.
  private let reference: JSON

  /// Nil if the shapes are in the layer's own system, or if one of the two is unknown here.
  ///
  /// - Parameter source: the coordinate system that the shapes name; nil for that of the layer.
  init?(from source: JSON?, to layer: LayerDefinition) {
    guard let source, let reference = layer.spatialReference,
      let from = try? SpatialReference(esriJSON: source),
      let to = try? SpatialReference(esriJSON: reference), !from.isSame(as: to),
      let transform = try? CoordinateTransform(from: from, to: to)
    else { return nil }
    (self.transform, self.reference) = (transform, reference)
  }

  /// The feature with its shape in the layer's system; nil if that has no such place.
  func moved(_ feature: JSON) -> JSON? {
    guard var object = feature.object, let shape = feature["geometry"]?.object else {
      return feature
    }
    guard let moved = moved(shape) else { return nil }
    object["geometry"] = .object(moved)
    return .object(object)
  }

  private func moved(_ shape: JSONObject) -> JSONObject? {
    var moved = shape
    if let x = shape["x"]?.double, let y = shape["y"]?.double {
      guard let place = transform.forward(x: x, y: y) else { return nil }
      (moved["x"], moved["y"]) = (.number(place.x), .number(place.y))
    }
    if let points = shape["points"] {
      guard let list = positions(points) else { return nil }
      moved["points"] = list
    }
    for key in ["paths", "rings"] {
      guard let parts = shape[key]?.array else { continue }
      let lists = parts.compactMap(positions)
      guard lists.count == parts.count else { return nil }
      moved[key] = .array(lists)
    }
    // Other kinds of shapes have curves or corners of boxes. They stay as they are.
    let isKnown = ["x", "points", "paths", "rings"].contains { shape[$0] != nil }
    if isKnown { moved["spatialReference"] = reference }
    return moved
  }

  private func positions(_ list: JSON) -> JSON? {
    guard let positions = list.array else { return nil }
    var moved: [JSON] = []
    for position in positions {
      guard var numbers = position.array, numbers.count >= 2, let x = numbers[0].double,
        let y = numbers[1].double, let place = transform.forward(x: x, y: y)
      else { return nil }
      (numbers[0], numbers[1]) = (.number(place.x), .number(place.y))
      moved.append(.array(numbers))
    }
    return .array(moved)
  }
}

extension FiledRecord {
  /// The record with its shapes in the layer's coordinate system; nil if that has no such place.
  func moved(by shapes: LayerShapes) -> FiledRecord? {
    var record = self
    if let feature {
      guard let moved = shapes.moved(feature) else { return nil }
      record.feature = moved
    }
    if let before {
      guard let moved = shapes.moved(before) else { return nil }
      record.before = moved
    }
    return record
  }
}
