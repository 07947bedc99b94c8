package import Records

/// A summary of a record in one or two lines, for lists and for the card on the map.
package struct PopupCard: Sendable, Equatable {
  /// The first line: the first two values of the parent record, otherwise of the record itself.
  package var primary: String
  /// The second line.
  package var secondary: String
  /// The number of children, as in "3 Inspections". In a layer without children, the record's next
  /// value.
  package var right: String

  /// Creates a card.
  package init(primary: String, secondary: String, right: String) {
    self.primary = primary
    self.secondary = secondary
    self.right = right
  }
}

extension PopupLayer {
  /// Returns the card of a record, like the small pop-up of ArcGIS data collection.
  ///
  /// - Throws: `RecordError`.
  package func card(
    of record: Span<UInt8>, related: [RelatedRecords], in workspace: inout PopupWorkspace
  ) throws(RecordError) -> PopupCard {
    try workspace.begin(record, of: self, related: related)
    var fields = cardFields[...]
    func next(_ workspace: inout PopupWorkspace) -> String {
      guard let field = fields.popFirst() else { return "" }
      let value = workspace.layout.value(field.column, in: record)
      return workspace.text(of: field, value, in: record, type: workspace.type)
    }
    var left: [String] = []
    if let parent = relations.firstIndex(where: { $0.kind == .parent }), parent < related.count {
      let rows = workspace.rows(
        of: relations[parent], related[parent], at: workspace.positions[parent], order: 0, limit: 1)
      left = rows.first?.cells ?? []
    }
    while left.count < 2 { left.append(next(&workspace)) }
    var right = ""
    if let children = relations.firstIndex(where: { $0.kind == .children }) {
      right = "\(workspace.positions[children].count) \(relations[children].title)"
    } else {
      right = next(&workspace)
    }
    return PopupCard(primary: left[0], secondary: left[1], right: right)
  }
}
