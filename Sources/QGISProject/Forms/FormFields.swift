import MapModel
import Markup
import OrderedJSON

/// The form settings of a column: its widget, its default and its conditions.
struct FormField: Sendable {
  var name: String
  var index: Int
  var label: String
  var widget: EditorWidget
  var isEditable: Bool
  /// Whether it can be edited only in new records.
  var isForNewRows = false
  /// The condition for changing it; nil if there is none.
  var isEditableWhen: String?
  /// The default expression for new records; empty if there is none.
  var defaultExpression = ""
  /// Whether the default is applied again whenever the record changes.
  var appliesOnUpdate = false
  var isRequired = false
  var isUnique = false
  /// The condition for a record, and the message if it isn't met; empty if there is none.
  var condition = ""
  var conditionText = ""

  /// Adds a condition.
  mutating func addCondition(_ condition: String, message text: String) {
    let isFirst = self.condition.isEmpty
    self.condition = isFirst ? condition : "(\(self.condition)) AND (\(condition))"
    conditionText = isFirst ? text : "\(conditionText). \(text)"
  }
}

extension [FormField] {
  /// Whether a record is new. Row IDs in the store begin with 1, and QGIS numbers new records
  /// downward from 0.
  private static var isNew: String { "coalesce($id, 0) < 1" }

  /// The elements of a layer with the settings, in the order of QGIS's own files.
  var nodes: [XMLNode] {
    func each(_ name: String, _ make: (FormField) -> XMLNode?) -> XMLNode {
      XMLNode(name, [:], compactMap(make))
    }
    return [
      each("fieldConfiguration") { field in
        XMLNode(
          "field", ["name": field.name, "configurationFlags": "None"], [field.widget.node])
      },
      each("aliases") { field in
        XMLNode(
          "alias", ["field": field.name, "index": String(field.index), "name": field.label])
      },
      each("defaults") { field in
        XMLNode(
          "default",
          [
            "field": field.name, "expression": field.defaultExpression,
            "applyOnUpdate": field.appliesOnUpdate ? "1" : "0",
          ])
      },
      each("constraints") { field in
        let kinds =
          (field.isRequired ? 1 : 0) | (field.isUnique ? 2 : 0) | (field.condition.isEmpty ? 0 : 4)
        return XMLNode(
          "constraint",
          [
            "field": field.name, "constraints": String(kinds),
            // 1 refuses the record, 2 only warns.
            "notnull_strength": field.isRequired ? "1" : "0",
            "unique_strength": field.isUnique ? "1" : "0",
            "exp_strength": field.condition.isEmpty ? "0" : "1",
          ])
      },
      each("constraintExpressions") { field in
        XMLNode(
          "constraint",
          ["field": field.name, "exp": field.condition, "desc": field.conditionText])
      },
      each("editable") { field in
        XMLNode("field", ["name": field.name, "editable": field.isEditable ? "1" : "0"])
      },
      // QField uses the layer's locks; QGIS since 3.30 uses this.
      each("dataDefinedFieldProperties") { field in
        let conditions = [field.isForNewRows ? Self.isNew : nil, field.isEditableWhen]
          .compactMap(\.self)
        guard field.isEditable, !conditions.isEmpty else { return nil }
        let condition = conditions.joined(separator: " AND ")
        return XMLNode(
          "field", ["name": field.name],
          [DrivenProperties.collection([("dataDefinedEditable", condition)]).node()])
      },
    ]
  }
}
