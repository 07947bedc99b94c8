/// Options for writing a GeoPackage.
package struct GeoPackageOptions: Equatable, Sendable {
  /// `gpkg_contents.last_change`, in milliseconds since 1970 UTC. The caller provides it, because
  /// the same rows must give the same bytes.
  package var lastChange: Int64
  /// Spatial reference systems in addition to the three required ones.
  package var spatialReferences: [GeoPackageSpatialReference]
  /// Relations between the written tables.
  package var relations: [GeoPackageRelation]
  /// Texts about the package and its tables.
  package var metadata: [GeoPackageMetadata]
  /// Page size in bytes.
  package var pageSize: Int
  /// Whether feature tables get R-trees. A store that is only read once from start to end needs
  /// none.
  package var hasBoxes = true

  /// Creates options.
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
