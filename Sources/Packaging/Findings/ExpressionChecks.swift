import Arcade
import FeatureData
import MapModel
import Popups

/// What can be said of a layer's expressions before they run.
enum ExpressionChecks {
  /// One finding for each expression of the pop-up, the renderer, its visual variables and the
  /// labels that cannot run, for each field, layer and relationship that one names and that is not
  /// there, and for each pattern that cuts digits off.
  static func findings(
    for table: PlannedTable, _ schema: TableSchema, among tables: ExpressionTableNames
  ) -> [Finding] {
    var notices: [PopupNotice] = []
    let popup = table.layer.popupInfo.map { PopupDefinition(json: $0, notices: &notices) }
    let expressions = (popup?.layerExpressions ?? []) + (table.drawing?.expressions ?? [])
    guard !expressions.isEmpty else { return [] }
    let features = ArcadeSchema(
      title: table.title, definition: table.layer.definition, table: schema)
    return expressions.flatMap { findings(for: $0, features, tables) }
  }

  private static func findings(
    for expression: LayerExpression, _ features: ArcadeSchema, _ tables: ExpressionTableNames
  ) -> [Finding] {
    let subject = features.title
    do throws(ArcadeError) {
      let program = try expression.program(
        features: features, hasTables: expression.use == .popup)
      let missing = program.unknownFields.map { error in
        Finding(
          .expressionFieldMissing, subject: subject,
          "\(expression.words) asks for a field that is not there: \(error).")
      }
      let elsewhere = program.tableNames.filter { !tables.have($0) }.map { name in
        Finding(
          .expressionTableMissing, subject: subject,
          "\(expression.words) asks for rows that are not there: \(name.error).")
      }
      return missing + elsewhere
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
