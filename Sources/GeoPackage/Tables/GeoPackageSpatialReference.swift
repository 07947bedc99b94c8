import Records

/// A row of `gpkg_spatial_ref_sys` (GeoPackage 1.3 §1.1.2).
package struct GeoPackageSpatialReference: Equatable, Sendable {
  /// The id in geometry columns and geometries.
  package var id: Int32
  /// The name of the system.
  package var name: String
  /// The organization that defines it: `EPSG`, `ESRI`, `NONE`.
  package var organization: String
  /// Its number with that organization.
  package var organizationID: Int32
  /// Well-known text of OGC 01-009 (WKT 1).
  package var definition: String
  /// A longer description.
  package var description: String?

  /// Creates a spatial reference system.
  package init(
    id: Int32, name: String, organization: String, organizationID: Int32, definition: String,
    description: String? = nil
  ) {
    self.id = id
    self.name = name
    self.organization = organization
    self.organizationID = organizationID
    self.definition = definition
    self.description = description
  }

  /// The three systems that every GeoPackage contains (requirement 11).
  static let required: [GeoPackageSpatialReference] = [
    .init(
      id: -1, name: "Undefined Cartesian SRS", organization: "NONE", organizationID: -1,
      definition: "undefined", description: "undefined Cartesian coordinate reference system"),
    .init(
      id: 0, name: "Undefined geographic SRS", organization: "NONE", organizationID: 0,
      definition: "undefined", description: "undefined geographic coordinate reference system"),
    .init(
      id: 4_326, name: "WGS 84 geodetic", organization: "EPSG", organizationID: 4_326,
      definition: """
        GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,\
        AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,\
        AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],\
        AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]
        """,
      description: "longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid"),
  ]

  /// The values of the row in column order.
  var row: [SQLValue] {
    [
      .text(name), .integer(Int64(id)), .text(organization), .integer(Int64(organizationID)),
      .text(definition), SQLValue(description),
    ]
  }
}
