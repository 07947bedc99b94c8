package import Geometry

/// Why a source of features can't be read.
///
/// What is wrong inside a file is mostly an error of its format, in a `LocatedError`.
package enum FeatureDataError: Error, Sendable {
  /// A geometry of the source can't be read. `row` counts from 1.
  case geometry(path: String, row: Int, offset: Int, GeometryError)
  /// A feature doesn't follow its format. `row` counts from 1, and `offset` from the start of the
  /// (inflated) file.
  case feature(path: String, row: Int, offset: Int, expected: String)
  /// A CSV row has more cells than the header. `row` counts from 1, without the header.
  case tooManyCells(path: String, row: Int, offset: Int, expected: Int, found: Int)
  /// A quoted CSV cell is still open at the end of the file.
  case unclosedQuote(path: String, row: Int, offset: Int)
  /// There is text after the closing quote of a CSV cell. An inner quote was probably not doubled.
  case textAfterQuote(path: String, row: Int, offset: Int)
  /// A row, cell or file exceeds the limit in bytes.
  case tooLarge(path: String, offset: Int, limit: Int)
  /// A file isn't UTF-8. For CSV, the encoding option of the binding fixes this. `row` counts from 1,
  /// and is 0 for the header. It is nil in JSON.
  case notUTF8(path: String, row: Int? = nil, offset: Int)
  /// A CSV file contains a NUL, as in damaged files, and in UTF-16 without a byte order mark.
  case nulByte(path: String, offset: Int)
  /// A layer's CSV file has no coordinate columns.
  case coordinatesMissing(path: String, columns: [String])
  /// No geometry of a layer can be read. `row` and `sample` are those of the first one.
  case shapesLost(path: String, count: Int, row: Int, sample: String)
  /// The file has no header, or no features although some are needed.
  case empty(path: String, expected: String)
  /// The source is a service's error response.
  case serviceError(path: String, code: Int, message: String)
  /// The file changed between the survey and the reading.
  case changedWhileReading(path: String)
  /// Neither the source nor the map states the spatial reference.
  case spatialReferenceUnknown(path: String)
  /// The source's spatial reference is not valid.
  case spatialReferenceUnreadable(path: String, text: String)
  /// Rows of one layer have several geometry types.
  case mixedGeometry(path: String, counts: [(kind: GeometryKind, count: Int)])
  /// Rows have a different geometry type than the layer.
  case geometryTypeMismatch(
    path: String, expected: EsriGeometryType, found: GeometryKind, count: Int)
  /// Two columns of a file have the same name.
  case columnTwice(path: String, column: String)
  /// A table has more columns than a GeoPackage table can have.
  case tooManyColumns(path: String, limit: Int)
  /// A column in a binding is missing from the file.
  case columnMissing(path: String, column: String, columns: [String])
  /// The pages of one source disagree, such as in spatial reference or geometry type.
  case pagesDisagree(path: String, member: String)
}

extension FeatureDataError {
  /// Reads the geometry of a row, which counts from 1.
  package static func ofGeometry<Result>(
    path: String, row: Int, offset: Int = 0, _ work: () throws(GeometryError) -> Result
  ) throws -> Result {
    do throws(GeometryError) {
      return try work()
    } catch {
      throw FeatureDataError.geometry(path: path, row: row, offset: offset, error)
    }
  }
}
