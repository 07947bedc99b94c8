package import FeatureData

/// Two related records in a table of pairs.
package struct RecordPair: Hashable, Sendable, Comparable {
  package var base: GlobalID
  package var related: GlobalID

  package static func < (left: RecordPair, right: RecordPair) -> Bool {
    left.base != right.base ? left.base < right.base : left.related < right.related
  }
}

/// The changes of a returned package to a table of pairs.
package struct PairChanges: Sendable, Equatable {
  /// The index of the relation in ``MergeSchema/pairs``.
  package var relation: Int
  /// The added pairs, in ascending order.
  package var added: [RecordPair]
  /// The removed pairs, in ascending order. Pairs that were removed with a record are not included.
  package var removed: [RecordPair]

  /// Whether there are no changes.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}
