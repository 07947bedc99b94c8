/// The changes of a mapping table whose pairs are not derived from keys (Related Tables Extension,
/// OGC 18-000 §6.3).
package struct PairEdits: Equatable, Sendable {
  /// Pairs of row ids to remove.
  package var removed: Set<Pair>
  /// Pairs of row ids of the new file to add, in order.
  package var added: [Pair]

  /// The values of `base_id` and `related_id`.
  package struct Pair: Hashable, Sendable {
    package var base: Int64
    package var related: Int64

    /// Creates a pair of row ids.
    package init(base: Int64, related: Int64) {
      self.base = base
      self.related = related
    }
  }

  /// Creates the changes of a mapping table.
  package init(removed: Set<Pair> = [], added: [Pair] = []) {
    self.removed = removed
    self.added = added
  }
}
