import FeatureData
import SQLiteFile

/// The keys of all records on one side of a relationship. Most are in nameless files if there are
/// many.
struct JoinKeyList: Sendable {
  private var keys = KeySorter(payloadLength: 0)

  /// Adds the key of a record.
  mutating func append(_ key: JoinKey) throws {
    try keys.append { key.appendSortable(to: &$0) }
  }

  /// The different keys.
  func set() throws -> Set<JoinKey> {
    var groups = try self.groups()
    var set: Set<JoinKey> = []
    while let (key, _) = try groups.next() { set.insert(key) }
    return set
  }

  /// Whether two records have the same key.
  func hasRepeated() throws -> Bool {
    var groups = try self.groups()
    while let (_, count) = try groups.next() {
      if count > 1 { return true }
    }
    return false
  }

  /// The different keys in a fixed order.
  func groups() throws -> Groups { try Groups(try keys.sorted()) }

  /// Reads the different keys in order.
  struct Groups {
    private var keys: SortedKeys
    private var hasNext: Bool

    fileprivate init(_ keys: SortedKeys) throws {
      self.keys = keys
      hasNext = try self.keys.next()
    }

    /// The next key with the number of its records; nil after the last one.
    mutating func next() throws -> (key: JoinKey, count: Int)? {
      guard hasNext else { return nil }
      let key = keys.withEntry { JoinKey(sortable: $0.extracting(0..<keys.keyLength)) }
      var count = 0
      repeat {
        count += 1
        hasNext = try keys.next()
      } while hasNext && keys.isRepeated
      return (key, count)
    }
  }
}
