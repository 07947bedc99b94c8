/// A related record as a pop-up lists it.
package struct RelatedRow: Sendable, Equatable {
  /// The number that ``RelatedRecords`` received for the record.
  package var number: Int64
  /// The formatted values as plain text, one for each of the relation's labels.
  package var cells: [String]

  /// Creates a row.
  package init(number: Int64, cells: [String]) {
    self.number = number
    self.cells = cells
  }
}
