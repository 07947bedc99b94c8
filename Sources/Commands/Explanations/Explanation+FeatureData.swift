import Console
import FeatureData
import Geometry
import MapModel
import Packaging

extension Explanation {
  /// What is wrong with a source of rows.
  init(_ error: FeatureDataError, _ context: ErrorContext) {
    switch error {
    case .file(let error): self.init(error, context)
    case .json(let path, let error): self.init(error, context.about(path))
    case .geometry(let path, let row, let offset, let error):
      self.init(error, context.about("\(path), row \(row) (byte \(offset))"))
    case .definition(let path, let error): self.init(error, context.about(path))
    case .spatialReference(let path, let error): self.init(error, context.about(path))
    case .record(let error): self.init(error, context)
    case .feature, .tooManyCells, .unclosedQuote, .tooLarge: self.init(row: error)
    default: self.init(whole: error)
    }
  }

  private init(row error: FeatureDataError) {
    switch error {
    case .feature(let path, let row, let offset, let expected):
      self.init(
        "DATA001", .inputRefused, path, "row \(row) (byte \(offset)): expected \(expected)",
        fix: error.fix)
    case .tooManyCells(let path, let row, let offset, let expected, let found):
      self.init(
        "DATA002", .inputRefused, path,
        "row \(row) (byte \(offset)) has \(found) cells or more, the header \(expected)",
        fix: error.fix)
    case .unclosedQuote(let path, let row, let offset):
      self.init(
        "DATA003", .inputRefused, path, "row \(row) (byte \(offset)): a quoted cell never ends",
        fix: error.fix)
    case .tooLarge(let path, let offset, let limit):
      self.init(
        "DATA004", .inputRefused, path,
        "the row at byte \(offset) is larger than \(limit) bytes",
        fix: error.fix)
    default: self.init(whole: error)
    }
  }

  private init(whole error: FeatureDataError) {
    switch error {
    case .notUTF8(let path, let offset):
      self.init(
        "DATA005", .inputRefused, path, "byte \(offset) is not UTF-8 text",
        fix: error.fix)
    case .nulByte(let path, let offset):
      self.init(
        "DATA016", .inputRefused, path,
        "byte \(offset) is NUL, which no text holds; the file is UTF-16 or damaged",
        fix: error.fix)
    case .coordinatesMissing(let path, let columns):
      self.init(
        "DATA017", .inputRefused, path,
        "no columns of coordinates, such as longitude and latitude; there are "
          + columns.joined(separator: ", "), fix: error.fix)
    case .empty(let path, let expected):
      self.init(
        "DATA006", .inputRefused, path, "it is empty; expected \(expected)",
        fix: error.fix)
    case .serviceError(let path, let code, let message):
      self.init(
        "DATA007", .inputRefused, path, "it holds a service's error \(code): \(message)",
        fix: error.fix)
    case .changedWhileReading(let path):
      self.init(
        "DATA008", .tryAgain, path, "it changed while it was read",
        fix: error.fix)
    case .spatialReferenceUnknown(let path):
      self.init(
        "DATA009", .inputRefused, path,
        "neither the file nor the map says what its coordinates are in",
        fix: "Bind the file with \"spatialReference\": an EPSG code.")
    case .mixedGeometry(let path, let counts):
      let kinds = counts.map { "\($0.count) of type \($0.kind.geoJSONName)" }
      self.init(
        "DATA010", .inputRefused, path,
        "a layer has one type of geometry, the file has \(kinds.joined(separator: ", "))",
        fix: "Make one file for each type of geometry.")
    case .geometryTypeMismatch(let path, _, let found, let count):
      self.init(
        "DATA011", .inputRefused, path,
        "\(count) features are of type \(found.geoJSONName), which is not the layer's",
        fix: "Check that the file belongs to this layer.")
    default: self.init(columns: error)
    }
  }

  private init(columns error: FeatureDataError) {
    switch error {
    case .columnTwice(let path, let column):
      self.init(
        "DATA012", .inputRefused, path, "two columns are named \"\(column)\"",
        fix: error.fix)
    case .tooManyColumns(let path, let limit):
      self.init(
        "DATA013", .inputRefused, path, "it has more than \(limit) columns",
        fix: error.fix)
    case .columnMissing(let path, let column, let columns):
      self.init(
        "DATA014", .inputRefused, path,
        "no column \"\(column)\"; there are \(columns.joined(separator: ", "))",
        fix: error.fix)
    case .pagesDisagree(let path, let member):
      self.init(
        "DATA015", .inputRefused, path, "its pages have different \"\(member)\"",
        fix: error.fix)
    default:
      self.init(
        "BUG003", .bug, "fieldpack", "a data error was told in the wrong place", fix: Self.reportFix
      )
    }
  }
}
