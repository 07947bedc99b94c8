import Console
import FeatureData
import Geometry
import MapModel

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
        fix: "correct the row, or export the layer again")
    case .tooManyCells(let path, let row, let offset, let expected, let found):
      self.init(
        "DATA002", .inputRefused, path,
        "row \(row) (byte \(offset)) has \(found) cells or more, the header \(expected)",
        fix: "put cells with a comma or line break in quotes, or bind the right \"delimiter\"")
    case .unclosedQuote(let path, let row, let offset):
      self.init(
        "DATA003", .inputRefused, path, "row \(row) (byte \(offset)): a quoted cell never ends",
        fix: "close the quote, and double quotes that stand inside a cell")
    case .tooLarge(let path, let offset, let limit):
      self.init(
        "DATA004", .inputRefused, path,
        "the row at byte \(offset) is larger than \(limit) bytes",
        fix: "look for a quote or bracket that is never closed")
    default: self.init(whole: error)
    }
  }

  private init(whole error: FeatureDataError) {
    switch error {
    case .notUTF8(let path, let offset):
      self.init(
        "DATA005", .inputRefused, path, "byte \(offset) is not UTF-8 text",
        fix: "save the file as UTF-8, or bind it with \"encoding\": \"latin1\"")
    case .empty(let path, let expected):
      self.init(
        "DATA006", .inputRefused, path, "it is empty; expected \(expected)",
        fix: "export the layer again, with its header")
    case .serviceError(let path, let code, let message):
      self.init(
        "DATA007", .inputRefused, path, "it holds a service's error \(code): \(message)",
        fix: "sign in and export the layer again")
    case .changedWhileReading(let path):
      self.init(
        "DATA008", .tryAgain, path, "it changed while it was read",
        fix: "wait until the export is complete, then try again")
    case .spatialReferenceUnknown(let path):
      self.init(
        "DATA009", .inputRefused, path,
        "neither the file nor the map says what its coordinates are in",
        fix: "bind the file with \"spatialReference\": an EPSG code")
    case .mixedGeometry(let path, let counts):
      let kinds = counts.map { "\($0.count) of type \($0.kind.geoJSONName)" }
      self.init(
        "DATA010", .inputRefused, path,
        "a layer has one type of geometry, the file has \(kinds.joined(separator: ", "))",
        fix: "make one file for each type of geometry")
    case .geometryTypeMismatch(let path, _, let found, let count):
      self.init(
        "DATA011", .inputRefused, path,
        "\(count) features are of type \(found.geoJSONName), which is not the layer's",
        fix: "check that the file belongs to this layer")
    default: self.init(columns: error)
    }
  }

  private init(columns error: FeatureDataError) {
    switch error {
    case .columnTwice(let path, let column):
      self.init(
        "DATA012", .inputRefused, path, "two columns are named \"\(column)\"",
        fix: "rename one of them")
    case .tooManyColumns(let path, let limit):
      self.init(
        "DATA013", .inputRefused, path, "it has more than \(limit) columns",
        fix: "leave out columns, or split the table")
    case .columnMissing(let path, let column, let columns):
      self.init(
        "DATA014", .inputRefused, path,
        "no column \"\(column)\"; there are \(columns.joined(separator: ", "))",
        fix: "correct the column's name in the bindings")
    case .pagesDisagree(let path, let member):
      self.init(
        "DATA015", .inputRefused, path, "its pages have different \"\(member)\"",
        fix: "export all pages of one layer again")
    default:
      self.init(
        "BUG003", .bug, "fieldpack", "a data error was told in the wrong place", fix: Self.reportFix
      )
    }
  }
}
