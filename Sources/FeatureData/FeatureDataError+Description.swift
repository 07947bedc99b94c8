import Bytes
import Geometry
import OrderedJSON

extension FeatureDataError: CustomStringConvertible {
  /// One plain line that names the file and the place.
  package var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .json(let path, let error): "\(path): not valid JSON: \(error)"
    case .geometry(let path, let row, let offset, let error):
      "\(path): row \(row) (byte \(offset)): \(error.reason)"
    case .feature(let path, let row, let offset, let expected):
      "\(path): row \(row) (byte \(offset)): expected \(expected)"
    case .tooManyCells(let path, let row, let offset, let expected, let found):
      "\(path): row \(row) (byte \(offset)) has \(found) cells or more, the header \(expected)"
    case .unclosedQuote(let path, let row, let offset):
      "\(path): row \(row) (byte \(offset)): a quoted cell never ends"
    case .textAfterQuote(let path, let row, let offset):
      "\(path): row \(row) (byte \(offset)): text after a closing quote; a quote within a quoted "
        + "cell must be doubled"
    case .tooLarge(let path, let offset, let limit):
      "\(path): a row at byte \(offset) is larger than \(limit) bytes"
    case .notUTF8(let path, let offset): "\(path): byte \(offset) is not UTF-8 text"
    case .nulByte(let path, let offset):
      "\(path): byte \(offset) is NUL, which no text holds; the file is UTF-16 or damaged"
    case .coordinatesMissing(let path, let columns):
      "\(path): no columns of coordinates, such as longitude and latitude; there are "
        + columns.joined(separator: ", ")
    case .empty(let path, let expected): "\(path): empty; expected \(expected)"
    case .serviceError(let path, let code, let message):
      "\(path): the service answered with error \(code): \(message)"
    case .store(let path, let account): "\(path): \(account)"
    case .record(let error): "a row cannot be read back: \(error)"
    case .changedWhileReading(let path): "\(path): the file changed while it was read"
    case .spatialReferenceUnknown(let path):
      "\(path): neither the file nor the map says what the coordinates are in"
    case .spatialReferenceUnreadable(let path, let text):
      "\(path): no EPSG code in the spatial reference \(text)"
    case .mixedGeometry(let path, let counts):
      "\(path): a layer has one type of geometry, the file has "
        + counts.map { "\($0.count) \($0.kind.geoJSONName)" }.joined(separator: ", ")
    case .geometryTypeMismatch(let path, let expected, let found, let count):
      "\(path): the layer holds \(expected.kind.geoJSONName), the file has \(count) "
        + "\(found.geoJSONName)"
    case .columnTwice(let path, let column): "\(path): two columns are named \"\(column)\""
    case .tooManyColumns(let path, let limit): "\(path): more than \(limit) columns"
    case .columnMissing(let path, let column, let columns):
      "\(path): no column \"\(column)\"; there are \(columns.joined(separator: ", "))"
    case .pagesDisagree(let path, let member):
      "\(path): the pages have different \"\(member)\""
    case .definition(let path, let error): "\(path): the list of fields cannot be read: \(error)"
    case .spatialReference(let path, let error): path.isEmpty ? "\(error)" : "\(path): \(error)"
    }
  }
}
