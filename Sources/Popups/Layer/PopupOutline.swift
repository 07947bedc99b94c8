/// The part of a pop-up block that is the same for every record.
package enum PopupOutline: Sendable {
  /// A table of labels and values.
  case fields(rows: [Row])
  /// Markup; left out if it is empty.
  case text
  /// Images and charts; left out if there are none.
  case media
  case attachments
  /// Related records; `relation` is an index in ``PopupLayer/relations``.
  case relationship(relation: Int)
  /// The result of an expression: fields, a text or media; left out if it is empty.
  case expression
  case notEvaluated(title: String)

  /// A line of a table of fields.
  package struct Row: Sendable {
    /// The label before the value.
    package var label: String
    /// The kind of the value.
    package var kind: PopupFieldRow.Kind
    /// The column in the record; nil for a related value and an expression.
    package var column: Int?
    /// Whether the value comes from an expression that cannot run.
    package var isNotEvaluated = false
  }
}

extension PopupLayer {
  /// The blocks of every pop-up of the layer, in order.
  package var outline: [PopupOutline] {
    plans.map { plan in
      switch plan {
      case .fields(_, _, let rows):
        .fields(
          rows: rows.map { row in
            var line = PopupOutline.Row(label: row.label, kind: row.kind)
            if case .field(let field) = row.value { line.column = field.column }
            if case .computed(let computed) = row.value,
              case .expression(let index) = computed.source
            {
              line.isNotEvaluated = expressionPlan?.programs[index] == nil
            }
            return line
          })
      case .text: .text
      case .media: .media
      case .attachments: .attachments
      case .relationship(_, _, let relation, _, _): .relationship(relation: relation)
      case .expression: .expression
      case .notEvaluated(_, let title): .notEvaluated(title: title)
      }
    }
  }
}
