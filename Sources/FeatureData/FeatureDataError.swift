package import Bytes
package import Geometry
package import MapModel
package import OrderedJSON
package import SQLiteFile

/// What is wrong with a source of features; each case carries its evidence.
package enum FeatureDataError: Error, Sendable {
  /// The file could not be opened or read.
  case file(BytesError)
  /// The text of a JSON source is malformed. Offsets count from the start of the (inflated) file.
  case json(path: String, JSONError)
  /// A geometry of the source cannot be read. `row` counts from 1.
  case geometry(path: String, row: Int, offset: Int, GeometryError)
  /// A feature is not what its format says. `row` counts from 1, `offset` in the (inflated) file.
  case feature(path: String, row: Int, offset: Int, expected: String)
  /// A CSV row has more cells than the header. `row` counts from 1, the header left out.
  case tooManyCells(path: String, row: Int, offset: Int, expected: Int, found: Int)
  /// A quoted CSV cell is still open at the end of the file.
  case unclosedQuote(path: String, row: Int, offset: Int)
  /// Text stands behind the closing quote of a CSV cell, as after a quote that should be doubled.
  case textAfterQuote(path: String, row: Int, offset: Int)
  /// A row, cell or file is larger than the limit, in bytes.
  case tooLarge(path: String, offset: Int, limit: Int)
  /// A CSV file is not UTF-8; the fix is the encoding option of the binding.
  case notUTF8(path: String, offset: Int)
  /// A CSV file holds a NUL, as UTF-16 and damaged files do.
  case nulByte(path: String, offset: Int)
  /// A layer's CSV file has no columns of coordinates.
  case coordinatesMissing(path: String, columns: [String])
  /// The file holds no header, or no features at all where some are needed.
  case empty(path: String, expected: String)
  /// The source answers with a service's error document.
  case serviceError(path: String, code: Int, message: String)
  /// A store of rows cannot be read; the text is the store's own account.
  case store(path: String, String)
  /// A row made by this tool cannot be read back.
  case record(SQLiteFileError)
  /// The file changed between the survey and the reading.
  case changedWhileReading(path: String)
  /// Neither the source nor the map says what the coordinates are in.
  case spatialReferenceUnknown(path: String)
  /// What the source says of its coordinates names no spatial reference.
  case spatialReferenceUnreadable(path: String, text: String)
  /// Rows of one layer have geometries of several types.
  case mixedGeometry(path: String, counts: [(kind: GeometryKind, count: Int)])
  /// Rows have a geometry of another type than the layer's.
  case geometryTypeMismatch(
    path: String, expected: EsriGeometryType, found: GeometryKind, count: Int)
  /// Two columns of a file have the same name.
  case columnTwice(path: String, column: String)
  /// A table has more columns than a GeoPackage table can have.
  case tooManyColumns(path: String, limit: Int)
  /// A column named by a binding is not in the file.
  case columnMissing(path: String, column: String, columns: [String])
  /// The pages of one source do not agree (spatial reference, geometry type).
  case pagesDisagree(path: String, member: String)
  /// The fields a source declares cannot be read.
  case definition(path: String, MapModelError)
  /// The spatial reference of a source cannot be used.
  case spatialReference(path: String, GeometryError)
}
