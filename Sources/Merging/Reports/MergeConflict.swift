package import FeatureData

/// A field that two sides left with different values, or a row that one side deleted.
package struct MergeConflict: Sendable, Equatable {
  /// What the returned package did, and what was done to the current row meanwhile.
  package enum Kind: String, Sendable {
    case updateUpdate = "update/update"
    case updateDelete = "update/delete"
    case deleteUpdate = "delete/update"
    case insertInsert = "insert/insert"
    /// A deleted parent, or look-up row, that another row needs.
    case orphan
    /// A value that a constraint of the office's database refuses.
    case constraint
  }

  /// Whose value stands in the result.
  package enum Resolution: String, Sendable {
    case returned, current
    /// A deleted row that is back, because others need it.
    case restored
    /// Neither: a value that a person decided on.
    case decided
  }

  package var kind: Kind
  package var table: Int
  package var id: GlobalID
  /// The place of the field; nil for the row as a whole.
  package var field: Int?
  package var base: FieldValue?
  package var current: FieldValue?
  package var returned: FieldValue?
  package var resolution: Resolution
  /// The returned package, by its place in the call.
  package var package: Int
  /// The package whose value `current` is, where it came in by this merge.
  package var currentPackage: Int?
  /// The rule that is broken, of that kind.
  package var constraint: BrokenConstraint?
  /// The records it is about: its own, and the one that has the key already.
  var places: [RecordKey] {
    [RecordKey(table: table, globalID: id)] + (constraint?.other.map { [$0] } ?? [])
  }
  /// Who changed the returned row last, and when, as editor tracking has it.
  package var editor: String?
  package var editDate: String?
}

/// A constraint of the office's database that a value breaks.
package struct BrokenConstraint: Sendable, Equatable {
  /// As SQL has it: `UNIQUE code`.
  package var rule: String
  /// The record that has the key already; nil for other rules.
  package var other: RecordKey?

  /// A constraint from its parts.
  package init(rule: String, other: RecordKey?) {
    self.rule = rule
    self.other = other
  }
}

/// Something a person should know of a row or value, other than a conflict.
package struct MergeIssue: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A value the field app would have refused; the current value stays.
    case invalidValue
    /// A row without a GlobalID got one.
    case globalIDMinted
    /// A GlobalID that another row has; this row got a new one.
    case globalIDDuplicate
    /// A new row with the key of another; it comes in without one.
    case keyRepeated
    /// Rows that nothing tells apart in the package and in the office's data.
    case rowsNotMatched
    /// A constraint of the office's database that could not be checked.
    case constraintUnchecked
    /// A column that the current store lacks.
    case extraColumn
    /// A column that the returned store lacks: unchanged.
    case missingColumn
    /// A table that the current store lacks.
    case extraTable
    /// A table that the returned store lacks: unchanged.
    case missingTable
    /// A table of pairs of row numbers was changed; such relations are not merged.
    case pairsChanged
    /// A child whose parent is nowhere.
    case orphanChild
    /// A table the map does not let crews edit was edited.
    case readOnlyEdited
    /// A photo that is there already.
    case photoDuplicate
    /// A new photo that has the name of another one; it got a new name.
    case photoRenamed
    /// A photo that arrived shorter than it was.
    case photoTruncated
    /// A photo that a row names or should hold, and that did not come.
    case photoMissing
    /// A photo that came and that no row names, or none that could have it.
    case photoWithoutRow
    /// A photo of no bytes, or a picture whose end is not there.
    case photoDamaged
    /// A feature that was added or moved outside the area of its package.
    case outsideArea
    /// A new point very near one that another package, or the office, added.
    case possibleDuplicate
    /// Dates of editor tracking before the package was built, or after the time of the merge.
    case clockSkew
    /// Times that tell no time zone, of crews whose clocks nobody knows.
    case timeWithoutZone
    /// Edit dates that do not tell which of two values is the newest.
    case newestUnknown
    /// Rows of a replica of which the app no longer keeps how they were downloaded.
    case historyGap
    /// A table of a replica that keeps no history.
    case historyMissing
    /// A layer or table that could not be read from a geodatabase.
    case layerUnread
  }

  package var kind: Kind
  package var table: Int?
  package var id: GlobalID?
  /// The field's name, also of one the current store lacks.
  package var field: String?
  package var value: FieldValue?
  /// The code of the field app's own check (11000 to 11008), for `invalidValue`.
  package var code: Int?
  /// One sentence.
  package var message: String
  /// The returned package, by its place in the call; nil for what is no package's.
  package var package: Int?

  /// The record it is about; nil for what is about no record.
  var place: RecordKey? {
    guard let table, let id else { return nil }
    return RecordKey(table: table, globalID: id)
  }

  package init(
    _ kind: Kind, table: Int? = nil, id: GlobalID? = nil, field: String? = nil,
    value: FieldValue? = nil, code: Int? = nil, package: Int?, _ message: String
  ) {
    self.kind = kind
    self.table = table
    self.id = id
    self.field = field
    self.value = value
    self.code = code
    self.package = package
    self.message = message
  }
}
