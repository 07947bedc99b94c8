/// A related record as a pop-up lists it.
package struct RelatedRow: Sendable, Equatable {
  /// The number that ``RelatedRecords`` was given for the record.
  package var number: Int64
  /// The formatted values, one for each of the relation's labels, as plain text.
  package var cells: [String]

  /// A row from its parts.
  package init(number: Int64, cells: [String]) {
    self.number = number
    self.cells = cells
  }
}
