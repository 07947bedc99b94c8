package import FeatureData

/// The packages responsible for the state of a record in the result of a merge.
package struct ChangeCause: Sendable, Equatable {
  /// The indices of the packages that changed or deleted the record, in merge order.
  package var packages: [Int]
  /// The index of the package whose value a field has, by field index.
  package var fields: [Int: Int] = [:]
  /// The deleted parent that the record was deleted with. Nil if the record itself was changed.
  package var parent: RecordKey?
  /// Whether only a map rule changed the record. The packages are then those that triggered the
  /// rule.
  package var isByRule = false

  /// A change that packages caused.
  package init(packages: [Int]) {
    self.packages = packages
  }
}
