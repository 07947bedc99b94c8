import Records
import SQLiteFile

/// An unreadable item of the catalog. The geodatabase is read without it.
package struct UnreadableItem: Sendable {
  /// What the geodatabase lacks without it.
  package enum Kind: Equatable, Sendable {
    /// A feature class or table with its rows.
    case dataset
    /// A domain. Its fields show codes and accept any value.
    case domain
    /// A relationship class. Its rows are not related.
    case relationshipClass
    /// A service's description of a layer: drawing, types and rights.
    case serviceItem
  }

  package var kind: Kind
  /// Its name without the name of the database.
  package var name: String
  /// The reason, with the item's name.
  package var problem: any Error

  /// Whether it is a dataset that is not a table in the file, and so has no rows.
  package var isNoTable: Bool {
    if case GeodatabaseError.notATable = problem { true } else { false }
  }

  init(_ item: CatalogItem, _ problem: any Error) {
    kind =
      switch item.kind {
      case .codedValueDomain, .rangeDomain: .domain
      case .relationshipClass: .relationshipClass
      case .featureClass, .table, .replica, .syncDataset, nil: .dataset
      }
    name = item.table
    self.problem = problem
  }

  init(_ row: NamedRow, _ problem: any Error) {
    kind = .serviceItem
    name = CatalogItem.tableName(row["DatasetName"].text ?? "")
    self.problem = problem
  }
}
