package import FeatureData

/// The decisions of people for whole rows or single fields. They override the rules of the merge.
package struct MergeDecisions: Sendable, Equatable {
  /// The row or field that a choice applies to.
  package struct Target: Hashable, Sendable {
    package var table: Int
    package var id: GlobalID
    /// The field index. Nil for the whole row.
    package var field: Int?

    package init(table: Int, id: GlobalID, field: Int? = nil) {
      self.table = table
      self.id = id
      self.field = field
    }
  }

  /// What a person chose.
  package enum Choice: Sendable, Equatable {
    /// The field value, or all changes to the row, of the last package that changed the row.
    case returned
    /// The field value, or all changes to the row, of the package with this index.
    case package(Int)
    /// The state of the office data.
    case current
    /// Another value. For fields only.
    case value(FieldValue)
  }

  /// The number of decisions.
  var count: Int { choices.count + accepted.count }

  package let choices: [Target: Choice]
  /// The packages whose changes win all their conflicts. Later packages win over earlier ones, and
  /// choices for a row or field win over both.
  package let accepted: [Int]
  /// The rows with a choice for a package, as a whole or in a field.
  private let returned: Set<RecordKey>

  package init(_ choices: [Target: Choice] = [:], accepted: [Int] = []) {
    self.choices = choices
    self.accepted = accepted
    returned = Set(
      choices.compactMap { target, choice in
        switch choice {
        case .returned, .package: RecordKey(table: target.table, globalID: target.id)
        case .current, .value: nil
        }
      })
  }

  /// Returns whether a person chose the returned state of a row, as a whole or in a field.
  func wantsReturned(_ key: RecordKey) -> Bool { returned.contains(key) }
}
