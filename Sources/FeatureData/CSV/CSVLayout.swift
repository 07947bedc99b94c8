package import Geometry

/// Options for reading a CSV file, from a binding.
package struct CSVOptions: Sendable, Equatable {
  /// The delimiter, or `nil` for the one of `,` `;` tab `|` that is most frequent in the header.
  package var delimiter: UInt8?
  /// How the text is encoded, unless the file begins with a byte order mark.
  package var encoding = TextEncoding.utf8
  /// The names of the coordinate columns, or `nil` to look for the usual names.
  package var xColumn: String?
  package var yColumn: String?
  /// The spatial reference of the coordinates. `nil` means WGS 84 if the columns are longitude and
  /// latitude.
  package var spatialReference: SpatialReference?
  /// Whether the table is a layer. In a table, columns `x` and `y` are ordinary columns.
  package var hasGeometry = true

  package init() {}
}

/// The parsed header of a CSV file.
package struct CSVLayout: Sendable, Equatable {
  package var delimiter: UInt8
  package var columns: [String]
  /// Indexes into `columns`, both set or both nil.
  package var xColumn: Int?
  package var yColumn: Int?
  /// Indexes into `columns` of heights and measures, which only exports have.
  var zColumn: Int?
  var mColumn: Int?
  /// The spatial reference that the names of the coordinate columns tell.
  var namedReference: SpatialReference?
  /// Whether the coordinate columns were added by an export, so that they are not fields.
  var isExported = false
  /// The offset of the first row in the file.
  package var firstRowOffset: Int

  /// Usual names of coordinate columns, in order of preference.
  static let coordinateNames: [(x: String, y: String, isGeographic: Bool)] = [
    ("longitude", "latitude", true), ("lon", "lat", true), ("long", "lat", true),
    ("lng", "lat", true), ("x_long", "y_lat", true), ("point_x", "point_y", false),
    ("x", "y", false), ("easting", "northing", false), ("x_coord", "y_coord", false),
  ]

  /// The indexes of the columns with coordinates.
  var coordinateColumns: [Int] { [xColumn, yColumn, zColumn, mColumn].compactMap(\.self) }

  /// How a column is used for the geometry.
  func coordinateUse(_ column: Int) -> ColumnSurvey.CoordinateUse {
    guard coordinateColumns.contains(column) else { return .none }
    return isExported ? .exported : .alsoField
  }

  /// How cells are read.
  var inference: CSVInference { CSVInference(allowsDecimalCommas: delimiter != UInt8(ascii: ",")) }
}
