package import FeatureData

/// What people decided, row by row or field by field; it goes before the rules.
package struct MergeDecisions: Sendable, Equatable {
  /// Where a choice was made.
  package struct Place: Hashable, Sendable {
    package var table: Int
    package var id: GlobalID
    /// The place of the field; nil for the row as a whole.
    package var field: Int?

    package init(table: Int, id: GlobalID, field: Int? = nil) {
      self.table = table
      self.id = id
      self.field = field
    }
  }

  /// What was chosen.
  package enum Choice: Sendable, Equatable {
    /// As the last package that touched the row has it: a field, or all that it did to the row.
    case returned
    /// As a package has it, by its place in the call: a field, or all that it did to the row.
    case package(Int)
    /// As the office has it.
    case current
    /// Another value; of a field only.
    case value(FieldValue)
  }

  /// How many there are.
  var count: Int { choices.count + accepted.count }

  package let choices: [Place: Choice]
  /// The packages whose work stands wherever it clashed, the last one over the others; a choice of
  /// a place goes before.
  package let accepted: [Int]
  /// The rows that are to be as returned, whole or in a field.
  private let returned: Set<RecordKey>

  package init(_ choices: [Place: Choice] = [:], accepted: [Int] = []) {
    self.choices = choices
    self.accepted = accepted
    returned = Set(
      choices.compactMap { place, choice in
        switch choice {
        case .returned, .package: RecordKey(table: place.table, globalID: place.id)
        case .current, .value: nil
        }
      })
  }

  /// Whether the row is to be as returned, whole or in a field.
  func wantsReturned(_ row: RecordKey) -> Bool { returned.contains(row) }
}
