/// The changes of one table. Records are in Fieldpack's row form: NULL, the geometry of a feature,
/// the columns of ``GeoPackageTable/columns`` in order.
package struct TableEdits: Sendable {
  /// Rows with new values, with their ids.
  package var replaced: [(rowid: Int64, record: [UInt8])]
  /// The ids of rows to delete.
  package var deleted: [Int64]
  /// New rows. Those without an id get the next ids in this order, after the largest that the table
  /// ever used.
  package var added: [(rowid: Int64?, record: [UInt8])]
  /// Called for each kept, replaced or added row when it is written. It can supply attachments, so
  /// that they need not be in memory.
  package var filling: Filling?

  /// Returns the record to write instead of the given one, or nil to write it unchanged.
  package typealias Filling =
    @Sendable (_ rowid: Int64, _ record: Span<UInt8>) throws -> [UInt8]?

  /// Creates the changes of a table, in any order.
  package init(
    replaced: [(rowid: Int64, record: [UInt8])] = [], deleted: [Int64] = [],
    added: [(rowid: Int64?, record: [UInt8])] = []
  ) {
    self.replaced = replaced
    self.deleted = deleted
    self.added = added
  }

  /// Whether there are no changes.
  package var isEmpty: Bool {
    replaced.isEmpty && deleted.isEmpty && added.isEmpty && filling == nil
  }
}
