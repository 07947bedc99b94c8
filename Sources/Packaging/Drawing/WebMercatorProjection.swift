import Bytes
import Geometry
import Packages

/// Projects shapes to meters of Web Mercator, up to the latitude where its world ends.
struct WebMercatorProjection {
  private let transform: CoordinateTransform
  private let isGeographic: Bool

  /// - Throws: `GeometryError` for a spatial reference that can't be projected.
  init(from reference: SpatialReference) throws(GeometryError) {
    transform = try CoordinateTransform(from: reference, to: .webMercator)
    isGeographic = reference.isGeographic
  }

  /// - Throws: `GeometryError` for coordinates that can't be projected.
  func apply(to shape: inout Geometry) throws(GeometryError) {
    if isGeographic {
      for vertex in 0..<shape.vertexCount {
        let index = vertex * shape.stride + 1
        shape.coordinates[index] = max(-85.06, min(85.06, shape.coordinates[index]))
      }
    }
    try transform.apply(to: &shape)
  }
}

extension AreaOfInterest {
  /// The area in meters of Web Mercator, up to the latitude where its world ends.
  func webMercator() throws -> PreparedPolygon {
    try about("area \(text)") { try projected() }
  }

  private func projected() throws(GeometryError) -> PreparedPolygon {
    var shape = shape
    try WebMercatorProjection(from: spatialReference).apply(to: &shape)
    return try PreparedPolygon(shape)
  }
}
