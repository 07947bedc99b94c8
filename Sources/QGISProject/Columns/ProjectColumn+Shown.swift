import MapModel

extension ProjectColumn {
  /// The display value, as text.
  var shown: String {
    if case .codedValues(_, let values)? = field.domain {
      // A check box has the values true and false in QGIS, whatever the names of its codes are.
      guard EditorWidget(self).kind == "CheckBox" else { return "represent_value(\(expression))" }
      let cases = values.compactMap { value in
        QGISExpression.literal(value.code).map {
          "WHEN \(expression) = \($0) THEN \(QGISExpression.text(value.name))"
        }
      }
      if !cases.isEmpty { return "(CASE \(cases.joined(separator: " ")) END)" }
    }
    return switch field.type.family {
    case .moment, .offsetMoment: "format_date(\(expression), 'yyyy-MM-dd hh:mm')"
    case .integer, .real, .text, .xml, .day, .timeOfDay, .rowNumber, .identity, .bytes, .shape:
      "to_string(\(expression))"
    }
  }
}
