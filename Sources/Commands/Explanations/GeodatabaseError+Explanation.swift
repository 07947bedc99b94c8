import Console
import Geodatabase

extension GeodatabaseError: ExplainedError {
  /// Explains what is wrong with a mobile geodatabase.
  func explanation(_ context: ErrorContext) -> Explanation {
    let subject = context.subject
    return switch self {
    case .notAGeodatabase(let path, _):
      Explanation(
        .geodatabaseNotOne, about: path, "is a SQLite database, but not a mobile geodatabase",
        fix: "Name the .geodatabase file that ArcGIS made.")
    case .noSuchDataset(let name):
      Explanation(
        .tableNotFound, about: subject, "has no feature class or table \(name)",
        fix: "Bind the layer with \"table\": the name of its feature class.")
    case .gridUnknown, .spatialReference:
      Explanation(
        .crsUnsupported, about: subject, "\(self)",
        fix: "Project the data to a common spatial reference, and make the geodatabase again.")
    case .generation:
      Explanation(
        .geodatabaseHistoryUnreadable, about: subject, "\(self)",
        fix: "Name the data as issued with --base: a copy of the geodatabase from before the edits."
      )
    case .delta:
      Explanation(
        .geodatabaseIsDelta, about: subject, "\(self)",
        fix: "Ask the crew for the geodatabase that their app edits. It has all edits.")
    case .definition, .definitionTooLarge, .serviceItem, .missingColumn, .notATable:
      Explanation(
        .geodatabaseItemUnreadable, about: subject, "\(self)",
        fix: "Ask for a new geodatabase. The file is complete, but this part is malformed.")
    case .catalogTooLarge, .noSuchAttachment, .shape, .shapeInOtherReference, .noObjectID,
      .noTime,
      .objectIDTwice:
      Explanation(.geodatabaseDamaged, about: subject, "\(self)", fix: UsualFix.copyAgain)
    case .badFieldName, .noSuchField, .objectIDTooLarge, .noGlobalID:
      Explanation(
        .geodatabaseCannotStore, about: subject, "\(self)",
        fix: "Correct the data, or build for QGIS alone with --for qgis.")
    case .outOfSequence, .damagedRow:
      Explanation(.bugGeodatabaseWriting, about: subject, "\(self)", fix: UsualFix.report)
    }
  }
}
