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
  /// Asked for each row as it is written, kept, replaced or added: so that photos need not be held
  /// in memory.
  package var filling: Filling?

  /// Gives the record to write instead of one, or nil for the one it is.
  package typealias Filling =
    @Sendable (_ rowid: Int64, _ record: Span<UInt8>) throws -> [UInt8]?

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
  package var isEmpty: Bool {
    replaced.isEmpty && deleted.isEmpty && added.isEmpty && filling == nil
  }
}
