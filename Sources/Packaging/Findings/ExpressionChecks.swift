import Arcade
import FeatureData
import MapModel
import Popups

/// What can be said of a layer's expressions before they run.
enum ExpressionChecks {
  /// One finding for each expression of the pop-up, the renderer, its visual variables and the
  /// labels that cannot run, for each field that one names and that is not there, and for each
  /// pattern that cuts digits off.
  static func findings(for table: PlannedTable, _ schema: TableSchema) -> [Finding] {
    var notices: [PopupNotice] = []
    let popup = table.layer.popupInfo.map { PopupDefinition(json: $0, notices: &notices) }
    let expressions = (popup?.layerExpressions ?? []) + (table.drawing?.expressions ?? [])
    guard !expressions.isEmpty else { return [] }
    let features = ArcadeSchema(
      title: table.title, definition: table.layer.definition, table: schema)
    return expressions.flatMap { findings(for: $0, features, subject: table.title) }
  }

  private static func findings(
    for expression: LayerExpression, _ features: ArcadeSchema, subject: String
  ) -> [Finding] {
    do throws(ArcadeError) {
      let program = try expression.program(features: features)
      let missing = program.unknownFields.map { error in
        Finding(
          .expressionFieldMissing, subject: subject,
          "\(expression.words) asks for a field that is not there: \(error).")
      }
      return missing
        + program.cuttingPatterns.map { error in
          Finding(
            .expressionCutsDigits, subject: subject,
            "\(expression.words) cuts numbers off: \(error).")
        }
    } catch {
      return [Finding(.expressionNotEvaluated, subject: subject, expression.notEvaluated(error))]
    }
  }
}
