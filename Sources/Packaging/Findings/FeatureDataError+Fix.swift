import Bytes
package import FeatureData
import OrderedJSON

extension FeatureDataError {
  /// How to mend the source, one line; `nil` where that depends on an error below.
  package var fix: String? {
    switch self {
    case .file(.badDeflate), .file(.checksumMismatch), .json(_, .unexpected(_, _, nil)):
      "Copy or export the file again; it was cut short or damaged on its way."
    case .json(_, .badUTF8): "Save the file as UTF-8."
    case .json: "Correct the text at that place, or export the layer again."
    case .feature: "Correct the row, or export the layer again."
    case .tooManyCells:
      "Put cells with a comma or line break in quotes, or bind the right \"delimiter\"."
    case .unclosedQuote: "Close the quote; a quote inside a quoted cell is written twice."
    case .tooLarge: "Look for a quote or bracket that is never closed."
    case .notUTF8: "Save the file as UTF-8, or bind it with \"encoding\": \"latin1\"."
    case .nulByte: "Save the file as UTF-8."
    case .coordinatesMissing:
      "Bind the file with \"x\" and \"y\": the names of the columns of longitude and latitude."
    case .empty: "Export the layer again, with its header or features."
    case .serviceError: "Sign in and export the layer again."
    case .changedWhileReading: "Wait until the export is complete, then try again."
    case .columnTwice: "Rename one of the columns."
    case .tooManyColumns: "Leave out columns, or split the table."
    case .columnMissing: "Correct the column's name in the bindings."
    case .pagesDisagree: "Export all pages of one layer again."
    default: nil
    }
  }
}
