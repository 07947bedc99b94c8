package import Geometry

extension GeoPackageReader {
  /// The spatial reference with an id; `nil` for the undefined ones (-1 and 0) and for unknown ids.
  ///
  /// - Throws: ``GeometryError`` if its definition cannot be read.
  package func spatialReference(_ id: Int32) throws(GeometryError) -> SpatialReference? {
    guard id > 0, let stored = spatialReferences.first(where: { $0.id == id }) else {
      return nil
    }
    if GeoPackageNames.folded(stored.organization) == "epsg" {
      return SpatialReference(epsg: Int(stored.organizationID))
    }
    return try SpatialReference(wkt: stored.definition)
  }
}
