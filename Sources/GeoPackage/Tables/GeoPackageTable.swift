/// A user table: features when it has a geometry, else attributes.
package struct GeoPackageTable: Equatable, Sendable {
  /// The table's name.
  package var name: String
  /// What people read; `gpkg_contents.identifier`, the name when empty or taken.
  package var identifier: String
  /// A longer text; `gpkg_contents.description`.
  package var description: String
  /// The column of the row id.
  package var idColumn: String
  /// The geometry; nil for a table of attributes.
  package var geometry: GeometryColumn?
  /// The other columns, in the order of the rows.
  package var columns: [GeoPackageColumn]

  /// The geometry column of a feature table.
  package struct GeometryColumn: Equatable, Sendable {
    /// The column's name.
    package var name: String
    /// POINT, LINESTRING, POLYGON, MULTIPOINT, MULTILINESTRING, MULTIPOLYGON or GEOMETRY. Becomes
    /// GEOMETRY when a row has another kind.
    package var typeName: String
    /// The id of the spatial reference system, also in every blob.
    package var srsID: Int32
    /// Whether heights are expected; corrected by what the rows hold.
    package var hasZ: Bool
    /// Whether measures are expected; corrected by what the rows hold.
    package var hasM: Bool

    /// A geometry column.
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

  /// A user table.
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

  /// Place of the first of `columns` in a row's record: after the id and the geometry.
  package var firstColumn: Int { geometry == nil ? 1 : 2 }
}
