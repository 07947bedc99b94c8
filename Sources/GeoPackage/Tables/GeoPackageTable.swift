/// A user table: features if it has a geometry, otherwise attributes.
package struct GeoPackageTable: Equatable, Sendable {
  /// The name of the table.
  package var name: String
  /// The title that people read; `gpkg_contents.identifier`. The name is used if it is empty or
  /// taken.
  package var identifier: String
  /// A longer description; `gpkg_contents.description`.
  package var description: String
  /// The name of the row id column.
  package var idColumn: String
  /// The geometry; nil for an attribute table.
  package var geometry: GeometryColumn?
  /// The other columns, in the order of the rows.
  package var columns: [GeoPackageColumn]

  /// The geometry column of a feature table.
  package struct GeometryColumn: Equatable, Sendable {
    /// The name of the column.
    package var name: String
    /// POINT, LINESTRING, POLYGON, MULTIPOINT, MULTILINESTRING, MULTIPOLYGON or GEOMETRY. Changed
    /// to GEOMETRY if a row has another type.
    package var typeName: String
    /// The id of the spatial reference system, which is also in each geometry.
    package var srsID: Int32
    /// Whether z values are expected. Corrected by the rows.
    package var hasZ: Bool
    /// Whether m values are expected. Corrected by the rows.
    package var hasM: Bool

    /// Creates a geometry column.
    package init(
      name: String = "geom", typeName: String, srsID: Int32, hasZ: Bool = false,
      hasM: Bool = false
    ) {
      self.name = name
      self.typeName = typeName
      self.srsID = srsID
      self.hasZ = hasZ
      self.hasM = hasM
    }
  }

  /// Creates a user table.
  package init(
    name: String, identifier: String = "", description: String = "", idColumn: String = "fid",
    geometry: GeometryColumn? = nil, columns: [GeoPackageColumn]
  ) {
    self.name = name
    self.identifier = identifier
    self.description = description
    self.idColumn = idColumn
    self.geometry = geometry
    self.columns = columns
  }

  /// Index of the first of `columns` in a row's record, after the id and the geometry.
  package var firstColumn: Int { geometry == nil ? 1 : 2 }
}
