/// A constraint of the database that an edited row breaks.
package struct ConstraintViolation: Equatable, Sendable {
  /// The kinds of constraints.
  package enum Kind: String, Sendable {
    case unique, check, notNull, foreignKey
  }

  /// A row that the edits refer to.
  package enum Row: Hashable, Sendable {
    /// An existing row.
    case stored(rowid: Int64)
    /// A new row, by its index in ``TableEdits/added``.
    case added(index: Int)
  }

  /// The table of the edited row.
  package var table: String
  /// The kind of constraint.
  package var kind: Kind
  /// The columns of the constraint in its order. For a CHECK, the columns it names in table order.
  package var columns: [String]
  /// The name of a unique index, the condition of a CHECK, or the parent table of a foreign key.
  package var text: String
  /// The edited row. For a foreign key, the child without a parent, or the parent that leaves
  /// children behind.
  package var row: Row
  /// For a unique key, the row that already has it. For a parent that leaves children behind, one
  /// of them. Nil otherwise, and for rows of WITHOUT ROWID tables.
  package var other: Row?
  /// The table of the other row.
  package var otherTable: String?
}

/// A constraint that could not be checked for an edited row, because it is not supported.
package struct UncheckedConstraint: Hashable, Sendable {
  /// The table of the constraint.
  package var table: String
  /// The kind of constraint.
  package var kind: ConstraintViolation.Kind
  /// The same as ``ConstraintViolation/text``.
  package var text: String

  /// Creates an unchecked constraint.
  package init(table: String, kind: ConstraintViolation.Kind, text: String) {
    self.table = table
    self.kind = kind
    self.text = text
  }
}
