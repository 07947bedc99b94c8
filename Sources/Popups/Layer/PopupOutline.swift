/// A block of a layer's pop-ups as far as it is the same for every record.
package enum PopupOutline: Sendable {
  /// A table of labels and values.
  case fields(rows: [Row])
  /// Markup; left out of a pop-up where it is empty.
  case text
  /// Images and charts; left out where there are none.
  case media
  case attachments
  /// Related records; index into ``PopupLayer/relations``.
  case relationship(relation: Int)
  case notEvaluated(title: String)

  /// A line of a table of fields.
  package struct Row: Sendable {
    /// What people read before the value.
    package var label: String
    /// What the value is.
    package var kind: PopupFieldRow.Kind
    /// The column of the record; nil for a related value and an expression.
    package var column: Int?
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
            var column: Int?
            if case .field(let field) = row.value { column = field.column }
            return PopupOutline.Row(label: row.label, kind: row.kind, column: column)
          })
      case .text: .text
      case .media: .media
      case .attachments: .attachments
      case .relationship(_, _, let relation, _, _): .relationship(relation: relation)
      case .notEvaluated(_, let title): .notEvaluated(title: title)
      }
    }
  }
}
