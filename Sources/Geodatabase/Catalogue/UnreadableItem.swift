import SQLiteFile

/// An item of the catalogue that cannot be read, so that the geodatabase is read without it.
package struct UnreadableItem: Equatable, Sendable {
  /// What is missing without it.
  package enum Kind: Equatable, Sendable {
    /// A feature class or table, with its rows.
    case dataset
    /// A domain: its fields show codes, or take any value.
    case domain
    /// A relationship class: its rows are not related.
    case relationshipClass
    /// What a service says of a layer: drawing, types, rights.
    case serviceItem
  }

  package var kind: Kind
  /// Its name, without that of the database.
  package var name: String
  /// Why, with the item's name.
  package var problem: GeodatabaseError

  init(_ item: CatalogueItem, _ problem: GeodatabaseError) {
    kind =
      switch item.kind {
      case .codedValueDomain, .rangeDomain: .domain
      case .relationshipClass: .relationshipClass
      default: .dataset
      }
    name = item.table
    self.problem = problem
  }

  init(_ row: NamedRow, _ problem: GeodatabaseError) {
    kind = .serviceItem
    name = CatalogueItem.tableName(row["DatasetName"].text ?? "")
    self.problem = problem
  }
}
