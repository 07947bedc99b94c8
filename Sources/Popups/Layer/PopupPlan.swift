/// A block of a layer's pop-ups, compiled.
enum PopupPlan: Sendable {
  case fields(title: PopupText, description: PopupText, rows: [RowPlan])
  case text(PopupText)
  case media(title: PopupText, description: PopupText, items: [MediaPlan])
  case attachments(title: PopupText, description: PopupText)
  case relationship(
    title: PopupText, description: PopupText, relation: Int, displayCount: Int?, order: Int)
  /// The result of an expression, given by its index in ``PopupLayer/expressions``.
  case expression(Int, title: String)
  /// An expression that cannot run.
  case notEvaluated(expression: String, title: String)
}

/// A line of a table of fields, compiled.
struct RowPlan: Sendable {
  let label: String
  let value: PopupValue
  let kind: PopupFieldRow.Kind
}

/// An image or chart, compiled.
struct MediaPlan: Sendable {
  enum Content: Sendable {
    case image(source: PopupText, link: PopupText)
    case chart(ChartPlan)
  }

  let title: PopupText
  let caption: PopupText
  let alt: PopupText
  let content: Content
}
