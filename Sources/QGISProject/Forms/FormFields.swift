import MapModel
import Markup
import OrderedJSON

/// What a form knows of one column: how it is edited, what it begins with, what it must be.
struct FormField: Sendable {
  var name: String
  var index: Int
  var label: String
  var widget: EditorWidget
  var isEditable: Bool
  /// Where it may be edited, whether in new rows alone.
  var isForNewRows = false
  /// What must be true for people to change it; nil for nothing.
  var isEditableWhen: String?
  /// An expression for new rows; empty for none.
  var beginsWith = ""
  /// Whether that is worked out again whenever the row changes.
  var followsChanges = false
  var isRequired = false
  var isUnique = false
  /// What must be true of a row, and what is said when it is not; empty for nothing.
  var condition = ""
  var conditionText = ""

  /// Adds a condition to what must be true.
  mutating func demand(_ condition: String, _ text: String) {
    let isFirst = self.condition.isEmpty
    self.condition = isFirst ? condition : "(\(self.condition)) AND (\(condition))"
    conditionText = isFirst ? text : "\(conditionText). \(text)"
  }
}

extension [FormField] {
  /// Whether a row is not in the store yet, whose row ids begin with 1: QGIS counts new ones down
  /// from 0.
  private static var isNew: String { "coalesce($id, 0) < 1" }

  /// The elements of a layer that say it, in the order of QGIS's own files.
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
            "field": field.name, "expression": field.beginsWith,
            "applyOnUpdate": field.followsChanges ? "1" : "0",
          ])
      },
      each("constraints") { field in
        let kinds =
          (field.isRequired ? 1 : 0) | (field.isUnique ? 2 : 0) | (field.condition.isEmpty ? 0 : 4)
        return XMLNode(
          "constraint",
          [
            "field": field.name, "constraints": String(kinds),
            // 1 refuses the row, 2 only tells.
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
      // QField keeps to the layer's locks; QGIS, from 3.30 on, to this.
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
