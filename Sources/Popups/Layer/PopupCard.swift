package import SQLiteFile

/// A record in a line or two, for lists and for the card on the map.
package struct PopupCard: Sendable, Equatable {
  /// What stands first: the first two values of the parent record, else of the record's own.
  package var primary: String
  /// What stands below it.
  package var secondary: String
  /// How many children there are, as "3 Inspections"; the next own value in a layer that has none.
  package var right: String

  /// A card from its parts.
  package init(primary: String, secondary: String, right: String) {
    self.primary = primary
    self.secondary = secondary
    self.right = right
  }
}

extension PopupLayer {
  /// The card of a record: what the small pop-up of ArcGIS data collection shows.
  ///
  /// - Throws: `SQLiteFileError.damagedRecord`.
  package func card(
    of record: Span<UInt8>, related: [RelatedRecords], in workspace: inout PopupWorkspace
  ) throws(SQLiteFileError) -> PopupCard {
    try workspace.begin(record, of: self, related: related)
    var own = cardFields[...]
    func next(_ workspace: inout PopupWorkspace) -> String {
      guard let field = own.popFirst() else { return "" }
      let value = workspace.layout.value(field.column, in: record)
      return workspace.text(of: field, value, in: record, type: workspace.type)
    }
    var left: [String] = []
    if let parent = relations.firstIndex(where: { $0.kind == .parent }), parent < related.count {
      let rows = workspace.rows(
        of: relations[parent], related[parent], at: workspace.places[parent], order: 0, limit: 1)
      left = rows.first?.cells ?? []
    }
    while left.count < 2 { left.append(next(&workspace)) }
    var right = ""
    if let children = relations.firstIndex(where: { $0.kind == .children }) {
      right = "\(workspace.places[children].count) \(relations[children].title)"
    } else {
      right = next(&workspace)
    }
    return PopupCard(primary: left[0], secondary: left[1], right: right)
  }
}
