/// What is known about a shard without making it.
struct ShardOutline: Sendable {
  /// The digest of everything that it is made from.
  var source: String
  /// For each record, the row of the record it belongs to among the related records; -1 if none.
  /// Empty if the layer has no such relation.
  var parents: [Int32] = []
}

/// What is known about the records of a layer without rendering them, in the order of their rows.
struct RecordOutlines: Sendable {
  /// The digests of everything that records are made from, one after another.
  private var digests: [UInt8] = []
  private var parents: [Int32] = []

  /// The number of bytes of a digest.
  private static let digestSize = 32

  var count: Int { digests.count / Self.digestSize }

  /// Adds a record.
  ///
  /// - Parameters:
  ///   - digest: What ``RecordSource`` returned.
  ///   - parent: As in ``ShardOutline/parents``; nil if the layer has no such relation.
  mutating func append(_ digest: [UInt8], parent: Int32?) {
    digests += digest
    if let parent { parents.append(parent) }
  }

  /// Adds the records of the rows that follow.
  mutating func append(_ other: RecordOutlines) {
    digests += other.digests
    parents += other.parents
  }

  /// Returns what is known about a shard.
  ///
  /// - Parameters:
  ///   - rows: The rows of its records, in its order.
  ///   - source: The source of the shard without records.
  func outline(_ rows: ArraySlice<Int>, _ source: consuming ShardSource) -> ShardOutline {
    for row in rows {
      let start = row * Self.digestSize
      source.add(digests.span.extracting(start..<start + Self.digestSize))
    }
    return ShardOutline(
      source: source.text, parents: parents.isEmpty ? [] : rows.map { parents[$0] })
  }
}
