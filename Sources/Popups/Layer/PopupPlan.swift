package import FeatureData

/// A block of a layer's pop-ups, compiled.
package typealias PopupPlan = PopupBlock<CompiledPopup>

/// A pop-up for the records of a layer.
package enum CompiledPopup: PopupStage {
  package typealias Text = PopupText
  package typealias Row = RowPlan
  package typealias Item = MediaPlan
  /// The index of the records' order in the relation.
  package typealias Order = Int
  package typealias Expression = ExpressionBlock
}

/// The block of an expression.
package enum ExpressionBlock: Sendable {
  /// The index of the expression in ``PopupLayer/expressions``.
  case runs(Int, title: String)
  /// The expression cannot run.
  case notEvaluated(expression: String, title: String)
}

/// A line of a table of fields, compiled.
package struct RowPlan: Sendable {
  /// The label before the value.
  package let label: String
  let value: PopupValue
  /// The kind of the value.
  package let kind: PopupFieldRow.Kind
  /// The column in the record; nil for a related value and an expression.
  package let column: Int?
  /// The time zone of a date in the record.
  package var zone: TimeZoneRules? { if case .field(let field) = value { field.zone } else { nil } }

  init(label: String, value: PopupValue) {
    self.label = label
    self.value = value
    kind = value.kind
    column = if case .field(let field) = value { field.column } else { nil }
  }
}

/// An image or chart, compiled.
package struct MediaPlan: Sendable {
  enum Content: Sendable {
    case image(source: PopupText, link: PopupText)
    case chart(ChartPlan)
  }

  let title: PopupText
  let caption: PopupText
  let alt: PopupText
  let content: Content
}
