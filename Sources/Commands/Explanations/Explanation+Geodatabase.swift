import Console
import Geodatabase

extension Explanation {
  /// What is wrong with a mobile geodatabase.
  init(_ error: GeodatabaseError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .database(let error): self.init(error, context)
    case .notAGeodatabase(let path, _):
      self.init(
        "GDB001", .inputRefused, path, "is a SQLite database, but no mobile geodatabase",
        fix: "Give the .geodatabase file that ArcGIS made.")
    case .noSuchDataset(let name):
      self.init(
        "GDB002", .inputRefused, subject, "it lists no feature class or table \(name)",
        fix: "Bind the layer with \"table\": the name of its feature class.")
    case .gridUnknown, .spatialReference:
      self.init(
        "GDB003", .inputRefused, subject, "\(error)",
        fix: "Project the data to a usual spatial reference and make the geodatabase again.")
    case .generation:
      self.init(
        "GDB006", .inputRefused, subject, "\(error)",
        fix: "Name the data as issued with --base: a copy of the geodatabase before it was edited.")
    case .delta:
      self.init(
        "GDB007", .inputRefused, subject, "\(error)",
        fix: "Ask the crew for the geodatabase that their app edits: it holds all edits.")
    case .definition, .definitionTooLarge, .serviceItem, .missingColumn, .notATable:
      self.init(
        "GDB008", .inputRefused, subject, "\(error)",
        fix: "The file is complete, but this part is malformed: ask for a new one.")
    case .catalogueTooLarge, .noSuchAttachment, .shape, .shapeElsewhere, .noObjectID, .noTime,
      .objectIDTwice:
      self.init("GDB004", .inputRefused, subject, "\(error)", fix: Self.copyAgain)
    case .badFieldName, .noSuchField, .objectIDTooLarge, .noGlobalID:
      self.init(
        "GDB005", .inputRefused, subject, "\(error)",
        fix: "A geodatabase cannot keep it so: change it in the data, or build for QGIS alone.")
    case .outOfSequence, .damagedRow:
      self.init("BUG007", .bug, subject, "\(error)", fix: Self.reportFix)
    }
  }
}
