package import FeatureData

/// A field that two sides set to different values, or a row that one side deleted.
package struct MergeConflict: Sendable, Equatable {
  /// What the returned package did / what was done to the office's row meanwhile.
  package enum Kind: String, Sendable {
    case updateUpdate = "update/update"
    case updateDelete = "update/delete"
    case deleteUpdate = "delete/update"
    case insertInsert = "insert/insert"
    /// A deleted parent or look-up row that another row needs.
    case orphan
    /// A value that a constraint of the office database refuses.
    case constraint
  }

  /// Whose value the result has.
  package enum Resolution: String, Sendable {
    case returned, current
    /// A deleted row was restored, because others need it.
    case restored
    /// Another value that a person decided on.
    case decided
  }

  package var kind: Kind
  package var table: Int
  package var id: GlobalID
  /// The index of the field; nil for the row as a whole.
  package var field: Int?
  package var base: FieldValue?
  package var current: FieldValue?
  package var returned: FieldValue?
  package var resolution: Resolution
  /// Whether a person or a preference chose the value. Otherwise the last package won.
  package var isDecided = false
  /// The index of the returned package in the call.
  package var package: Int
  /// The index of the package that set `current` in this merge; nil if the office had the value.
  package var currentPackage: Int?
  /// The broken constraint, if that is the conflict's kind.
  package var constraint: BrokenConstraint?
  /// The records in the conflict: its own, and the one that already has the unique value.
  var records: [RecordKey] {
    [RecordKey(table: table, globalID: id)] + (constraint?.other.map { [$0] } ?? [])
  }
  /// Who changed the returned row last, and when, from editor tracking.
  package var editor: String?
  package var editDate: String?
}

/// A constraint of the office database that a value breaks.
package struct BrokenConstraint: Sendable, Equatable {
  /// The constraint in SQL, such as `UNIQUE code`.
  package var rule: String
  /// The record that already has the unique value; nil for other constraints.
  package var other: RecordKey?

  /// A constraint from its parts.
  package init(rule: String, other: RecordKey?) {
    self.rule = rule
    self.other = other
  }
}
