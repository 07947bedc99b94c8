package import Geometry

/// How a CSV file is to be read: what a binding says, and what the header line shows.
package struct CSVOptions: Sendable, Equatable {
  /// The byte between cells; `nil` takes the one of `,` `;` tab `|` that the header has most of.
  package var delimiter: UInt8?
  /// Whether the text is ISO 8859-1 instead of UTF-8.
  package var isLatin1 = false
  /// Names of the columns of the coordinates; `nil` looks for the usual names.
  package var xColumn: String?
  package var yColumn: String?
  /// What the coordinates are in; `nil` is WGS 84 when the columns are longitude and latitude.
  package var spatialReference: SpatialReference?
  /// Whether the table is a layer at all; a table's columns `x` and `y` are just columns.
  package var hasGeometry = true

  package init() {}
}

/// The header of a CSV file, understood.
package struct CSVLayout: Sendable, Equatable {
  package var delimiter: UInt8
  package var columns: [String]
  /// Indexes into `columns`; both or none.
  package var xColumn: Int?
  package var yColumn: Int?
  /// Whether the coordinates' columns are longitude and latitude by name.
  package var isGeographicByName = false
  /// Where the first row begins in the file.
  package var firstRowOffset: Int

  /// Names under which coordinates are written, in the order of preference.
  static let coordinateNames: [(x: String, y: String, isGeographic: Bool)] = [
    ("longitude", "latitude", true), ("lon", "lat", true), ("long", "lat", true),
    ("lng", "lat", true), ("x_long", "y_lat", true), ("point_x", "point_y", false),
    ("x", "y", false), ("easting", "northing", false), ("x_coord", "y_coord", false),
  ]
}
