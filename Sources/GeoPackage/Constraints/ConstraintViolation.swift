/// A constraint of the database that an edited row breaks.
package struct ConstraintViolation: Equatable, Sendable {
  /// The kinds of constraints.
  package enum Kind: String, Sendable {
    case unique, check, notNull, foreignKey
  }

  /// A row by the edits.
  package enum Row: Hashable, Sendable {
    /// A row that is there already.
    case stored(rowid: Int64)
    /// The place of a row in ``TableEdits/added``.
    case added(index: Int)
  }

  /// The table of the edited row.
  package var table: String
  /// The kind.
  package var kind: Kind
  /// The columns of the constraint, in its order; those that a CHECK names in the table's.
  package var columns: [String]
  /// The name of a unique index, the condition of a CHECK, the table that a foreign key names.
  package var text: String
  /// The edited row. Of a foreign key it is the child that has no parent, or the parent that leaves
  /// children behind.
  package var row: Row
  /// Of a unique key, the row that has it already; of a parent that leaves children behind, such a
  /// child. nil elsewhere, and for rows of tables WITHOUT ROWID.
  package var other: Row?
  /// The table of the other row.
  package var otherTable: String?
}

/// A constraint that could not be checked for an edited row, as it is not understood.
package struct UncheckedConstraint: Hashable, Sendable {
  /// The table.
  package var table: String
  /// The kind.
  package var kind: ConstraintViolation.Kind
  /// As in ``ConstraintViolation/text``.
  package var text: String

  /// A constraint that could not be checked.
  package init(table: String, kind: ConstraintViolation.Kind, text: String) {
    self.table = table
    self.kind = kind
    self.text = text
  }
}
