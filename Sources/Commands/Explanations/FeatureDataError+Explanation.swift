import Bytes
import Console
import FeatureData
import Geometry
import MapModel
import Packages

extension FeatureDataError: ExplainedError {
  /// Explains what is wrong with a source of records.
  func explanation(_ context: ErrorContext) -> Explanation {
    switch self {
    case .geometry(let path, let row, let offset, let error):
      error.explanation(context.about("\(path), row \(row) (byte \(offset))"))
    case .feature(let path, let row, let offset, let expected):
      Explanation(
        .dataRowMalformed, about: path, "row \(row) (byte \(offset)): expected \(expected)",
        fix: fix)
    case .tooManyCells(let path, let row, let offset, let expected, let found):
      Explanation(
        .dataTooManyCells, about: path,
        "row \(row) (byte \(offset)) has at least \(Self.cells(found)), but the header has "
          + "\(expected)", fix: fix)
    case .unclosedQuote(let path, let row, let offset):
      Explanation(
        .dataQuoteOpen, about: path,
        "row \(row) (byte \(offset)) has a quoted cell that is never closed", fix: fix)
    case .textAfterQuote(let path, let row, let offset):
      Explanation(
        .dataTextAfterQuote, about: path,
        "row \(row) (byte \(offset)) has text after the closing quote of a cell",
        fix: fix ?? "Write a quote inside a quoted cell twice.")
    case .tooLarge(let path, let offset, let limit):
      Explanation(
        .dataRowTooLarge, about: path,
        "the row at byte \(offset) has more than \(NumberText.bytes(limit))", fix: fix)
    case .notUTF8(let path, let row, let offset):
      Explanation(
        .fileNotUTF8, about: path,
        "\(Self.location(row: row, offset: offset)) is not UTF-8 text", fix: fix)
    case .nulByte(let path, let offset):
      Explanation(
        .fileNotUTF8, about: path,
        "byte \(offset) is NUL, so the file is UTF-16 or damaged", fix: fix)
    case .shapesLost(let path, let count, let row, let sample):
      Explanation(
        .geometryInvalid, about: path, Self.lostShapes(count, row: row, sample: sample), fix: fix)
    case .coordinatesMissing(let path, let columns):
      Explanation(
        .dataCoordinatesMissing, about: path,
        "has no columns with coordinates, such as longitude and latitude; its columns are "
          + columns.joined(separator: ", "), fix: fix)
    case .empty(let path, let expected):
      Explanation(.fileEmpty, about: path, "is empty; expected \(expected)", fix: fix)
    case .serviceError(let path, let code, let message):
      Explanation(
        .fileServiceError, about: path, "holds the error \(code) of a service: \(message)",
        fix: fix)
    case .changedWhileReading(let path):
      Explanation(
        .fileChangedWhileReading, about: path, "changed while Fieldpack read it", fix: fix)
    case .spatialReferenceUnknown(let path):
      Explanation(
        .crsUnknown, about: path,
        "neither the file nor the map names the coordinate system", fix: Self.bindReference)
    case .spatialReferenceUnreadable(let path, let text):
      Explanation(
        .crsUnknown, about: path, "its coordinate system can't be read: \(text)",
        fix: Self.bindReference)
    case .mixedGeometry(let path, let counts):
      Explanation(
        .geometryMixed, about: path,
        "has several geometry types, but a layer can have one: \(counts.map { "\($0.count) \($0.kind.geoJSONName)" }.joined(separator: ", "))",
        fix: "Make one file for each geometry type.")
    case .geometryTypeMismatch(let path, _, let found, let count):
      Explanation(
        .geometryMixed, about: path,
        "\(NumberText.plural(count, one: "feature is", many: "features are")) of type \(found.geoJSONName), which is not the layer's type",
        fix: "Check that the file belongs to this layer.")
    case .columnTwice(let path, let column):
      Explanation(
        .dataColumnDuplicate, about: path, "two columns have the name \"\(column)\"",
        fix: fix)
    case .tooManyColumns(let path, let limit):
      Explanation(
        .dataTooManyColumns, about: path,
        "has more than \(NumberText.plural(limit, one: "column", many: "columns"))",
        fix: fix)
    case .columnMissing(let path, let column, let columns):
      Explanation(
        .dataColumnMissing, about: path,
        "has no column \"\(column)\"; its columns are \(columns.joined(separator: ", "))",
        fix: fix)
    case .pagesDisagree(let path, let member):
      Explanation(
        .dataPagesDisagree, about: path, "the pages have different values for \"\(member)\"",
        fix: fix)
    }
  }

  private static let bindReference = "Bind the file with \"spatialReference\": an EPSG code."

  private static func cells(_ count: Int) -> String {
    NumberText.plural(count, one: "cell", many: "cells")
  }
}
