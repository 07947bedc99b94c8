package import FeatureData

/// A row with its row id in its store, and its values in the order of ``MergeTable/fields``.
package struct MergeRow: Sendable, Equatable {
  package var rowid: Int64
  package var values: [FieldValue]

  package init(rowid: Int64, values: [FieldValue]) {
    self.rowid = rowid
    self.values = values
  }
}

/// The change of a row between two states of a table.
package struct RowChange: Sendable, Equatable {
  /// The GlobalID of the row. Generated if the store has none.
  package var id: GlobalID
  /// The row before the change. Nil if it was added.
  package var before: MergeRow?
  /// The row after the change. Nil if it was deleted.
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

/// The changes of a returned package to one table.
package struct TableChanges: Sendable {
  /// The index of the table in ``MergeSchema/tables``.
  package var table: Int
  /// The changed rows, each once, in the order of their GlobalIDs.
  package var rows: [RowChange]

  package init(table: Int, rows: [RowChange]) {
    self.table = table
    self.rows = rows
  }
}
