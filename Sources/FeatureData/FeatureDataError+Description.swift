import Bytes
import Geometry
import OrderedJSON

extension FeatureDataError: CustomStringConvertible {
  /// One line that names the file and the position in it.
  package var description: String {
    switch self {
    case .geometry(let path, let row, let offset, let error):
      "\(path): row \(row) (byte \(offset)): \(error.reason)"
    case .feature(let path, let row, let offset, let expected):
      "\(path): row \(row) (byte \(offset)): expected \(expected)"
    case .tooManyCells(let path, let row, let offset, let expected, let found):
      "\(path): row \(row) (byte \(offset)) has at least \(found) cells, but the header has \(expected)"
    case .unclosedQuote(let path, let row, let offset):
      "\(path): row \(row) (byte \(offset)): the quoted cell is never closed"
    case .textAfterQuote(let path, let row, let offset):
      "\(path): row \(row) (byte \(offset)): there is text after a closing quote; double a quote inside a quoted "
        + "cell"
    case .tooLarge(let path, let offset, let limit):
      "\(path): a row at byte \(offset) is larger than \(limit) bytes"
    case .notUTF8(let path, let row, let offset):
      "\(path): \(Self.location(row: row, offset: offset)) isn't UTF-8 text"
    case .nulByte(let path, let offset):
      "\(path): byte \(offset) is NUL, which text can't contain; the file is UTF-16 or damaged"
    case .shapesLost(let path, let count, let row, let sample):
      "\(path): \(Self.lostShapes(count, row: row, sample: sample))"
    case .coordinatesMissing(let path, let columns):
      "\(path): the file has no coordinate columns, such as longitude and latitude; its columns are "
        + columns.joined(separator: ", ")
    case .empty(let path, let expected): "\(path): the file is empty, expected \(expected)"
    case .serviceError(let path, let code, let message):
      "\(path): the service returned error \(code): \(message)"
    case .changedWhileReading(let path): "\(path): the file changed while Fieldpack was reading it"
    case .spatialReferenceUnknown(let path):
      "\(path): neither the file nor the map states the spatial reference of the coordinates"
    case .spatialReferenceUnreadable(let path, let text):
      "\(path): the spatial reference \(text) has no EPSG code"
    case .mixedGeometry(let path, let counts):
      "\(path): a layer can have only one geometry type, but the file has "
        + counts.map { "\($0.count) \($0.kind.geoJSONName)" }.joined(separator: ", ")
    case .geometryTypeMismatch(let path, let expected, let found, let count):
      "\(path): the layer has \(expected.kind.geoJSONName) geometries, but the file has \(count) "
        + "\(found.geoJSONName)"
    case .columnTwice(let path, let column): "\(path): two columns have the name \"\(column)\""
    case .tooManyColumns(let path, let limit): "\(path): the file has more than \(limit) columns"
    case .columnMissing(let path, let column, let columns):
      "\(path): the file has no column \"\(column)\"; its columns are \(columns.joined(separator: ", "))"
    case .pagesDisagree(let path, let member):
      "\(path): the pages differ in \"\(member)\""
    }
  }

  /// Where in a file the text is wrong.
  package static func location(row: Int?, offset: Int) -> String {
    switch row {
    case nil: "byte \(offset)"
    case 0: "byte \(offset) in the header"
    case let row?: "byte \(offset) in row \(row)"
    }
  }

  /// What is wrong with the geometries of a layer without any readable one.
  package static func lostShapes(_ count: Int, row: Int, sample: String) -> String {
    (count == 1
      ? "the layer's only geometry can't be read"
      : "none of the layer's \(NumberText.grouped(count)) geometries can be read")
      + " (row \(row): \(sample))"
  }
}
