/// What changes in one table. Records are in the tool's row form: NULL, the geometry of a feature,
/// the columns of ``GeoPackageTable/columns`` in order.
package struct TableEdits: Sendable {
  /// Rows with new values, by their ids.
  package var replaced: [(rowid: Int64, record: [UInt8])]
  /// Rows that go.
  package var deleted: [Int64]
  /// New rows. Those without an id get the next ones, in this order, after the largest the table
  /// ever used.
  package var added: [(rowid: Int64?, record: [UInt8])]

  /// Changes of a table, in any order.
  package init(
    replaced: [(rowid: Int64, record: [UInt8])] = [], deleted: [Int64] = [],
    added: [(rowid: Int64?, record: [UInt8])] = []
  ) {
    self.replaced = replaced
    self.deleted = deleted
    self.added = added
  }

  /// Whether nothing changes.
  package var isEmpty: Bool { replaced.isEmpty && deleted.isEmpty && added.isEmpty }
}
