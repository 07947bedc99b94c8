import Console
import Geodatabase

extension Explanation {
  /// Explains what is wrong with a mobile geodatabase.
  init(_ error: GeodatabaseError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .database(let error): self.init(error, context)
    case .notAGeodatabase(let path, _):
      self.init(
        .geodatabaseNotOne, about: path, "is a SQLite database, but not a mobile geodatabase",
        fix: "Name the .geodatabase file that ArcGIS made.")
    case .noSuchDataset(let name):
      self.init(
        .tableNotFound, about: subject, "has no feature class or table \(name)",
        fix: "Bind the layer with \"table\": the name of its feature class.")
    case .gridUnknown, .spatialReference:
      self.init(
        .crsUnsupported, about: subject, "\(error)",
        fix: "Project the data to a common spatial reference, and make the geodatabase again.")
    case .generation:
      self.init(
        .geodatabaseHistoryUnreadable, about: subject, "\(error)",
        fix: "Name the data as issued with --base: a copy of the geodatabase from before the edits."
      )
    case .delta:
      self.init(
        .geodatabaseIsDelta, about: subject, "\(error)",
        fix: "Ask the crew for the geodatabase that their app edits. It has all edits.")
    case .definition, .definitionTooLarge, .serviceItem, .missingColumn, .notATable:
      self.init(
        .geodatabaseItemUnreadable, about: subject, "\(error)",
        fix: "Ask for a new geodatabase. The file is complete, but this part is malformed.")
    case .catalogTooLarge, .noSuchAttachment, .shape, .shapeInOtherReference, .noObjectID,
      .noTime,
      .objectIDTwice:
      self.init(.geodatabaseDamaged, about: subject, "\(error)", fix: Self.copyAgain)
    case .badFieldName, .noSuchField, .objectIDTooLarge, .noGlobalID:
      self.init(
        .geodatabaseCannotStore, about: subject, "\(error)",
        fix: "Correct the data, or build for QGIS alone with --for qgis.")
    case .outOfSequence, .damagedRow:
      self.init(.bugGeodatabaseWriting, about: subject, "\(error)", fix: Self.reportFix)
    }
  }
}
