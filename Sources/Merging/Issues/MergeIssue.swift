package import FeatureData

/// Something other than a conflict that a person should know about a row or value.
package struct MergeIssue: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A value that the field app would have refused; the office keeps its value.
    case invalidValue
    /// A row without a GlobalID got one.
    case globalIDMinted
    /// A row had the GlobalID of another row and got a new one.
    case globalIDDuplicate
    /// A new row had the key of another row; it was added without a key.
    case keyRepeated
    /// Rows of the package cannot be matched with rows of the office data.
    case rowsNotMatched
    /// A constraint of the office database that could not be checked.
    case constraintUnchecked
    /// The package has a column that the office data lacks.
    case extraColumn
    /// The package lacks a column; its values count as unchanged.
    case missingColumn
    /// The package has a table that the office data lacks.
    case extraTable
    /// The package lacks a table; its rows count as unchanged.
    case missingTable
    /// A table of pairs has changes that cannot be merged.
    case pairsChanged
    /// A child without a parent in the result.
    case orphanChild
    /// A crew edited a table that the map makes read-only.
    case readOnlyEdited
    /// An attachment that the record already has.
    case photoDuplicate
    /// A new attachment had the name of another one and got a new name.
    case photoRenamed
    /// An attachment is shorter than it was.
    case photoTruncated
    /// An attachment that a record names or should have is missing from the package.
    case photoMissing
    /// An attachment in the package belongs to no record.
    case photoWithoutRow
    /// An attachment is empty, or a picture ends too early.
    case photoDamaged
    /// A feature was added or moved outside the area of its package.
    case outsideArea
    /// A new point is very near one that another package or the office added.
    case possibleDuplicate
    /// Editor tracking has dates before the package was built, or after the time of the merge.
    case clockSkew
    /// Times have no zone, and the crew's time zone is not known.
    case timeWithoutZone
    /// Edit dates don't show which of two values is the newest.
    case newestUnknown
    /// The app no longer keeps the values of some replica rows at their download.
    case historyGap
    /// A table of a replica keeps no history.
    case historyMissing
    /// A layer or table that could not be read from a geodatabase.
    case layerUnread
    /// Two reviewers decided differently. The decision file that was named last counts.
    case decisionsDisagree
  }

  package var kind: Kind
  package var table: Int?
  package var id: GlobalID?
  /// The field's name, which the office data may lack.
  package var field: String?
  package var value: FieldValue?
  /// The code of the field app's check (11000 to 11008), for `invalidValue`.
  package var code: Int?
  /// One sentence.
  package var message: String
  /// The index of the returned package in the call; nil if it concerns no package.
  package var package: Int?

  /// The record concerned; nil if there is none.
  var record: RecordKey? {
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
