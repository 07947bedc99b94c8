import Arcade
import FeatureData
import MapModel
import Packages
import Popups

/// Checks a layer's Arcade expressions before they run.
enum ExpressionChecks {
  /// Checks the expressions of the pop-up, the renderer, its visual variables and the labels.
  ///
  /// Reports each expression that cannot run, each missing field, layer or relationship that one
  /// names, and each number pattern that cuts digits off.
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
          "\(expression.subject) uses a missing field: \(error).")
      }
      let elsewhere = program.tableNames.filter { !tables.have($0) }.map { name in
        Finding(
          .expressionTableMissing, subject: subject,
          "\(expression.subject) uses missing records: \(name.error).")
      }
      return missing + elsewhere
        + program.cuttingPatterns.map { error in
          Finding(
            .expressionCutsDigits, subject: subject,
            "\(expression.subject) cuts digits off: \(error).")
        }
    } catch {
      return [Finding(.expressionNotEvaluated, subject: subject, expression.notEvaluated(error))]
    }
  }
}
