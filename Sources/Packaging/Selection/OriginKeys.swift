import FeatureData

/// The keys of all records of a relationship's origin, those that its filter refuses included.
struct OriginKeys: Sendable {
  private(set) var all: Set<JoinKey> = []
  /// The keys of more than one record.
  private(set) var repeated: Set<JoinKey> = []

  mutating func note(_ keys: [JoinKey?]) {
    for case let key? in keys where !all.insert(key).inserted { repeated.insert(key) }
  }
}
