package import FeatureData

/// Two records that a table of pairs relates.
package struct RecordPair: Hashable, Sendable, Comparable {
  package var base: GlobalID
  package var related: GlobalID

  package static func < (left: RecordPair, right: RecordPair) -> Bool {
    left.base != right.base ? left.base < right.base : left.related < right.related
  }
}

/// What a returned package changed in a table of pairs.
package struct PairChanges: Sendable, Equatable {
  /// The relation's place in ``MergeSchema/pairs``.
  package var relation: Int
  /// Ascending.
  package var added: [RecordPair]
  /// Ascending; without those that went with a record.
  package var removed: [RecordPair]

  /// Whether nothing changed.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}
