import Bytes
package import Geometry

/// The area of interest: Fieldpack packs the features that intersect it.
package struct AreaOfInterest: Sendable {
  /// One polygon or several.
  package let shape: Geometry
  package let spatialReference: SpatialReference
  /// The text of the request, for the manifest.
  package let text: String
  package let prepared: PreparedPolygon

  /// A digest of the shape, which is equal for equal areas however they were requested.
  package var digest: String {
    var bytes: [UInt8] = []
    GeoPackageBlob.append(shape, srsID: Int32(clamping: spatialReference.wkid ?? 0), to: &bytes)
    return SHA256.hex(SHA256.of(bytes.span))
  }

  /// Whether a geometry, in the area's spatial reference, intersects the area.
  package func meets(_ geometry: Geometry) -> Bool { geometry.intersects(prepared) }

  package init(
    shape: Geometry, spatialReference: SpatialReference, text: String
  ) throws {
    self.shape = shape
    self.spatialReference = spatialReference
    self.text = text
    prepared = try about("area \(text)") {
      try PreparedPolygon(shape)
    }
  }
}
