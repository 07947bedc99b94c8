import Bytes
import Console
import FeatureData
import Geometry
import MapModel
import Packages

extension Explanation {
  /// Explains what is wrong with a source of records.
  init(_ error: FeatureDataError, _ context: ErrorContext) {
    switch error {
    case .file(let error): self.init(error, context)
    case .json(let path, let error): self.init(error, context.about(path))
    case .geometry(let path, let row, let offset, let error):
      self.init(error, context.about("\(path), row \(row) (byte \(offset))"))
    case .definition(let path, let error): self.init(error, context.about(path))
    case .spatialReference(let path, let error): self.init(error, context.about(path))
    case .record(let error): self.init(error, context)
    case .feature(let path, let row, let offset, let expected):
      self.init(
        .dataRowMalformed, about: path, "row \(row) (byte \(offset)): expected \(expected)",
        fix: error.fix)
    case .tooManyCells(let path, let row, let offset, let expected, let found):
      self.init(
        .dataTooManyCells, about: path,
        "row \(row) (byte \(offset)) has at least \(Self.cells(found)), but the header has "
          + "\(expected)", fix: error.fix)
    case .unclosedQuote(let path, let row, let offset):
      self.init(
        .dataQuoteOpen, about: path,
        "row \(row) (byte \(offset)) has a quoted cell that is never closed", fix: error.fix)
    case .textAfterQuote(let path, let row, let offset):
      self.init(
        .dataTextAfterQuote, about: path,
        "row \(row) (byte \(offset)) has text after the closing quote of a cell",
        fix: error.fix ?? "Write a quote inside a quoted cell twice.")
    case .tooLarge(let path, let offset, let limit):
      self.init(
        .dataRowTooLarge, about: path,
        "the row at byte \(offset) has more than \(NumberText.bytes(limit))", fix: error.fix)
    case .notUTF8(let path, let offset):
      self.init(
        .fileNotUTF8, about: path, "byte \(offset) is not UTF-8 text", fix: error.fix)
    case .nulByte(let path, let offset):
      self.init(
        .fileNotUTF8, about: path,
        "byte \(offset) is NUL, so the file is UTF-16 or damaged", fix: error.fix)
    case .coordinatesMissing(let path, let columns):
      self.init(
        .dataCoordinatesMissing, about: path,
        "has no columns with coordinates, such as longitude and latitude; its columns are "
          + columns.joined(separator: ", "), fix: error.fix)
    case .empty(let path, let expected):
      self.init(.fileEmpty, about: path, "is empty; expected \(expected)", fix: error.fix)
    case .serviceError(let path, let code, let message):
      self.init(
        .fileServiceError, about: path, "holds the error \(code) of a service: \(message)",
        fix: error.fix)
    case .store(let path, let problem):
      self.init(
        .dataUnreadable, about: path, problem,
        fix: error.fix ?? "Export the file again, or bind another one.")
    case .changedWhileReading(let path):
      self.init(
        .fileChangedWhileReading, about: path, "changed while Fieldpack read it", fix: error.fix)
    case .spatialReferenceUnknown(let path):
      self.init(
        .crsUnknown, about: path,
        "neither the file nor the map names the coordinate system", fix: Self.bindReference)
    case .spatialReferenceUnreadable(let path, let text):
      self.init(
        .crsUnknown, about: path, "its coordinate system can't be read: \(text)",
        fix: Self.bindReference)
    case .mixedGeometry(let path, let counts):
      let kinds = counts.map { "\($0.count) \($0.kind.geoJSONName)" }
      self.init(
        .geometryMixed, about: path,
        "has several geometry types, but a layer can have one: \(kinds.joined(separator: ", "))",
        fix: "Make one file for each geometry type.")
    case .geometryTypeMismatch(let path, _, let found, let count):
      let features = NumberText.plural(count, one: "feature is", many: "features are")
      self.init(
        .geometryMixed, about: path,
        "\(features) of type \(found.geoJSONName), which is not the layer's type",
        fix: "Check that the file belongs to this layer.")
    case .columnTwice(let path, let column):
      self.init(
        .dataColumnDuplicate, about: path, "two columns have the name \"\(column)\"",
        fix: error.fix)
    case .tooManyColumns(let path, let limit):
      self.init(
        .dataTooManyColumns, about: path,
        "has more than \(NumberText.plural(limit, one: "column", many: "columns"))",
        fix: error.fix)
    case .columnMissing(let path, let column, let columns):
      self.init(
        .dataColumnMissing, about: path,
        "has no column \"\(column)\"; its columns are \(columns.joined(separator: ", "))",
        fix: error.fix)
    case .pagesDisagree(let path, let member):
      self.init(
        .dataPagesDisagree, about: path, "the pages have different values for \"\(member)\"",
        fix: error.fix)
    }
  }

  private static let bindReference = "Bind the file with \"spatialReference\": an EPSG code."

  private static func cells(_ count: Int) -> String {
    NumberText.plural(count, one: "cell", many: "cells")
  }
}
