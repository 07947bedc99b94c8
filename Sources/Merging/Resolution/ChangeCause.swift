package import FeatureData

/// Who made a record what it is in the result of a merge.
package struct ChangeCause: Sendable, Equatable {
  /// The packages whose changes the record has, or that deleted it, by their places in the call and
  /// in the order in which they were merged.
  package var packages: [Int]
  /// The package whose value a field has, by the place of the field.
  package var fields: [Int: Int] = [:]
  /// The deleted record that this one went with; nil for a record with a change of its own.
  package var parent: RecordKey?
  /// Whether only a rule of the map changed it; the packages are those that made the rule act.
  package var isByRule = false

  /// The doing of packages.
  package init(packages: [Int]) {
    self.packages = packages
  }
}
