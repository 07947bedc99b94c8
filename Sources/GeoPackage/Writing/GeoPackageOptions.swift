/// What a GeoPackage says of itself.
package struct GeoPackageOptions: Equatable, Sendable {
  /// `gpkg_contents.last_change`, in milliseconds since 1970 UTC; from outside, as the same rows
  /// must give the same bytes.
  package var lastChange: Int64
  /// Spatial reference systems beside the three that are always there.
  package var spatialReferences: [GeoPackageSpatialReference]
  /// Relations between the tables to be written.
  package var relations: [GeoPackageRelation]
  /// Texts about the package and its tables.
  package var metadata: [GeoPackageMetadata]
  /// Bytes of a page.
  package var pageSize: Int
  /// Whether features get R-trees; a store that is only read through once needs none.
  package var hasBoxes = true

  /// What a GeoPackage says of itself.
  package init(
    lastChange: Int64, spatialReferences: [GeoPackageSpatialReference] = [],
    relations: [GeoPackageRelation] = [], metadata: [GeoPackageMetadata] = [],
    pageSize: Int = 4_096
  ) {
    self.lastChange = lastChange
    self.spatialReferences = spatialReferences
    self.relations = relations
    self.metadata = metadata
    self.pageSize = pageSize
  }
}
