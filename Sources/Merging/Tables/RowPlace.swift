package import FeatureData

/// A row of a table, by its identity.
package struct RowPlace: Hashable, Sendable, Comparable {
  /// Its place in ``MergeSchema/tables``.
  package var table: Int
  package var id: GlobalID

  /// A row of a table.
  package init(table: Int, id: GlobalID) {
    self.table = table
    self.id = id
  }

  /// By table, then by identity.
  package static func < (left: RowPlace, right: RowPlace) -> Bool {
    left.table != right.table ? left.table < right.table : left.id < right.id
  }
}
