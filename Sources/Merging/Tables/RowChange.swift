package import FeatureData

/// A row: its id in its store, and its values in the order of ``MergeTable/fields``.
package struct MergeRow: Sendable, Equatable {
  package var rowid: Int64
  package var values: [FieldValue]

  package init(rowid: Int64, values: [FieldValue]) {
    self.rowid = rowid
    self.values = values
  }
}

/// What became of a row between two states of a table.
package struct RowChange: Sendable, Equatable {
  /// The row's identity; minted where the store has none.
  package var id: GlobalID
  /// Before; nil for a row that was added.
  package var before: MergeRow?
  /// After; nil for a row that was deleted.
  package var after: MergeRow?

  package init(id: GlobalID, before: MergeRow?, after: MergeRow?) {
    self.id = id
    self.before = before
    self.after = after
  }

  package enum Action: String, Sendable { case insert, update, delete }

  package var action: Action {
    before == nil ? .insert : after == nil ? .delete : .update
  }
}

/// What a returned package changed in one table.
package struct TableChanges: Sendable {
  /// Its place in ``MergeSchema/tables``.
  package var table: Int
  /// By ascending identity, each row once.
  package var rows: [RowChange]

  package init(table: Int, rows: [RowChange]) {
    self.table = table
    self.rows = rows
  }
}
