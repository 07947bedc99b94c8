import FeatureData
import Geometry

/// A geometry with its spatial reference.
struct HeldGeometry: Sendable {
  var geometry: Geometry
  var reference: ShapeReference
  /// Whether it is an extent: a rectangle, stored as a polygon of one ring.
  var isExtent = false

  init(_ geometry: Geometry, reference: ShapeReference) {
    self.geometry = geometry
    self.reference = reference
  }

  /// Replaces the geometry with that of a record's geometry column.
  mutating func read(_ blob: Span<UInt8>) throws(ArcadeProblem) {
    _ = try ArcadeProblem.ofRecord { try GeoPackageBlob.decode(blob, into: &geometry) }
  }

  /// The type, as the function `TypeOf` names it.
  var typeName: String {
    if isExtent { return "Extent" }
    return switch geometry.kind {
    case .point: "Point"
    case .multiPoint: "Multipoint"
    case .lineString, .multiLineString: "Polyline"
    case .polygon, .multiPolygon: "Polygon"
    }
  }
}
