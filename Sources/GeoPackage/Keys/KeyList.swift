import Bytes
import FeatureData
import Records
import SQLiteFile

/// The keys of one column with their row ids, for pairing the rows of two tables.
struct KeyList: Sendable {
  /// The payload is the row id.
  fileprivate var keys = KeySorter(payloadLength: 8)

  mutating func append(
    _ value: RecordValue, of record: Span<UInt8>, rowid: Int64
  ) throws(SQLiteFileError) {
    guard let key = JoinKey(value, in: record) else { return }
    try keys.append {
      key.appendSortable(to: &$0)
    } payload: {
      $0.append(bigEndian: UInt64(bitPattern: rowid))
    }
  }
}

/// The keys of the two tables of a relation.
package struct MatchedKeys: Sendable {
  let base: KeyList
  let related: KeyList

  /// The pairs of row ids with the same key, in ascending order.
  ///
  /// - Throws: `SQLiteFileError.file` if a file for sorting cannot be written or read.
  func pairs() throws(SQLiteFileError) -> KeyPairs {
    var pairs = KeySorter(payloadLength: 0)
    var parents = KeyGroups(try base.keys.sorted())
    var children = try related.keys.sorted()
    while try children.next() {
      let isPaired = try children.withEntry { (entry) throws(SQLiteFileError) in
        try parents.advance(to: entry.extracting(0..<children.keyLength))
      }
      guard isPaired else { continue }
      let child = children.rowid
      for parent in parents.rowids {
        try pairs.append {
          SortableNumber.append(parent, to: &$0)
          SortableNumber.append(child, to: &$0)
        }
      }
    }
    return KeyPairs(count: pairs.count, pairs: try pairs.sorted())
  }
}

/// The pairs of row ids of a mapping table, in ascending order.
struct KeyPairs: Sendable {
  /// The number of all pairs.
  let count: Int
  fileprivate var pairs: SortedKeys

  /// The next pair; nil after the last one.
  mutating func next() throws(SQLiteFileError) -> (base: Int64, related: Int64)? {
    guard try pairs.next() else { return nil }
    return pairs.withEntry { entry in
      (
        SortableNumber.value(entry.bigEndianUInt64(at: 0)),
        SortableNumber.value(entry.bigEndianUInt64(at: 8))
      )
    }
  }

  /// The pairs that were not read yet.
  mutating func rest() throws(SQLiteFileError) -> [(base: Int64, related: Int64)] {
    var rest: [(base: Int64, related: Int64)] = []
    while let pair = try next() { rest.append(pair) }
    return rest
  }
}

/// Sorted keys, with all row ids of one key at a time.
private struct KeyGroups {
  private var keys: SortedKeys
  private var key: [UInt8]?
  private(set) var rowids: [Int64] = []
  private var isAtEnd = false

  init(_ keys: SortedKeys) { self.keys = keys }

  /// Goes on to a key. Returns false if there is none. Keys must be asked for in order.
  mutating func advance(to wanted: Span<UInt8>) throws(SQLiteFileError) -> Bool {
    while true {
      let order = key.map { $0.span.compare(wanted) } ?? -1
      if order >= 0 { return order == 0 }
      guard try readGroup() else { return false }
    }
  }

  private mutating func readGroup() throws(SQLiteFileError) -> Bool {
    rowids.removeAll(keepingCapacity: true)
    // The key after a group was already read to find the group's end.
    if key == nil { isAtEnd = try !keys.next() }
    guard !isAtEnd else { return false }
    key = keys.withEntry { $0.extracting(0..<keys.keyLength).copied() }
    repeat {
      rowids.append(keys.rowid)
      isAtEnd = try !keys.next()
    } while !isAtEnd && keys.isRepeated
    return true
  }
}

extension SortedKeys {
  /// The payload as a row id.
  fileprivate var rowid: Int64 {
    withEntry { Int64(bitPattern: $0.bigEndianUInt64(at: keyLength)) }
  }
}
