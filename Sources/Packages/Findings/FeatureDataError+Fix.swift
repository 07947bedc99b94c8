package import FeatureData

extension FeatureDataError {
  /// What to do about the source, in one line; `nil` where that depends on an error of another
  /// module.
  package var fix: String? {
    switch self {
    case .feature: "Correct the record, or export the layer again."
    case .tooManyCells:
      "Quote cells with a comma or line break, or set the \"delimiter\" in bindings.json."
    case .unclosedQuote: "Close the quote. Write a quote inside a quoted cell twice."
    case .tooLarge: "Look for a quote or bracket that is never closed."
    case .notUTF8(_, nil, _): "Save the file as UTF-8."
    case .notUTF8:
      "Save the file as UTF-8, or name its encoding in bindings.json. For most spreadsheets, that is "
        + "\"encoding\": \"windows-1252\"."
    case .nulByte:
      "Save the file as UTF-8, or bind it with \"encoding\": \"utf-16\" in bindings.json."
    case .shapesLost:
      "Correct the geometry. For CSV, write coordinates as numbers, or name other columns as \"x\" and "
        + "\"y\" in bindings.json."
    case .coordinatesMissing:
      "Name the longitude and latitude columns as \"x\" and \"y\" in bindings.json."
    case .empty: "Export the layer again with its header or features."
    case .serviceError: "Sign in and export the layer again."
    case .changedWhileReading: "Wait until the export is complete, then try again."
    case .columnTwice: "Rename one of the columns."
    case .tooManyColumns: "Remove columns, or split the table."
    case .columnMissing: "Correct the column's name in bindings.json."
    case .pagesDisagree: "Export all pages of the layer again."
    case .geometry, .textAfterQuote, .spatialReferenceUnknown, .spatialReferenceUnreadable,
      .mixedGeometry, .geometryTypeMismatch:
      nil
    }
  }
}
