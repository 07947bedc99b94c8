import Bytes
import Geometry

/// The lines or polygons of a layer as flat arrays, in web Mercator meters.
struct Outlines: Sendable {
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  /// The end vertex of each part or ring.
  private(set) var partEnds: [Int] = []
  /// The end part of each feature.
  private(set) var featureEnds: [Int] = []
  /// The box of each feature.
  private(set) var boxes: [MapBox] = []

  /// Adds a feature. A feature without a geometry has no parts.
  mutating func append(_ shape: Geometry?) {
    var box = MapBox()
    if let shape {
      for part in shape.partEnds.indices {
        for vertex in shape.vertices(ofPart: part) {
          let offset = vertex * shape.stride
          x.append(shape.coordinates[offset])
          y.append(shape.coordinates[offset + 1])
          box.add(x: shape.coordinates[offset], y: shape.coordinates[offset + 1])
        }
        partEnds.append(x.count)
      }
    }
    featureEnds.append(partEnds.count)
    boxes.append(box)
  }

  /// Returns the parts of a feature.
  func parts(of feature: Int) -> Range<Int> {
    (feature == 0 ? 0 : featureEnds[feature - 1])..<featureEnds[feature]
  }

  /// Returns the vertices of a part.
  func vertices(of part: Int) -> Range<Int> {
    (part == 0 ? 0 : partEnds[part - 1])..<partEnds[part]
  }
}
