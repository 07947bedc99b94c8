/// A block of a pop-up, at one stage on its way from the map to the page: as the map has it,
/// compiled, or shown for a record. The cases are all kinds of blocks that there are.
package enum PopupBlock<Stage: PopupStage>: Sendable {
  /// A table of fields.
  case fields(PopupTable<Stage>)
  /// Markup.
  case text(Stage.Text)
  /// Images and charts.
  case media(PopupGallery<Stage>)
  /// The record's attachments, listed by whoever shows the pop-up.
  case attachments(PopupHeading<Stage>)
  /// Related records.
  case relationship(PopupRelatedList<Stage>)
  /// The result of an expression.
  indirect case expression(Stage.Expression)

  /// How a program calls the block if it can't show it.
  package var name: String {
    switch self {
    case .fields: "the pop-up's fields"
    case .text: "the pop-up's text"
    case .media: "the pop-up's pictures and charts"
    case .attachments: "the pop-up's attachments"
    case .relationship: "the pop-up's related records"
    case .expression: "the text of an expression of the pop-up"
    }
  }
}

/// What blocks are made of at a stage.
package protocol PopupStage: Sendable {
  /// A title, a description or markup.
  associatedtype Text: Sendable
  /// A line of a table of fields.
  associatedtype Row: Sendable
  /// An image or chart.
  associatedtype Item: Sendable
  /// The order of related records.
  associatedtype Order: Sendable
  /// An expression or its result.
  associatedtype Expression: Sendable
}

/// A title and a description. Both may be empty.
package struct PopupHeading<Stage: PopupStage>: Sendable {
  package var title: Stage.Text
  package var description: Stage.Text

  /// Makes a heading.
  package init(title: Stage.Text, description: Stage.Text) {
    self.title = title
    self.description = description
  }
}

/// A table of fields.
package struct PopupTable<Stage: PopupStage>: Sendable {
  package var title: Stage.Text
  package var description: Stage.Text
  package var rows: [Stage.Row]

  /// Makes a table.
  package init(title: Stage.Text, description: Stage.Text, rows: [Stage.Row]) {
    self.title = title
    self.description = description
    self.rows = rows
  }
}

/// Images and charts.
package struct PopupGallery<Stage: PopupStage>: Sendable {
  package var title: Stage.Text
  package var description: Stage.Text
  package var items: [Stage.Item]

  /// Makes a gallery.
  package init(title: Stage.Text, description: Stage.Text, items: [Stage.Item]) {
    self.title = title
    self.description = description
    self.items = items
  }
}

/// A list of related records.
package struct PopupRelatedList<Stage: PopupStage>: Sendable {
  /// As the map has it, the relationship's id; later, its index in ``PopupLayer/relations``.
  package var relation: Int
  package var title: Stage.Text
  package var description: Stage.Text
  /// The number of records that the map shows at first; nil if it does not say.
  package var displayCount: Int?
  package var order: Stage.Order

  /// Makes a list.
  package init(
    relation: Int, title: Stage.Text, description: Stage.Text, displayCount: Int?,
    order: Stage.Order
  ) {
    self.relation = relation
    self.title = title
    self.description = description
    self.displayCount = displayCount
    self.order = order
  }
}

extension PopupHeading: Equatable where Stage.Text: Equatable {}
extension PopupTable: Equatable where Stage.Text: Equatable, Stage.Row: Equatable {}
extension PopupGallery: Equatable where Stage.Text: Equatable, Stage.Item: Equatable {}
extension PopupRelatedList: Equatable where Stage.Text: Equatable, Stage.Order: Equatable {}
extension PopupBlock: Equatable
where
  Stage.Text: Equatable, Stage.Row: Equatable, Stage.Item: Equatable, Stage.Order: Equatable,
  Stage.Expression: Equatable
{}
